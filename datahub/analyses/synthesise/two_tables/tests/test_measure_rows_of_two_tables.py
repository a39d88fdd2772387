"""A report on synthetic rows of two tables is measured once, paid once by both people, and told to whoever may use
both."""

from decimal import Decimal
from typing import Any

import pytest

from datahub.analyses.models import Appraisal, MeasuredReport, Synthesis
from datahub.analyses.sealed import halves_of
from datahub.analyses.synthesise.two_tables.measured import job as report_job
from datahub.analyses.tests.synthesis_factories import people_of
from datahub.analyses.tests.two_tables_factories import a_synthesis_of_two, ask, two_data_sets
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.models import Account, Spend
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign
from datahub.policies.services import authorise
from datahub.vault.errors import KeyMissing, RecordNotAsWritten
from mechanisms.synthesis.measured.two_tables import measured_joined

pytestmark = pytest.mark.django_db
Both = tuple[DataSet, DataSet]
QUESTION = {"epsilon": "1", "delta": "0.000001"}
KIND = "analyses.appraise_joined"
TOLD = "north has 20 households"


@pytest.fixture
def both(owner: Visitor) -> Both:
    return two_data_sets(owner)


@pytest.fixture
def rows(owner: Visitor, both: Both) -> str:
    """Returns the path of the reports on the owner's synthetic rows."""
    return f"syntheses/{a_synthesis_of_two(owner, *both)['id']}/measured-reports/"


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, both: Both) -> Visitor:
    """Returns a person who may make rows of either table, and owns nothing."""
    for table in both:
        write_policy(owner.person, table, "synthesise")
        assign(actor=owner.person, ref=ref_to(table), role="reader", holder=second.person, until=None)
    return second


def spent(both: Both) -> Decimal:
    """Returns what both people are charged, which is the same for each."""
    (first, rho), (second, other) = (sums(people_of(data_set)) for data_set in both)
    assert first == second == 0
    assert rho == other
    return Decimal(rho)


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def test_a_report_is_paid_by_the_people_of_both_tables_beside_the_rows(owner: Visitor, both: Both, rows: str) -> None:
    before = spent(both)
    answer = owner.send("POST", rows, QUESTION)
    assert answer.status_code == 202, answer.content
    assert answer.json()["report"] is None
    noted = [entry for entry in Entry.objects.all() if entry.detail.get("appraisal") == answer.json()["id"]]
    assert {entry.subject for entry in noted} == {str(ref_to(table)) for table in both}
    work()
    (shown,) = owner.get(rows).json()
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    rho = Decimal(shown["rho"])
    assert spent(both) == before + rho
    assert max(Decimal(unit["rho"]) for unit in shown["units"]) <= rho
    assert all("in addition" in guarantee for guarantee in shown["guarantees"])


def test_a_report_is_measured_on_parents_children_and_siblings(owner: Visitor, rows: str) -> None:
    owner.send("POST", rows, QUESTION)
    work()
    report = owner.get(rows).json()[0]["report"]
    names = {of: [column["name"] for column in report[of]["columns"]] for of in ("parents", "children", "siblings")}
    assert names["parents"] == ["region", "rooms", "number of children"]
    assert names["children"] == ["region", "rooms", "age", "school"]
    assert names["siblings"] == ["age", "school"]
    assert [marginal["of"] for marginal in report["parents"]["marginals"]] == [[0], [1], [2], [0, 1], [0, 2], [1, 2]]
    pairs = [marginal["of"] for marginal in report["children"]["marginals"] if len(marginal["of"]) == 2]
    assert pairs == [[0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert [marginal["of"] for marginal in report["siblings"]["marginals"]] == [[0], [1]]
    assert all(0 <= marginal["low"] <= marginal["high"] <= 1 for of in names for marginal in report[of]["marginals"])


def test_what_is_measured_are_the_rows_of_the_vault_and_costs_no_more_than_was_charged(
    owner: Visitor, both: Both, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, seen = spent(both), []

    def noted(counted: Any, *given: Any, **named: Any) -> Any:
        seen.append((counted, measured_joined(counted, *given, **named)))
        return seen[-1][1]

    monkeypatch.setattr(report_job, "measured_joined", noted)
    owner.send("POST", rows, QUESTION)
    work()
    ((counted, report),) = seen
    assert len(counted.parents[0]) == 40
    assert sorted(counted.number.tolist()) == [1] * 20 + [3] * 20
    assert (counted.number[counted.parents[0] == 1] == 3).all()  # households in the south have three members
    assert 0 < report.cost.rho <= spent(both) - before


def test_the_same_question_again_is_the_same_report_and_free(owner: Visitor, both: Both, rows: str) -> None:
    first = owner.send("POST", rows, QUESTION).json()
    work()
    before = spent(both)
    again = owner.send("POST", rows, QUESTION | {"epsilon": "1.0"}).json()
    assert again["id"] == first["id"]
    assert again["report"] is not None
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()
    assert spent(both) == before
    assert owner.send("POST", rows, QUESTION | {"epsilon": "0.5"}).json()["id"] != first["id"]


def test_what_another_person_measures_of_the_same_rows_costs_the_people_nothing_and_their_own_share_of_both(
    owner: Visitor, analyst: Visitor, both: Both, rows: str
) -> None:
    # The synthesis belongs to somebody else.
    assert [analyst.get(rows).status_code, analyst.send("POST", rows, QUESTION).status_code] == [404, 404]
    own = f"syntheses/{a_synthesis_of_two(analyst, *both)['id']}/measured-reports/"
    before = spent(both)
    rho = Decimal(owner.send("POST", rows, QUESTION).json()["rho"])
    assert analyst.send("POST", own, QUESTION).status_code == 202  # the first job is still running
    work()
    (theirs,), (ours,) = analyst.get(own).json(), owner.get(rows).json()
    assert theirs["report"] == ours["report"]
    assert spent(both) == before + rho
    shares = Account.objects.filter(ref=f"person:{analyst.person.pk}").values_list("people", "spent_rho")
    assert dict(shares) == {str(people_of(table)): before + rho for table in both}
    assert MeasuredReport.objects.count() == 1


def test_a_question_that_cannot_be_and_rows_that_are_not_there_set_nothing_aside(owner: Visitor) -> None:
    both = two_data_sets(owner, rho="1")
    path = f"syntheses/{ask(owner, *both).json()['id']}/measured-reports/"
    assert owner.send("POST", path, QUESTION).json()["code"] == "not_in_this_state"
    work()
    before = Spend.objects.count()
    for changed, at in (({"epsilon": "0"}, "epsilon"), ({"delta": "0.1"}, "delta"), ({"epsilon": "0.002"}, "epsilon")):
        refused = owner.send("POST", path, QUESTION | changed)
        assert (refused.status_code, list(refused.json()["fields"])) == (400, [at])
    assert owner.send("POST", path, QUESTION | {"target": "age"}).status_code == 400
    refused = owner.send("POST", path, QUESTION | {"epsilon": "20"})
    assert (refused.status_code, refused.json()["code"]) == (409, "budget_exceeded")
    assert Spend.objects.count() == before
    assert not Appraisal.objects.exists()


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
def test_who_may_no_longer_use_either_gets_no_report_and_the_price_back(
    owner: Visitor, analyst: Visitor, both: Both, which: int
) -> None:
    path = f"syntheses/{a_synthesis_of_two(analyst, *both)['id']}/measured-reports/"
    before = spent(both)
    assert analyst.send("POST", path, QUESTION).status_code == 202
    write_policy(owner.person, both[which], "synthesise", after=1, combine=False)
    work()
    assert Job.objects.get(kind=KIND).error == "limit_of_role"
    assert spent(both) == before
    assert not MeasuredReport.objects.exists()
    assert analyst.get(path).status_code == 403


def test_each_half_of_a_report_is_sealed_under_the_keys_of_its_data_set(owner: Visitor, both: Both, rows: str) -> None:
    owner.send("POST", rows, QUESTION)
    work()
    report = MeasuredReport.objects.get()
    permits = [authorise(viewer=owner.person, operation="dataset.synthesise", ref=ref_to(table)) for table in both]
    of_parents, of_children = halves_of(permits[0], permits[1], report)
    assert set(of_parents) == {"parents"}
    assert set(of_children) == {"children", "siblings"}
    for wrong in (permits, permits[::-1]):
        swapped = MeasuredReport(
            version=report.version, children=report.children, digest=report.digest,
            content=report.of_children, of_children=report.content,
        )  # fmt: skip
        with pytest.raises((KeyMissing, RecordNotAsWritten)):
            halves_of(wrong[0], wrong[1], swapped if wrong is permits else report)


def test_what_breaks_while_it_draws_is_charged_once_draws_no_more_and_says_nothing_of_why(
    owner: Visitor, both: Both, rows: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = spent(both)
    answer = owner.send("POST", rows, QUESTION).json()
    with monkeypatch.context() as patched:
        patched.setattr(report_job, "measured_joined", broken)
        work()
    assert TOLD not in caplog.text
    (shown,) = owner.get(rows).json()
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")
    assert spent(both) == before + Decimal(answer["rho"])


def test_who_loses_the_job_keeps_nothing(owner: Visitor, both: Both, rows: str) -> None:
    owner.send("POST", rows, QUESTION)
    job = Job.objects.get(kind=KIND)
    slow = claims.take(job.pk)
    assert slow is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, lease_until=None)
    work()
    with pytest.raises(ClaimLost):
        report_job.make(slow)
    assert MeasuredReport.objects.count() == 1
    assert Spend.objects.filter(state="committed").count() == 2  # the rows and the report each have one spend


def test_rows_that_are_thrown_away_and_children_that_are_deleted_take_reports_along_and_give_the_price_back(
    owner: Visitor, both: Both, rows: str
) -> None:
    before = spent(both)
    owner.send("POST", rows, QUESTION)
    assert owner.send("DELETE", rows.removesuffix("measured-reports/")).status_code == 204
    assert not Appraisal.objects.exists()
    assert Job.objects.get(kind=KIND).state == "cancelled"
    assert spent(both) == before
    again = f"syntheses/{a_synthesis_of_two(owner, *both)['id']}/measured-reports/"
    owner.send("POST", again, QUESTION)
    Synthesis.objects.all().delete()
    work()
    assert Job.objects.filter(kind=KIND).latest("created_at").error == "not_in_this_state"
    assert spent(both) == before
    assert not MeasuredReport.objects.exists()
