"""The Gaussian model makes rows of declared numbers: paid once, with nothing of the data except through noise."""

import io
import json
from decimal import Decimal
from statistics import correlation, mean
from typing import Any

import pyarrow.parquet as pq
import pytest

from datahub.analyses.models import SyntheticModel
from datahub.analyses.synthesise.engines import gaussian
from datahub.analyses.tests.factories import loaded
from datahub.analyses.tests.synthesis_factories import (
    ALWAYS_THERE,
    OF_NUMBERS,
    a_synthesis,
    ask,
    give_budget,
    hand_over,
    people_of,
)
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, load, work
from datahub.ledger.models import Spend, StoredAnswer
from datahub.ledger.tests.factories import sums
from datahub.releases.rules.synthetic import part_of

pytestmark = pytest.mark.django_db
QUESTION = {"epsilon": "8", "delta": "0.000001", "target": "income", "group": "town"}
TOLD = "Bern has 30 rows"
HEAD = "age,town,income\n"


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    """Returns a data set of sixty people whose age and income are never missing, so that they can be made as
    numbers."""
    table = loaded(owner, "Incomes", CSV, **ALWAYS_THERE)
    give_budget(owner, table, "20")
    return table


def forecast(owner: Visitor, data_set: DataSet, **changed: Any) -> Any:
    wish = {part: value for part, value in OF_NUMBERS.items() if part not in {"epsilon", "delta"}}
    privacy = [{"epsilon": epsilon, "delta": "0.000001"} for epsilon in ("1", "8")]
    body = {"rows": 3000, "privacy": privacy, **wish, **changed}
    return owner.send("POST", f"datasets/{data_set.pk}/versions/1/syntheses/forecasts/", body)


def _person(number: int) -> str:
    """Returns a person as a line: in Bern the age is 0 to 59, in Basel 60 to 119, and the income grows with the age."""
    age = number // 2 % 60 + 60 * (number % 2)
    return f"{age},{('Bern', 'Basel')[number % 2]},{age * 8}\n"


def spent(data_set: DataSet) -> Decimal | int:
    reserved, spent_rho = sums(people_of(data_set))
    assert reserved == 0
    return spent_rho


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def test_rows_are_numbers_within_the_declared_bounds_and_paid_once(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set, OF_NUMBERS)
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    assert spent(data_set) == Decimal(shown["rho"]) > 0
    assert StoredAnswer.objects.get().body["engine"] == "gaussian-model/1"
    sample = owner.get(f"syntheses/{shown['id']}/rows/", rows="300").json()
    assert sample["columns"] == ["age", "town", "income"]
    for age, town, income in sample["rows"]:
        assert 0 <= int(age) <= 120
        assert town in {"Bern", "Basel", None}
        assert 0 <= int(income) <= 1000
    assert "(8, 0.000001)-differentially private" in shown["guarantee"]
    assert owner.get(f"syntheses/{shown['id']}/rows/", rows="300").json() == sample
    assert a_synthesis(owner, data_set, OF_NUMBERS)["id"] == shown["id"]
    assert spent(data_set) == Decimal(shown["rho"])


def test_with_a_large_budget_rows_have_the_means_of_the_people_class_by_class(owner: Visitor) -> None:
    told = a_data_set(owner.person)
    load(owner, told, HEAD + "".join(map(_person, range(1200))), **ALWAYS_THERE)
    give_budget(owner, told, "20")
    corners = [{"columns": ["age", "income"], "squared_length": "2"}]  # no row is shortened
    shown = a_synthesis(owner, told, OF_NUMBERS, epsilon="20", groups=corners)
    bern, basel, _ = shown["report"]["moments"]["classes"]
    rows = owner.get(f"syntheses/{shown['id']}/rows/", rows="1000").json()["rows"]
    for of, true in ((bern, 29.5), (basel, 89.5)):
        drawn = [int(age) for age, town, _ in rows if town == of["value"]]
        assert abs(mean(drawn) - true) < 6 * (of["means"][0] + 20 / len(drawn) ** 0.5)
    assert bern["means"][0] < 0.2
    ages, incomes = ([int(row[index]) for row in rows if row[1] == "Bern"] for index in (0, 2))
    assert correlation(ages, incomes) > 0.7  # in the true rows income follows from age


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"together": [["age", "income"]]}, "together"),
        ({"divided_by": "height"}, "divided_by"),
        ({"groups": [{"columns": ["age", "town"]}]}, "groups.0"),
        ({"groups": [{"columns": ["age"], "squared_length": "-1"}]}, "plan.groups.0.squared_length"),
        ({"groups": [{"columns": []}]}, "plan.groups.0.columns"),
        ({"epsilon": "0.000000000000001"}, "epsilon"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_its_part_and_nothing_is_set_aside(
    owner: Visitor, data_set: DataSet, changed: dict[str, Any], at: str
) -> None:
    answer = ask(owner, data_set, OF_NUMBERS, **changed)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [at]
    assert not Spend.objects.exists()


@pytest.mark.parametrize("part", ["divided_by", "groups"])
def test_what_is_of_this_engine_alone_is_refused_by_another(owner: Visitor, data_set: DataSet, part: str) -> None:
    own = {"divided_by": "town", "groups": [{"columns": ["age", "income"]}]}
    answer = ask(owner, data_set, OF_NUMBERS | {"engine": "marginals", "divided_by": None, part: own[part]})
    assert list(answer.json()["fields"]) == [part]
    assert not Spend.objects.exists()


def test_a_number_that_may_be_missing_is_refused_by_its_declaration_and_not_by_the_rows(owner: Visitor) -> None:
    declared = a_data_set(owner.person)
    load(owner, declared)  # no value of the rows is missing, although all may be
    give_budget(owner, declared)
    answer = ask(owner, declared, OF_NUMBERS).json()
    assert list(answer["fields"]) == ["columns.0"]
    assert "may be missing, as its owner declared" in str(answer["fields"])
    offered = owner.get(f"datasets/{declared.pk}/versions/1/syntheses/columns/").json()
    assert [column["bounds"] for column in offered] == [None, None, None]
    assert not Spend.objects.exists()


def test_columns_that_are_numbers_are_offered_with_their_bounds(owner: Visitor, data_set: DataSet) -> None:
    offered = owner.get(f"datasets/{data_set.pk}/versions/1/syntheses/columns/").json()
    assert [column["bounds"] for column in offered] == [["0", "120"], None, ["0", "1000"]]


def test_errors_are_forecast_in_units_of_the_columns_before_anything_is_spent(
    owner: Visitor, data_set: DataSet
) -> None:
    answer = forecast(owner, data_set).json()
    little, much = (budget["moments"] for budget in answer["forecasts"])
    assert [moment_class["rows"] for moment_class in little["classes"]] == [1000, 1000, 1000]
    for part in ("means", "spreads"):
        assert little["classes"][0][part][0] > much["classes"][0][part][0] > 0
    age, income = much["classes"][0]["means"]
    assert income / age == pytest.approx(1000 / 120)
    assert much["rows_error"] < little["rows_error"]
    assert not Spend.objects.exists()
    assert ask(owner, data_set, OF_NUMBERS).json()["rho"] == answer["forecasts"][1]["rho"]


def test_shares_of_classes_can_be_guessed(owner: Visitor, data_set: DataSet) -> None:
    classes = forecast(owner, data_set, shares=[0.9, 0.1, 0]).json()["forecasts"][1]["moments"]["classes"]
    assert [(moment_class["rows"], moment_class["is_known"]) for moment_class in classes] == [
        (2700, True),
        (300, True),
        (0, False),
    ]
    assert classes[1]["means"][0] == pytest.approx(9 * classes[0]["means"][0])
    refused = forecast(owner, data_set, shares=[0.5, 0.5])
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["shares"])


def test_groups_are_the_same_in_any_order_and_all_together_where_none_is_named(
    owner: Visitor, data_set: DataSet
) -> None:
    first = ask(owner, data_set, OF_NUMBERS).json()["id"]
    assert ask(owner, data_set, OF_NUMBERS, groups=[{"columns": ["income", "age"]}]).json()["id"] == first
    apart = ask(owner, data_set, OF_NUMBERS, groups=[{"columns": ["income"]}]).json()
    assert apart["id"] != first
    assert Decimal(apart["rho"]) > 0


def test_one_digit_too_little_budget_sets_nothing_aside(owner: Visitor, data_set: DataSet) -> None:
    rho = Decimal(forecast(owner, data_set).json()["forecasts"][1]["rho"])
    give_budget(owner, data_set, f"{rho - Decimal('0.000000000000001'):f}")
    assert ask(owner, data_set, OF_NUMBERS).json()["code"] == "budget_exceeded"
    assert not Spend.objects.exists()
    give_budget(owner, data_set, f"{rho:f}")
    assert a_synthesis(owner, data_set, OF_NUMBERS)["state"] == "done"


def test_what_is_called_off_before_its_start_is_free_again(owner: Visitor, data_set: DataSet) -> None:
    synthesis = ask(owner, data_set, OF_NUMBERS).json()
    cancelled = owner.send("PATCH", f"syntheses/{synthesis['id']}/", {"state": "cancelled"}).json()
    assert (cancelled["state"], cancelled["spend"]) == ("cancelled", "released")
    assert spent(data_set) == 0


def test_what_breaks_while_it_draws_is_charged_once_draws_no_more_and_says_nothing_of_why(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    synthesis = ask(owner, data_set, OF_NUMBERS).json()
    with monkeypatch.context() as patched:
        patched.setattr(gaussian, "fitted", broken)
        work()
    assert TOLD not in caplog.text
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")
    assert spent(data_set) == Decimal(synthesis["rho"])
    assert SyntheticModel.objects.count() == 0


def test_a_file_carries_the_guarantee_of_its_mechanism_and_what_was_not_kept(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set, OF_NUMBERS)
    schema = pq.read_schema(io.BytesIO(owner.get(f"syntheses/{shown['id']}/file/", form="parquet").content))
    card = json.loads(schema.metadata[b"datahub"])
    assert (card["guarantee"]["mechanism"], card["guarantee"]["version"]) == ("gaussian-model", 1)
    assert "variances and covariances alone" in card["not_promised"][1]
    assert card["expected_errors"]["moments"] == shown["report"]["moments"]
    assert [str(type) for type in schema.types] == ["int64", "string", "double"]


def test_a_release_of_them_holds_what_is_declared_and_parts_of_it_say_nothing_of_classes(
    owner: Visitor, data_set: DataSet
) -> None:
    release = hand_over(owner, a_synthesis(owner, data_set, OF_NUMBERS)["id"]).json()["id"]
    work()
    assert owner.get(f"releases/{release}/").json()["state"] == "released"
    report = owner.get(f"releases/{release}/report/").json()
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    errors = part_of(report["card"], ["age", "income"])["expected_errors"]["moments"]
    assert (errors["divided_by"], errors["classes"]) == (None, [])
    whole = part_of(report["card"], ["town", "income"])["expected_errors"]["moments"]
    assert ([number["name"] for number in whole["numbers"]], whole["groups"]) == (["income"], [["income"]])
    for moment_class, before in zip(
        whole["classes"], report["card"]["expected_errors"]["moments"]["classes"], strict=True
    ):
        assert moment_class["means"] == (before["means"][1:] if before["is_known"] else None)


def test_how_good_they_are_is_measured_and_paid_beside_the_rows(owner: Visitor, data_set: DataSet) -> None:
    path = f"syntheses/{a_synthesis(owner, data_set, OF_NUMBERS)['id']}/measured-reports/"
    before = spent(data_set)
    answer = owner.send("POST", path, QUESTION)
    assert answer.status_code == 202, answer.content
    work()
    (shown,) = owner.get(path).json()
    assert (shown["state"], spent(data_set)) == ("done", before + Decimal(shown["rho"]))
    names = [marginal["columns"] for marginal in shown["report"]["marginals"]]
    assert names == [["age"], ["town"], ["income"], ["age", "town"], ["age", "income"], ["town", "income"]]
    assert all(0 <= marginal["low"] <= marginal["high"] <= 1 for marginal in shown["report"]["marginals"])
