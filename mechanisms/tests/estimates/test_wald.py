"""These tests check whether two questions depend on each other and whether two groups differ: sizes are summed over
every outcome or simulated."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from mechanisms.catalogue import mechanism
from mechanisms.common.chi_square import chi_square_beyond
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.bootstrap import surveys_like
from mechanisms.ldp.estimates.compare_groups import two_groups
from mechanisms.ldp.estimates.crosstab import PairCounts, count_pairs
from mechanisms.ldp.estimates.independence import independence, independence_of_planned
from mechanisms.ldp.estimates.margin import alone
from mechanisms.ldp.estimates.wald import WaldTest, against_the_last
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.common.test_intervals import binomial

SLUGS = ("generalized-randomized-response", "optimized-unary-encoding", "subset-selection")
each_slug = pytest.mark.parametrize("slug", SLUGS)
ROWS, COLUMNS = np.array([0.7, 0.3]), np.array([0.5, 0.3, 0.2])


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 50, 511])
@pytest.mark.parametrize("statistic", [0.0, 1e-12, 0.3, 3.84, 30.0, 600.0, 5000.0])
def test_the_tail_is_that_of_the_reference(statistic: float, freedom: int) -> None:
    assert chi_square_beyond(statistic, freedom) == pytest.approx(stats.chi2.sf(statistic, freedom), rel=1e-10)


@pytest.mark.parametrize(("statistic", "freedom"), [(-0.1, 2), (float("nan"), 2), (1.0, 0)])
def test_refuses_a_statistic_that_is_none(statistic: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="0 or more at 1 or more"):
        chi_square_beyond(statistic, freedom)


def test_of_one_answer_two_groups_differ_by_the_difference_over_its_standard_error() -> None:
    first, other = (mechanism("randomized-response", answers=2, epsilon=text) for text in ("0.5", "2"))
    test = asserted(two_groups([(first, [120, 80], 200)], [(other, [150, 250], 400)]))
    shares = [oracle.estimate(counts, sum(counts))[0] for oracle, counts in ((first, [120, 80]), (other, [150, 250]))]
    common = (200 * shares[0] + 400 * shares[1]) / 600
    variance = first.variance(common, 200) + other.variance(common, 400)
    assert test.freedom == 1
    assert test.statistic == pytest.approx((shares[0] - shares[1]) ** 2 / float(variance))
    assert test.chance == pytest.approx(math.erfc(math.sqrt(test.statistic / 2)))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_groups_that_are_alike_are_called_different_about_one_time_in_twenty(share: float) -> None:
    """Every outcome of two groups of 60 and 90 people is summed."""
    strong, other = (mechanism("randomized-response", answers=2, epsilon=text) for text in ("1", "2"))
    chances = [
        binomial(size, float(oracle.q) + share * float(oracle.p - oracle.q))
        for oracle, size in ((strong, 60), (other, 90))
    ]
    size = 0.0
    for first, second in itertools.product(range(61), range(91)):
        chance = chances[0][first] * chances[1][second]
        if chance > 1e-9:
            test = two_groups([(strong, [first, 60 - first], 60)], [(other, [second, 90 - second], 90)])
            size += chance if test and test.chance < 0.05 else 0.0
    assert 0.03 < size < 0.06


@each_slug
def test_statistics_of_groups_that_are_alike_have_the_mean_and_the_tail_of_the_law(slug: str) -> None:
    """1 000 pairs of surveys: mean and tail at six standard errors, wrong for four seeds in a thousand million."""
    strong, exact = (mechanism(slug, answers=3, epsilon=text) for text in ("1", "2"))
    other = mechanism(SLUGS[0], answers=3, epsilon="1")
    entropy = SeededEntropy(21)
    groups = ((strong, 300), (exact, 500), (other, 400))
    drawn = [surveys_like(oracle, COLUMNS, people, surveys=1000, entropy=entropy) for oracle, people in groups]
    tests = [
        two_groups([(strong, first, 300), (exact, two, 500)], [(other, three, 400)])
        for first, two, three in zip(*drawn, strict=True)
    ]
    as_the_law([asserted(test) for test in tests], 2)


@each_slug
def test_statistics_of_independent_answers_perturbed_apart_have_the_mean_and_the_tail_of_the_law(slug: str) -> None:
    oracles = mechanism(SLUGS[0], answers=2, epsilon="1"), mechanism(slug, answers=3, epsilon="2")
    entropy = SeededEntropy(22)
    as_the_law(
        [asserted(independence(oracles, pair_counts(oracles, np.outer(ROWS, COLUMNS), entropy))) for _ in range(1000)],
        2,
    )


@each_slug
def test_statistics_of_independent_answers_of_a_planned_pair_have_the_mean_and_the_tail_of_the_law(slug: str) -> None:
    oracle = mechanism(slug, answers=6, epsilon="3")
    drawn = surveys_like(oracle, np.outer(ROWS, COLUMNS).ravel(), 1500, surveys=1000, entropy=SeededEntropy(23))
    as_the_law([asserted(independence_of_planned(oracle, (2, 3), counts, 1500)) for counts in drawn], 2)


def as_the_law(tests: list[WaldTest], freedom: int) -> None:
    statistics = np.array([test.statistic for test in tests])
    assert {test.freedom for test in tests} == {freedom}
    assert abs(statistics.mean() - freedom) < 6 * math.sqrt(2 * freedom / len(tests))
    for level in (0.5, 0.05):
        below = np.mean([test.chance < level for test in tests])
        assert abs(below - level) < 6 * math.sqrt(level * (1 - level) / len(tests))


def pair_counts(
    oracles: tuple[FrequencyOracle, FrequencyOracle], joint: np.ndarray, entropy: SeededEntropy, people: int = 500
) -> PairCounts:
    """Returns the counts of people drawn with these joint shares, each question perturbed separately."""
    drawn = np.searchsorted(np.cumsum(joint)[:-1], entropy.words(people) / 2**32, side="right")
    answers = np.unravel_index(drawn, joint.shape)
    packed = [oracle.perturb_many(given, entropy) for oracle, given in zip(oracles, answers, strict=True)]
    return count_pairs((alone(oracles[0]), alone(oracles[1])), (packed[0], packed[1]))


def test_where_reports_are_answers_the_statistic_is_pearsons_of_their_table() -> None:
    oracles = (mechanism(SLUGS[0], answers=3, epsilon="2"), mechanism(SLUGS[0], answers=2, epsilon="1"))
    table = np.array([[120, 90], [60, 55], [70, 95]])
    counts = PairCounts(int(table.sum()), table, table.sum(axis=1), table.sum(axis=0))
    assert all(
        oracle.estimate(side, counts.reports).min() > 0
        for oracle, side in zip(oracles, (counts.first, counts.second), strict=True)
    )
    test = asserted(independence(oracles, counts))
    pearson = stats.chi2_contingency(table, correction=False)
    assert (test.statistic, test.chance) == pytest.approx((pearson.statistic, pearson.pvalue), rel=1e-9)
    assert test.freedom == pearson.dof


def test_of_a_planned_pair_with_next_to_no_noise_the_statistic_is_pearsons() -> None:
    """Unequal rows and columns, so that neither margin's own error drops out."""
    oracle = mechanism("generalized-randomized-response", answers=6, epsilon="16")
    table = np.array([[520, 90, 40], [260, 95, 35]])
    test = asserted(independence_of_planned(oracle, (2, 3), table.ravel(), int(table.sum())))
    pearson = stats.chi2_contingency(table, correction=False)
    assert (test.statistic, test.chance) == pytest.approx((pearson.statistic, pearson.pvalue), rel=1e-3)
    assert test.freedom == pearson.dof


def test_where_reports_are_answers_two_groups_are_compared_by_pearsons_statistic() -> None:
    oracle = mechanism(SLUGS[0], answers=4, epsilon="2")
    table = np.array([[80, 70, 50, 60], [150, 140, 90, 60]])
    test = asserted(two_groups(*[[(oracle, counts, int(counts.sum()))] for counts in table]))
    pearson = stats.chi2_contingency(table, correction=False)
    assert (test.statistic, test.freedom) == pytest.approx((pearson.statistic, pearson.dof), rel=1e-9)
    assert test.chance == pytest.approx(pearson.pvalue, rel=1e-9)


@each_slug
def test_notices_answers_that_go_together_and_sooner_if_the_pair_was_planned(slug: str) -> None:
    joint = np.array([[0.45, 0.15, 0.05], [0.05, 0.15, 0.15]])
    apart = mechanism(slug, answers=2, epsilon="2"), mechanism(slug, answers=3, epsilon="2")
    entropy = SeededEntropy(24)
    test = asserted(independence(apart, pair_counts(apart, joint, entropy, people=3000)))
    planned = mechanism(slug, answers=6, epsilon="4")
    counts = surveys_like(planned, joint.ravel(), 3000, surveys=1, entropy=entropy)[0]
    other = asserted(independence_of_planned(planned, (2, 3), counts, 3000))
    assert other.chance < test.chance < 1e-6


@each_slug
def test_notices_groups_that_differ_whichever_levels_were_chosen_in_them(slug: str) -> None:
    levels = [mechanism(slug, answers=3, epsilon=text) for text in ("1", "3")]
    entropy = SeededEntropy(25)

    def group(shares: list[float]) -> list[tuple[FrequencyOracle, np.ndarray, int]]:
        return [
            (oracle, surveys_like(oracle, shares, people, surveys=1, entropy=entropy)[0], people)
            for oracle, people in zip(levels, (700, 400), strict=True)
        ]

    assert asserted(two_groups(group([0.5, 0.3, 0.2]), group([0.2, 0.3, 0.5]))).chance < 1e-4
    assert asserted(two_groups(group([0.5, 0.3, 0.2]), group([0.5, 0.3, 0.2]))).chance > 0.001


def test_differences_from_the_last_leave_what_is_common_out() -> None:
    np.testing.assert_array_equal(against_the_last(3) @ [5, 3, 1], [4, 2])
    np.testing.assert_array_equal(against_the_last(4) @ np.ones(4), np.zeros(3))


def test_says_nothing_of_too_few_reports() -> None:
    oracle = mechanism(SLUGS[0], answers=3, epsilon="3")
    assert two_groups([(oracle, [9, 1, 0], 10)], [(oracle, [400, 300, 300], 1000)]) is None
    few = PairCounts(6, np.diag([3, 2, 1]), np.array([3, 2, 1]), np.array([3, 2, 1]))
    assert independence((oracle, oracle), few) is None
    pair = mechanism(SLUGS[0], answers=6, epsilon="3")
    assert independence_of_planned(pair, (2, 3), [5, 4, 3, 2, 1, 0], 15) is None


def test_says_nothing_where_two_rare_answers_are_hardly_expected_in_one_report() -> None:
    """The answers were given by 12 and 10 of 2 000 people: 0.06 people are expected to have both, so the two found
    prove nothing."""
    oracle = mechanism(SLUGS[0], answers=4, epsilon="8")
    shares = np.array([0.6, 0.3, 0.094, 0.006])
    table = np.round(2000 * np.outer(shares, shares)).astype(np.int64)
    table[3, 3] = 2
    assert independence((oracle, oracle), PairCounts(int(table.sum()), table, table.sum(1), table.sum(0))) is None
    bits = mechanism(SLUGS[1], answers=4, epsilon="8")
    assert (
        independence((bits, bits), pair_counts((bits, bits), np.outer(shares, shares), SeededEntropy(26), 2000)) is None
    )


@pytest.mark.parametrize("rare", [0.006, 0.053])
def test_independent_answers_of_which_some_are_rare_hardly_ever_look_like_one_in_a_thousand(rare: float) -> None:
    """2 000 tables with 0.08 or 5 to 6 expected in the rarest cell: wrong for five seeds in a hundred thousand."""
    oracle = mechanism(SLUGS[0], answers=4, epsilon="8")
    supported = float(oracle.q) + np.array([0.6, 0.25, 0.15 - rare, rare]) * float(oracle.p - oracle.q)
    tables = np.random.default_rng(27).multinomial(2000, np.outer(supported, supported).ravel(), size=2000)
    counts = [PairCounts(2000, table, table.sum(1), table.sum(0)) for table in tables.reshape(-1, 4, 4)]
    tests = [test for test in (independence((oracle, oracle), each) for each in counts) if test]
    assert sum(test.chance < 0.001 for test in tests) < 10
    assert bool(tests) is (rare == 0.053)


def test_refuses_what_has_no_test() -> None:
    oracle, sets = (
        mechanism(SLUGS[0], answers=3, epsilon="1"),
        mechanism("bitwise-randomized-response", answers=3, epsilon="1", most=2),
    )
    with pytest.raises(ValueError, match="no part has a report"):
        two_groups([(oracle, [0, 0, 0], 0)], [(oracle, [40, 30, 30], 100)])
    with pytest.raises(ValueError, match="only the least covariance is known"):
        two_groups([(sets, [40, 30, 30], 100)], [(sets, [40, 30, 30], 100)])
    nobody = PairCounts(0, np.zeros((3, 3), dtype=np.int64), np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64))
    with pytest.raises(ValueError, match="needs at least 1"):
        independence((oracle, oracle), nobody)
    for answers in ((2, 2), (3, 1), (1, 3)):
        with pytest.raises(ValueError, match="are not the 3 answers"):
            independence_of_planned(oracle, answers, [40, 30, 30], 100)
    columns = mechanism("hadamard-response", answers=3, epsilon="1")
    with pytest.raises(ValueError, match="depends on which two"):
        two_groups([(columns, [50, 50, 50], 100)], [(columns, [50, 50, 50], 100)])


def asserted(test: WaldTest | None) -> WaldTest:
    assert test is not None
    return test
