"""Means that may be skipped, from counts: who answered, the mean of those who did, and what neither tells."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.pooled_number_or_skipped import (
    inverse_variance_number_or_skipped,
    share_pooled_number_or_skipped,
)
from surveys.planning.rehearsal import rehearse
from surveys.publishing.definition import Definition
from surveys.reports.tally import Tally
from surveys.results.estimate import is_shown, results
from surveys.results.export import OF_NUMBERS, rows_of_numbers
from surveys.results.kinds.serializers import SkippableNumberResultSerializer
from surveys.results.settling import step_of
from surveys.tests.results.test_estimate_numbers import answered, defined
from surveys.vectors.samples import HOURS, HOURS_OR_NONE, YES_NO

ON_A_CONDITION = HOURS_OR_NONE | {"show_if": "q1 = 'yes'"}


def number_of(definition: Definition, counted: Mapping[int, Tally]) -> dict[str, Any]:
    (number,) = results(definition, counted)["numbers_or_skipped"]
    assert isinstance(number, dict)
    return number


@pytest.mark.parametrize("item", [HOURS_OR_NONE, ON_A_CONDITION])
def test_numbers_are_those_of_the_mechanism(item: dict[str, Any]) -> None:
    definition = defined(YES_NO, item)
    counted = answered(definition, 600, 400)
    number = number_of(definition, counted)
    assert {name: number[name] for name in ("id", "text", "unit", "low", "high")} == {
        "id": "q5", "text": "?", "unit": "hours", "low": 0, "high": 60,
    }  # fmt: skip
    parts = [
        (level.part("b2").number_or_skipped, np.array(counted[level.id].supports["b2"])) for level in definition.levels
    ]
    for name, pool in (
        ("estimates", share_pooled_number_or_skipped),
        ("inverse_variance", inverse_variance_number_or_skipped),
    ):
        pooled, estimates = pool(parts), number[name]
        assert estimates["answered"]["share"] == pooled.answered
        assert estimates["answered"]["intervals"]["80"] == pooled.answered_interval(0.8).tolist()
        limits = pooled.interval(0.8)
        assert limits is not None
        assert (estimates["mean"]["value"], estimates["mean"]["intervals"]["80"]) == (pooled.mean, limits.tolist())
    assert [group["reports"] for group in number["by_level"]] == [600, 400]
    assert number["by_level"][1]["mean"]["value"] == parts[1][0].mean(parts[1][1])
    assert (number["guarantee"]["mechanism"], number["guarantee"]["epsilon"]) == ("number-or-skipped", "2")
    assert SkippableNumberResultSerializer(number).data == number


def test_no_mean_is_said_where_nobody_may_have_answered() -> None:
    definition = defined(HOURS_OR_NONE, levels=[{"epsilon": "0.5"}])
    number = number_of(definition, {0: Tally(60, {"b1": [15, 14, 31]})})
    assert number["estimates"]["mean"] is None
    assert number["by_level"][0]["mean"] is None
    low, high = number["estimates"]["answered"]["intervals"]["95"]
    assert low < 0 < high
    assert SkippableNumberResultSerializer(number).data == number


def test_a_share_beyond_all_is_published_and_the_nearest_one_there_can_be_beside_it() -> None:
    definition = defined(HOURS_OR_NONE, levels=[{"epsilon": "0.5"}])
    answered_by = number_of(definition, {0: Tally(60, {"b1": [0, 60, 0]})})["estimates"]["answered"]
    assert answered_by["share"] > 1
    assert answered_by["consistent_share"] == 1


def test_who_skipped_counts_among_those_without_whom_nothing_is_shown() -> None:
    definition = defined(HOURS_OR_NONE, levels=[{"epsilon": "0.5"}])
    assert is_shown(definition, {0: Tally(20, {"b1": [0, 0, 20]})})
    assert not is_shown(definition, {0: Tally(19, {"b1": [10, 9, 0]})})
    outcome = results(definition, {0: Tally(20, {"b1": [9, 9, 2]})})
    assert (outcome["questions"], outcome["reports"]) == ([], 20)
    assert "number or skipped" in outcome["method"]
    assert "Fieller's limits" in outcome["method"]
    assert step_of(outcome)["numbers_or_skipped"] == outcome["numbers_or_skipped"]


def test_nothing_tells_whether_anybody_chose_a_level_that_is_not_shown() -> None:
    definition = defined(YES_NO, HOURS_OR_NONE)
    nobody, somebody = (results(definition, answered(definition, 40, other)) for other in (0, 19))
    assert nobody == somebody
    assert [group["levels"] for group in nobody["numbers_or_skipped"][0]["by_level"]] == [[0, 1]]


def test_where_levels_are_chosen_by_question_a_conditional_one_has_the_most_protective() -> None:
    definition = defined(YES_NO, ON_A_CONDITION, level_choice="question")
    supports = ({"b1": [20, 10, 10], "b2": [20, 30, 40]}, {"b1": [20, 10, 10], "b2": [0, 0, 0]})
    counted = {
        level: Tally(90, of_fields, {"b1": 40, "b2": 90 if level == 0 else 0})
        for level, of_fields in enumerate(supports)
    }
    number = number_of(definition, counted)
    assert [group["levels"] for group in number["by_level"]] == [[0]]
    assert (number["guarantee"]["epsilon"], number["left_out"]) == ("0.5", 0)


def test_each_exported_row_can_be_read_alone_and_a_mean_of_nobody_has_none() -> None:
    definition = defined(HOURS_OR_NONE)
    few, many = {"b1": [15, 14, 31]}, {"b1": [300, 400, 300]}
    version = {"survey": "s", "version": {"number": 1, "hash": "h"}, "simulated": False}
    shown = results(definition, {0: Tally(60, few), 1: Tally(1000, many)}) | version
    table = [dict(zip(OF_NUMBERS, row, strict=True)) for row in rows_of_numbers(shown)]
    assert [(row["estimate"], row["levels"], row["measure"]) for row in table] == [
        ("share-pooled", "0 1", "share-answered"),
        ("share-pooled", "0 1", "mean"),
        ("inverse-variance", "0 1", "share-answered"),
        ("inverse-variance", "0 1", "mean"),
        ("by-level", "0", "share-answered"),
        ("by-level", "1", "share-answered"),
        ("by-level", "1", "mean"),
    ]
    (number,) = shown["numbers_or_skipped"]
    share, mean = number["estimates"]["answered"], number["estimates"]["mean"]
    assert (table[0]["value"], table[0]["consistent_value"]) == (share["share"], share["consistent_share"])
    assert (table[1]["low_95"], table[1]["value"], table[1]["high_95"]) == (
        mean["intervals"]["95"][0],
        mean["value"],
        mean["intervals"]["95"][1],
    )
    assert {row["mechanism"] for row in table} == {"number-or-skipped"}
    assert {row["epsilon"] for row in table} == {"0.5", "2"}


def test_results_without_such_numbers_are_what_they_were() -> None:
    definition = defined(YES_NO, HOURS)
    outcome = results(definition, answered(definition, 60, 40))
    assert "numbers_or_skipped" not in outcome
    assert "Fieller" not in outcome["method"]


def test_made_up_people_skip_as_often_as_is_said() -> None:
    """The shares are 6, 3 and 2 of 11; the 95 % limits of one seed hold both truths."""
    definition = defined(YES_NO, HOURS_OR_NONE, levels=[{"epsilon": "4"}])
    rehearsal = rehearse(definition, people=5000, mix=[100], entropy=SeededEntropy(3))
    truth = rehearsal["truth_of_numbers"]["q5"]
    assert truth == {"mean": pytest.approx(20), "answered": pytest.approx(9 / 11)}
    (number,) = rehearsal["numbers_or_skipped"]
    for measure, told in (("mean", truth["mean"]), ("answered", truth["answered"])):
        low, high = number["estimates"][measure]["intervals"]["95"]
        assert low < told < high
