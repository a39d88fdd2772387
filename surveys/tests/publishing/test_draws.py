"""A phone sends these blocks: the plan follows its closed form, the list follows what every page checks."""

from collections.abc import Iterable
from decimal import Decimal
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms import catalogue
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.shapes.lots import lot_of, lots_of
from surveys.publishing.draws import (
    CIRCLE,
    LEAST_INCLUSION,
    Draw,
    Needs,
    block_epsilon,
    check_draws,
    inclusion_of,
    list_of,
    plan_draws,
)

WIDE = Decimal(8)  # No block reaches this ceiling.
ADULT = (2, 3, 4, 5, 6, 7, 8, 15, 17)


@cache
def reports(answers: int, epsilon: Decimal) -> int:
    """Returns the reports that a question of so many answers alone needs for +-5 points of an answer that half give."""
    oracle = catalogue.choose(answers, epsilon).mechanism
    return required_respondents([(oracle, 1)], half_width=0.05, share=0.5, confidence=0.95)


def needs_of(*answers: int) -> dict[str, Needs]:
    return {f"b{number}": need_of(size) for number, size in enumerate(answers, 1)}


def apart(blocks: Iterable[str]) -> dict[str, list[str]]:
    """Returns blocks of one question each."""
    return {block: [f"question of {block}"] for block in blocks}


def need_of(answers: int) -> Needs:
    return lambda epsilon: float(reports(answers, epsilon))


@pytest.mark.parametrize(
    ("answers", "epsilon", "size", "people"),
    [
        ((3,) * 5, 1, 1, 13_832),
        ((3,) * 5, 2, 1, 4_101),
        ((3,) * 5, 4, 2, 2_050),
        ((3,) * 9, 1, 1, 24_898),
        ((3,) * 9, 2, 1, 7_382),
        ((3,) * 9, 4, 2, 3_691),
        ((3,) * 9, 6, 2, 2_310),
        ((2,) * 9, 4, 2, 2_980),
        ((3,) * 20, 4, 2, 8_202),
        ((8,) * 20, 2, 1, 32_193),
        ((8,) * 20, 4, 1, 10_051),
        ((16,) * 9, 4, 1, 5_594),
    ],
)
def test_people_are_those_of_the_closed_form(answers: tuple[int, ...], epsilon: int, size: int, people: int) -> None:
    """Every block rounds its number of reports up, which adds a few people."""
    plan = plan_draws(needs_of(*answers), Decimal(epsilon), WIDE)
    assert set(plan.sizes.values()) == {size}
    assert people <= plan.people <= people + len(answers)


def test_questions_of_many_answers_are_drawn_more_often() -> None:
    plan = plan_draws(needs_of(*ADULT), Decimal(2), WIDE)
    shares = [plan.inclusion[f"b{number}"] for number in range(1, 10)]
    assert shares == sorted(shares)
    assert shares[-1] > 2.5 * shares[0]
    equal = max(reports(answers, Decimal(2)) for answers in ADULT) * len(ADULT)
    assert equal / plan.people >= 1.2


def test_a_ceiling_sends_more_blocks_at_less_each() -> None:
    plan = plan_draws(needs_of(*ADULT), Decimal(4), Decimal(2))
    assert set(plan.sizes.values()) == {2}
    assert block_epsilon(Decimal(4), 2, Decimal(2)) == 2


def test_a_third_of_an_epsilon_is_rounded_down() -> None:
    third = block_epsilon(Decimal(4), 3, WIDE)
    assert third == Decimal("1.333333")
    assert 3 * third <= 4


def test_a_block_that_needs_more_draws_than_its_class_has_is_sent_in_each_of_them() -> None:
    plan = plan_draws(needs_of(3, 24), Decimal(4), Decimal(2))
    assert list_of(plan) == [Draw(CIRCLE, ("b1", "b2"))]


def test_one_question_is_always_sent_and_never_above_the_ceiling() -> None:
    plan = plan_draws(needs_of(3), Decimal(4), Decimal(2))
    assert list_of(plan) == [Draw(CIRCLE, ("b1",))]
    assert block_epsilon(Decimal(4), plan.sizes["b1"], Decimal(2)) == 2


@given(
    st.lists(st.integers(2, 24), min_size=1, max_size=30),
    st.sampled_from(["0.5", "1", "2", "3", "4", "6", "8"]),
    st.sampled_from(["1", "2", "8"]),
)
def test_every_list_is_one_that_a_page_accepts(answers: list[int], epsilon: str, ceiling: str) -> None:
    spent, most = Decimal(epsilon), Decimal(ceiling)
    if spent > 8 * most:
        return
    plan = plan_draws(needs_of(*answers), spent, most)
    draws = list_of(plan)
    check_draws(draws, apart(plan.sizes))
    assert len(draws) <= len(answers)
    for draw in draws:
        assert sum(block_epsilon(spent, plan.sizes[block], most) for block in draw.blocks) <= spent
    for block, share in plan.inclusion.items():
        assert inclusion_of(draws, block) == pytest.approx(share, abs=1e-6)


def test_a_question_that_hardly_needs_anybody_is_still_sent_by_one_of_two_hundred() -> None:
    plan = plan_draws(needs_of(2) | {"b2": lambda _: 1_000_000.0}, Decimal(1), WIDE)
    draws = list_of(plan)
    check_draws(draws, apart(["b1", "b2"]))
    assert 1 / LEAST_INCLUSION <= inclusion_of(draws, "b1") < 1.01 / LEAST_INCLUSION


@pytest.mark.parametrize("small", [1, 60, 120, 180, 198])
def test_many_questions_that_need_hardly_anybody_leave_the_others_what_they_need(small: int) -> None:
    need = need_of(2)
    needs: dict[str, Needs] = {f"b{number}": need for number in range(small)} | {"big": lambda _: 1e9}
    plan = plan_draws(needs, Decimal(1), WIDE)
    draws = list_of(plan)
    check_draws(draws, apart(needs))
    assert len(draws) <= len(needs)
    assert inclusion_of(draws, "big") == pytest.approx(1 - small * 1.001 / LEAST_INCLUSION, abs=1e-6)
    assert plan.people * plan.inclusion["big"] == pytest.approx(1e9)


def test_a_word_chooses_the_draw_in_whose_weight_it_lies() -> None:
    weights = [1, CIRCLE - 2, 1]
    words = (0, 1, CIRCLE - 2, CIRCLE - 1)
    assert [lot_of(word, weights) for word in words] == [0, 1, 1, 2]
    assert lots_of(np.array(words, dtype=np.uint32), weights).tolist() == [0, 1, 1, 2]
    with pytest.raises(ValueError, match="beyond the weights"):
        lot_of(CIRCLE, weights)


HALF = CIRCLE // 2


@pytest.mark.parametrize(
    ("draws", "why"),
    [
        ([], "there are 0 draws"),
        ([Draw(1, ("b1",))] * 256, "there are 256 draws"),
        ([Draw(HALF, ("b1", "b2")), Draw(HALF - 1, ("b1",))], "add to 2\\^32"),
        ([Draw(CIRCLE, ("b1", "b2")), Draw(0, ("b1",))], "whole numbers from 1 on"),
        ([Draw(CIRCLE, ("b1", "b1"))], "each once and in their order"),
        ([Draw(CIRCLE, ("b2", "b1"))], "each once and in their order"),
        ([Draw(CIRCLE, ("b1", "b3"))], "of blocks of the version"),
        ([Draw(CIRCLE, ())], "of blocks of the version"),
        ([Draw(CIRCLE, ("b1",))], "block b2 is sent by 0 of 2\\^32 phones"),
        ([Draw(CIRCLE - CIRCLE // 201, ("b1",)), Draw(CIRCLE // 201, ("b2",))], "block b2 is sent by"),
    ],
)
def test_a_list_that_no_page_accepts_is_refused(draws: list[Draw], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_draws(draws, apart(["b1", "b2"]))
