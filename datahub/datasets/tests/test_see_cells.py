"""An owner who declares columns sees a few cells of each, read from the sealed pieces; nothing of them is kept, and the
log records that they looked."""

import io
from typing import Any

import openpyxl
import pytest
from django.db import connection

from datahub.audit.models import Entry
from datahub.datasets.models import DataSet, Upload
from datahub.datasets.services import see_cells
from datahub.datasets.tests.factories import CSV, Visitor, somebody, upload

pytestmark = pytest.mark.django_db
LONG = "a" * 50


def cells(visitor: Visitor, data_set: DataSet) -> Any:
    return visitor.get(f"datasets/{data_set.pk}/versions/1/cells/")


def workbook(rows: list[list[str]]) -> bytes:
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def test_an_owner_sees_the_first_cells_that_differ(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, f"ward,note\nA,\nA,{LONG}\nB, short \n".encode())
    assert cells(owner, data_set).json() == {"columns": [["A", "B"], ["a" * 40 + " …", "short"]]}
    assert Entry.objects.order_by("number").last().operation == "dataset.see_rows"  # type: ignore[union-attr]  # there is an entry


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_log_while_a_file_is_read(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(owner, data_set, CSV.encode())
    in_transaction: list[bool] = []
    read = see_cells.opened  # type: ignore[attr-defined]  # what the module calls

    def watched(*args: Any, **options: Any) -> Any:
        in_transaction.append(connection.in_atomic_block)
        return read(*args, **options)

    monkeypatch.setattr(see_cells, "opened", watched)
    assert cells(owner, data_set).status_code == 200
    assert in_transaction == [False]


def test_nobody_else_sees_a_cell(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, CSV.encode())
    assert cells(Visitor(somebody("mallory")), data_set).status_code == 404


def test_cells_are_read_each_time_and_are_gone_with_the_pieces(owner: Visitor, data_set: DataSet) -> None:
    state = upload(owner, data_set, CSV.encode())
    assert cells(owner, data_set).json()["columns"][1] == ["Bern", "Basel"]
    Upload.objects.filter(pk=state["id"]).update(state=Upload.State.GONE)
    assert cells(owner, data_set).json() == {"columns": []}


def test_a_large_workbook_is_not_opened_for_a_page(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(owner, data_set, workbook([["age", "town"], ["20", "Bern"]]), "incomes.xlsx")
    assert cells(owner, data_set).json() == {"columns": [["20"], ["Bern"]]}
    monkeypatch.setattr(see_cells, "LARGEST_APART", 100)
    assert cells(owner, data_set).json() == {"columns": []}


def test_a_column_of_ids_is_proposed_to_be_left_out_unless_nothing_would_stay(
    owner: Visitor, data_set: DataSet
) -> None:
    state = upload(owner, data_set, ("id,ward\n" + "".join(f"P{n},{'AB'[n % 2]}\n" for n in range(60))).encode())
    columns = owner.get(f"datasets/{data_set.pk}/versions/1/").json()["columns"]
    assert state["found"]["ids"] == [True, False]
    assert [(column["type"], column["left_out"]) for column in columns] == [("text", True), ("category", False)]


def test_a_file_of_ids_alone_keeps_its_column(owner: Visitor, data_set: DataSet) -> None:
    upload(owner, data_set, ("id\n" + "".join(f"P{n}\n" for n in range(60))).encode())
    columns = owner.get(f"datasets/{data_set.pk}/versions/1/").json()["columns"]
    assert [column["left_out"] for column in columns] == [False]
