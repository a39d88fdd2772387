"""A plan says of each field the mechanism, the odds and the half-width that many reports then show."""

import json
import math
from typing import Any

import numpy as np
import pytest

from mechanisms import catalogue
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.pooling import expected_half_width
from surveys.planning.forecast import plan
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.tally import tally
from surveys.results.estimate import results
from surveys.results.kinds.kind import people_at
from surveys.tests.factories import draft
from surveys.tests.results.test_answer_every_type import drawn
from surveys.vectors.samples import EVERY, YES_NO

SIZES = (100, 40_000)


@pytest.fixture
def definition() -> Definition:
    whole = draft(questions=list(EVERY), pairs=[["q3", "q2"]], levels=[{"epsilon": "0.5"}, {"epsilon": "0.8"}])
    return read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))


def test_every_question_and_row_has_a_plan_at_every_level(definition: Definition) -> None:
    forecast = plan(definition, SIZES, [50, 50])
    assert [question["id"] for question in forecast["questions"]] == [question.id for question in definition.questions]
    assert {question["kind"] for question in forecast["questions"]} == {"one", "set", "joint"}
    assert [question["row"] for question in forecast["questions"] if question["question"] == "q8"] == ["mon", "tue"]
    for row in forecast["questions"]:
        assert [level["level"] for level in row["levels"]] == [0, 1]
        for level in row["levels"]:
            assert level["half_widths"]["100"] == pytest.approx(20 * level["half_widths"]["40000"])
            assert level["reason"].endswith(".")
            assert 0 < level["odds"]["other"] < level["odds"]["kept"] < 1
    json.dumps(forecast)


def test_more_epsilon_never_makes_an_interval_wider(definition: Definition) -> None:
    for question in plan(definition, SIZES, [50, 50])["questions"]:
        strong, weak = (level["half_widths"]["40000"] for level in question["levels"])
        assert weak < question["mix"]["40000"] < strong


def test_as_many_reports_as_are_required_give_that_half_width(definition: Definition) -> None:
    forecast = plan(definition, SIZES, [30, 70])
    sizes = sorted({many for question in forecast["questions"] for many in question["needed"].values()})
    again = plan(definition, sizes, [30, 70])
    for question, known in zip(forecast["questions"], again["questions"], strict=True):
        for half, many in question["needed"].items():
            assert known["mix"][str(many)] == pytest.approx(float(half), rel=0.01)
        for level in question["levels"]:
            # The number of people grows by about (5/2)^2.
            assert 6 < level["needed"]["0.02"] / level["needed"]["0.05"] < 6.5


def test_the_half_width_planned_is_the_one_that_is_then_shown(definition: Definition) -> None:
    """The compared answer has the share nearest to the planned one half, the most uncertain in a yes/no question."""
    people, entropy = SIZES[1], SeededEntropy(7)
    records = {level.id: records_of(definition, level.id, people // 2, entropy) for level in definition.levels}
    outcome = results(definition, {level.id: tally(level, records[level.id]) for level in definition.levels})
    planned = {
        question["id"]: question["mix"][str(people)] for question in plan(definition, SIZES, [50, 50])["questions"]
    }
    for shown in outcome["questions"]:
        nearest = min(shown["estimates"]["answers"], key=lambda answer: abs(answer["share"] - 0.5))
        low, high = nearest["intervals"]["95"]
        assert math.isclose((high - low) / 2, planned[shown["id"]], rel_tol=0.12), shown["id"]


def records_of(definition: Definition, level: int, people: int, entropy: SeededEntropy) -> list[bytes]:
    columns: list[Any] = []
    for part, field in zip(definition.levels[level].parts, definition.fields, strict=True):
        columns.append(part.oracle.perturb_many(drawn(field, people, 3), entropy))
    return [row.tobytes() for row in np.concatenate(columns, axis=1)]


def test_a_planned_pair_is_planned_by_its_combinations(definition: Definition) -> None:
    forecast = plan(definition, SIZES, [50, 50], ["0.03"])
    (pair,) = forecast["pairs"]
    (field,) = [field for field in definition.fields if field.kind == "joint"]
    assert (pair["id"], pair["questions"], pair["answers"]) == (field.id, list(field.of), field.answers)
    # A pair may spend the epsilon of two questions.
    oracles = [catalogue.choose(field.answers, epsilon).mechanism for epsilon in ("1", "1.6")]
    assert [level["mechanism"] for level in pair["levels"]] == [oracle.slug for oracle in oracles]
    assert pair["mix"]["100"] == expected_half_width([(oracle, 50) for oracle in oracles], 0.5, 0.95)
    assert list(pair["needed"]) == forecast["half_widths"] == ["0.03"]


def test_a_plan_says_how_far_made_up_reports_push_at_the_level_where_they_push_most(definition: Definition) -> None:
    """The push worked out by hand: 1 % of the reports can move a share by 1 % of (1 - q) / (p - q)."""
    yes_no = next(question for question in plan(definition, SIZES, [50, 50])["questions"] if question["id"] == "q1")
    odds = yes_no["levels"][0]["odds"]
    one_percent, five = yes_no["made_up"]
    assert (one_percent["reports"], five["reports"]) == ("0.01", "0.05")
    assert one_percent["up"] == pytest.approx(0.01 * (1 - odds["other"]) / (odds["kept"] - odds["other"]))
    assert five["down"] == pytest.approx(5 * one_percent["down"])


def test_a_question_with_a_condition_has_the_strongest_level_where_each_has_its_own() -> None:
    later = {"show_if": "q1 = 'yes'", "may_skip": True}
    questions = [YES_NO, YES_NO | {"id": "q2"} | later]
    whole = draft(questions=questions, levels=[{"epsilon": "0.5"}, {"epsilon": "2"}], level_choice="question")
    by_question = read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))
    free, fixed = by_question.fields
    assert people_at(by_question, free.id, 100, [30, 70]) == [30, 70]
    assert people_at(by_question, fixed.id, 100, [30, 70]) == [100, 0]
    planned = plan(by_question, [100], [30, 70])["questions"]
    assert planned[1]["mix"] == planned[1]["levels"][0]["half_widths"]
    assert planned[0]["mix"]["100"] < planned[0]["levels"][0]["half_widths"]["100"]
