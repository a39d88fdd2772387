"""Rows are downloaded as a file, with a card that says that they are synthetic and states their guarantee."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import date
from decimal import Decimal

import numpy as np
import pyarrow.parquet as pq
import pytest

from datahub.analyses.errors import PlanRefused
from datahub.analyses.synthesise.domain.columns import attribute_of
from datahub.analyses.synthesise.domain.rows import Value, codes_of, texts_of_codes
from datahub.analyses.synthesise.rules.files import MOST_ROWS_TAKEN, rows_taken, taken_as
from datahub.analyses.tests.synthesis_factories import a_synthesis, ask, give_budget, people_of
from datahub.api.limits import throttles
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import EMPTY, Category, Column
from datahub.datasets.tests.factories import Visitor
from datahub.ledger.tests.factories import sums
from mechanisms.common.entropy import SystemEntropy

AGE = Column.from_json({**EMPTY, "name": "age", "type": "integer", "role": "quasi", "minimum": "0", "maximum": "9"})
DAY = Column.from_json(
    {**EMPTY, "name": "day", "type": "date", "role": "quasi", "minimum": "2026-01-01", "maximum": "2026-12-31"}
)
WORTH = Column.from_json(
    {
        **EMPTY, "name": "worth", "type": "number", "role": "quasi", "minimum": "-1", "maximum": "1", "decimals": 2,
        "missing": [],
    }
)  # fmt: skip
JOBS = [{"value": "nurse", "label": ""}, {"value": "cook", "label": ""}]
JOB = Column.from_json({**EMPTY, "name": "job", "type": "category", "role": "quasi", "missing": [], "categories": JOBS})


@pytest.mark.django_db
def test_the_archive_has_the_rows_and_a_card_with_their_guarantee(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)
    shown = a_synthesis(owner, data_set)
    answer = owner.get(f"syntheses/{shown['id']}/file/", form="zip", rows="70")
    assert answer["Content-Type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    card = json.loads(archive.read("card.json"))
    rows = list(csv.reader(io.StringIO(archive.read("rows.csv").decode())))
    assert (rows[0], len(rows)) == (["age", "town", "income"], 71)
    assert (card["synthetic"], card["rows"]) == (True, 70)
    assert (card["guarantee"]["epsilon"], card["guarantee"]["rho"]) == ("1", shown["rho"])
    assert card["guarantee"]["n"] == shown["report"]["rows"]
    assert owner.get(f"syntheses/{shown['id']}/file/", form="zip", rows="70").content == answer.content
    assert owner.get(f"syntheses/{shown['id']}/file/", form="csv", rows="70").content == archive.read("rows.csv")
    assert sums(people_of(data_set)) == (0, Decimal(shown["rho"]))
    assert Entry.objects.filter(operation="dataset.synthesise", detail__form="zip").count() == 2


@pytest.mark.django_db
def test_a_parquet_file_is_typed_and_has_its_card_inside(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)
    shown = a_synthesis(owner, data_set)
    content = owner.get(f"syntheses/{shown['id']}/file/", form="parquet").content
    table = pq.read_table(io.BytesIO(content))
    assert [str(field.type) for field in table.schema] == ["int64", "string", "double"]
    assert table.num_rows == shown["report"]["rows"]
    assert json.loads(table.schema.metadata[b"datahub"])["guarantee"]["delta"] == "0.000001"


@pytest.mark.django_db
def test_nothing_is_taken_before_there_is_something_or_more_than_is_given_at_once(
    owner: Visitor, data_set: DataSet
) -> None:
    give_budget(owner, data_set)
    synthesis = ask(owner, data_set).json()
    path = f"syntheses/{synthesis['id']}/file/"
    assert owner.get(path, form="csv").json()["code"] == "not_in_this_state"
    assert owner.get(path).status_code == 400
    assert owner.get(path, form="csv", rows=str(MOST_ROWS_TAKEN + 1)).status_code == 400


def test_of_many_columns_fewer_rows_are_taken_at_once() -> None:
    assert rows_taken(20, MOST_ROWS_TAKEN, 5) == rows_taken(20, None, 1e9) == MOST_ROWS_TAKEN
    assert (rows_taken(60, None, 1e9), rows_taken(60, 66_666, 5), rows_taken(60, None, 0.2)) == (66_666, 66_666, 1)
    with pytest.raises(PlanRefused) as refusal:
        rows_taken(60, 66_667, 5)
    assert refusal.value.fields == {"rows": ["is 66667; of 60 columns at most 66666 rows are taken at once"]}


@pytest.mark.django_db
def test_whoever_takes_files_again_and_again_has_to_wait(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttles, "counts", throttles.Counts(lambda: 60.0))
    give_budget(owner, data_set)
    path = f"syntheses/{a_synthesis(owner, data_set)['id']}/file/"
    statuses = [owner.get(path, form="csv", rows="1").status_code for _ in range(13)]
    assert statuses == [200] * 12 + [429]


def test_no_name_and_no_category_is_a_formula_to_who_opens_the_file() -> None:
    choice = replace(JOB, name="=1+1", categories=(Category("@cook", ""), Category("-3", ""), Category("=2+2", "")))
    cells: dict[str, list[str | None]] = {"=1+1": ["@cook", "-3", "=2+2", None], "worth": ["-1", "-1", "0", "0"]}
    content = taken_as("csv", cells, [choice, WORTH], {})
    lines = list(csv.reader(io.StringIO(content.decode())))
    assert lines == [["'=1+1", "worth"], ["'@cook", "-1"], ["-3", "-1"], ["'=2+2", "0"], ["", "0"]]


@pytest.mark.parametrize("form", ["csv", "zip"])
def test_no_column_is_lost_where_one_is_called_as_another_would_be_in_the_file(form: str) -> None:
    columns = [replace(AGE, name="=a"), replace(AGE, name="'=a")]
    content = taken_as(form, {"=a": ["1", "2"], "'=a": ["3", "4"]}, columns, {})
    if form == "zip":
        content = zipfile.ZipFile(io.BytesIO(content)).read("rows.csv")
    assert content.decode().splitlines() == ["''=a,'=a", "1,3", "2,4"]


@pytest.mark.parametrize("column", [AGE, DAY, WORTH, JOB])
def test_whatever_is_drawn_of_a_code_has_that_code(column: Column) -> None:
    attribute = attribute_of(column, {"bins": 7})
    for code in range(attribute.size):
        drawn = texts_of_codes(column, attribute, np.full(200, code, dtype=np.uint16), SystemEntropy())
        again = codes_of(attribute, [read(column, text) for text in drawn])
        assert set(again.tolist()) == {code}


def test_nothing_is_drawn_above_a_bound_with_more_decimals_than_are_written() -> None:
    column = replace(WORTH, minimum="0.105", maximum="0.125")
    drawn = texts_of_codes(column, attribute_of(column, {"bins": 1}), np.zeros(200, dtype=np.uint16), SystemEntropy())
    assert set(drawn) == {"0.11", "0.12"}


@pytest.mark.parametrize("column", [AGE, DAY, WORTH, JOB])
def test_every_value_has_a_code_also_one_that_nobody_declared(column: Column) -> None:
    attribute = attribute_of(column, {})
    strange: dict[str, list[Value]] = {"category": ["pilot", None], "date": [date(1, 1, 1), date(9999, 12, 31), None]}
    values = strange.get(column.type, [-(10**15), 10**15, Decimal("1e300"), None])
    codes = codes_of(attribute, values)
    assert codes.max() < attribute.size
    assert len(codes) == len(values)


def read(column: Column, text: str | None) -> Value:
    if text is None or column.type == "category":
        return text
    return date.fromisoformat(text) if column.type == "date" else Decimal(text)
