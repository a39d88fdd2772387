"""What a plan says of each field: the mechanism, the odds and the half-width that many reports then show."""

import json
import math
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from surveys.rules.definition import Definition, build, read, text_of
from surveys.rules.estimate import results, tally
from surveys.rules.plan import plan
from surveys.rules.vectors.samples import EVERY
from surveys.tests.house import draft
from surveys.tests.test_answer_every_type import drawn

SIZES = (100, 40_000)


@pytest.fixture
def definition() -> Definition:
    whole = draft(questions=list(EVERY), pairs=[["q3", "q2"]], levels=[{"epsilon": "0.5"}, {"epsilon": "0.8"}])
    return read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))


def test_every_question_and_row_has_a_plan_at_every_level(definition: Definition) -> None:
    found = plan(definition, SIZES, [50, 50])
    assert [asked["id"] for asked in found["questions"]] == [question.id for question in definition.questions]
    assert {asked["kind"] for asked in found["questions"]} == {"one", "set", "joint"}
    assert [asked["row"] for asked in found["questions"] if asked["question"] == "q8"] == ["mon", "tue"]
    for asked in found["questions"]:
        assert [level["level"] for level in asked["levels"]] == [0, 1]
        for level in asked["levels"]:
            assert level["half_widths"]["100"] == pytest.approx(20 * level["half_widths"]["40000"])
            assert level["reason"].endswith(".")
            assert 0 < level["odds"]["other"] < level["odds"]["kept"] < 1
    json.dumps(found)


def test_more_epsilon_never_makes_an_interval_wider(definition: Definition) -> None:
    for asked in plan(definition, SIZES, [50, 50])["questions"]:
        strong, weak = (level["half_widths"]["40000"] for level in asked["levels"])
        assert weak < asked["mix"]["40000"] < strong


def test_as_many_reports_as_are_required_give_that_half_width(definition: Definition) -> None:
    found = plan(definition, SIZES, [30, 70])
    sizes = sorted({many for asked in found["questions"] for many in asked["needed"].values()})
    again = plan(definition, sizes, [30, 70])
    for asked, known in zip(found["questions"], again["questions"], strict=True):
        for half, many in asked["needed"].items():
            assert known["mix"][str(many)] == pytest.approx(float(half), rel=0.01)
        for level in asked["levels"]:
            assert 6 < level["needed"]["0.02"] / level["needed"]["0.05"] < 6.5  # (5/2)^2


def test_the_half_width_planned_is_the_one_that_is_then_shown(definition: Definition) -> None:
    """At the answer whose share is next to the planned one half, the most uncertain of a yes/no question."""
    people, entropy = SIZES[1], SeededEntropy(7)
    records = {level.id: records_of(definition, level.id, people // 2, entropy) for level in definition.levels}
    found = results(definition, {level.id: tally(level, records[level.id]) for level in definition.levels})
    planned = {asked["id"]: asked["mix"][str(people)] for asked in plan(definition, SIZES, [50, 50])["questions"]}
    for shown in found["questions"]:
        nearest = min(shown["estimates"]["answers"], key=lambda answer: abs(answer["share"] - 0.5))
        low, high = nearest["intervals"]["95"]
        assert math.isclose((high - low) / 2, planned[shown["id"]], rel_tol=0.12), shown["id"]


def records_of(definition: Definition, level: int, people: int, entropy: SeededEntropy) -> list[bytes]:
    columns: list[Any] = []
    for part, field in zip(definition.levels[level].parts, definition.fields, strict=True):
        columns.append(part.oracle.perturb_many(drawn(field, people, 3), entropy))
    return [row.tobytes() for row in np.concatenate(columns, axis=1)]
