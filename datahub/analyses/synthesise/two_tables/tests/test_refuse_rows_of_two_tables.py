"""A plan of two tables that cannot be made is refused by its part, before anything is reserved."""

from decimal import Decimal
from typing import Any

import pytest

from datahub.analyses.tests.synthesis_factories import give_budget, people_of
from datahub.analyses.tests.two_tables_factories import a_synthesis_of_two, ask, two_data_sets
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set
from datahub.ledger.models import Account, Spend
from datahub.ledger.tests.factories import sums

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(owner: Visitor) -> tuple[DataSet, DataSet]:
    return two_data_sets(owner)


@pytest.mark.parametrize("short", [0, 1])
def test_one_digit_too_little_budget_of_either_people_sets_nothing_aside(
    owner: Visitor, both: tuple[DataSet, DataSet], short: int
) -> None:
    synthesis = ask(owner, *both).json()
    needed = Decimal(synthesis["rho"])
    owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"})
    give_budget(owner, both[short], f"{needed - Decimal('0.000000000000001'):f}")
    refused = ask(owner, *both)
    assert (refused.status_code, refused.json()["code"]) == (409, "budget_exceeded")
    assert [sums(people_of(table)) for table in both] == [(0, 0), (0, 0)]
    give_budget(owner, both[short], f"{needed:f}")
    assert a_synthesis_of_two(owner, *both)["state"] == "done"


def test_people_without_a_budget_are_asked_nothing(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    Account.objects.filter(people=str(people_of(both[1]))).delete()
    assert ask(owner, *both).json()["code"] == "no_budget"
    assert not Spend.objects.exists()


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"epsilon": "0"}, "epsilon"),
        ({"epsilon": "0.003", "most": 100}, "epsilon"),
        ({"delta": "0.1"}, "delta"),
        ({"share_of_parents": "0.0"}, "share_of_parents"),
        ({"context": []}, "context"),
        ({"context": ["region", "region"]}, "context"),
        ({"context": ["school"]}, "context"),
        ({"parents": {"key": "region"}}, "parents.key"),
        ({"children": {"key": "nothing"}}, "children.key"),
        ({"children": {"version": 7}}, "children.version"),
        ({"parents": {"columns": [{"name": "household"}]}}, "parents.columns.0.name"),
        ({"parents": {"target": "age"}}, "parents.target"),
        ({"children": {"columns": [{"name": "age"}, {"name": "age"}]}}, "children.columns"),
        ({"children": {"together": [["age", "region"]]}}, "children.together.0"),
        ({"children": {"columns": []}}, "children.columns"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_its_part(
    owner: Visitor, both: tuple[DataSet, DataSet], changed: dict[str, Any], at: str
) -> None:
    answer = ask(owner, *both, **changed)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [at]
    assert not Spend.objects.exists()


def test_two_tables_of_the_same_people_are_refused_and_so_is_one_with_itself(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    copy = a_data_set(owner.person, name="A copy", copy_of=both[0].pk)
    DataSet.objects.filter(pk=both[1].pk).update(lineage=copy.lineage)
    for children in (both[1], both[0]):
        answer = ask(owner, both[0], children)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["children.data_set"])
    assert not Spend.objects.exists()


def test_a_plan_with_an_engine_for_one_table_is_refused(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    answer = ask(owner, *both, parents={"engine": "marginals"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_keys_may_be_whole_numbers_and_both_of_one_kind(owner: Visitor, both: tuple[DataSet, DataSet]) -> None:
    keys = owner.get(f"datasets/{both[0].pk}/versions/1/syntheses/keys/").json()
    assert keys == ["household"]
    column = both[1].versions.get().columns.get(name="household")
    column.declaration = {**column.declaration, "type": "integer", "minimum": "0", "maximum": "99", "longest": 0}
    column.save()
    answer = ask(owner, *both)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["children.key"])
