"""These tests cover one distribution from several levels: the mixture of what each found, with limits from surveys
drawn again."""

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_distribution import NumberDistribution
from mechanisms.ldp.numbers.pooled_distribution import share_pooled_distribution
from mechanisms.ldp.numbers.square_wave import SquareWave

GRID = Grid(low=0, high=16, steps=16)
STRONG, WEAK = (SquareWave(grid=GRID, epsilon=epsilon) for epsilon in ("1", "2"))
NUMBERS = np.arange(600) % 9
COUNTS = [wave.count(wave.perturb_many(NUMBERS, SeededEntropy(seed))) for seed, wave in enumerate((STRONG, WEAK))]


def read(distribution: NumberDistribution) -> list[float]:
    return [distribution.mean, distribution.quantile(0.5)]


def test_levels_are_mixed_by_their_reports() -> None:
    fewer = WEAK.count(WEAK.perturb_many(NUMBERS[:200], SeededEntropy(5)))
    pooled = share_pooled_distribution([(STRONG, COUNTS[0]), (WEAK, fewer)])
    each = STRONG.distribution(COUNTS[0]).shares, WEAK.distribution(fewer).shares
    np.testing.assert_allclose(pooled.distribution.shares, 0.75 * each[0] + 0.25 * each[1])


def test_of_one_level_shares_and_limits_are_the_mechanisms_own() -> None:
    pooled = share_pooled_distribution([(STRONG, COUNTS[0])])
    assert read(pooled.distribution) == pytest.approx(read(STRONG.distribution(COUNTS[0])))
    limits = pooled.intervals(read, confidences={"90": 0.9}, surveys=8, entropy=SeededEntropy(4))["90"]
    own = STRONG.distribution_intervals(COUNTS[0], read, confidence=0.9, surveys=8, entropy=SeededEntropy(4))
    np.testing.assert_allclose(limits, own)


def test_two_levels_tell_more_than_the_stronger_alone() -> None:
    confidences = {"50": 0.5, "95": 0.95}
    parts = [(STRONG, COUNTS[0]), (WEAK, COUNTS[1])]
    both, strong = (
        share_pooled_distribution(some).intervals(read, confidences=confidences, surveys=12, entropy=SeededEntropy(4))
        for some in (parts, parts[:1])
    )
    assert list(both) == ["50", "95"]
    assert float(np.diff(both["95"][0])[0]) < float(np.diff(strong["95"][0])[0])
    assert float(np.diff(both["50"][0])[0]) < float(np.diff(both["95"][0])[0])


def test_refuses_what_is_not_one_number() -> None:
    other = SquareWave(grid=Grid(low=0, high=17, steps=16), epsilon="1")
    with pytest.raises(ValueError, match="different grids"):
        share_pooled_distribution([(STRONG, COUNTS[0]), (other, np.ones(other.count_length, dtype=np.int64))])
    with pytest.raises(ValueError, match="needs at least 1"):
        share_pooled_distribution([(STRONG, np.zeros(STRONG.count_length, dtype=np.int64))])
