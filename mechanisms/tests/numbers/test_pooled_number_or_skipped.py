"""The mean of a number that may be skipped, over levels: part and base are pooled, then divided."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_or_skipped import UPPER, NumberOrSkipped
from mechanisms.ldp.numbers.pooled_number_or_skipped import (
    Part,
    inverse_variance_number_or_skipped,
    share_pooled_number_or_skipped,
)

GRID = Grid(low=-3, high=7, steps=1)
CLOSE, FAR = (NumberOrSkipped(grid=GRID, epsilon=epsilon) for epsilon in ("0.5", "3"))
# The groups differ in who answers and what: in the first 3 of 10 answer, with a mean of 5; in the second 8 of 10, with
# -1.
GROUPS = ((0.06, 0.24, 0.7), (0.64, 0.16, 0.2))


def expected(mechanism: NumberOrSkipped, shares: tuple[float, ...], people: int) -> NDArray[np.int64]:
    p, q = float(mechanism.channel.p), float(mechanism.channel.q)
    return np.rint(people * (q + (p - q) * np.array(shares))).astype(np.int64)


def parts_of(people: tuple[int, int]) -> list[Part]:
    return [
        (mechanism, expected(mechanism, shares, many))
        for mechanism, shares, many in zip((CLOSE, FAR), GROUPS, people, strict=True)
    ]


@pytest.mark.parametrize("pool", [share_pooled_number_or_skipped, inverse_variance_number_or_skipped])
def test_one_level_is_what_its_mechanism_says(pool: type) -> None:
    counts = [40, 70, 50]
    pooled = pool([(FAR, counts), (CLOSE, [0, 0, 0])])
    assert pooled.answered == pytest.approx(FAR.answered(counts), abs=1e-12)
    assert pooled.mean == pytest.approx(FAR.mean(counts), abs=1e-12)
    np.testing.assert_allclose(pooled.answered_interval(0.95), FAR.answered_interval(counts, 0.95), atol=1e-12)
    limits = FAR.interval(counts, 0.95)
    assert limits is not None
    np.testing.assert_allclose(pooled.interval(0.95), limits, atol=1e-12)


def test_the_mean_of_all_who_answered_is_found_where_levels_go_together_with_answers() -> None:
    """A quarter of the people is at the first level: 0.25 * 0.3 of all people answer with a mean of 5, and 0.75 * 0.8
    with a mean of -1."""
    pooled = share_pooled_number_or_skipped(parts_of((10**9, 3 * 10**9)))
    assert pooled.answered == pytest.approx(0.675, abs=1e-7)
    assert pooled.mean == pytest.approx((0.25 * 0.3 * 5 - 0.75 * 0.8) / 0.675, abs=1e-6)


def test_the_interval_is_that_of_the_delta_method_where_reports_are_many() -> None:
    """Fieller's limits tend to those of the delta method; each group varies as a multinomial, weighted by the squares
    of the weights."""
    people = (2 * 10**8, 3 * 10**8)
    pooled = share_pooled_number_or_skipped(parts_of(people))
    part = (0.4 * 0.24 + 0.6 * 0.16) / (0.4 * 0.3 + 0.6 * 0.8)
    variance = 0.0
    for mechanism, shares, many in zip((CLOSE, FAR), GROUPS, people, strict=True):
        p, q = float(mechanism.channel.p), float(mechanism.channel.q)
        sent, weights = q + (p - q) * np.array(shares), np.array([-part, 1 - part, 0]) / (p - q)
        variance += (many / sum(people)) ** 2 * float(weights**2 @ sent - (weights @ sent) ** 2) / many
    limits = pooled.interval(0.95)
    assert limits is not None
    assert pooled.mean is not None
    assert limits.mean() == pytest.approx(pooled.mean, abs=1e-4)
    half = 1.959964 * GRID.width * math.sqrt(variance) / (0.4 * 0.3 + 0.6 * 0.8)
    assert limits[1] - limits[0] == pytest.approx(2 * half, rel=1e-4)


def test_no_share_varies_more_than_a_report_is_said_to() -> None:
    """The test is exact, for the share of an answer that a part s of all people gave, for every s."""
    for epsilon in ("0.1", "0.5", "1", "3", "8"):
        mechanism = NumberOrSkipped(grid=GRID, epsilon=epsilon)
        p, q = float(mechanism.channel.p), float(mechanism.channel.q)
        sent = q + (p - q) * np.linspace(0, 1, 100_001)
        assert mechanism.most_variance == pytest.approx(float((sent * (1 - sent)).max()) / (p - q) ** 2, rel=1e-6)


def test_precise_levels_and_large_ones_weigh_more() -> None:
    counts = ([50, 30, 20], [500, 300, 200])
    pooled = inverse_variance_number_or_skipped([(CLOSE, counts[0]), (FAR, counts[1])])
    precisions = [100 / CLOSE.most_variance, 1000 / FAR.most_variance]
    assert pooled.weights == pytest.approx([precision / sum(precisions) for precision in precisions])
    assert pooled.weights[1] > 10 / 11
    shares = [mechanism.upper(many) for mechanism, many in zip((CLOSE, FAR), counts, strict=True)]
    answered = [mechanism.answered(many) for mechanism, many in zip((CLOSE, FAR), counts, strict=True)]
    part, base = (np.array(pooled.weights) @ np.array(each) for each in (shares, answered))
    assert pooled.mean == pytest.approx(-3 + 10 * part / base)


def test_says_nothing_of_a_mean_where_nobody_may_have_answered() -> None:
    pooled = share_pooled_number_or_skipped([(CLOSE, [2, 2, 90]), (FAR, [1, 1, 60])])
    assert pooled.answered < 0
    assert pooled.mean is None
    assert pooled.interval(0.95) is None
    assert pooled.answered_interval(0.95)[1] > pooled.answered


def test_reports_all_alike_are_no_certainty() -> None:
    upper = [0, 0, 0]
    upper[UPPER] = 30
    limits = share_pooled_number_or_skipped([(CLOSE, upper), (FAR, upper)]).interval(0.95)
    assert limits is not None
    assert limits[1] - limits[0] > 1


def test_refuses_levels_without_reports_and_of_different_bounds() -> None:
    with pytest.raises(ValueError, match="needs at least 1"):
        share_pooled_number_or_skipped([(CLOSE, [0, 0, 0])])
    other = NumberOrSkipped(grid=Grid(low=0, high=1, steps=1), epsilon="1")
    with pytest.raises(ValueError, match="different grids"):
        inverse_variance_number_or_skipped([(CLOSE, [1, 2, 3]), (other, [1, 2, 3])])
