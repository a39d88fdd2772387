"""A report on synthetic rows is measured once, paid once, and shown to whoever asked for the rows."""

from decimal import Decimal
from typing import Any

import pytest

from datahub.analyses.models import Appraisal, MeasuredReport
from datahub.analyses.synthesise.measured import job as report_job
from datahub.analyses.synthesise.measured.question import read_question
from datahub.analyses.synthesise.rules.plan import read_synthetic_plan
from datahub.analyses.tests.synthesis_factories import PLAN, a_synthesis, ask, give_budget, people_of, share_of
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import Column
from datahub.datasets.tests.factories import Visitor, declaration, work, write_policy
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.models import Spend
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign
from mechanisms.synthesis.measured.report import measured_report

pytestmark = pytest.mark.django_db
QUESTION = {"epsilon": "1", "delta": "0.000001", "target": "income", "group": "town"}
TOLD = "Bern has 30 rows"


@pytest.fixture(autouse=True)
def budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


@pytest.fixture
def rows(owner: Visitor, data_set: DataSet) -> str:
    """Returns the path of the reports on the owner's synthetic rows."""
    return f"syntheses/{a_synthesis(owner, data_set)['id']}/measured-reports/"


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, data_set: DataSet) -> Visitor:
    write_policy(owner.person, data_set, "synthesise")
    assign(actor=owner.person, ref=Ref("dataset", str(data_set.pk)), role="reader", holder=second.person, until=None)
    return second


def spent(data_set: DataSet) -> Decimal:
    reserved, spent_rho = sums(people_of(data_set))
    assert reserved == 0
    return Decimal(spent_rho)


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def test_a_report_is_measured_and_paid_beside_the_rows(owner: Visitor, data_set: DataSet, rows: str) -> None:
    before = spent(data_set)
    answer = owner.send("POST", rows, QUESTION)
    assert answer.status_code == 202, answer.content
    assert answer.json()["report"] is None
    work()
    (shown,) = owner.get(rows).json()
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    assert spent(data_set) == before + Decimal(shown["rho"])
    report = shown["report"]
    names = [marginal["columns"] for marginal in report["marginals"]]
    assert names == [["age"], ["town"], ["income"], ["age", "town"], ["age", "income"], ["town", "income"]]
    assert all(0 <= marginal["low"] <= marginal["high"] <= 1 for marginal in report["marginals"])
    assert [group["value"] for group in report["predictions"]["groups"]] == ["Bern", "Basel", None]
    assert "in addition" in shown["guarantee"]


def test_what_is_drawn_is_what_was_charged_and_no_more(
    owner: Visitor, data_set: DataSet, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, drawn = spent(data_set), []

    def noted(*given: Any, **named: Any) -> Any:
        drawn.append(measured_report(*given, **named))
        return drawn[-1]

    monkeypatch.setattr(report_job, "measured_report", noted)
    owner.send("POST", rows, QUESTION)
    work()
    (draw,) = drawn
    assert 0 < draw.purse.spent.rho <= draw.purse.rho == spent(data_set) - before


def test_the_same_question_again_is_the_same_report_and_free(owner: Visitor, data_set: DataSet, rows: str) -> None:
    first = owner.send("POST", rows, QUESTION).json()
    work()
    before = spent(data_set)
    assert owner.send("POST", rows, QUESTION).json()["id"] == first["id"]
    work()
    assert spent(data_set) == before
    other = owner.send("POST", rows, QUESTION | {"group": None}).json()
    assert other["id"] != first["id"]


def test_each_part_of_a_question_and_the_plan_of_the_rows_make_it_another() -> None:
    columns = [Column.from_json(column) for column in declaration()]
    plan, other = read_synthetic_plan(PLAN, columns), read_synthetic_plan(PLAN | {"together": []}, columns)
    changes = [("epsilon", "0.5"), ("delta", "0.0000001"), ("target", "age"), ("group", "age"), ("group", None)]
    questions: list[dict[str, Any]] = [QUESTION, *({**QUESTION, part: value} for part, value in changes)]
    digests = [read_question(question, plan).digest for question in questions]
    assert len({*digests, read_question(QUESTION, other).digest}) == len(questions) + 1


def test_the_same_question_about_other_rows_is_measured_and_paid_anew(
    owner: Visitor, data_set: DataSet, rows: str
) -> None:
    others = f"syntheses/{a_synthesis(owner, data_set, together=[])['id']}/measured-reports/"
    owner.send("POST", rows, QUESTION)
    work()
    before = spent(data_set)
    answer = owner.send("POST", others, QUESTION).json()
    work()
    assert spent(data_set) == before + Decimal(answer["rho"])
    assert MeasuredReport.objects.count() == 2


def test_what_another_person_measures_of_the_same_rows_costs_the_people_nothing_and_their_own_share(
    owner: Visitor, analyst: Visitor, data_set: DataSet, rows: str
) -> None:
    owner.send("POST", rows, QUESTION)
    work()
    own = f"syntheses/{a_synthesis(analyst, data_set)['id']}/measured-reports/"
    before, share = spent(data_set), share_of(analyst)
    answer = analyst.send("POST", own, QUESTION).json()
    # The share is charged at once, because the report exists already.
    assert share_of(analyst) == share + Decimal(answer["rho"])
    work()
    (theirs,), (ours,) = analyst.get(own).json(), owner.get(rows).json()
    assert theirs["report"] == ours["report"]
    assert spent(data_set) == before
    assert share_of(analyst) == share + Decimal(answer["rho"])
    assert MeasuredReport.objects.count() == 1


def test_who_asked_while_another_measured_pays_their_own_share_and_the_people_pay_once(
    owner: Visitor, analyst: Visitor, data_set: DataSet, rows: str
) -> None:
    own = f"syntheses/{a_synthesis(analyst, data_set)['id']}/measured-reports/"
    before, share = spent(data_set), share_of(analyst)
    rho = Decimal(owner.send("POST", rows, QUESTION).json()["rho"])
    assert analyst.send("POST", own, QUESTION).status_code == 202
    work()
    (theirs,), (ours,) = analyst.get(own).json(), owner.get(rows).json()
    assert theirs["report"] == ours["report"]
    assert spent(data_set) == before + rho
    assert share_of(analyst) == share + rho
    assert MeasuredReport.objects.count() == 1


def test_nobody_reads_reports_on_the_rows_of_somebody_else(owner: Visitor, analyst: Visitor, rows: str) -> None:
    assert analyst.get(rows).status_code == 404
    assert analyst.send("POST", rows, QUESTION).status_code == 404


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"target": "name"}, "target"),
        ({"group": "nothing"}, "group"),
        ({"target": None}, "group"),
        ({"epsilon": "0"}, "epsilon"),
        ({"epsilon": "0.0001"}, "epsilon"),
        ({"delta": "0.1"}, "delta"),
    ],
)
def test_a_question_that_cannot_be_is_refused_by_its_part(
    owner: Visitor, rows: str, changed: dict[str, Any], at: str
) -> None:
    refused = owner.send("POST", rows, QUESTION | changed)
    assert refused.status_code == 400
    assert list(refused.json()["fields"]) == [at]
    assert not Appraisal.objects.exists()


def test_without_rows_and_without_budget_nothing_is_set_aside(owner: Visitor, data_set: DataSet) -> None:
    path = f"syntheses/{ask(owner, data_set).json()['id']}/measured-reports/"
    assert owner.send("POST", path, QUESTION).json()["code"] == "not_in_this_state"
    work()
    before = Spend.objects.count()
    refused = owner.send("POST", path, QUESTION | {"epsilon": "20"})
    assert (refused.status_code, refused.json()["code"]) == (409, "budget_exceeded")
    assert Spend.objects.count() == before


def test_what_breaks_while_it_draws_is_charged_once_draws_no_more_and_says_nothing_of_why(
    owner: Visitor, data_set: DataSet, rows: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = spent(data_set)
    answer = owner.send("POST", rows, QUESTION).json()
    with monkeypatch.context() as patched:
        patched.setattr(report_job, "measured_report", broken)
        work()
    assert TOLD not in caplog.text
    (shown,) = owner.get(rows).json()
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")
    assert spent(data_set) == before + Decimal(answer["rho"])


def test_who_loses_the_job_keeps_nothing(owner: Visitor, data_set: DataSet, rows: str) -> None:
    owner.send("POST", rows, QUESTION)
    job = Job.objects.get(kind="analyses.appraise")
    slow = claims.take(job.pk)
    assert slow is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, lease_until=None)
    work()
    with pytest.raises(ClaimLost):
        report_job.make(slow)
    assert MeasuredReport.objects.count() == 1
    assert Spend.objects.filter(state="committed").count() == 2  # the rows and the report each have one spend


def test_who_may_no_longer_gets_no_report_and_the_price_back(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    path = f"syntheses/{a_synthesis(analyst, data_set)['id']}/measured-reports/"
    before = spent(data_set)
    analyst.send("POST", path, QUESTION)
    write_policy(owner.person, data_set, "synthesise", after=1, columns=["age"])
    work()
    assert Job.objects.get(kind="analyses.appraise").error == "limit_of_role"
    assert spent(data_set) == before
    assert analyst.get(path).status_code == 403


def test_rows_that_are_thrown_away_take_their_reports_along(owner: Visitor, data_set: DataSet, rows: str) -> None:
    owner.send("POST", rows, QUESTION)
    assert owner.send("DELETE", rows.removesuffix("measured-reports/")).status_code == 204
    assert not Appraisal.objects.exists()
    assert Job.objects.get(kind="analyses.appraise").state == "cancelled"
    work()
    assert not MeasuredReport.objects.exists()
