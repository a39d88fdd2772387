"""These tests cover two questions perturbed apart: every pair of reports listed, for every pair of mechanisms."""

import itertools

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.crosstab import PairCounts, count_pairs, cross, cross_variance
from mechanisms.ldp.estimates.margin import Margin, alone, of_pair
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import supports

JOINT = np.array([[0.4, 0.1, 0.0], [0.05, 0.15, 0.3]])  # The two questions depend on each other.
FIRST = [
    alone(mechanism("randomized-response", answers=2, epsilon="1")),
    of_pair(mechanism("generalized-randomized-response", answers=4, epsilon="1"), (2, 2))[0],
    of_pair(mechanism("optimized-unary-encoding", answers=4, epsilon="2"), (2, 2))[1],
]
SECOND = [
    alone(mechanism("generalized-randomized-response", answers=3, epsilon="0.5")),
    alone(mechanism("optimized-unary-encoding", answers=3, epsilon="1")),
    alone(mechanism("symmetric-unary-encoding", answers=3, epsilon="2")),
]
PAIRS = list(itertools.product(FIRST, SECOND))


def named(pair: tuple[Margin, Margin]) -> str:
    return f"{pair[0].oracle.slug}-{pair[0].size} {pair[1].oracle.slug}"


def one_report(margin: Margin, answer: int) -> list[tuple[float, np.ndarray]]:
    """Returns each report of a person with this answer: its chance, and its support."""
    inside = margin.groups[answer][0]
    listed = margin.oracle.report_probabilities(inside)
    return [(float(listed[report]), margin.supports(support)) for report, support in supports(margin.oracle).items()]


@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_cells_are_unbiased_and_their_variance_is_that_over_every_pair_of_reports(pair: tuple[Margin, Margin]) -> None:
    mean, square = np.zeros(JOINT.shape), np.zeros(JOINT.shape)
    for (row, column), share in np.ndenumerate(JOINT):
        for (left, first), (right, other) in itertools.product(one_report(pair[0], row), one_report(pair[1], column)):
            counts = PairCounts(1, np.outer(first, other), first, other)
            cells = cross([(pair, counts)]).shares
            mean, square = mean + share * left * right * cells, square + share * left * right * cells**2
    np.testing.assert_allclose(mean, JOINT, atol=1e-10)
    np.testing.assert_allclose(cross_variance(pair, JOINT, 1), square - JOINT**2, rtol=1e-8)
    np.testing.assert_allclose(cross_variance(pair, JOINT, 60), (square - JOINT**2) / 60, rtol=1e-8)


def many(pair: tuple[Margin, Margin], people: int, entropy: SeededEntropy) -> PairCounts:
    answers = [divmod(cell, 3) for cell in np.repeat(np.arange(6), (JOINT.ravel() * people).round().astype(int))]
    packed = [
        margin.oracle.perturb_many([margin.groups[answer[place]][0] for answer in answers], entropy)
        for place, margin in enumerate(pair)
    ]
    return count_pairs(pair, (packed[0], packed[1]))


def test_one_simulation_of_two_levels_stays_within_six_standard_errors() -> None:
    """The test compares six cells: a correct estimator fails for one seed in 80 million."""
    entropy = SeededEntropy(20261120)
    pairs = [(FIRST[0], SECOND[0]), (FIRST[2], SECOND[2])]
    crosstab = cross([(pair, many(pair, 40_000, entropy)) for pair in pairs])
    spread = np.sqrt(sum(cross_variance(pair, JOINT, 40_000) / 4 for pair in pairs))
    assert (np.abs(crosstab.shares - JOINT) / spread).max() < 6
    np.testing.assert_allclose(np.sqrt(crosstab.variances), spread, rtol=0.02)
    limits = crosstab.interval(0.95)
    np.testing.assert_allclose(limits.mean(axis=-1), crosstab.shares)


def test_counts_of_two_batches_add() -> None:
    entropy = SeededEntropy(1)
    first, second = many(PAIRS[1], 100, entropy), many(PAIRS[1], 200, entropy)
    both = first + second
    assert both.reports == first.reports + second.reports
    np.testing.assert_array_equal(both.both, first.both + second.both)


def test_a_pair_perturbed_as_one_answer_is_far_more_exact() -> None:
    """Planned pairs are worth their cost: at the same total epsilon with 9 pairs, the product of two reports is dozens
    of times noisier."""
    apart = alone(mechanism("optimized-unary-encoding", answers=3, epsilon="0.5"))
    together: FrequencyOracle = mechanism("optimized-unary-encoding", answers=9, epsilon="1")
    joint = np.full((3, 3), 1 / 9)
    assert cross_variance((apart, apart), joint, 1)[0, 0] > 30 * together.variance(1 / 9, 1)


def test_refuses_a_table_of_no_reports() -> None:
    nothing = PairCounts(0, np.zeros((2, 3), dtype=np.int64), np.zeros(2, dtype=np.int64), np.zeros(3, dtype=np.int64))
    with pytest.raises(ValueError, match="at least 1"):
        cross([((FIRST[0], SECOND[0]), nothing)])
