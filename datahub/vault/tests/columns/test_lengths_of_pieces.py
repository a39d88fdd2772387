"""Number, names and lengths of the store's documents follow from the number of rows and the declaration alone."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from datahub.api.ref import Ref
from datahub.vault.collections import codes, pieces
from datahub.vault.collections.codes import Codes, Items
from datahub.vault.collections.room import MOST_SEALED_BYTES, check_room, sealed_bytes
from datahub.vault.collections.rules.plan import COLUMNS, RECORDS
from datahub.vault.errors import PlanRefused
from datahub.vault.models import SecureCollection
from datahub.vault.services import create_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.columns.factories import FIRST, LAST, NAMES, PLAN, ROWS, Row, Table
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db

Change = tuple[str, Any]
CELLS: list[Change] = [
    ("age", 120), ("age", 0), ("age", None),
    ("sex", "x"), ("sex", None),
    ("born", FIRST), ("born", LAST),
    ("pay", Decimal("10000000.00")), ("pay", Decimal("-1.00")), ("pay", None),
    ("note", "n" * 40), ("note", ""), ("note", None),
]  # fmt: skip


def seen(store: DocumentStore, rows: Sequence[Row]) -> list[Counter[tuple[bytes, int, int]]]:
    """Returns what the store's administrator sees of a table, column by column: the part of each document's id that is
    not drawn at random, and how long id and document are."""
    table = Table(store, Ref("dataset", str(uuid4())), rows)
    return [
        Counter(
            (document.id[8:], len(document.id), len(document.sealed) + len(document.tag))
            for document in table.documents(name)
        )
        for name in NAMES
    ]


def with_cell(name: str, value: Any) -> list[Row]:
    place = NAMES.index(name)
    changed = (*ROWS[7][:place], value, *ROWS[7][place + 1 :])
    return [*ROWS[:7], changed, *ROWS[8:]]


@pytest.mark.parametrize(("name", "value"), CELLS)
def test_a_table_that_differs_in_one_cell_looks_the_same(store: DocumentStore, name: str, value: Any) -> None:
    assert seen(store, with_cell(name, value)) == seen(store, ROWS)


def test_a_table_of_one_value_looks_the_same(store: DocumentStore) -> None:
    assert seen(store, [ROWS[0]] * len(ROWS)) == seen(store, ROWS)


def test_rows_are_told_in_steps_of_a_quarter_of_a_piece(store: DocumentStore) -> None:
    steps = [seen(store, ROWS[:rows])[NAMES.index("age")] for rows in (1, 16, 17, 32, 33)]
    assert [steps[0] == steps[1], steps[1] == steps[2], steps[2] == steps[3], steps[3] == steps[4]] == [
        True, False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("rows", [1, 16, 17, 63, 64, 65, 300])
def test_the_room_that_a_table_takes_is_known_before_it_is_loaded(store: DocumentStore, rows: int) -> None:
    table = Table(store, Ref("dataset", str(uuid4())), ROWS[:rows])
    stored = {name: sum(len(document.sealed) for document in table.documents(name)) for name in NAMES}
    assert sealed_bytes(PLAN, rows) == stored


def test_the_room_that_records_take_is_known_before_they_are_loaded(store: DocumentStore) -> None:
    plan, ref = replace(PLAN, layout=RECORDS), Ref("dataset", str(uuid4()))
    create_collection(a_permit(ref), ref, plan).bulk_load(ROWS)
    stored_as = SecureCollection.objects.get(ref=str(ref)).stored_as
    documents = [document for some in store.scan(stored_as) for document in some]
    assert sum(sealed_bytes(plan, len(ROWS)).values()) == sum(len(document.sealed) for document in documents)


# In records, a value of `sex` takes the default width, 62 bytes.
@pytest.mark.parametrize(("layout", "widest"), [(COLUMNS, "note"), (RECORDS, "sex")])
def test_a_table_of_more_than_ten_gigabytes_is_refused_by_its_widest_column(layout: str, widest: str) -> None:
    plan = replace(PLAN, layout=layout)
    fits = MOST_SEALED_BYTES // sum(sealed_bytes(plan, 2**20).values()) * 2**20
    check_room(plan, fits)
    with pytest.raises(PlanRefused, match=f"up to 10.0 GB are taken. “{widest}” takes most of it") as refusal:
        check_room(plan, fits + 2**20)
    assert list(refusal.value.fields) == [widest]


def narrowest_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a fault: codes have as many bits as the largest code of a piece needs."""
    honest = Codes.to_bytes

    def narrow(self: Codes, items: Items) -> bytes:
        largest = int(np.asarray(items, dtype=np.uint64).max())
        return honest(self, items)[: max(1, largest.bit_length()) * len(items) // 8]

    monkeypatch.setattr(Codes, "to_bytes", narrow)


def exact_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a fault: the last piece is filled up to a sixteenth."""
    monkeypatch.setattr(pieces, "PARTS_OF_A_PIECE", 16)


def dictionary_of_what_occurs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a fault: the categories that occur stand first in a piece, with their texts."""
    honest = Codes.to_bytes

    def with_words(self: Codes, items: Items) -> bytes:
        return honest(self, items) + bytes(len(set(items.tolist())))

    monkeypatch.setattr(Codes, "to_bytes", with_words)


def text_as_long_as_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a fault: texts are stored without the bytes that fill them up."""
    monkeypatch.setattr(codes.Packed, "to_bytes", lambda _, items: items.tobytes().replace(bytes(2), b""))


@pytest.mark.parametrize(
    ("fault", "rows"),
    [
        (narrowest_width, [ROWS[0]] * len(ROWS)),
        (dictionary_of_what_occurs, [ROWS[0]] * len(ROWS)),
        (text_as_long_as_the_longest, with_cell("note", "n" * 40)),
        (exact_rows, ROWS[:-1]),
    ],
)
def test_a_planted_length_is_found(
    store: DocumentStore,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[pytest.MonkeyPatch], None],
    rows: Sequence[Row],
) -> None:
    assert seen(store, rows) == seen(store, ROWS)
    fault(monkeypatch)
    assert seen(store, rows) != seen(store, ROWS)
