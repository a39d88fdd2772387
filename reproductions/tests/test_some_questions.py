"""The page about a thousand people: its closed form and the planner agree, and faults in either are noticed."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from statistics import median
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from reproductions.some_questions import census, closed_form, thousand
from reproductions.some_questions.arrivals import expected, first_results, lots
from reproductions.some_questions.levels import OFFERS, QUESTIONNAIRES, THREE, Offer
from reproductions.some_questions.lots import Need, needs
from reproductions.some_questions.planned import WIDE, draft, drawn, people_needed, sizes_of_draws
from reproductions.some_questions.weights import NINE, Gain
from surveys.publishing import sampling
from surveys.publishing.aim import aimed_level
from surveys.publishing.draws import DrawPlan, plan_draws


def agree(planned: float, formula: float, questions: int) -> bool:
    """Returns whether the planner is within a person a block of the closed form; each rounds its reports up."""
    return -1e-6 < planned - formula < 1 + questions


@pytest.mark.parametrize("need", needs(), ids=lambda need: f"{need.questions} x {need.answers} at {need.epsilon}")
def test_the_planner_and_the_closed_form_agree(need: Need) -> None:
    assert agree(need.all_sent, need.all_by_formula, 1)
    assert agree(need.by_lot, need.lot_by_formula, need.questions)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.name)
@pytest.mark.parametrize("questions", QUESTIONNAIRES)
def test_levels_cost_what_the_closed_form_says(offer: Offer, questions: int) -> None:
    assert agree(offer.people(questions), offer.people_by_formula(questions), questions)
    [half] = offer.half_widths(questions, [1000])
    assert half == pytest.approx(offer.half_width_by_formula(questions, 1000), rel=1e-4)


def test_own_shares_save_a_third_of_nine_questions() -> None:
    gain = Gain(answers=NINE, epsilon="2")
    assert agree(gain.weighted, gain.by_formula, len(NINE))
    assert 0.30 < gain.saved < 0.36


def test_equal_shares_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that drew every question alike would not meet the closed form."""

    def alike(needs: Mapping[str, Any], epsilon: Decimal, ceiling: Decimal, sections: Any) -> DrawPlan:
        plan = plan_draws(needs, epsilon, ceiling, sections)
        return replace(plan, inclusion=dict.fromkeys(plan.inclusion, 1 / len(plan.inclusion)))

    monkeypatch.setattr(sampling, "plan_draws", alike)
    faulty = people_needed(drawn.__wrapped__(NINE, ("2",), WIDE), "0.1")
    formula = closed_form.people(NINE, 2, float(WIDE), 0.1)
    assert not agree(faulty, formula, len(NINE))
    assert faulty == pytest.approx(closed_form.people_alike(NINE, 2, float(WIDE), 0.1), abs=1 + len(NINE))


def test_a_second_epsilon_a_question_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that let each of the questions of a report spend all of it would need too few people."""
    monkeypatch.setattr(sampling, "block_epsilon", lambda epsilon, _size, ceiling: min(epsilon, ceiling))
    with pytest.raises(ValueError, match="spends more than"):
        drawn.__wrapped__((3,) * 9, ("4",), WIDE)


def test_a_phone_sends_as_many_questions_as_is_best() -> None:
    sent = {answers: sizes_of_draws(drawn((answers,) * 9, ("6",), WIDE)) for answers in (2, 3, 16)}
    assert sent == {2: "3", 3: "2", 16: "1"}


def test_reports_of_one_question_are_those_of_a_textbook() -> None:
    """A yes/no question at epsilon ln 3 keeps an answer with three quarters: its variance is one, at any share."""
    assert closed_form.reports(2, float(np.log(3)), 0.05) == pytest.approx((1.959964 / 0.05) ** 2)


def test_twelve_answers_get_the_mechanism_that_the_closed_form_supposes() -> None:
    assert agree(people_needed(drawn((12,), ("2",), WIDE), "0.1"), closed_form.reports(12, 2, 0.1), 1)


def test_a_new_survey_of_nine_questions_takes_epsilon_4_for_a_thousand_people() -> None:
    whole = draft(census.questions())
    assert (whole["aim"], whole["levels"]) == ({"people": 1000, "half_width": "0.1"}, [])
    aimed = aimed_level(whole)
    assert (aimed.epsilon, aimed.people) == ("4", 923)
    assert max(thousand.promised()) < 0.1


def test_to_skip_is_a_fourth_answer_for_which_a_thousand_people_are_too_few() -> None:
    assert agree(thousand.people_with_skips(), closed_form.people((4,) * 9, 4, 2, 0.1), 9)
    assert thousand.people_with_skips() > 1000


def test_everybody_has_one_of_three_answers_to_each_of_nine_questions() -> None:
    shares = census.true_shares()
    assert shares.shape == (9, 3)
    assert (shares > 0.03).all()
    assert shares.sum(axis=1) == pytest.approx(np.ones(9))


def test_a_few_surveys_are_unbiased_and_cover() -> None:
    """Eighty surveys: six standard errors of the mean of each answer, two false alarms in 10^9 of each of 27."""
    outcome = thousand.outcome(80)
    errors = outcome.shares - outcome.truth
    assert (abs(errors.mean(axis=0)) < 6 * errors.std(axis=0) / np.sqrt(80)).all()
    assert 0.92 < outcome.coverage.mean() < 0.98
    assert outcome.half_widths.max() < 1.02 * max(thousand.promised())
    assert max(outcome.first) < 500


def test_a_count_of_the_wrong_question_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports of one question that are counted as another's lose the coverage."""
    records = thousand.records_of(1, SeededEntropy(1))
    right = shares_of(thousand.estimated(records))
    level = thousand.version().levels[0]
    monkeypatch.setattr(type(level), "draw_in", lambda own, record: (record[0] + 1) % len(own.draws))
    wrong = shares_of(thousand.estimated(records))
    truth = census.true_shares()
    assert abs(right - truth).max() < 0.25
    assert abs(wrong - truth).max() > 0.25


def shares_of(questions: list[dict[str, Any]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([[answer["share"] for answer in question["estimates"]["answers"]] for question in questions])


def test_first_results_wait_for_forty_of_each_question() -> None:
    """Nobody is shown before each question was sent 40 times; one row less and they wait."""
    definition = thousand.version()
    rows = lots(definition, [1], 500, SeededEntropy(3))
    first = first_results(definition, rows)
    sent = [sum(block.id in row for _, row in rows[:first]) for block in definition.blocks]
    assert min(sent) >= 40
    assert expected(definition, [1]) == pytest.approx(180, rel=1e-6)
    # A result above the number of rows means that none is shown.
    assert first_results(definition, rows[: first - 1]) == first


def test_lots_choose_levels_by_the_mix_and_questions_by_their_weights() -> None:
    definition = THREE.definition(9)
    rows = lots(definition, THREE.mix, 20_000, SeededEntropy(4))
    for level, part in zip(definition.levels, THREE.mix, strict=True):
        own = [row for place, row in rows if place == level.id]
        assert len(own) / 20_000 == pytest.approx(part / 100, abs=6 * 0.0036)
        for block in definition.blocks:
            share = sum(block.id in row for row in own) / len(own)
            assert share == pytest.approx(level.inclusion(block.fields[0]), abs=6 * 0.5 / np.sqrt(len(own)))


def test_three_levels_show_a_thousand_people_nothing_while_the_survey_is_open() -> None:
    definition, entropy = THREE.definition(9), SeededEntropy(5)
    first = [first_results(definition, lots(definition, THREE.mix, 2500, entropy)) for _ in range(10)]
    assert median(first) > 1000
