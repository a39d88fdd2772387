"""A draft is answered by made-up people: the real mechanisms, the real estimates, and nobody's answer."""

from typing import Any

import numpy as np
import pytest

from datahub.accounts.models import Person
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import harmonic
from surveys.errors import BadQuery
from surveys.planning.rehearsal import most_people, rehearse
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, draft
from surveys.vectors.samples import EVERY, SCALE, YES_NO


def defined(**parts: Any) -> Definition:
    return read(text_of(build(draft(**parts), survey="s", number=1, bundle="b", simulated=False)))


@pytest.fixture
def definition() -> Definition:
    return defined(questions=list(EVERY), pairs=[["q3", "q2"]], levels=[{"epsilon": "0.5"}, {"epsilon": "0.8"}])


def test_every_question_and_pair_has_results_and_a_truth(definition: Definition) -> None:
    rehearsal = rehearse(definition, people=100, mix=[50, 50], entropy=SeededEntropy(1))
    assert [shown["id"] for shown in rehearsal["questions"]] == [question.id for question in definition.questions]
    for question, shown in zip(definition.questions, rehearsal["questions"], strict=True):
        truth = rehearsal["truth"][question.id]
        assert list(truth) == [answer["id"] for answer in shown["estimates"]["answers"]]
        assert sum(truth.values()) == pytest.approx(1)
        assert list(truth.values()) == pytest.approx(harmonic(len(truth)).tolist())
        assert shown["guarantee"]["n"] == 100
    assert [(table["rows"]["id"], table["columns"]["id"]) for table in rehearsal["crosstabs"]] == [("q2", "q3")]


def test_estimates_lie_around_the_truth_as_far_as_their_errors_say(definition: Definition) -> None:
    """Some 55 shares of 10 000 people lie within six standard errors: correct code fails for one seed in nine
    million.
    """
    assert most_people(definition) == 10_000
    rehearsal = rehearse(definition, people=10_000, mix=[30, 70], entropy=SeededEntropy(20261122))
    for shown in rehearsal["questions"]:
        truth = rehearsal["truth"][shown["id"]]
        off = [
            (answer["share"] - truth[answer["id"]]) / answer["standard_error"]
            for answer in shown["estimates"]["answers"]
        ]
        assert np.abs(off).max() < 6, shown["id"]


def test_the_same_seed_gives_the_same_results(definition: Definition) -> None:
    once, again = (rehearse(definition, people=60, mix=[1, 1], entropy=SeededEntropy(5)) for _ in range(2))
    assert once == again


def test_a_level_of_few_is_left_out_as_it_would_be() -> None:
    definition = defined(questions=[YES_NO], levels=[{"epsilon": "0.5"}, {"epsilon": "2"}])
    rehearsal = rehearse(definition, people=100, mix=[10, 90], entropy=SeededEntropy(1))
    assert rehearsal["reports"] == 90
    with pytest.raises(BadQuery, match="fewer than 20 would choose each level"):
        rehearse(definition, people=30, mix=[50, 50], entropy=SeededEntropy(1))


def test_where_each_question_has_its_own_level_a_conditional_one_is_at_the_strongest() -> None:
    later = SCALE | {"show_if": "q1 = 'yes'", "may_skip": True}
    definition = defined(
        questions=[YES_NO, later], levels=[{"epsilon": "0.5"}, {"epsilon": "2"}], level_choice="question"
    )
    rehearsal = rehearse(definition, people=200, mix=[50, 50], entropy=SeededEntropy(1))
    first, second = rehearsal["questions"]
    assert [group["reports"] for group in first["by_level"]] == [100, 100]
    assert [(group["levels"], group["reports"]) for group in second["by_level"]] == [([0], 200)]


@pytest.mark.parametrize(("people", "fault"), [(19, "is too small"), (10_001, "is too large")])
def test_refuses_people_of_whom_nothing_would_be_shown_and_more_than_one_request_may_cost(
    people: int, fault: str
) -> None:
    definition = defined(questions=[YES_NO])
    assert most_people(definition) == 10_000
    with pytest.raises(BadQuery, match="from 20 to 10000 at once") as refusal:
        rehearse(definition, people=people, mix=[1], entropy=SeededEntropy(1))
    assert refusal.value.fields == {"reports": [fault]}


def choice(place: int, answers: int) -> dict[str, Any]:
    options = [{"id": f"o{option}", "label": f"Answer {option}"} for option in range(answers)]
    return YES_NO | {"id": f"q{place}", "type": "single_choice", "shuffle": False, "options": options}


def grid(place: int, rows: int, columns: int) -> dict[str, Any]:
    named = [{"id": f"r{row}", "label": f"Row {row}"} for row in range(rows)]
    return choice(place, columns) | {"type": "matrix", "rows": named, "may_skip": True}


def at(*epsilons: str) -> list[dict[str, str]]:
    return [{"epsilon": epsilon} for epsilon in epsilons]


LARGE: dict[str, dict[str, Any]] = {
    "answers": {"questions": [choice(place, 200) for place in range(50)]},
    "rows": {"questions": [grid(place, 20, 2) for place in range(10)]},
    "cells": {
        "questions": [choice(place, 32) for place in range(14)],
        "pairs": [[f"q{place}", f"q{place + 1}"] for place in range(0, 14, 2)],
    },
    "levels": {"questions": [choice(place, 200) for place in range(14)], "levels": at("0.1", "0.2", "0.3")},
}


@pytest.mark.parametrize("parts", LARGE.values(), ids=LARGE)
def test_nobody_is_made_up_where_the_estimates_alone_are_more_than_one_request_may_cost(parts: dict[str, Any]) -> None:
    definition = defined(**{"levels": [{"epsilon": "0.02"}], **parts})
    assert most_people(definition) == 0
    with pytest.raises(BadQuery, match="more questions and answers than") as refusal:
        rehearse(definition, people=100, mix=[1], entropy=SeededEntropy(1))
    assert refusal.value.fields == {"reports": ["is too large"]}


ORDINARY: dict[str, dict[str, Any]] = {
    "fifty questions": {"questions": [choice(place, 5) for place in range(50)]},
    "five matrices and twenty questions": {
        "questions": [*(choice(place, 5) for place in range(20)), *(grid(place, 10, 5) for place in range(20, 25))]
    },
    "ten long lists": {"questions": [choice(place, 200) for place in range(10)]},
}


@pytest.mark.parametrize("parts", ORDINARY.values(), ids=ORDINARY)
def test_a_questionnaire_of_the_usual_size_is_rehearsed_at_three_levels(parts: dict[str, Any]) -> None:
    assert most_people(defined(levels=at("0.02", "0.03", "0.04"), **parts)) >= 1000


def test_the_plan_of_a_questionnaire_too_large_to_rehearse_says_so(ana: Person) -> None:
    large = a_survey(ana, **LARGE["answers"], levels=[{"epsilon": "0.02"}])
    planned = Visitor(ana).get(f"surveys/{large.pk}/plan/").json()
    assert (planned["simulated_least"], planned["simulated_most"]) == (20, 0)
    refused = Visitor(ana).get(f"surveys/{large.pk}/plan/rehearsal/", reports="100")
    assert (refused.status_code, refused.json()["fields"]) == (400, {"reports": ["is too large"]})


def test_the_door_gives_results_marked_as_simulated(ana: Person) -> None:
    survey = a_survey(ana)
    rehearsal = Visitor(ana).get(f"surveys/{survey.pk}/plan/rehearsal/", reports="300", mix="75,25", seed="9").json()
    assert (rehearsal["simulated"], rehearsal["seed"], rehearsal["reports"]) == (True, 9, 300)
    assert (
        rehearsal
        == Visitor(ana).get(f"surveys/{survey.pk}/plan/rehearsal/", reports="300", mix="75,25", seed="9").json()
    )
    assert set(rehearsal["truth"]) == {question["id"] for question in rehearsal["questions"]}
    assert Visitor(ana).get(f"surveys/{survey.pk}/").json()["versions"] == []  # A rehearsal stores no version.


@pytest.mark.parametrize(
    "query",
    [{"reports": "19"}, {"reports": "100,200"}, {"reports": "x"}, {"mix": "0,0"}, {"seed": "-1"}, {"seed": "1,2"}],
)
def test_refuses_to_rehearse_what_cannot_be(ana: Person, query: dict[str, str]) -> None:
    answer = Visitor(ana).get(f"surveys/{a_survey(ana).pk}/plan/rehearsal/", **query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, list(query))
