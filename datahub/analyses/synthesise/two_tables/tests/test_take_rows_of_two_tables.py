"""Rows of two tables are downloaded as one archive, whose card states the guarantee for a parent and for a child."""

import csv
import io
import json
from decimal import Decimal

import pyarrow.parquet as pq
import pytest

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.synthesise.rules.files import MOST_ROWS_TAKEN
from datahub.analyses.synthesise.two_tables.request import still_checked_plan
from datahub.analyses.tests.synthesis_factories import NO_TERMS, people_of
from datahub.analyses.tests.two_tables_factories import a_synthesis_of_two, archive_of, ask, two_data_sets
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor
from datahub.ledger.tests.factories import sums
from datahub.policies.services import authorise
from datahub.releases.models import Release

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(owner: Visitor) -> tuple[DataSet, DataSet]:
    return two_data_sets(owner)


def test_the_archive_has_both_tables_and_a_card_with_the_guarantee_for_either_unit(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    shown = a_synthesis_of_two(owner, *both)
    archive, card = archive_of(owner, shown["id"], form="csv", rows="25")
    assert archive.namelist() == ["parents.csv", "children.csv", "card.json"]
    parents, children = (list(csv.reader(io.StringIO(archive.read(name).decode()))) for name in archive.namelist()[:2])
    assert (parents[0], children[0]) == (["household", "region", "rooms"], ["household", "age", "school"])
    assert [row[0] for row in parents[1:]] == [f"made-{number}" for number in range(1, 26)]
    assert {row[0] for row in children[1:]} <= {row[0] for row in parents[1:]}
    assert card["rows"] == {"parents": 25, "children": len(children) - 1}
    assert (card["synthetic"], card["key"], card["most"]) == (
        True,
        {"parents": "household", "children": "household"},
        3,
    )
    assert [guarantee["unit"] for guarantee in card["guarantees"]] == ["a parent with all its children", "a child"]
    assert [guarantee["rho"] for guarantee in card["guarantees"]] == [unit["rho"] for unit in shown["units"]]
    assert {(guarantee["epsilon"], guarantee["delta"]) for guarantee in card["guarantees"]} == {("2", "0.000001")}
    assert [guarantee["n"] for guarantee in card["guarantees"]] == [
        shown["report"][of]["rows"] for of in ("parents", "children")
    ]
    assert card["about"]["children"] == {"data_set": str(both[1].pk), "version": 1, "terms": NO_TERMS}
    assert card["promised"] == shown["guarantees"]
    assert sums(people_of(both[1])) == (0, Decimal(shown["rho"]))


def test_parquet_files_are_typed_and_have_the_card_inside(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    archive, card = archive_of(owner, shown["id"], form="parquet")
    assert archive.namelist() == ["parents.parquet", "children.parquet", "card.json"]
    parents, children = (pq.read_table(io.BytesIO(archive.read(name))) for name in archive.namelist()[:2])
    assert [str(field.type) for field in parents.schema] == ["string", "string", "int64"]
    assert [str(field.type) for field in children.schema] == ["string", "int64", "string"]
    assert json.loads(parents.schema.metadata[b"datahub"]) == json.loads(children.schema.metadata[b"datahub"]) == card
    assert parents.num_rows == shown["report"]["parents"]["rows"]


def test_no_more_is_given_at_once_than_both_tables_may_have(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    shown = a_synthesis_of_two(owner, *both)
    most = shown["report"]["most_parents"]
    assert MOST_ROWS_TAKEN / 4 <= most < MOST_ROWS_TAKEN
    path = f"syntheses/{shown['id']}/file/"
    answer = owner.get(path, form="csv", rows=str(most + 1))
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["rows"])
    assert owner.get(path).status_code == owner.get(path, form="zip").status_code == 400
    assert owner.get(f"syntheses/{shown['id']}/rows/", rows="101").status_code == 400


def test_rows_of_two_tables_are_no_release(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    path = f"syntheses/{a_synthesis_of_two(owner, *both)['id']}/releases/"
    refusal = owner.send("POST", path, {"title": "Households", "audience": "recipients"}).json()
    assert refusal["code"] == "not_in_this_state"
    assert refusal["detail"].startswith("Rows of two tables cannot be released")
    assert not Release.objects.exists()


def test_nothing_is_taken_before_there_is_something(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    synthesis = ask(owner, *both).json()
    for path in ("rows/", "file/?form=csv"):
        assert owner.get(f"syntheses/{synthesis['id']}/{path}").json()["code"] == "not_in_this_state"
    assert not SyntheticModel.objects.exists()


def test_two_tables_may_have_columns_of_one_name(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    both[1].versions.get().columns.filter(name="school").update(name="region")
    children = {"columns": [{"name": "age", "bins": 5}, {"name": "region"}], "together": []}
    synthesis = ask(owner, *both, children=children, parents={"target": "region"}).json()
    row = Synthesis.objects.get(pk=synthesis["id"])
    of_parents, of_children = (
        authorise(viewer=owner.person, operation="dataset.synthesise", ref=ref_to(table)) for table in both
    )
    plan = still_checked_plan(of_parents, of_children, row).plan
    assert plan.declared.counted_children.sizes == (2, 5, 2)
    assert plan.for_parents.target == 0
