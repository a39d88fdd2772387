"""The plan of a mean that may be skipped gives the share who answer, the mean of these people, and how far both can be
pushed."""

import json

import pytest

from datahub.accounts.models import Person
from mechanisms.common.entropy import SeededEntropy
from surveys.planning.forecast import SHARE, plan
from surveys.planning.rehearsal import rehearse
from surveys.planning.serializers import PlanSkippableSerializer
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey
from surveys.tests.results.test_estimate_numbers import defined
from surveys.vectors.samples import HOURS, HOURS_OR_NONE, YES_NO

LEVELS = [{"epsilon": "0.5"}, {"epsilon": "2"}]
ON_A_CONDITION = HOURS_OR_NONE | {"show_if": "q1 = 'yes'"}


def test_a_number_that_may_be_skipped_is_planned_at_each_level_and_with_the_mix() -> None:
    forecast = plan(defined(YES_NO, HOURS_OR_NONE, HOURS | {"id": "q6"}, levels=LEVELS), [4000], [50, 50])
    (number,) = forecast["numbers_or_skipped"]
    assert [question["id"] for question in forecast["numbers"]] == ["q6"]
    assert {name: number[name] for name in ("id", "unit", "low", "high")} == {
        "id": "q5", "unit": "hours", "low": 0, "high": 60,
    }  # fmt: skip
    assert [(level["level"], level["epsilon"], level["mechanism"]) for level in number["levels"]] == [
        (0, "0.5", "number-or-skipped"),
        (1, "2", "number-or-skipped"),
    ]
    for measure in ("answered", "mean"):
        strong, weak = (level[measure]["half_widths"]["4000"] for level in number["levels"])
        assert weak < number["mix"][measure]["half_widths"]["4000"] < strong
        strong, weak = (level[measure]["needed"]["0.05"] for level in number["levels"])
        assert weak < number["mix"][measure]["needed"]["0.05"] < strong
    assert PlanSkippableSerializer(number).data == number
    json.dumps(forecast)


def test_as_many_reports_as_are_needed_give_that_half_width() -> None:
    definition = defined(HOURS_OR_NONE, levels=LEVELS)
    (number,) = plan(definition, [100], [30, 70])["numbers_or_skipped"]
    for measure, half in (("answered", 0.05), ("mean", 0.05 * 60)):
        needed = number["mix"][measure]["needed"]["0.05"]
        (again,) = plan(definition, [needed], [30, 70])["numbers_or_skipped"]
        assert again["mix"][measure]["half_widths"][str(needed)] == pytest.approx(half, rel=0.002)


def test_so_few_reports_that_they_give_no_limits_have_no_half_width() -> None:
    (number,) = plan(defined(HOURS_OR_NONE, levels=LEVELS), [50], [1])["numbers_or_skipped"]
    assert number["levels"][0]["mean"]["half_widths"] == {"50": None}
    assert number["levels"][1]["mean"]["half_widths"]["50"] > 0


def test_the_half_width_planned_is_at_least_the_one_then_shown_where_more_answer() -> None:
    """The simulated people answer 9 times of 11, more often than the half that the plan assumes."""
    definition = defined(HOURS_OR_NONE, levels=LEVELS)
    assert SHARE < 9 / 11
    (planned,) = plan(definition, [9000], [50, 50])["numbers_or_skipped"]
    (shown,) = rehearse(definition, people=9000, mix=[50, 50], entropy=SeededEntropy(4))["numbers_or_skipped"]
    low, high = shown["estimates"]["mean"]["intervals"]["95"]
    assert 0.3 < (high - low) / 2 / planned["mix"]["mean"]["half_widths"]["9000"] < 1


def test_made_up_reports_push_a_mean_without_end_where_they_can_leave_nobody_who_answered() -> None:
    (number,) = plan(defined(HOURS_OR_NONE, levels=[{"epsilon": "0.1"}, {"epsilon": "2"}]), [100], [1])[
        "numbers_or_skipped"
    ]
    one_percent, five = number["made_up"]
    assert (one_percent["reports"], five["reports"]) == ("0.01", "0.05")
    assert one_percent["mean"] > 0
    assert five["mean"] is None
    assert five["answered"]["up"] == pytest.approx(5 * one_percent["answered"]["up"])


def test_made_up_reports_push_further_where_others_send_the_number_seldom() -> None:
    """False reports always have the number, so their part of the reports on it exceeds their part of all reports."""
    others = [YES_NO | {"id": f"q{number}", "may_skip": False} for number in range(6, 12)]
    send = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
    definition = defined(*others, HOURS_OR_NONE, levels=[{"epsilon": "2"}], send=send)
    (number,) = plan(definition, [100], [1])["numbers_or_skipped"]
    (alone,) = plan(defined(HOURS_OR_NONE, levels=[{"epsilon": "2"}]), [100], [1])["numbers_or_skipped"]
    sent = definition.levels[0].inclusion(definition.of_skippable[0].field.id)
    assert 0.1 < sent < 0.4
    for ours, theirs in zip(number["made_up"], alone["made_up"], strict=True):
        made_up = float(ours["reports"])
        larger = 1 / (made_up + (1 - made_up) * sent)
        assert ours["answered"]["up"] == pytest.approx(theirs["answered"]["up"] * larger)
    assert number["made_up"][0]["mean"] > 2 * alone["made_up"][0]["mean"]


def test_where_levels_are_chosen_by_question_a_conditional_one_is_planned_at_the_strongest() -> None:
    definition = defined(YES_NO, ON_A_CONDITION, levels=LEVELS, level_choice="question")
    (number,) = plan(definition, [4000], [0, 100])["numbers_or_skipped"]
    assert number["mix"] == {name: number["levels"][0][name] for name in ("answered", "mean")}


def test_a_plan_without_such_numbers_is_what_it_was() -> None:
    assert "numbers_or_skipped" not in plan(defined(YES_NO, HOURS, levels=LEVELS), [100], [1])


@pytest.mark.django_db
def test_the_api_plans_and_rehearses_a_draft_with_such_a_number(ana: Person) -> None:
    survey = a_survey(ana, questions=[YES_NO, ON_A_CONDITION], levels=LEVELS)
    planned = Visitor(ana).get(f"surveys/{survey.pk}/plan/", reports="200", mix="50,50").json()
    (number,) = planned["numbers_or_skipped"]
    assert number["mix"]["mean"]["half_widths"].keys() == {"200"}
    rehearsed = Visitor(ana).get(f"surveys/{survey.pk}/plan/rehearsal/", reports="400", mix="50,50", seed="1").json()
    assert rehearsed["numbers_or_skipped"][0]["id"] == "q5"
    assert rehearsed["truth_of_numbers"]["q5"].keys() == {"mean", "answered"}
