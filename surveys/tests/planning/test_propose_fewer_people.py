"""Proposals need fewer people than the draft, and exactly as many as stated once they are adopted."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.drafts.questionnaire import check_complete, with_parts
from surveys.planning.forecast import plan
from surveys.planning.proposals import people_of, proposals
from surveys.publishing.aim import aimed_level, levels_of
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import read
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, draft, question
from surveys.tests.publishing.test_aim_at_people import of_nine

NOW = datetime(2026, 6, 1, tzinfo=UTC)
OF_ALL = draft(questions=[question(f"q{number}", may_skip=False) for number in range(5)], levels=[{"epsilon": "0.8"}])
MIX = [50, 30, 20]


def planned(whole: dict[str, Any], mix: list[int], half_width: str) -> int:
    """The people that the forecast of the published draft states for its most demanding question."""
    check_complete(whole, NOW)
    definition = read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))
    needed: int = max(each["needed"][half_width] for each in plan(definition, [100], mix, [half_width])["questions"])
    return needed


def by_kind(whole: dict[str, Any], mix: list[int]) -> dict[str, dict[str, Any]]:
    return {each["kind"]: each for each in proposals(whole, mix, 0.1)}


def in_levels(*epsilons: str) -> dict[str, Any]:
    return with_parts(of_nine(1_000), {"levels": [{"epsilon": epsilon} for epsilon in epsilons], "aim": None})


@pytest.mark.parametrize(
    ("whole", "mix"),
    [(of_nine(1_000), [1]), (of_nine(2_000), [1]), (in_levels("1", "2", "4"), MIX), (OF_ALL, [1])],
    ids=["epsilon 4", "epsilon 2", "three levels", "all sent"],
)
def test_the_people_that_a_draft_needs_are_those_of_its_forecast(whole: dict[str, Any], mix: list[int]) -> None:
    assert people_of(whole, mix, 0.1) == pytest.approx(planned(whole, mix, "0.1"), rel=0.01)


@pytest.mark.parametrize(("whole", "mix"), [(of_nine(1_000), [1]), (in_levels("1", "2", "4"), MIX), (OF_ALL, [1])])
def test_every_proposal_needs_fewer_people_and_the_fewest_come_first(whole: dict[str, Any], mix: list[int]) -> None:
    people = [each["people"] for each in proposals(whole, mix, 0.1)]
    assert people == sorted(people)
    assert people[-1] < people_of(whole, mix, 0.1)


def taken_up(whole: dict[str, Any], parts: Any) -> dict[str, Any]:
    """Returns the draft with a proposal adopted at its present level, since an aim would choose another level."""
    at_level = {**whole, "levels": levels_of(whole), "aim": None}
    return at_level | {name: value for name, value in parts.items() if name != "aim"}


@pytest.mark.parametrize(
    ("whole", "mix"),
    [
        (of_nine(1_000), [1]),
        (of_nine(2_000), [1]),
        (in_levels("1", "2", "4"), MIX),
        (OF_ALL, [1]),
        ({**OF_ALL, "send": {**of_nine(1_000)["send"], "questions": "all", "eps_block": "1"}}, [1]),
    ],
)
def test_a_draft_with_a_proposal_taken_up_needs_as_many_people_as_were_said(
    whole: dict[str, Any], mix: list[int]
) -> None:
    proposed = [each for each in proposals(whole, mix, 0.1) if each["parts"] is not None]
    assert proposed
    for each in proposed:
        changed = taken_up(whole, each["parts"])
        own_mix = mix if len(changed["levels"]) == len(levels_of(whole)) else [1]
        needed = planned(changed, own_mix, each["half_width"] or "0.1")
        assert each["people"] == pytest.approx(needed, rel=0.01), each["kind"]


def test_a_wider_half_width_is_of_the_level_there_is() -> None:
    """The aim of two questions would choose epsilon 1 for the wider half-width, which needs more people than before."""
    whole = of_nine(1_000)
    whole["questions"] = whole["questions"][:2]
    wider = by_kind(whole, [1])["half_width"]
    assert wider["half_width"] == "0.15"
    assert wider["parts"] == {"aim": {"people": 1000, "half_width": "0.15"}}
    assert wider["people"] == math.ceil(people_of(taken_up(whole, {}), [1], 0.15))


def test_a_level_is_not_weaker_than_its_only_block_can_spend() -> None:
    """One question under a ceiling of 2 needs as many people at epsilon 4 as at 2."""
    whole = of_nine(50)
    whole["questions"] = whole["questions"][:1]
    assert aimed_level(whole).epsilon == "2"


def test_so_few_people_that_a_question_might_not_be_shown_do_not_reach_an_aim() -> None:
    """Each of nine questions, of which a phone sends two, is sent by 30 of 135 people."""
    assert aimed_level(of_nine(50, "0.2999")).people == 135


def test_one_level_is_proposed_for_three_and_needs_what_it_says() -> None:
    """Nine questions of three answers: 3 850 people with a menu of 1, 2 and 4, and 923 with 4 alone."""
    three = in_levels("1", "2", "4")
    assert people_of(three, MIX, 0.1) == pytest.approx(3850, rel=0.01)
    assert by_kind(three, MIX)["one_level"]["people"] == pytest.approx(planned(in_levels("4"), [1], "0.1"), rel=0.01)
    assert "one_level" not in by_kind(in_levels("4"), [1])


def test_questions_two_by_two_are_proposed_with_what_one_answer_then_spends() -> None:
    """Two questions of three answers gain nothing as one block under a ceiling of 2; at 4 they do."""
    whole = of_nine(1_000)
    pairs = by_kind(whole, [1])["pairs"]
    assert pairs["parts"]["send"]["eps_block"] == "4"
    assert pairs["parts"]["pairs"] == [["q0", "q1"], ["q2", "q3"], ["q4", "q5"], ["q6", "q7"]]


def test_no_pair_is_proposed_at_a_level_where_pairs_need_more_people() -> None:
    assert "pairs" not in by_kind(in_levels("1"), [1])


def test_sending_some_is_proposed_where_all_are_sent_at_the_same_epsilon_of_the_report() -> None:
    some = by_kind(OF_ALL, [1])["some"]
    drawn = with_parts(of_nine(1_000), {"questions": OF_ALL["questions"], "levels": [{"epsilon": "4"}], "aim": None})
    assert some["people"] == pytest.approx(planned(drawn, [1], "0.1"), rel=0.01)
    assert "some" not in by_kind(drawn, [1])


def test_the_question_of_most_answers_is_the_one_to_leave_out_or_to_shorten() -> None:
    options = [{"id": f"o{number}", "label": f"Answer {number}"} for number in range(12)]
    whole = of_nine(1_000)
    whole["questions"][4] = question("q4", options=options, may_skip=False)
    proposed = by_kind(whole, [1])
    assert proposed["without"]["questions"] == proposed["fewer_answers"]["questions"] == ["q4"]


def test_a_plan_states_people_and_proposals(ana: Person) -> None:
    survey = a_survey(ana, **of_nine(1_000))
    forecast = Visitor(ana).get(f"surveys/{survey.pk}/plan/").json()
    assert (forecast["people"], forecast["half_width"]) == (forecast["aim"]["people"], "0.1")
    assert forecast["proposals"] == proposals(of_nine(1_000), [1], 0.1)


def test_rows_apart_are_proposed_for_a_matrix_that_is_kept_together() -> None:
    whole = of_nine(1_000)
    whole["questions"] = [*matrices(1, rows=8, answers=5), *whole["questions"][:1]]
    whole["send"] = {**whole["send"], "together": ["m0"]}
    apart = by_kind(whole, [1])["rows_apart"]
    assert apart["parts"]["send"]["together"] == []
    assert apart["people"] < people_of(whole, [1], 0.1) / 2


def test_a_change_that_cannot_be_published_is_not_proposed() -> None:
    """Eleven matrices of twenty rows have more blocks than are drawn from."""
    whole = draft(questions=matrices(11, rows=20, answers=2), levels=[{"epsilon": "0.03"}])
    check_complete(whole, NOW)
    assert "some" not in by_kind(whole, [1])


def matrices(count: int, *, rows: int, answers: int) -> list[dict[str, Any]]:
    options = [{"id": f"o{number}", "label": f"{number}"} for number in range(answers)]
    labels = [{"id": f"r{number}", "label": f"Row {number}"} for number in range(rows)]
    common = {"type": "matrix", "text": "How often?", "help": "", "show_if": "", "may_skip": False}
    return [{**common, "id": f"m{number}", "rows": labels, "options": options} for number in range(count)]


def test_a_model_is_offered_the_whole_epsilon_for_a_pair_with_its_price_in_people() -> None:
    """A class in pairs with four features, of which a phone sends one at epsilon 2 of 4."""
    questions = [question(f"q{number}", may_skip=False) for number in range(5)]
    send = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
    pairs = [["q0", f"q{number}"] for number in range(1, 5)]
    whole = draft(questions=questions, pairs=pairs, levels=[{"epsilon": "4"}], send=send)
    raised = by_kind(whole, [1])["ceiling"]
    assert raised["parts"] == {"send": send | {"eps_block": "4"}}
    after = taken_up(whole, raised["parts"])
    assert raised["people"] == pytest.approx(planned(after, [1], "0.1"), rel=0.01)
    assert raised["people"] < people_of(whole, [1], 0.1) / 2
    assert "ceiling" not in by_kind(after, [1])
    assert "ceiling" not in by_kind(whole | {"pairs": []}, [1])
