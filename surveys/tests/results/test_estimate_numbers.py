"""Means of numbers from counts: exact where everything can be enumerated, and from report to result."""

import itertools
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from datahub.accounts.models import Person
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.pooled_mean import inverse_variance_mean, share_pooled_mean
from surveys.errors import BadQuery
from surveys.files.reports import expected
from surveys.models import Counts
from surveys.planning.rehearsal import most_people, rehearse
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.tally import Tally, tally
from surveys.results.compare import compare, covariances
from surveys.results.crosstabs.rules import in_order
from surveys.results.estimate import is_shown, results
from surveys.results.selectors import results_of_reports
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_version, draft, send, sweep_and_work
from surveys.tests.factories import read as read_version
from surveys.vectors.samples import HOURS, YES_NO

LEVELS = [{"epsilon": "0.5"}, {"epsilon": "2"}]


def defined(*items: dict[str, Any], simulated: bool = False, **parts: Any) -> Definition:
    whole = draft(questions=deepcopy(list(items or (YES_NO, HOURS))), **({"levels": LEVELS} | parts))
    return read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=simulated)))


def answered(definition: Definition, *reports: int) -> dict[int, Tally]:
    """Returns the reports of people who all say yes and of whom the i-th works i hours; where it may be skipped, every
    third does."""
    tallies = {}
    for level, many in zip(definition.levels, reports, strict=True):
        supports = {}
        for part in level.parts:
            own_field = next(field for field in definition.fields if field.id == part.field)
            told = np.arange(many) % 61 if own_field.kind == "number" else np.zeros(many, dtype=np.int64)
            drawn, entropy = part.mechanism, SeededEntropy(level.id)
            if isinstance(drawn, NumberOrSkipped):
                packed = drawn.perturb_many(told, told % 3 == 0, entropy)
            else:
                packed = drawn.perturb_many(told, entropy)
            supports[part.field] = part.mechanism.count(packed).tolist()
        tallies[level.id] = Tally(many, supports)
    return tallies


def test_the_mean_over_every_possible_outcome_is_the_truth() -> None:
    """Two people at two levels have 0 and 7 hours, of 0 to 10 in 5 steps; each outcome is listed with its exact
    chance.
    """
    small = HOURS | {"number": HOURS["number"] | {"estimate": {"of": "mean", "low": 0, "high": 10, "steps": 5}}}
    definition = replace(defined(small), shown_from=1, batch_least=1)
    drawn = [level.part("b1").number for level in definition.levels]
    channels = [mechanism.report_probabilities(number) for mechanism, number in zip(drawn, (0, 7), strict=True)]
    mean, whole = 0.0, Fraction(0)
    for outcome in itertools.product(*(channel.items() for channel in channels)):
        records = [mechanism.pack(report) for mechanism, (report, _) in zip(drawn, outcome, strict=True)]
        chance = outcome[0][1] * outcome[1][1]
        tallies = {level.id: tally(level, [records[level.id]]) for level in definition.levels}
        mean += float(chance) * results(definition, tallies)["numbers"][0]["estimates"]["mean"]["value"]
        whole += chance
    assert whole == 1
    assert mean == pytest.approx(3.5, abs=1e-12)


def test_numbers_are_those_of_the_mechanisms() -> None:
    definition = defined()
    counted = answered(definition, 60, 40)
    outcome = results(definition, counted)
    assert [question["id"] for question in outcome["questions"]] == ["q1"]
    (number,) = outcome["numbers"]
    assert {name: number[name] for name in ("id", "text", "of", "unit", "low", "high", "steps")} == {
        "id": "q5", "text": "?", "of": "mean", "unit": "hours", "low": 0, "high": 60, "steps": 30,
    }  # fmt: skip
    parts = [(level.part("b2").number, np.array(counted[level.id].supports["b2"])) for level in definition.levels]
    for name, pooled in (("estimates", share_pooled_mean(parts)), ("inverse_variance", inverse_variance_mean(parts))):
        mean = number[name]["mean"]
        assert (mean["value"], mean["standard_error"]) == (pooled.mean, pooled.standard_error)
        assert mean["intervals"]["80"] == pooled.interval(0.8).tolist()
    assert [group["reports"] for group in number["by_level"]] == [60, 40]
    assert [group["mechanism"] for group in number["by_level"]] == ["duchi", "hybrid"]
    assert number["by_level"][1]["mean"]["value"] == parts[1][0].mean(parts[1][1])
    assert number["agreement"]["freedom"] == 1
    assert [push["reports"] for push in number["made_up"]] == ["0.01", "0.05"]


def test_every_mean_says_what_it_is_worth() -> None:
    outcome = results(defined(), answered(defined(), 60, 40))
    (number,) = outcome["numbers"]
    assert number["guarantee"]["mechanism"] == "duchi + hybrid"
    assert (number["guarantee"]["epsilon"], number["guarantee"]["n"]) == ("2", 100)
    assert number["guarantee"]["error"] == number["estimates"]["mean"]["standard_error"]
    assert [group["guarantee"]["epsilon"] for group in number["by_level"]] == ["0.5", "2"]
    assert outcome["guarantee"]["epsilon"] == "4"
    assert outcome["method"].startswith("Shares and means are unbiased estimates from 100 reports")
    assert "Duchi's mechanism" in outcome["method"]
    assert "A number beyond the bounds of its question counted as the bound." in outcome["method"]


def test_a_mean_beyond_the_bounds_is_published_and_the_nearest_one_there_can_be_beside_it() -> None:
    definition = defined(HOURS, levels=[{"epsilon": "0.5"}])
    mean = results(definition, {0: Tally(20, {"b1": [20, 0]})})["numbers"][0]["estimates"]["mean"]
    assert mean["value"] < 0
    assert mean["consistent_value"] == 0


def test_a_survey_may_ask_for_nothing_but_numbers() -> None:
    definition = defined(HOURS)
    assert is_shown(definition, answered(definition, 20, 0))
    assert not is_shown(definition, answered(definition, 19, 19))
    outcome = results(definition, answered(definition, 20, 0))
    assert (outcome["questions"], outcome["reports"]) == ([], 20)
    assert outcome["method"].startswith("Means are unbiased estimates from 20 reports")
    with pytest.raises(ValueError, match="of no question 20 that may be shown"):
        results(definition, answered(definition, 19, 19))


def test_nothing_tells_whether_anybody_chose_a_level_that_is_not_shown() -> None:
    definition = defined()
    nobody, somebody = (results(definition, answered(definition, 40, other)) for other in (0, 19))
    assert nobody == somebody
    assert nobody["numbers"][0]["guarantee"]["epsilon"] == "2"
    assert [group["levels"] for group in nobody["numbers"][0]["by_level"]] == [[0, 1]]


def test_results_of_a_survey_without_numbers_are_what_they_were() -> None:
    definition = defined(YES_NO)
    outcome = results(definition, answered(definition, 60, 40))
    assert "numbers" not in outcome
    assert outcome["method"].startswith("Shares are unbiased estimates from 100 reports")


def test_a_number_is_neither_crossed_nor_are_its_answers_compared() -> None:
    definition = defined()
    shown = results(definition, answered(definition, 60, 40))
    kept = covariances(definition, answered(definition, 60, 40))
    assert list(kept) == ["q1"]
    with pytest.raises(BadQuery, match="question is a number"):
        compare(shown, kept, "q5", "yes", "no")
    with pytest.raises(BadQuery, match="columns is a number"):
        in_order(definition, "q1", "q5")


def test_made_up_people_have_numbers_too() -> None:
    definition = defined()
    assert most_people(definition) == 10_000
    rehearsal = rehearse(definition, people=10_000, mix=[50, 50], entropy=SeededEntropy(20261122))
    assert list(rehearsal["truth"]) == ["q1"]
    mean = rehearsal["numbers"][0]["estimates"]["mean"]
    off = (mean["value"] - rehearsal["truth_of_numbers"]["q5"]["mean"]) / mean["standard_error"]
    assert abs(off) < 6
    assert 0 < rehearsal["truth_of_numbers"]["q5"]["mean"] < 30


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("level_choice", ["report", "question"])
def test_a_mean_travels_from_reports_to_the_results_page(ana: Person, level_choice: str) -> None:
    version = a_version(
        ana, simulated=True, questions=deepcopy([YES_NO, HOURS]), levels=LEVELS, level_choice=level_choice
    )
    people, sent = 30, []
    for person in range(people):
        report = a_report(version, key=bytes([person]) * 16)
        sent.append(report["record"])
        if level_choice == "question":
            report["level"] = "00"
        assert send(report).status == 202
    sweep_and_work()
    kept = {(row.level, row.block): row for row in Counts.objects.filter(version=version)}
    assert [len(kept[level, "b2"].supports) for level in (0, 1)] == [2, 44]
    assert sum(kept[0, "b2"].supports) == people
    outcome = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()
    (number,) = outcome["numbers"]
    duchi = read_version(version).levels[0].part("b2").number
    assert number["estimates"]["mean"]["value"] == duchi.mean(np.array(kept[0, "b2"].supports))
    assert number["guarantee"]["n"] == people
    steps = Visitor(ana).get(f"surveys/{version.survey_id}/results/steps/").json()["steps"]
    assert steps[-1]["numbers"] == outcome["numbers"]


WAVE = HOURS | {"number": HOURS["number"] | {"estimate": HOURS["number"]["estimate"] | {"of": "distribution"}}}


def test_a_distribution_is_found_with_quantiles_and_their_limits() -> None:
    definition = defined(WAVE, levels=[{"epsilon": "1"}, {"epsilon": "2"}])
    counted = answered(definition, 900, 300)
    (number,) = results(definition, counted)["numbers"]
    distribution = number["distribution"]
    assert [point["at"] for point in distribution["points"]] == list(range(0, 61, 2))
    assert sum(point["share"] for point in distribution["points"]) == pytest.approx(1)
    assert [quantile["share"] for quantile in distribution["quantiles"]] == [0.25, 0.5, 0.75]
    for quantile, truth in zip(distribution["quantiles"], (15, 30, 45), strict=True):
        low, high = quantile["intervals"]["95"]
        assert low < quantile["value"] < high
        assert low - 3 < truth < high + 3
    assert number["estimates"]["mean"]["value"] == pytest.approx(30, abs=6)
    assert results(definition, counted)["numbers"] == [number]  # The same reports give the same limits.


def test_no_limit_of_a_quantile_lies_beyond_the_bounds() -> None:
    """A quarter of the sixty people work nothing at all, so the raw limits of the quantile lie below 0."""
    definition = defined(WAVE, levels=[{"epsilon": "1"}])
    (part,) = definition.levels[0].parts
    packed = part.number.perturb_many(np.zeros(60, dtype=np.int64), SeededEntropy(2))
    (number,) = results(definition, {0: Tally(60, {"b1": part.mechanism.count(packed).tolist()})})["numbers"]
    ends = [
        end
        for quantile in number["distribution"]["quantiles"]
        for pair in quantile["intervals"].values()
        for end in pair
    ]
    assert min(ends) == 0
    assert max(ends) <= 60


def test_limits_of_a_distribution_are_left_out_where_nobody_measured_them() -> None:
    definition = defined(WAVE, levels=[{"epsilon": "0.9"}])
    (number,) = results(definition, answered(definition, 300))["numbers"]
    assert all(quantile["intervals"] is None for quantile in number["distribution"]["quantiles"])


def test_no_request_waits_for_a_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty distributions at three levels take minutes; a mean takes no time."""
    monkeypatch.setattr("mechanisms.ldp.numbers.square_wave.SquareWave.distribution", None)
    definition = defined(WAVE, levels=[{"epsilon": "1"}])
    (number,) = rehearse(definition, people=300, mix=[100], entropy=SeededEntropy(1))["numbers"]
    assert number["estimates"]["mean"]["standard_error"] > 0
    part = definition.levels[0].part("b1")
    packed = part.number.perturb_many(np.arange(300) % 61, SeededEntropy(1))
    _, means = expected(definition, results_of_reports(definition, {("b1", 0): packed}))
    assert [row[0] for row in means.rows] == ["q5"]


def test_a_distribution_that_the_reports_do_not_settle_is_not_shown_and_its_mean_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mechanisms.ldp.numbers.square_wave._MOST_ROUNDS", 2)
    definition = defined(WAVE, levels=[{"epsilon": "1"}])
    (number,) = results(definition, answered(definition, 300))["numbers"]
    assert number["distribution"] is None
    assert number["estimates"]["mean"]["standard_error"] > 0
