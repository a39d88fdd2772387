"""A release is given out only while its maker may still make it, from these rows and with this population."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from datahub.analyses.anonymise import release as releasing
from datahub.analyses.anonymise.tests.test_compare_with_a_population import MAP6, against, residents
from datahub.analyses.anonymise.tests.test_guard_a_release import left_on_disk
from datahub.analyses.anonymise.tests.test_read_a_comparison import GUARDED
from datahub.analyses.tests.factories import RELEASE, an_anonymisation, ask
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs.models import Job
from datahub.ledger.models import Unbounded
from datahub.policies.hold.role_holders import assign, end
from datahub.policies.models import Place

__all__ = ["residents"]
pytestmark = pytest.mark.django_db
Loss = Callable[[Visitor, Visitor, DataSet], Any]


@pytest.fixture(autouse=True)
def _may_anonymise_both(owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet) -> None:
    for table in (data_set, residents):
        write_policy(owner.person, table, "anonymise", "see_figures")
        assign(actor=owner.person, ref=ref_to(table), role="reader", holder=second.person, until=None)


def role_ends(owner: Visitor, maker: Visitor, of: DataSet) -> None:
    end(actor=owner.person, role_holder=Place.objects.get(object=str(ref_to(of)), person=maker.person))


def limited(**limits: Any) -> Loss:
    def write(owner: Visitor, maker: Visitor, of: DataSet) -> None:
        write_policy(owner.person, of, "anonymise", "see_figures", after=1, **limits)

    return write


def account_closes(owner: Visitor, maker: Visitor, of: DataSet) -> None:
    type(maker.person).objects.filter(pk=maker.person.pk).update(is_active=False)


def is_deleted(owner: Visitor, maker: Visitor, of: DataSet) -> None:
    assert owner.send("POST", f"datasets/{of.pk}/deletion/", {"confirm": of.name}).status_code == 202
    work()


def waiting(maker: Visitor, data_set: DataSet, population: DataSet) -> str:
    tried = an_anonymisation(maker, data_set, GUARDED, plan=against(population), accept_unbounded=True)
    answer = maker.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"audience": "public"})
    work()
    id: str = answer.json()["id"]
    assert maker.get(f"releases/{id}/").json()["state"] == "waiting"
    return id


def unbounded_for(reason: str) -> dict[str, str]:
    """Returns who asked, by people, in the ledger's entries whose reason begins with this text."""
    return {entry.people: entry.actor for entry in Unbounded.objects.filter(reason__startswith=reason)}


def judged(judge: Visitor, id: str, *, approved: bool) -> Any:
    return judge.send("POST", f"releases/{id}/verdict/", {"approved": approved})


def test_what_leaves_is_noted_of_the_population_by_whoever_compared_with_it(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    id = waiting(second, data_set, residents)
    noted = unbounded_for(f"release {id}")
    assert judged(owner, id, approved=True).json()["state"] == "released"
    behind = {f"lineage:{table.lineage_id}": f"person:{second.person.pk}" for table in (data_set, residents)}
    assert noted == unbounded_for(f"release {id}") == behind  # the entry was made once, when the release was asked for


@pytest.mark.parametrize(
    ("of_rows", "lose", "code"),
    [
        (True, role_ends, "maker_may_not_release"),
        (True, limited(minimum_cohort=6), "maker_may_not_release"),
        (True, account_closes, "maker_may_not_release"),
        (False, role_ends, "maker_may_not_compare"),
        (False, limited(four_eyes=True), "maker_may_not_compare"),
        (False, is_deleted, "maker_may_not_compare"),
    ],
    ids=["role", "limit", "account", "role on the population", "limit on the population", "population deleted"],
)
def test_nobody_approves_what_its_maker_may_not_make_any_more_and_it_can_be_refused(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet, of_rows: bool, lose: Loss, code: str
) -> None:
    id = waiting(second, data_set, residents)
    lose(owner, second, data_set if of_rows else residents)
    answer = judged(owner, id, approved=True)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert owner.get(f"releases/{id}/").json()["state"] == "waiting"
    assert judged(owner, id, approved=False).json()["state"] == "refused"


@pytest.mark.parametrize(
    ("lose", "code"), [(role_ends, "not_found"), (limited(four_eyes=True), "limit_of_role")], ids=["role", "limit"]
)
def test_a_right_to_the_population_that_ends_while_the_work_runs_leaves_nothing(
    owner: Visitor,
    second: Visitor,
    data_set: DataSet,
    residents: DataSet,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    lose: Loss,
    code: str,
) -> None:
    handed = releasing._handed

    def lost_meanwhile(*given: Any) -> Any:
        files = handed(*given)
        lose(owner, second, residents)
        return files

    monkeypatch.setattr(releasing, "_handed", lost_meanwhile)
    tried = an_anonymisation(second, data_set, MAP6, plan=against(residents), accept_unbounded=True)
    id = second.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
    work()
    release = owner.get(f"releases/{id}/").json()
    assert (release["state"], release["error"]) == ("failed", code)
    assert not left_on_disk(data_folder)


def test_a_limit_that_the_role_on_the_rows_was_given_meanwhile_ends_the_work(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(second, data_set)
    release = second.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()
    assert ask(second, data_set, accept_unbounded=True).status_code == 202
    limited(minimum_cohort=6)(owner, second, data_set)
    work()
    jobs = Job.objects.filter(state="failed").values_list("kind", "error")
    assert set(jobs) == {("analyses.release", "limit_of_role"), ("analyses.candidates", "limit_of_role")}
    assert owner.get(f"releases/{release['id']}/").json()["state"] == "failed"


def test_a_policy_that_asks_for_a_second_person_since_is_kept(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(second, data_set)
    release = second.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()
    assert not release["second_person"]
    limited(four_eyes=True)(owner, second, data_set)
    work()
    shown = owner.get(f"releases/{release['id']}/").json()
    assert (shown["state"], shown["second_person"]) == ("waiting", True)
