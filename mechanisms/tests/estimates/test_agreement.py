"""These tests check whether levels answered alike and how far false reports can push: sizes are summed over every
outcome, bounds listed."""

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.ldp.estimates.agreement import Agreement, agreement
from mechanisms.ldp.estimates.margin import Margin, alone, of_pair
from mechanisms.ldp.estimates.poisoning import furthest_push
from mechanisms.tests.cases import supports
from mechanisms.tests.common.test_intervals import binomial

STRONG = alone(mechanism("randomized-response", answers=2, epsilon="0.5"))
STANDARD = alone(mechanism("randomized-response", answers=2, epsilon="2"))


def compared(strong: int, standard: int, sizes: tuple[int, int] = (60, 40)) -> Agreement | None:
    parts = [(STRONG, [strong, sizes[0] - strong], sizes[0]), (STANDARD, [standard, sizes[1] - standard], sizes[1])]
    return agreement([[part] for part in parts])


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("sizes", [(60, 40), (30, 90)])
def test_a_chance_below_a_twentieth_comes_up_about_one_time_in_twenty_when_levels_are_alike(
    share: float, sizes: tuple[int, int]
) -> None:
    """Every outcome of two groups is summed: at most 7 % instead of 5, the price of the normal approximation."""
    chances = [
        binomial(size, margin.outside + share * margin.stretch)
        for margin, size in zip((STRONG, STANDARD), sizes, strict=True)
    ]
    below = 0.0
    for strong, chance in enumerate(chances[0]):
        for standard, other in enumerate(chances[1]):
            comparison = compared(strong, standard, sizes) if chance * other > 1e-9 else None
            below += chance * other if comparison and comparison.chance < 0.05 else 0.0
    assert 0.02 < below < 0.07


def test_notices_levels_that_differ() -> None:
    comparison = compared(35, 5)
    assert comparison is not None
    assert (comparison.freedom, comparison.compared) == (1, 1)
    assert comparison.chance < 0.01
    alike = compared(30, 20)
    assert alike is not None
    assert alike.chance == pytest.approx(1.0)


def test_three_levels_and_several_answers_count_all_that_was_looked_at() -> None:
    margins = [alone(mechanism("optimized-unary-encoding", answers=4, epsilon=text)) for text in ("0.5", "1", "2")]
    counts = np.array([260, 220, 210, 205])
    comparison = agreement([[(margin, counts, 500)] for margin in margins])
    assert comparison is not None
    assert (comparison.freedom, comparison.compared) == (2, 4)
    assert comparison.chance == pytest.approx(min(1.0, 4 * float(np.exp(-comparison.statistic / 2))))


def test_levels_shown_together_are_one_group() -> None:
    merged = agreement([[(STRONG, [30, 30], 60), (STANDARD, [5, 5], 10)], [(STANDARD, [40, 40], 80)]])
    assert merged is not None
    assert merged.freedom == 1
    assert merged.chance == pytest.approx(1.0)


def test_says_nothing_of_one_level_or_of_too_few_reports() -> None:
    assert agreement([[(STRONG, [30, 30], 60)]]) is None
    rare = alone(mechanism("generalized-randomized-response", answers=100, epsilon="1"))
    few = [1] * 20 + [0] * 80
    assert agreement([[(rare, few, 20)], [(rare, few, 20)]]) is None


FIELDS = [
    alone(mechanism("randomized-response", answers=2, epsilon="1")),
    alone(mechanism("optimized-unary-encoding", answers=4, epsilon="1")),
    *of_pair(mechanism("generalized-randomized-response", answers=6, epsilon="1"), (2, 3)),
    *of_pair(mechanism("optimized-unary-encoding", answers=6, epsilon="2"), (2, 3)),
]


@pytest.mark.parametrize("margin", FIELDS, ids=lambda margin: f"{margin.oracle.slug}-{margin.size}")
def test_the_push_is_that_of_the_worst_report_there_is(margin: Margin) -> None:
    """The push is the largest over every false report, one in a hundred, and every honest answer that it replaces."""
    each = np.array(
        [(margin.supports(support) - margin.outside) / margin.stretch for support in supports(margin.oracle).values()]
    )
    up, down = furthest_push([margin], 0.01)
    # The push upwards is largest where nobody gave the answer.
    assert up == pytest.approx(0.01 * (each.max() - 0.0), rel=1e-12)
    # The push downwards is largest where everybody gave the answer.
    assert down == pytest.approx(0.01 * (1.0 - each.min()), rel=1e-12)


def test_the_most_protective_level_is_pushed_furthest() -> None:
    assert furthest_push([STRONG, STANDARD], 0.05) == furthest_push([STRONG], 0.05)
    assert furthest_push([STANDARD], 0.05) < furthest_push([STRONG], 0.05)
    with pytest.raises(ValueError, match=r"lies in \[0, 1\]"):
        furthest_push([STRONG], 1.5)
