"""Synthetic rows leave while whoever made the release may still make it, or a second person says so."""

from typing import Any

import pytest

from datahub.analyses.tests.synthesis_factories import a_synthesis, give_budget, hand_over, handed_over
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.ledger.models import Unbounded
from datahub.policies.hold.role_holders import assign
from datahub.releases import folders
from datahub.releases.models import Release

pytestmark = pytest.mark.django_db
# Rows of `synthesis_factories.PLAN`, made for no purpose, keep none of these limits.
LIMITS: list[dict[str, Any]] = [
    {"columns": ["age", "town"]},
    {"epsilon_cap": {"epsilon": "0.999", "delta": "0.000001"}},
    {"purposes": ["study"]},
    {"rows": [{"column": "town", "relation": "is", "value": "Bern"}]},
]


@pytest.fixture(autouse=True)
def _budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


def may_synthesise(owner: Visitor, to: Visitor, data_set: DataSet) -> None:
    write_policy(owner.person, data_set, "synthesise")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=to.person, until=None)


def limit(owner: Visitor, data_set: DataSet, **limits: Any) -> None:
    write_policy(owner.person, data_set, "synthesise", after=1, **limits)


def judged(judge: Visitor, release: str, *, approved: bool = True) -> Any:
    return judge.send("POST", f"releases/{release}/verdict/", {"approved": approved})


def test_in_public_it_waits_for_somebody_else(owner: Visitor, second: Visitor, data_set: DataSet) -> None:
    may_synthesise(owner, second, data_set)
    release = handed_over(second, data_set, audience="public")
    assert (release["state"], release["second_person"]) == ("waiting", True)
    assert second.get(f"releases/{release['id']}/file/").json()["code"] == "nothing_released"
    assert judged(second, release["id"]).status_code in {403, 404}
    assert judged(owner, release["id"]).json()["state"] == "released"
    assert not Unbounded.objects.exists()


def test_nobody_approves_their_own(owner: Visitor, data_set: DataSet) -> None:
    release = handed_over(owner, data_set, audience="public")
    assert judged(owner, release["id"]).json()["code"] == "second_person_needed"


@pytest.mark.parametrize("limits", LIMITS, ids=lambda limits: next(iter(limits)))
def test_nobody_approves_what_its_maker_may_not_make_any_more(
    owner: Visitor, second: Visitor, data_set: DataSet, limits: dict[str, Any]
) -> None:
    may_synthesise(owner, second, data_set)
    release = handed_over(second, data_set, audience="public")
    limit(owner, data_set, **limits)
    assert judged(owner, release["id"]).json()["code"] == "maker_may_not_release"
    assert judged(owner, release["id"], approved=False).json()["state"] == "refused"


@pytest.mark.parametrize("limits", LIMITS, ids=lambda limits: next(iter(limits)))
def test_a_limit_that_a_role_was_given_since_is_kept_before_and_in_the_work(
    owner: Visitor, second: Visitor, data_set: DataSet, limits: dict[str, Any]
) -> None:
    may_synthesise(owner, second, data_set)
    synthesis = a_synthesis(second, data_set)
    release = hand_over(second, synthesis["id"]).json()
    limit(owner, data_set, **limits)
    work()
    shown = owner.get(f"releases/{release['id']}/").json()
    assert (shown["state"], shown["error"]) == ("failed", "limit_of_role")
    answer = hand_over(second, synthesis["id"])
    assert (answer.status_code, answer.json()["code"]) == (403, "limit_of_role")
    assert not folders.there()


def test_nobody_releases_rows_of_somebody_else(
    owner: Visitor, second: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    synthesis = a_synthesis(owner, data_set)["id"]
    may_synthesise(owner, second, data_set)
    assert hand_over(second, synthesis).status_code == hand_over(stranger, synthesis).status_code == 404
    assert not Release.objects.exists()
