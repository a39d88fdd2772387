"""A dump of the store after loading Adult shows a curious administrator what the plan declares and nothing else.

Ciphertext is as good as random, so it holds any four bytes somewhere. What is found by chance does not come back when
the same rows are loaded under other keys; what leaks does.
"""

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from bson.raw_bson import RawBSONDocument
from django.conf import settings as django_settings
from django.db import connection
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.vault.collections.rules.plan import Field, Plan, bucket_of
from datahub.vault.services import Collection, create_collection
from datahub.vault.store.chosen import EMBEDDED, MONGO
from datahub.vault.store.mongo import client
from datahub.vault.store.port import Document
from datahub.vault.tests.factories import a_data_set, a_permit, quick_keys
from tests.adult.rows import NUMBERS, columns, longest, rows
from tests.privacy import dump

SOME = 5000  # So many rows suffice where the server is slow or only chance is in doubt.
ROWS_A_TOKEN = 20
TIMES = 4


@dataclass(frozen=True)
class Loaded:
    collection: Collection
    raw: bytes
    documents: list[Document]  # The documents are in the order of storage.
    rows: list[dict[str, dump.Cell]]  # The rows of the documents, in the same order.

    def tokens_of(self, field: str) -> list[bytes]:
        name = self.collection._records.indexes[field].stored_as
        return [document.tokens[name] for document in self.documents]

    def columns(self) -> dict[str, list[dump.Cell]]:
        return {name: [row[name] for row in self.rows] for name in columns()}


@pytest.fixture(params=[(EMBEDDED, SOME), (MONGO, SOME), pytest.param((EMBEDDED, None), marks=pytest.mark.slow)])
def loaded(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch, db: None, tmp_path: object
) -> Loaded:
    store, some = request.param
    if store == MONGO and not settings.MONGO_URL:
        pytest.skip('the MongoDB half needs MONGO_URL: eval "$(scripts/services start)"')
    settings.MONGO_URL = settings.MONGO_URL if store == MONGO else ""
    quick_keys(monkeypatch, settings, tmp_path)  # type: ignore[arg-type]  # the value is a Path
    monkeypatch.setattr(os, "urandom", random.Random(4).randbytes)  # noqa: S311 - the dump is the same in every run
    return load(rows()[:some])


def plan() -> Plan:
    kinds = {"education": "eq", "age": "range"}
    return Plan(
        tuple(
            Field(
                name=name,
                type="int" if name in NUMBERS else "text",
                width=0 if name in NUMBERS else longest(at),
                kind=kinds.get(name, "rnd"),
                rows_a_token=ROWS_A_TOKEN,
            )
            for at, name in enumerate(columns())
        )
    )


def load(some: Sequence[Sequence[dump.Cell]]) -> Loaded:
    ref: Ref = a_data_set()
    collection = create_collection(a_permit(ref), ref, plan())
    collection.bulk_load(some)
    order, raw = stored(collection)
    by_id = {document.id: document for piece in collection._records.everything() for document in piece}
    documents = [by_id[id] for id in order]
    opened = [collection._records.opened(document).values for document in documents]
    return Loaded(collection, raw, documents, opened)  # type: ignore[arg-type]  # the values are numbers and texts


def stored(collection: Collection) -> tuple[list[bytes], bytes]:
    """Returns the ids in the order of storage, and all stored bytes."""
    if collection._row.store == MONGO:
        return stored_in_mongo(collection._row.stored_as)
    place = "ctid" if connection.vendor == "postgresql" else "rowid"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT record, collection, version, body FROM vault_storeddocument"  # noqa: S608 - a column name
            f" WHERE collection = %s ORDER BY {place}",
            [collection._row.stored_as],
        )
        kept = cursor.fetchall()
        cursor.execute("SELECT * FROM vault_storedtoken WHERE collection = %s", [collection._row.stored_as])
        cells = [cell for row in [*kept, *cursor.fetchall()] for cell in row]
    return [bytes(row[0]) for row in kept], b"\0".join(
        str(cell).encode() if isinstance(cell, str | int) else bytes(cell) for cell in cells
    )


def stored_in_mongo(stored_as: str) -> tuple[list[bytes], bytes]:
    database = client(django_settings.MONGO_URL).get_default_database()
    raw = database.with_options(database.codec_options.with_options(document_class=RawBSONDocument))
    kept = list(raw[stored_as].find())
    indexes = str(database[stored_as].index_information()).encode()
    return [bytes.fromhex(document["_id"]) for document in kept], b"\0".join(
        [*(document.raw for document in kept), indexes]
    )


def search_for(all_rows: Sequence[Sequence[dump.Cell]]) -> dump.Search:
    return dump.Search(dump.needles_of(cell for row in all_rows for cell in row))


def leaks(loaded: Loaded, all_rows: Sequence[Sequence[dump.Cell]], search: dump.Search) -> set[str]:
    """Hits that come back under other keys, on fewer rows that hold all values in doubt."""
    left = search.hits(loaded.raw)
    for _ in range(TIMES):
        if not left:
            break
        doubted = {hit.split(" as ")[0] for hit in left}
        holding = [row for row in all_rows if any(repr(str(cell)) in doubted for cell in row)]
        left &= search.hits(load([*holding[:SOME], *all_rows[:100]]).raw)
    return left


def test_a_dump_shows_what_is_declared_and_nothing_else(loaded: Loaded) -> None:
    all_rows = rows()[: len(loaded.rows)]
    assert sorted(map(repr, (tuple(row.values()) for row in loaded.rows))) == sorted(map(repr, all_rows))
    search = search_for(all_rows)
    assert leaks(loaded, all_rows, search) == set()
    assert dump.length_faults(loaded.documents) == []
    assert dump.order_faults(loaded.columns()) == []
    assert {len(document.tokens) for document in loaded.documents} == {2}
    assert all(name.encode() not in loaded.raw for name in columns() if len(name) >= dump.SHORTEST)
    education = [row["education"] for row in loaded.rows]
    assert dump.leakage_faults(education, loaded.tokens_of("education"), ROWS_A_TOKEN) == []
    assert dump.leakage_faults(list(buckets(loaded)), loaded.tokens_of("age"), ROWS_A_TOKEN) == []
    planted_leaks_are_found(loaded, search)


def buckets(loaded: Loaded) -> Iterator[int]:
    [edges] = [field.edges for field in loaded.collection.plan.fields if field.name == "age"]
    assert edges
    return (bucket_of(edges, float(row["age"] or 0)) for row in loaded.rows)


def planted_leaks_are_found(loaded: Loaded, search: dump.Search) -> None:
    """Checks that planted leaks are found, so that the assertions above mean something. It stands here because loading
    takes long."""
    before, after = loaded.raw[:100_000], loaded.raw[100_000:200_000]
    for dress, texts in dump.DRESSES.items():
        for text in texts(b"Never-married"):
            assert f"'Never-married' as {dress}" in search.hits(before + text + after)
    longer = replace(loaded.documents[0], sealed=loaded.documents[0].sealed + b"x")
    assert dump.length_faults([*loaded.documents, longer])
    by_age = sorted(loaded.rows, key=lambda row: row["age"] or 0)
    assert dump.order_faults({"age": [row["age"] for row in by_age]})
    nearly = [*by_age[: len(by_age) // 10], *loaded.rows[: -(len(by_age) // 10)]]
    assert dump.order_faults({"age": [row["age"] for row in nearly]})
    education = [row["education"] for row in loaded.rows]
    tokens = loaded.tokens_of("education")
    assert dump.leakage_faults(education, [b"\0"] * len(tokens), ROWS_A_TOKEN)
    assert dump.leakage_faults(education, [b"new", *tokens[1:]], ROWS_A_TOKEN)
