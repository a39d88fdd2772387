"""A draft with an aim has one level, the most protective at which the people expected reach the half-width."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from datahub.accounts.models import Person
from surveys.drafts.questionnaire import check_complete, empty_draft, with_parts
from surveys.drafts.services import create
from surveys.errors import DraftRefused
from surveys.planning.forecast import plan
from surveys.publishing.aim import EPSILONS, aimed_level
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, question

NOW = datetime(2026, 6, 1, tzinfo=UTC)
THREE = [{"id": id, "label": id} for id in ("low", "middle", "high")]


def of_nine(people: int, half_width: str = "0.1", **parts: Any) -> dict[str, Any]:
    questions = [question(f"q{number}", options=THREE, may_skip=False) for number in range(9)]
    whole = empty_draft() | {"title": "Nine questions", "questions": questions}
    return with_parts(whole, {"aim": {"people": people, "half_width": half_width}, **parts})


def published(draft: dict[str, Any]) -> Definition:
    check_complete(draft, NOW)
    return read(text_of(build(draft, survey="s", number=1, bundle="b", simulated=False)))


@pytest.mark.parametrize(
    ("people", "epsilon"),
    [(500, "4"), (1_000, "4"), (1_700, "4"), (2_000, "2"), (6_000, "2"), (6_300, "1"), (1_000_000, "1")],
)
def test_nine_questions_get_the_strongest_level_that_their_people_can_afford(people: int, epsilon: str) -> None:
    [level] = published(of_nine(people)).levels
    assert str(level.eps_report) == epsilon


@given(
    people=some.integers(50, 200_000), more=some.integers(1, 200_000), half=some.sampled_from(["0.2", "0.1", "0.05"])
)
@settings(max_examples=25)
def test_more_people_never_get_less_protection(people: int, more: int, half: str) -> None:
    few, many = aimed_level(of_nine(people, half)), aimed_level(of_nine(people + more, half))
    assert float(many.epsilon) <= float(few.epsilon)


@pytest.mark.parametrize("people", [1_000, 2_000, 7_000])
def test_the_people_expected_reach_the_half_width_in_the_plan_of_every_question(people: int) -> None:
    draft = of_nine(people)
    needed = aimed_level(draft).people
    assert needed <= people
    for planned in plan(published(draft), [people, needed], [1], ["0.1"])["questions"]:
        assert planned["mix"][str(people)] <= 0.1
        assert planned["mix"][str(needed)] == pytest.approx(0.1, rel=0.01)
        assert planned["needed"]["0.1"] == pytest.approx(needed, rel=0.01)


@pytest.mark.parametrize("people", [1_000, 2_000])
def test_no_stronger_level_would_have_reached_it(people: int) -> None:
    chosen = aimed_level(of_nine(people)).epsilon
    stronger = EPSILONS[EPSILONS.index(chosen) - 1]
    definition = published(with_parts(of_nine(people), {"levels": [{"epsilon": stronger}], "aim": None}))
    for planned in plan(definition, [people], [1], ["0.1"])["questions"]:
        assert planned["mix"][str(people)] > 0.1


def test_the_plan_says_which_share_of_the_phones_sends_each_question() -> None:
    definition = published(of_nine(1_000))
    shares = [planned["levels"][0]["inclusion"] for planned in plan(definition, [1_000], [1])["questions"]]
    sent = len(definition.levels[0].draws[0].blocks)
    assert sum(shares) == pytest.approx(sent)
    assert sent == 2


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"levels": [{"epsilon": "2"}]}, "levels"),
        ({"send": {"questions": "all", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}}, "aim"),
        (
            {"send": {"questions": "some", "ask": "sent", "eps_block": "0.1", "importance": {}, "together": []}},
            "send.eps_block",
        ),
        ({"level_choice": "question"}, "level_choice"),
    ],
)
def test_an_aim_that_cannot_choose_a_level_is_refused_in_words(parts: dict[str, Any], field: str) -> None:
    draft = of_nine(1_000) | parts
    with pytest.raises(DraftRefused) as refusal:
        check_complete(draft, NOW)
    assert field in refusal.value.fields


@pytest.mark.parametrize(
    ("aim", "field"),
    [
        ({"people": 49, "half_width": "0.1"}, "aim.people"),
        ({"people": 1000, "half_width": "0.3"}, "aim.half_width"),
        ({"people": 1000, "half_width": "0.009"}, "aim.half_width"),
        ({"people": 1000}, "aim.half_width"),
        ({"people": 1000, "half_width": "0.1", "level": 1}, "aim.level"),
    ],
)
def test_an_aim_out_of_its_limits_is_refused(ana: Person, aim: dict[str, Any], field: str) -> None:
    answer = Visitor(ana).post("surveys/", {"title": "Work", "aim": aim})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert field in answer.json()["fields"] or field.split(".")[0] in answer.json()["fields"]


def test_a_new_survey_draws_questions_by_lot_and_aims_at_a_thousand_people(ana: Person) -> None:
    draft = Visitor(ana).post("surveys/", {"title": "Work"}).json()["draft"]
    assert (draft["levels"], draft["send"]["questions"]) == ([], "some")
    assert draft["aim"] == {"people": 1000, "half_width": "0.1"}


def test_a_survey_that_begins_with_levels_sends_every_question(ana: Person) -> None:
    draft = Visitor(ana).post("surveys/", {"title": "Work", "levels": [{"epsilon": "1"}]}).json()["draft"]
    assert draft["levels"] == [{"epsilon": "1"}]
    assert not draft.keys() & {"aim", "send"}


def test_levels_take_the_place_of_an_aim_and_an_aim_that_of_levels(ana: Person) -> None:
    survey = a_survey(ana, title="Work")
    path = f"surveys/{survey.pk}/"
    with_levels = Visitor(ana).patch(path, {"levels": [{"epsilon": "2"}], "draft_revision": 1}).json()["draft"]
    assert "aim" not in with_levels
    aim = {"people": 300, "half_width": "0.15"}
    with_aim = Visitor(ana).patch(path, {"aim": aim, "draft_revision": 2}).json()["draft"]
    assert (with_aim["levels"], with_aim["aim"]) == ([], aim)


def test_a_plan_states_the_level_that_the_aim_chooses(ana: Person) -> None:
    survey = a_survey(ana, **of_nine(1_000))
    forecast = Visitor(ana).get(f"surveys/{survey.pk}/plan/").json()
    assert forecast["aim"] == {"epsilon": "4", "people": aimed_level(of_nine(1_000)).people}
    Visitor(ana).patch(f"surveys/{survey.pk}/", {"levels": [{"epsilon": "2"}], "draft_revision": 1})
    assert Visitor(ana).get(f"surveys/{survey.pk}/plan/").json()["aim"] is None


def test_an_aim_goes_where_every_question_is_sent(ana: Person) -> None:
    every = {"questions": "all", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
    begun = Visitor(ana).post("surveys/", {"title": "Work", "send": every}).json()["draft"]
    assert (begun["levels"], "aim" in begun) == ([{"epsilon": "1"}], False)
    survey = create(actor=ana, id=uuid4(), draft={"title": "Work"}, simulated=False)
    changed = Visitor(ana).patch(f"surveys/{survey.pk}/", {"send": every, "draft_revision": 1}).json()["draft"]
    assert (changed["levels"], "aim" in changed) == ([], False)
