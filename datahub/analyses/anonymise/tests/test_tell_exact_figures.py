"""Exact figures are for whoever may see the rows. Others make a release without them, or are told them by a right of
its own, for which the people are written down first."""

from typing import Any

import pytest

from datahub.analyses.anonymise.tests.test_guard_a_release import GUARDED
from datahub.analyses.tests.factories import K5, PLAN, RELEASE, TOWNS, an_anonymisation, ask, loaded, plan
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, work, write_policy
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.ledger.models import Unbounded
from datahub.policies.errors import LimitUnkept
from datahub.policies.hold.role_holders import assign
from datahub.releases.models import Release

pytestmark = pytest.mark.django_db
LAST = CSV.splitlines()[-1]
FEW = {"models": [{"model": "k-anonymity", "k": 60}]}


def let(owner: Visitor, somebody: Visitor, data_set: DataSet, *operations: str, **limits: Any) -> None:
    write_policy(owner.person, data_set, *operations, **limits)
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=somebody.person, until=None)


def run_next() -> None:
    run(Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").values_list("pk", flat=True)[0])


def write_limited(owner: Visitor, data_set: DataSet, **limits: Any) -> None:
    """Writes a policy whose limits apply to anonymising alone: `write_policy` omits a limit that an operation does not
    keep."""
    write_policy(owner.person, data_set, "anonymise", "see_figures", after=1, **limits)


def without(value: str) -> dict[str, Any]:
    """Returns a plan whose hierarchy of towns omits one town, and suppresses the rows of that town."""
    text = "".join(line for line in TOWNS.splitlines(keepends=True) if not line.startswith(value))
    return plan(town={"hierarchy": {"kind": "csv", "text": text}, "unlisted": "suppress"})


def words_for(somebody: Visitor, answers: list[Any]) -> list[tuple[int, Any]]:
    """Returns status and body of each answer, without ids and times."""
    drawn = {"id", "created_at", "finished_at", "data_set", "released_at"}
    return [
        (answer.status_code, {name: value for name, value in answer.json().items() if name not in drawn})
        for answer in answers
    ]


@pytest.fixture
def neighbours(owner: Visitor, data_set: DataSet) -> tuple[DataSet, DataSet]:
    """Returns the data set, and one of the same declaration in which one person lives elsewhere and earns something
    else."""
    age, town, _ = LAST.split(",")
    other = "Bern" if town == "Basel" else "Basel"
    return data_set, loaded(owner, "Neighbour", CSV.replace(LAST, f"{age},{other},999"))


def test_whoever_may_anonymise_alone_learns_nothing_of_a_row_before_a_release_is_asked_for(
    owner: Visitor, second: Visitor, neighbours: tuple[DataSet, DataSet]
) -> None:
    seen = []
    for table in neighbours:
        let(owner, second, table, "anonymise")
        answers = [ask(second, table, K5, FEW, plan=without(town)) for town in ("Bern", "Basel")]
        work()
        seen.append(words_for(second, [*answers, *(second.get(f"anonymisations/{a.json()['id']}/") for a in answers)]))
        assert not Job.objects.filter(kind="analyses.candidates").exists()
    assert seen[0] == seen[1]
    assert {body["state"] for _, body in seen[0]} == {"planned"}
    assert all(body["found"] is body["before"] is body["refusal"] is None for _, body in seen[0])
    assert not Unbounded.objects.exists()


def test_a_plan_of_theirs_is_refused_by_its_words_and_the_declaration_alone(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "anonymise")
    refusing = plan(town={"hierarchy": {"kind": "csv", "text": TOWNS}, "unlisted": "refuse"})
    answer = ask(second, data_set, plan=refusing)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["columns.1.unlisted"])
    assert answer.json()["reasons"][0]["code"] == "refuse_needs_rows"
    # K is larger than any table here.
    kept = ask(second, data_set, {"models": [{"model": "k-anonymity", "k": 10**6}]}).json()
    assert [column.get("unlisted") for column in kept["plan"]["columns"]] == ["suppress", "suppress", None]
    assert ask(owner, data_set, plan=refusing).status_code == 202


def test_a_release_is_made_of_their_plan_and_the_people_are_written_down_when_it_is_asked_for(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "anonymise")
    kept = ask(second, data_set, K5, plan=without("Bern")).json()
    release = second.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE).json()
    (entry,) = Unbounded.objects.all()
    assert (entry.people, entry.reason.split(":")[0]) == (f"lineage:{data_set.lineage_id}", f"release {release['id']}")
    assert second.get(f"releases/{release['id']}/").json()["rows"] is None
    work()
    shown = second.get(f"releases/{release['id']}/").json()
    assert (shown["state"], shown["rows"]) == ("released", 60)  # the rows of Bern are suppressed, and still count
    assert second.get(f"releases/{release['id']}/report/").json()["utility"]["suppressed"] == 30
    assert Unbounded.objects.count() == 1


def test_why_nothing_came_of_it_is_told_to_whoever_may_see_the_rows(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "anonymise")
    for wanted in ({"models": [{"model": "k-anonymity", "k": 61}]}, K5):
        nowhere = plan(town={"hierarchy": {"kind": "csv", "text": "Thun;*\n"}})
        kept = ask(second, data_set, wanted, plan=PLAN if wanted is not K5 else nowhere).json()
        release = second.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE).json()
        work()
        shown = second.get(f"releases/{release['id']}/").json()
        assert (shown["state"], shown["error"], shown["rows"]) == ("failed", "invalid", None)
        job = second.get(f"jobs/{Release.objects.get(pk=release['id']).job}/").json()
        assert (job["error"], job["progress"]["done"], job["progress"]["total"]) == ("invalid", 0, 0)


def test_figures_need_a_right_in_so_many_words_and_that_no_bound_is_accepted(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "read_metadata", "anonymise")
    assert ask(second, data_set, accept_unbounded=True).status_code == 403
    assert not Unbounded.objects.exists()
    write_policy(owner.person, data_set, "read_metadata", "anonymise", "see_figures", after=1)
    assert ask(second, data_set).json()["state"] == "planned"
    assert not Unbounded.objects.exists()
    answer = ask(second, data_set, accept_unbounded=True).json()
    (entry,) = Unbounded.objects.all()
    assert (entry.operation, entry.reason) == ("dataset.see_figures", f"figures of candidates {answer['id']}")
    work()
    shown = second.get(f"anonymisations/{answer['id']}/").json()
    assert (shown["unbounded"], shown["found"][0]["utility"]["suppressed"]) == (True, 0)
    write_policy(owner.person, data_set, "read_metadata", "anonymise", after=2)
    assert second.get(f"anonymisations/{answer['id']}/").json()["found"] is None


def test_what_an_owner_tried_is_not_there_for_whoever_may_not_see_the_rows(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "anonymise", "see_figures")
    tried = an_anonymisation(owner, data_set)
    assert second.get(f"datasets/{data_set.pk}/anonymisations/").json()["results"] == []
    assert second.get(f"anonymisations/{tried['id']}/").status_code == 404
    assert second.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).status_code == 404
    assert not Unbounded.objects.exists()


@pytest.mark.parametrize("limit", [{"four_eyes": True}, {"minimum_cohort": 5}], ids=str)
def test_a_limit_that_figures_cannot_keep_is_kept_by_a_release_without_them(
    owner: Visitor, second: Visitor, data_set: DataSet, limit: dict[str, Any]
) -> None:
    with pytest.raises(LimitUnkept):
        let(owner, second, data_set, "see_figures", **limit)
    let(owner, second, data_set, "anonymise", **limit)
    kept = ask(second, data_set).json()
    release = second.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE).json()
    work()
    assert owner.get(f"releases/{release['id']}/").json()["state"] == (
        "waiting" if "four_eyes" in limit else "released"
    )


@pytest.mark.parametrize("limit", [{"four_eyes": True}, {"minimum_cohort": 5}], ids=str)
def test_figures_by_one_rule_do_not_get_round_the_limit_of_another(
    owner: Visitor, second: Visitor, data_set: DataSet, limit: dict[str, Any]
) -> None:
    let(owner, second, data_set, "anonymise", "see_figures")
    told, waiting = (ask(second, data_set, accept_unbounded=True).json() for _ in range(2))
    run_next()
    assert second.get(f"anonymisations/{told['id']}/").json()["found"] is not None
    write_limited(owner, data_set, **limit)
    work()
    assert second.get(f"anonymisations/{told['id']}/").json()["found"] is None
    assert second.get(f"anonymisations/{waiting['id']}/").json()["error"] == "limit_of_role"
    answer = ask(second, data_set, accept_unbounded=True)
    assert (answer.status_code, answer.json()["code"]) == (403, "limit_of_role")


def test_what_waits_for_a_second_person_is_shown_to_them_and_not_to_whoever_made_it(
    owner: Visitor, second: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "anonymise", four_eyes=True)
    kept = ask(second, data_set, GUARDED).json()
    id = second.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE).json()["id"]
    work()
    assert second.get(f"releases/{id}/").json()["rows"] is None
    for path in ("report", "file", "card"):
        answer = second.get(f"releases/{id}/{path}/")
        assert (answer.status_code, answer.json()["code"]) == (409, "nothing_released")
    assert owner.get(f"releases/{id}/verdict/").json()["utility"]["classes"] > 1
    assert owner.send("POST", f"releases/{id}/verdict/", {"approved": True}).json()["state"] == "released"
    assert second.get(f"releases/{id}/report/").json()["utility"]["classes"] > 1


def test_whoever_approves_and_may_not_see_the_rows_is_told_figures_of_people_who_are_written_down(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    let(owner, second, data_set, "release")
    tried = an_anonymisation(owner, data_set, GUARDED)
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"audience": "public"}).json()["id"]
    work()
    assert not Unbounded.objects.exists()
    assert second.get(f"releases/{id}/verdict/").json()["risk"] is not None
    (entry,) = Unbounded.objects.all()
    assert (entry.operation, entry.actor) == ("dataset.release", f"person:{second.person.pk}")
