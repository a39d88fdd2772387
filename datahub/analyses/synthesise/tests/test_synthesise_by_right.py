"""These tests cover who may make synthetic rows of a data set, and what their role shows of it while they do."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from datahub.analyses.tests.synthesis_factories import ask, give_budget, people_of
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, write_policy
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, data_set: DataSet) -> Visitor:
    """Returns a person who may make synthetic rows without limits, and owns nothing."""
    write_policy(owner.person, data_set, "synthesise")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    return second


def limit(owner: Visitor, data_set: DataSet, **limits: Any) -> None:
    write_policy(owner.person, data_set, "synthesise", after=1, **limits)


@pytest.mark.parametrize(
    "limits",
    [
        {"epsilon_cap": {"epsilon": "0.999", "delta": "0.000001"}},
        {"epsilon_cap": {"epsilon": "1", "delta": "0.0000001"}},
        {"mechanisms": ["discrete-gaussian"]},
        {"purposes": ["study"]},
        {"columns": ["age", "town"]},
    ],
    ids=lambda limits: next(iter(limits)),
)
def test_a_role_with_a_limit_that_made_rows_do_not_keep_asks_for_none(
    owner: Visitor, analyst: Visitor, data_set: DataSet, limits: dict[str, Any]
) -> None:
    limit(owner, data_set, **limits)
    refused = ask(analyst, data_set)
    assert (refused.status_code, refused.json()["code"]) == (403, "limit_of_role")
    assert sums(people_of(data_set)) == (0, 0)


def test_a_role_whose_limits_the_rows_keep_makes_them(owner: Visitor, analyst: Visitor, data_set: DataSet) -> None:
    until = (now() + timedelta(hours=1)).isoformat()
    limit(
        owner,
        data_set,
        epsilon_cap={"epsilon": "1", "delta": "0.000001"},
        mechanisms=["discrete-gaussian", "exponential"],
        columns=["age", "town", "income"],
        purposes=["study", "teaching"],
        rows=[{"column": "town", "relation": "is", "value": "Bern"}],
        combine=False,
        expires_at=until,
    )
    assert ask(analyst, data_set, purpose="study").status_code == 202


def test_columns_that_the_role_does_not_show_are_not_offered(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    path = f"datasets/{data_set.pk}/versions/1/syntheses/columns/"
    every = [column["name"] for column in analyst.get(path).json()]
    limit(owner, data_set, columns=["age", "town"])
    assert [column["name"] for column in analyst.get(path).json()] == ["age", "town"]
    assert [column["name"] for column in owner.get(path).json()] == every


def test_what_was_made_is_told_no_more_once_the_role_shows_less(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    """Plan and report name columns and values, so they are refused. Cancelling names none, so it is still allowed."""
    synthesis = ask(analyst, data_set).json()
    limit(owner, data_set, columns=["age", "town"])
    refused = analyst.get(f"syntheses/{synthesis['id']}/")
    assert (refused.status_code, refused.json()["code"]) == (403, "limit_of_role")
    listed = analyst.get(f"datasets/{data_set.pk}/syntheses/").json()["results"]
    assert [(synthesis["id"], "plan" in synthesis, "report" in synthesis) for synthesis in listed] == [
        (synthesis["id"], False, False)
    ]
    called_off = analyst.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"})
    assert (called_off.status_code, called_off.json()["spend"]) == (200, "released")
    assert analyst.send("DELETE", f"syntheses/{synthesis['id']}/").status_code == 204
