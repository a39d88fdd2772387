"""Weights, laws that reports must follow, and recovery: exact where reports can be listed, one simulation each last."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.bootstrap import surveys_like
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.estimates.post_stratification import effective_reports, post_stratified
from mechanisms.ldp.estimates.remove_poisoning import recovered
from mechanisms.ldp.estimates.report_structure import bits_fit, bits_law, sum_law
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.tests.cases import all_oracles, name_of, supports

GRR = mechanism("generalized-randomized-response", answers=3, epsilon="1")
OUE = mechanism("optimized-unary-encoding", answers=3, epsilon="2")
BITS = [oracle for oracle in all_oracles() if oracle.shape == "bits"]
each_bits = pytest.mark.parametrize("oracle", BITS, ids=name_of)


def test_each_group_weighs_as_much_as_it_is_large_among_all_people() -> None:
    young, old = (GRR, [50, 30, 20], 100), (OUE, [120, 90, 60], 300)
    pool = post_stratified([[young], [old]], [0.6, 0.4])
    estimates = GRR.estimate([50, 30, 20], 100), OUE.estimate([120, 90, 60], 300)
    np.testing.assert_allclose(pool.shares, 0.6 * estimates[0] + 0.4 * estimates[1])
    inside = [np.clip(estimate, 0, 1) for estimate in estimates]
    np.testing.assert_allclose(
        pool.variances, 0.36 * GRR.variance(inside[0], 100) + 0.16 * OUE.variance(inside[1], 300)
    )
    assert (pool.interval(0.95)[:, 0] < pool.shares).all()


def test_levels_of_a_group_are_pooled_by_their_reports() -> None:
    levels = [(GRR, [50, 30, 20], 100), (OUE, [120, 90, 60], 300), (OUE, [0, 0, 0], 0)]
    other = (GRR, [90, 60, 50], 200)
    pool = post_stratified([levels, [other]], [0.25, 0.75])
    assert pool.weights == pytest.approx((0.25 / 4, 0.25 * 3 / 4, 0.75))
    expected = 0.25 * share_pooled(levels).shares + 0.75 * GRR.estimate([90, 60, 50], 200)
    np.testing.assert_allclose(pool.shares, expected)


def test_groups_as_large_as_they_answered_change_nothing() -> None:
    parts = [(GRR, [50, 30, 20], 100), (GRR, [60, 100, 140], 300)]
    weighted = post_stratified([[part] for part in parts], [0.25, 0.75])
    np.testing.assert_allclose(weighted.shares, share_pooled(parts).shares)
    assert effective_reports([100, 300], [0.25, 0.75]) == pytest.approx(400)
    assert effective_reports([100, 300], [0.75, 0.25]) == pytest.approx(1 / (0.75**2 / 100 + 0.25**2 / 300))


@given(st.lists(st.integers(1, 900), min_size=3, max_size=3))
def test_no_weights_make_more_of_the_reports_than_there_are(reports: list[int]) -> None:
    assert effective_reports(reports, [0.2, 0.3, 0.5]) <= sum(reports) + 1e-6


def test_weights_take_out_the_error_of_who_answered() -> None:
    """Women are half of the people and a fifth of the respondents; every pair of outcomes of 30 and 120 is weighted."""
    oracle = mechanism("randomized-response", answers=2, epsilon="2")
    sizes, shares = (30, 120), (0.8, 0.2)
    mean, square = 0.0, 0.0
    for outcome in itertools.product(range(31), range(121)):
        chance = math.prod(
            math.comb(n, count) * s**count * (1 - s) ** (n - count)
            for n, count, s in zip(
                sizes, outcome, (float(oracle.q) + f * float(oracle.p - oracle.q) for f in shares), strict=True
            )
        )
        if chance > 1e-14:
            estimates = [oracle.estimate([c, n - c], n)[0] for n, c in zip(sizes, outcome, strict=True)]
            estimate = (estimates[0] + estimates[1]) / 2
            mean, square = mean + chance * estimate, square + chance * estimate**2
    assert mean == pytest.approx(0.5, abs=1e-9)
    exact = [
        (oracle, [round(n * (float(oracle.q) + f * float(oracle.p - oracle.q))), 0], n)
        for n, f in zip(sizes, shares, strict=True)
    ]
    parts = [[(oracle, [counts[0], n - counts[0]], n)] for oracle, counts, n in exact]
    assert post_stratified(parts, [0.5, 0.5]).variances[0] == pytest.approx(square - mean**2, rel=0.03)


GRR4 = mechanism("generalized-randomized-response", answers=4, epsilon="0.5")


def test_refuses_weights_that_are_none() -> None:
    parts = [[(GRR, [50, 30, 20], 100)], [(GRR, [60, 20, 20], 100)]]
    for population in ([0.5, 0.6], [1.2, -0.2], [1.0], [0.2, 0.3, 0.5]):
        with pytest.raises(ValueError, match="that add up to 1"):
            post_stratified(parts, population)
        with pytest.raises(ValueError, match="that add up to 1"):
            effective_reports([10, 10], population)
    with pytest.raises(ValueError, match="each needs at least 1"):
        post_stratified([parts[0], [(GRR, [0, 0, 0], 0)]], [0.5, 0.5])
    with pytest.raises(ValueError, match="each needs at least 1"):
        effective_reports([10, 0], [0.5, 0.5])
    with pytest.raises(ValueError, match="different numbers of answers"):
        post_stratified([parts[0], [(GRR4, [40, 20, 20, 20], 100)]], [0.5, 0.5])


@each_bits
def test_how_many_answers_a_report_supports_does_not_depend_on_the_answer(oracle: FrequencyOracle) -> None:
    """Every report of every answer is listed: the law of the number of bits, and the mean and variance of their sum."""
    law, sums = bits_law(oracle), sum_law(oracle)
    set_bits = {report: sum(supported) for report, supported in supports(oracle).items()}
    for answer in range(oracle.answers):
        exact = [Fraction(0)] * (oracle.answers + 1)
        for report, chance in oracle.report_probabilities(answer).items():
            exact[set_bits[report]] += chance
        np.testing.assert_allclose(law, [float(chance) for chance in exact], rtol=1e-9, atol=1e-15)
        assert sums.mean == sum(bits * chance for bits, chance in enumerate(exact))
        assert sums.variance == sum(bits**2 * chance for bits, chance in enumerate(exact)) - sums.mean**2


def test_the_law_of_many_bits_is_a_distribution() -> None:
    law = bits_law(mechanism("optimized-unary-encoding", answers=2000, epsilon="1"))
    assert law.sum() == pytest.approx(1)
    assert float(law @ np.arange(2001)) == pytest.approx(0.5 + 1999 / (math.e + 1), rel=1e-6)


def test_honest_reports_fit_and_their_sum_lies_where_it_should() -> None:
    """One fixed seed; a chance below a thousandth comes up once in a thousand seeds, a z beyond 6 hardly ever."""
    oracle = mechanism("optimized-unary-encoding", answers=40, epsilon="1")
    packed = oracle.perturb_many(np.zeros(5000, dtype=np.int64), SeededEntropy(32))
    assert abs(sum_law(oracle).z(oracle.count(packed), 5000)) < 6
    fit = bits_fit(oracle, packed)
    assert fit.outside == 0
    assert fit.test is not None
    assert 10 < fit.test.freedom < 40
    assert fit.test.chance > 0.001


@pytest.mark.parametrize("forged", ["all bits", "one bit"])
def test_reports_that_a_program_filled_in_are_noticed(forged: str) -> None:
    """A hundred of 5 000 reports have every bit set, or only the wanted one."""
    oracle = mechanism("optimized-unary-encoding", answers=40, epsilon="1")
    packed = oracle.perturb_many(np.zeros(5000, dtype=np.int64), SeededEntropy(33))
    bits = np.ones(40, dtype=np.uint8) if forged == "all bits" else np.eye(40, dtype=np.uint8)[3]
    packed[:100] = np.packbits(bits)
    z = sum_law(oracle).z(oracle.count(packed), 5000)
    fit = bits_fit(oracle, packed)
    assert (z > 6) if forged == "all bits" else (z < -4)
    assert fit.outside == (100 if forged == "all bits" else 0)
    assert fit.test is not None
    assert fit.test.chance < 1e-9


def test_says_no_fit_of_so_few_reports_and_refuses_what_has_no_such_law() -> None:
    packed = OUE.perturb_many(np.array([0, 1, 2]), SeededEntropy(34))
    assert bits_fit(OUE, packed).test is None
    sets = mechanism("bitwise-randomized-response", answers=3, epsilon="1", most=2)
    for oracle in (GRR, sets, mechanism("subset-selection", answers=3, epsilon="1")):
        for law in (sum_law, bits_law):
            with pytest.raises(ValueError, match="sends no bits of one answer"):
                law(oracle)
    with pytest.raises(ValueError, match="report"):
        bits_fit(OUE, np.array([[1]], dtype=np.uint8))


@pytest.mark.parametrize("slug", ["generalized-randomized-response", "optimized-unary-encoding"])
def test_what_the_assumptions_describe_is_taken_out_exactly(slug: str) -> None:
    """A tenth of the reports supports answer 3 and nothing else; in the mean, the honest shares come back."""
    oracle = mechanism(slug, answers=4, epsilon="1")
    honest = np.array([0.4, 0.3, 0.2, 0.1])
    alone = (np.eye(4)[3] - float(oracle.q)) / float(oracle.p - oracle.q)
    poisoned = 0.9 * honest + 0.1 * alone
    np.testing.assert_allclose(recovered(poisoned, oracle, 0.1, targets=[3]), honest, atol=1e-12)
    spread = (0.25 - float(oracle.q)) / float(oracle.p - oracle.q)
    even = 0.9 * honest + 0.1 * spread  # A quarter of the false reports pushes each of the four answers.
    np.testing.assert_allclose(recovered(even, oracle, 0.1), honest, atol=1e-12)


def test_nothing_is_taken_out_where_nothing_was_made_up() -> None:
    np.testing.assert_allclose(recovered([0.5, 0.3, 0.2], GRR, 0.0), [0.5, 0.3, 0.2])


@given(st.lists(st.floats(-0.5, 1.5), min_size=3, max_size=3), st.floats(0, 0.9))
def test_what_is_recovered_are_shares(estimates: list[float], share: float) -> None:
    shares = recovered(estimates, GRR, share)
    assert shares.min() >= 0
    assert shares.sum() == pytest.approx(1)


def test_of_a_known_target_less_error_is_left_than_before() -> None:
    """There are 20 000 reports, of which 2 000 are false and name answer 9; the seed is fixed."""
    oracle = mechanism("generalized-randomized-response", answers=10, epsilon="2")
    truth = np.arange(10, 0, -1) / 55
    counts = surveys_like(oracle, truth, 18_000, surveys=1, entropy=SeededEntropy(35))[0]
    counts[9] += 2000
    raw = oracle.estimate(counts, 20_000)
    better = recovered(raw, oracle, 0.1, targets=[9])
    assert np.abs(better - truth).max() < np.abs(raw - truth).max() / 5


@pytest.mark.parametrize(
    "oracle",
    [
        mechanism("bitwise-randomized-response", answers=4, epsilon="4", most=4),
        PrivSet(answers=4, pad_to=3, epsilon="4"),
        UtilityOptimizedRandomizedResponse(answers=4, sensitive=2, epsilon="1"),
    ],
    ids=lambda oracle: oracle.slug,
)
def test_refuses_to_recover_shares_that_do_not_add_up_or_are_not_protected_alike(oracle: FrequencyOracle) -> None:
    """Shares of sets, 0.9, 0.8, 0.7 and 0.1 with no false report, would come back as 0.43, 0.33, 0.23 and 0."""
    with pytest.raises(ValueError, match=f"{oracle.slug} is not recovered from"):
        recovered([0.9, 0.8, 0.7, 0.1], oracle, 0.0)


def test_refuses_to_recover_from_what_is_no_estimate() -> None:
    for estimates in ([0.5, 0.5], [0.5, 0.5, float("nan")]):
        with pytest.raises(ValueError, match="3 finite numbers"):
            recovered(estimates, GRR, 0.1)
    for share in (-0.1, 1.0, float("nan")):
        with pytest.raises(ValueError, match=r"lies in \[0, 1\)"):
            recovered([0.5, 0.3, 0.2], GRR, share)
    for targets in ([], [3], [-1]):
        with pytest.raises(ValueError, match="some of the 3 answers"):
            recovered([0.5, 0.3, 0.2], GRR, 0.1, targets=targets)
