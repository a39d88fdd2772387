"""A table in columns gives back its rows, column by column, in an order of chance."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from datahub.api.ref import Ref
from datahub.vault.errors import PlanRefused
from datahub.vault.models import LeftPlace
from datahub.vault.services import Collection, create_collection
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


def test_rows_are_in_an_order_of_chance_within_a_window(store: DocumentStore, ref: Ref) -> None:
    table = Table(store, ref)
    before = table.rows(["note"])
    table.opened().drop()
    again = Table(store, ref)
    assert len({tuple(ROWS), tuple(table.rows()), tuple(before)}) == 3
    assert again.rows(["note"]) != before


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


def test_a_load_that_fails_leaves_nothing_and_may_be_tried_again(store: DocumentStore, ref: Ref) -> None:
    table = Table(store, ref, [])

    def broken() -> Any:
        yield from ROWS[:200]
        raise RuntimeError("the file ends here")

    table.opened().drop()
    collection = create_collection(a_permit(ref), ref, PLAN)
    with pytest.raises(RuntimeError):
        collection.bulk_load(broken())
    for place in LeftPlace.objects.filter(ref=str(ref)):
        assert [store.count(f"{place.stored_as}.{column}") for column, _ in enumerate(NAMES)] == [0] * len(NAMES)
    table.opened().bulk_load(ROWS)
    assert Counter(table.rows()) == Counter(ROWS)
