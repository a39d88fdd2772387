"""Tests of synthetic rows, from a plan to rows: paid once, the same when asked again, and nothing of the data but
through noise."""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.synthesise import job as synthesis_job
from datahub.analyses.synthesise.engines import marginals
from datahub.analyses.tests.factories import words_of
from datahub.analyses.tests.synthesis_factories import MADE_OF, a_synthesis, ask, give_budget, people_of, share_of
from datahub.api.ref import Ref
from datahub.datasets.models import Column, DataSet
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs import claims
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.ledger.models import Spend
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign
from datahub.policies.models import Use
from mechanisms.synthesis.fitting import fitted

pytestmark = pytest.mark.django_db
TOLD = "Bern has 30 rows"


@pytest.fixture(autouse=True)
def budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, data_set: DataSet) -> Visitor:
    """Returns a person who may make synthetic rows, and owns nothing."""
    write_policy(owner.person, data_set, "synthesise")
    assign(actor=owner.person, ref=Ref("dataset", str(data_set.pk)), role="reader", holder=second.person, until=None)
    return second


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def spent(data_set: DataSet) -> Decimal | int:
    reserved, spent_rho = sums(people_of(data_set))
    assert reserved == 0
    return spent_rho


def test_rows_are_made_of_the_declared_values_and_paid_once(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set)
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    assert spent(data_set) == Decimal(shown["rho"]) > 0
    sample = owner.get(f"syntheses/{shown['id']}/rows/", rows="50").json()
    assert sample["columns"] == ["age", "town", "income"]
    assert len(sample["rows"]) == 50
    for age, town, income in sample["rows"]:
        assert age is None or 0 <= int(age) <= 120
        assert town in {"Bern", "Basel", None}
        assert income is None or 0 <= Decimal(income) <= 100000
    assert "(1, 0.000001)-differentially private" in shown["guarantee"]
    assert owner.get(f"syntheses/{shown['id']}/rows/", rows="50").json() == sample
    assert spent(data_set) == Decimal(shown["rho"])


def test_what_is_drawn_is_what_was_charged_and_no_more(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def noted(*given: Any, **named: Any) -> Any:
        drawn.append(fitted(*given, **named))
        return drawn[-1]

    monkeypatch.setattr(marginals, "fitted", noted)
    a_synthesis(owner, data_set)
    (draw,) = drawn
    assert 0 < draw.purse.spent.rho <= draw.purse.rho == spent(data_set)


def test_the_same_plan_again_is_the_same_synthesis_and_free(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set)
    again = ask(owner, data_set, together=[["town", "age"]], epsilon="1.0").json()
    assert again["id"] == shown["id"]
    assert spent(data_set) == Decimal(shown["rho"])
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()


def test_what_another_person_asks_for_again_costs_the_people_nothing(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    first, second = a_synthesis(owner, data_set), ask(analyst, data_set).json()
    assert first["id"] != second["id"]
    assert share_of(analyst) == Decimal(first["rho"])  # the share is charged at once, because the model exists already
    work()
    assert spent(data_set) == share_of(analyst) == Decimal(first["rho"])
    assert SyntheticModel.objects.count() == 1
    assert owner.get(f"syntheses/{second['id']}/").status_code == 404
    assert [synthesis["id"] for synthesis in analyst.get(f"datasets/{data_set.pk}/syntheses/").json()["results"]] == [
        second["id"]
    ]


def test_who_asked_while_another_was_at_work_pays_for_an_answer_that_was_there(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    first, second = ask(owner, data_set).json(), ask(analyst, data_set).json()
    work()
    assert spent(data_set) == share_of(analyst) == Decimal(first["rho"])
    rows = [visitor.get(f"syntheses/{of['id']}/rows/").json() for visitor, of in ((owner, first), (analyst, second))]
    assert rows[0] == rows[1]


def test_one_digit_too_little_budget_sets_nothing_aside(owner: Visitor, data_set: DataSet) -> None:
    needed = Decimal(a_synthesis(owner, data_set)["rho"])
    give_budget(owner, data_set, f"{needed + Decimal('0.000001'):f}")
    refused = ask(owner, data_set, epsilon="0.5")
    assert (refused.status_code, refused.json()["code"]) == (409, "budget_exceeded")
    assert Synthesis.objects.count() == Spend.objects.count() == 1
    assert sums(people_of(data_set)) == (0, needed)


def test_a_whole_budget_can_be_spent_and_not_one_digit_more(owner: Visitor, data_set: DataSet) -> None:
    answer = ask(owner, data_set)
    needed = Decimal(answer.json()["rho"])
    owner.send("PATCH", f"syntheses/{answer.json()['id']}/", {"state": "cancelled"})
    give_budget(owner, data_set, f"{needed - Decimal('0.000000000000001'):f}")
    assert ask(owner, data_set).json()["code"] == "budget_exceeded"
    give_budget(owner, data_set, f"{needed:f}")
    assert a_synthesis(owner, data_set)["state"] == "done"


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"epsilon": "0.000000000000001"}, "epsilon"),
        ({"epsilon": "0"}, "epsilon"),
        ({"epsilon": "100"}, "epsilon"),
        ({"epsilon": "\N{ARABIC-INDIC DIGIT ONE}"}, "plan.epsilon"),
        ({"delta": "0.1"}, "delta"),
        *(
            ({"columns": [{"name": "income", "edges": [edge]}], "together": []}, "columns.0")
            for edge in ("high", "Infinity", "1E-5000")
        ),
        ({"columns": [{"name": "height"}]}, "columns.0.name"),
        ({"columns": [{"name": "age"}, {"name": "age"}], "together": []}, "columns"),
        ({"columns": [{"name": "age", "edges": ["50", "10"]}], "together": []}, "columns.0"),
        ({"columns": [{"name": "age", "edges": ["500"]}], "together": []}, "columns.0"),
        ({"columns": [{"name": "town", "bins": 3}], "together": []}, "columns.0"),
        ({"together": [["age", "height"]]}, "together.0"),
        ({"target": "height"}, "target"),
        (
            {
                "columns": [{"name": "age", "bins": 100}, {"name": "income", "bins": 1000}],
                "together": [["age", "income"]],
            },
            "together.0",
        ),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_its_part(
    owner: Visitor, data_set: DataSet, changed: dict[str, Any], at: str
) -> None:
    answer = ask(owner, data_set, **changed)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [at]
    assert not Spend.objects.exists()


def test_columns_of_10_to_the_9_combinations_are_modelled_by_their_parts(owner: Visitor, data_set: DataSet) -> None:
    columns = [{"name": "age", "bins": 120}, {"name": "town"}, {"name": "income", "bins": 1000}]
    assert a_synthesis(owner, data_set, columns=columns, together=[])["state"] == "done"


def test_the_answer_says_nothing_of_how_many_rows_there_are(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set)
    job = Job.objects.get(kind="analyses.synthesise")
    assert (job.progress_total, job.result) == (synthesis_job.STEPS, {})
    assert "60" not in words_of({part: shown[part] for part in ("progress", "plan", "guarantee")})


def test_what_is_called_off_before_its_start_is_free_again(owner: Visitor, data_set: DataSet) -> None:
    synthesis = ask(owner, data_set).json()
    assert sums(people_of(data_set)) == (Decimal(synthesis["rho"]), 0)
    cancelled = owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"}).json()
    assert (cancelled["state"], cancelled["spend"]) == ("cancelled", "released")
    assert spent(data_set) == 0


def test_what_is_called_off_after_its_start_stays_spent(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    synthesis = ask(owner, data_set).json()

    def called_off(*given: Any, **named: Any) -> Any:
        owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"})
        return fitted(*given, **named)

    monkeypatch.setattr(marginals, "fitted", called_off)
    work()
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["spend"], shown["report"]) == ("cancelled", "executing", None)
    assert spent(data_set) == Decimal(synthesis["rho"])
    assert not SyntheticModel.objects.exists()


def test_only_what_may_read_rows_is_a_use_for_the_watch_of_its_owner(owner: Visitor, data_set: DataSet) -> None:
    synthesis = ask(owner, data_set).json()
    used = sum(Use.objects.values_list("permitted", flat=True))
    assert used == 1
    of_version = f"datasets/{data_set.pk}/versions/1/syntheses"
    for path in (f"syntheses/{synthesis['id']}/", f"{of_version}/columns/", f"datasets/{data_set.pk}/syntheses/"):
        assert owner.get(path).status_code == 200
    body = MADE_OF | {"rows": 100, "privacy": [{"epsilon": "1", "delta": "0.000001"}]}
    assert owner.send("POST", f"{of_version}/forecasts/", body).status_code == 200
    assert sum(Use.objects.values_list("permitted", flat=True)) == used


def test_who_may_no_longer_gets_no_rows_and_the_price_back(owner: Visitor, analyst: Visitor, data_set: DataSet) -> None:
    synthesis = ask(analyst, data_set).json()
    write_policy(owner.person, data_set, "synthesise", after=1, columns=["age"])
    work()
    assert Job.objects.get(kind="analyses.synthesise").error == "limit_of_role"
    assert Synthesis.objects.select_related("spend").get(pk=UUID(synthesis["id"])).spend.state == "released"
    assert spent(data_set) == 0


def test_no_row_is_made_or_shown_by_another_declaration_than_it_was_asked_by(owner: Visitor, data_set: DataSet) -> None:
    shown, waits = a_synthesis(owner, data_set), ask(owner, data_set, epsilon="0.5").json()
    column = Column.objects.get(version__data_set=data_set, name="town")
    # The database is changed by hand: no request changes a loaded declaration.
    column.declaration["categories"].reverse()
    column.save()
    work()
    assert Job.objects.get(pk=Synthesis.objects.get(pk=waits["id"]).job_id).error == "not_in_this_state"
    assert spent(data_set) == Decimal(shown["rho"])
    for path in ("", "rows/", "measured-reports/"):
        assert owner.get(f"syntheses/{shown['id']}/{path}").json()["code"] == "not_in_this_state"
    assert owner.get(f"syntheses/{shown['id']}/file/", form="csv").json()["code"] == "not_in_this_state"
    question = {"epsilon": "0.5", "delta": "0.000001"}
    assert (
        owner.send("POST", f"syntheses/{shown['id']}/measured-reports/", question).json()["code"] == "not_in_this_state"
    )


def test_rows_are_not_shown_to_who_may_no_longer_see_them(owner: Visitor, analyst: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(analyst, data_set)
    assert analyst.get(f"syntheses/{shown['id']}/rows/").status_code == 200
    write_policy(owner.person, data_set, "synthesise", after=1, columns=["age"])
    assert analyst.get(f"syntheses/{shown['id']}/rows/").status_code == 403


def test_errors_are_forecast_for_several_budgets_before_anything_is_spent(owner: Visitor, data_set: DataSet) -> None:
    privacy = [{"epsilon": epsilon, "delta": "0.000001"} for epsilon in ("0.5", "1", "2")]
    body = {**MADE_OF, "rows": 1000, "privacy": privacy}
    answer = owner.send("POST", f"datasets/{data_set.pk}/versions/1/syntheses/forecasts/", body).json()
    assert [column["name"] for column in answer["columns"]] == ["age", "town", "income"]
    alone = [budget["alone"][0] for budget in answer["forecasts"]]
    assert alone == sorted(alone, reverse=True)
    pairs = answer["forecasts"][1]["pairs"]
    assert pairs[0][0] is None
    assert pairs[0][1] == pairs[1][0] > 0
    assert not Spend.objects.exists()
    synthesis = ask(owner, data_set).json()
    assert synthesis["rho"] == answer["forecasts"][1]["rho"]


def test_columns_are_offered_in_the_values_that_were_declared(owner: Visitor, data_set: DataSet) -> None:
    columns = owner.get(f"datasets/{data_set.pk}/versions/1/syntheses/columns/").json()
    assert {column["name"]: len(column["labels"]) for column in columns} == {"age": 17, "town": 3, "income": 17}
    assert columns[1]["labels"] == ["Bern", "Basel", None]


def test_who_loses_the_job_keeps_nothing(owner: Visitor, data_set: DataSet) -> None:
    ask(owner, data_set)
    job = Job.objects.get(kind="analyses.synthesise")
    slow = claims.take(job.pk)
    assert slow is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, lease_until=None)
    work()
    with pytest.raises(ClaimLost):
        synthesis_job.make(slow)
    assert SyntheticModel.objects.count() == Spend.objects.filter(state="committed").count() == 1
