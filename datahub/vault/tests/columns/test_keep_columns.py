"""These tests check that a table in columns gives back its rows, column by column, in a random order."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from datahub.api.ref import Ref
from datahub.vault.collections import column_load
from datahub.vault.collections.rules.plan import COLUMNS, Field, Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.errors import PlanRefused
from datahub.vault.models import LeftPlace
from datahub.vault.services import Collection, create_collection
from datahub.vault.store.parted import place_of
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.columns.factories import NAMES, PLAN, ROWS, Table, a_row
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db


def test_the_rows_of_a_table_come_back_and_columns_stay_beside_each_other(table: Table) -> None:
    assert Counter(table.rows()) == Counter(ROWS)
    assert table.opened().count() == len(ROWS)


@pytest.mark.parametrize("names", [["age"], ["note", "age"], ["pay", "born", "sex"]])
def test_some_columns_are_read_in_the_order_that_was_wished(table: Table, names: list[str]) -> None:
    places = [NAMES.index(name) for name in names]
    assert Counter(table.rows(names)) == Counter(tuple(row[place] for place in places) for row in ROWS)


def blocks_of(table: Table) -> list[set[int]]:
    """Returns for each block the positions of its rows in the file."""
    places = {row[NAMES.index("note")]: place for place, row in enumerate(ROWS)}
    return [{places[note] for note in batch.column(0).to_pylist()} for batch in table.opened().scan(["note"])]


def are_runs_of_the_file(blocks: list[set[int]]) -> bool:
    return all(max(block) - min(block) < len(block) for block in blocks)


def test_rows_are_in_an_order_of_chance_within_a_window(
    store: DocumentStore, ref: Ref, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(store, ref)
    assert not are_runs_of_the_file(blocks_of(table))
    table.opened().drop()
    monkeypatch.setattr(column_load, "_order", np.arange)
    assert are_runs_of_the_file(blocks_of(Table(store, ref)))


@pytest.mark.parametrize("rows", [0, 1, 15, 64, 65, 256, 257])
def test_a_table_of_any_number_of_rows_comes_back(store: DocumentStore, ref: Ref, rows: int) -> None:
    table = Table(store, ref, ROWS[:rows])
    assert Counter(table.rows()) == Counter(ROWS[:rows])
    assert table.opened().count() == rows


def test_reading_a_column_asks_the_store_for_no_document_of_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan, places = type(table.store).scan, []

    def noted(store: DocumentStore, collection: str, *given: Any) -> Any:
        places.append(collection)
        return scan(store, collection, *given)

    monkeypatch.setattr(type(table.store), "scan", noted)
    table.rows(["born"])
    assert places == [f"{table.stored_as}.{NAMES.index('born')}"]


SINGLY: list[Callable[[Collection], object]] = [
    lambda collection: collection.insert([dict(zip(NAMES, a_row(1), strict=True))]),
    lambda collection: collection.update(bytes(16), {"age": 1}),
    lambda collection: collection.delete(bytes(16)),
    lambda collection: collection.read(bytes(16)),
    lambda collection: collection.find(equal={"age": 1}),
    lambda collection: collection.sum("age"),
]


@pytest.mark.parametrize("act", range(len(SINGLY)), ids=["insert", "update", "delete", "read", "find", "sum"])
def test_no_row_is_written_or_read_alone(table: Table, act: int) -> None:
    with pytest.raises(PlanRefused, match="sealed in columns"):
        SINGLY[act](table.opened())
    assert Counter(table.rows()) == Counter(ROWS)


def test_a_table_that_was_dropped_leaves_nothing_in_the_store(table: Table) -> None:
    places = [f"{table.stored_as}.{column}" for column, _ in enumerate(NAMES)]
    assert all(table.store.count(place) for place in places)
    table.opened().drop()
    assert [table.store.count(place) for place in places] == [0] * len(NAMES)


def test_a_load_in_chunks_of_any_size_gives_back_its_rows(store: DocumentStore, ref: Ref) -> None:
    ends = [0, 1, 100, 255, 256, 257, 300]
    chunks = [list(zip(*ROWS[start:stop], strict=True)) for start, stop in pairwise(ends)]
    create_collection(a_permit(ref), ref, PLAN).load_columns(chunks)
    assert Counter(Table.of(store, ref).rows()) == Counter(ROWS)


def test_a_load_that_fails_leaves_nothing_and_may_be_tried_again(store: DocumentStore, ref: Ref) -> None:
    collection = create_collection(a_permit(ref), ref, PLAN)

    def broken() -> Iterator[list[tuple[Value, ...]]]:
        for start in range(0, 300, 50):
            yield list(zip(*ROWS[start : start + 50], strict=True))
        raise RuntimeError("the file ends here")

    with pytest.raises(RuntimeError):
        collection.load_columns(broken())
    left = [place.stored_as for place in LeftPlace.objects.filter(ref=str(ref))]
    assert left
    assert [count(store, address) for address in left] == [0] * len(left)
    table = Table.of(store, ref)
    table.opened().bulk_load(ROWS)
    assert Counter(table.rows()) == Counter(ROWS)


def count(store: DocumentStore, address: str) -> int:
    return sum(store.count(place_of(address, column)) for column, _ in enumerate(NAMES))


def test_a_row_too_long_for_any_window_is_refused_with_its_widest_column(ref: Ref) -> None:
    # A row has 9 MB.
    fields = [Field(name=f"t{number}", type="text", width=65_000 + number % 2) for number in range(140)]
    with pytest.raises(PlanRefused, match="“t1” is the widest") as refused:
        create_collection(a_permit(ref), ref, Plan(tuple(fields), COLUMNS))
    assert list(refused.value.fields) == ["t1"]
