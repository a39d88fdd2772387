"""A question stands in several planned pairs: their blocks are a section, of which no phone sends two."""

from collections import Counter
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms import catalogue
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.margin import of_pair
from surveys.drafts.sections import sections_of
from surveys.publishing.aim import drawn_plan
from surveys.publishing.blocks import blocks_of
from surveys.publishing.draws import (
    CIRCLE,
    LEAST_INCLUSION,
    Draw,
    Needs,
    check_draws,
    inclusion_of,
    list_of,
    plan_draws,
)
from surveys.tests.factories import draft, question
from surveys.tests.publishing.test_draws import need_of

SEND = {"questions": "some", "ask": "sent", "eps_block": "8", "importance": {}, "together": []}


def options(count: int) -> list[dict[str, str]]:
    return [{"id": f"a{number}", "label": f"Answer {number}"} for number in range(count)]


def drafted(sizes: list[int], pairs: list[list[str]], **parts: Any) -> dict[str, Any]:
    questions = [question(f"q{number}", options=options(size), may_skip=False) for number, size in enumerate(sizes, 1)]
    return draft(**{"questions": questions, "pairs": pairs, "levels": [{"epsilon": "4"}], "send": SEND} | parts)


def test_blocks_stand_by_their_first_question_and_then_by_their_second() -> None:
    whole = drafted([2, 2, 2, 2, 2], [["q4", "q2"], ["q1", "q4"], ["q1", "q2"]])
    assert [(block["id"], block["questions"]) for block in blocks_of(whole)] == [
        ("b1", ["q1", "q2"]),
        ("b2", ["q1", "q4"]),
        ("b3", ["q2", "q4"]),
        ("b4", ["q3"]),
        ("b5", ["q5"]),
    ]


def test_a_section_is_what_hangs_together_however_far() -> None:
    blocks = {"b1": ["q1", "q2"], "b2": ["q3"], "b3": ["q4", "q5"], "b4": ["q2", "q5"], "b5": ["q6"]}
    assert sections_of(blocks) == [("b1", "b3", "b4"), ("b2",), ("b5",)]


@st.composite
def questionnaires(draw: st.DrawFn) -> dict[str, list[str]]:
    """Returns blocks of one or two of up to twelve questions; no two questions share more than one block."""
    ids = [f"q{number}" for number in range(1, draw(st.integers(1, 12)) + 1)]
    pairs = draw(st.lists(st.sampled_from(list(combinations(ids, 2))), unique=True, max_size=25)) if ids[1:] else []
    paired = {id for pair in pairs for id in pair}
    together = sorted([*map(list, pairs), *([id] for id in ids if id not in paired)])
    return {f"b{number}": questions for number, questions in enumerate(together, 1)}


@given(
    questionnaires(),
    st.lists(st.integers(2, 24), min_size=40, max_size=40),
    st.sampled_from(["0.5", "1", "2", "3", "4", "6", "8"]),
    st.sampled_from(["1", "2", "8"]),
)
def test_no_draw_of_any_list_sends_a_question_twice(
    blocks: dict[str, list[str]], sizes: list[int], epsilon: str, ceiling: str
) -> None:
    if Decimal(epsilon) > 8 * Decimal(ceiling):
        return
    needs = {block: need_of(size) for block, size in zip(blocks, sizes, strict=False)}
    plan = plan_draws(needs, Decimal(epsilon), Decimal(ceiling), sections_of(blocks))
    draws = list_of(plan)
    # No draw has a question twice, all 2^32 words are used, and each block is drawn often enough.
    check_draws(draws, blocks)
    assert len(draws) <= len(blocks)
    for block, share in plan.inclusion.items():
        assert inclusion_of(draws, block) == pytest.approx(share, abs=1e-6)
    for section in plan.sections:
        share = sum(draw.weight for draw in draws if not set(section).isdisjoint(draw.blocks))
        assert share == sum(draw.weight * sum(block in section for block in draw.blocks) for draw in draws) <= CIRCLE


@given(st.lists(st.floats(1, 1e9), min_size=1, max_size=40), st.integers(1, 40))
def test_every_block_is_sent_by_one_of_two_hundred_however_little_it_needs(needs: list[float], joined: int) -> None:
    blocks = {f"b{number}": [f"q{number}", *(["hub"] if number < joined else [])] for number, _ in enumerate(needs)}
    of_blocks = {block: (lambda _, need=need: need) for block, need in zip(blocks, needs, strict=True)}
    plan = plan_draws(of_blocks, Decimal(2), Decimal(1), sections_of(blocks))
    assert min(plan.inclusion.values()) >= 1 / LEAST_INCLUSION
    for block, need in zip(blocks, needs, strict=True):
        assert plan.people * plan.inclusion[block] >= need * (1 - 1e-9)
    check_draws(list_of(plan), blocks)


def dearer_apart(reports: float) -> Needs:
    """Returns a need of so many reports at epsilon 1, eight times as many at a half: sent alone where that may be."""
    return lambda epsilon: reports / float(epsilon) ** 3


def test_members_of_a_section_share_it_by_their_needs() -> None:
    needs = {"b1": dearer_apart(300), "b2": dearer_apart(100), "b3": dearer_apart(400)}
    plan = plan_draws(needs, Decimal(1), Decimal(1), [("b1", "b2"), ("b3",)])
    assert plan.people == 800
    assert plan.inclusion == {"b1": 0.375, "b2": 0.125, "b3": 0.5}
    both = plan_draws(needs, Decimal(2), Decimal(1), [("b1", "b2"), ("b3",)])
    assert both.people == 400
    assert list_of(both) == [Draw(CIRCLE // 4 * 3, ("b1", "b3")), Draw(CIRCLE // 4, ("b2", "b3"))]


def test_a_draw_names_its_blocks_in_their_order_where_sections_lie_across() -> None:
    needs = {block: dearer_apart(100) for block in ("b1", "b2", "b3", "b4")}
    draws = list_of(plan_draws(needs, Decimal(2), Decimal(1), [("b1", "b4"), ("b2", "b3")]))
    assert {draw.blocks for draw in draws} == {("b1", "b2"), ("b3", "b4")}


def test_a_list_with_a_question_twice_in_a_draw_is_refused() -> None:
    blocks = {"b1": ["q1", "q2"], "b2": ["q1", "q3"], "b3": ["q4"]}
    check_draws([Draw(CIRCLE // 2, ("b1", "b3")), Draw(CIRCLE // 2, ("b2", "b3"))], blocks)
    with pytest.raises(ValueError, match="sends a question twice"):
        check_draws([Draw(CIRCLE, ("b1", "b2", "b3"))], blocks)


def needed(sizes: tuple[int, int], epsilon: int) -> tuple[int, int]:
    """Returns the reports of a pair that each of its questions needs for +-0.5 points of an answer that half give."""
    oracle = catalogue.choose(sizes[0] * sizes[1], Decimal(epsilon)).mechanism
    first, other = (
        required_respondents([(margin, 1)], half_width=0.005, share=0.5, confidence=0.95)
        for margin in of_pair(oracle, sizes)
    )
    return first, other


def test_the_question_of_every_pair_needs_a_part_of_its_reports_from_each() -> None:
    """Class by three features: each block has the reports of its feature, which are more than a third of the
    class's."""
    plan = drawn_plan(drafted([3, 2, 4, 5], [["q1", f"q{number}"] for number in (2, 3, 4)]), "4")
    assert set(plan.sizes.values()) == {1}
    expected = [max(first / 3, other) for first, other in (needed((3, size), 4) for size in (2, 4, 5))]
    assert [plan.inclusion[block] * plan.people for block in ("b1", "b2", "b3")] == pytest.approx(expected)
    assert plan.people == pytest.approx(sum(expected))


def test_importance_is_of_a_question_not_of_whatever_it_is_paired_with() -> None:
    pairs = [["q1", "q2"], ["q1", "q3"]]
    plain = drawn_plan(drafted([2, 2, 2], pairs), "4")
    weighed = drawn_plan(drafted([2, 2, 2], pairs, send=SEND | {"importance": {"q3": "4"}}), "4")
    assert weighed.people == pytest.approx(plain.people * 2.5)
    assert Counter(len(draw.blocks) for draw in list_of(weighed)) == {1: 2}
    assert plain.inclusion["b2"] == pytest.approx(0.5)
    assert weighed.inclusion["b2"] == pytest.approx(0.8)
