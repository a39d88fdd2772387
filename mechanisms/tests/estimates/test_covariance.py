"""Covariances by listing every report, chances by formula, and one simulation at six sigma."""

import itertools
import math

import numpy as np
import pytest

from mechanisms.catalogue import MECHANISMS, OF_ONE, mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.comparison import chance_larger, ratio_interval
from mechanisms.ldp.estimates.covariance import covariance, pooled_covariance
from mechanisms.ldp.estimates.margin import of_pair
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import UNLISTED, all_oracles, name_of, supports, truth_of
from mechanisms.tests.sets.padded_cases import CASES as PADDED
from mechanisms.tests.sets.padded_cases import UNLISTABLE
from mechanisms.tests.sets.sensitive_cases import ORACLES as SENSITIVE

COLUMNS = "hadamard-response"  # In Hadamard response the joint support differs between pairs of answers.
SMALL = [
    oracle
    for oracle in all_oracles()
    if oracle.answers <= 5 and oracle.epsilon_text in ("0.5", "4") and oracle.slug != COLUMNS
]


@pytest.mark.parametrize("oracle", SMALL, ids=name_of)
def test_covariance_is_that_of_the_estimates_over_every_report(oracle: FrequencyOracle) -> None:
    truth = np.array([float(share) for share in truth_of(oracle)])
    exact = listed_covariance(oracle, {(answer,): share for answer, share in enumerate(truth)})
    covariances = covariance(oracle, truth, 1)
    for first, other in itertools.product(range(oracle.answers), repeat=2):
        units = np.eye(oracle.answers)
        assert covariances.between(units[first], units[other]) == pytest.approx(
            exact[first, other], rel=1e-9, abs=1e-12
        )
    assert covariance(oracle, truth, 50).of_difference(0, 1) == pytest.approx(
        (exact[0, 0] + exact[1, 1] - 2 * exact[0, 1]) / 50, rel=1e-9
    )


@pytest.mark.parametrize("answers", [3, 7, 16, 128, 2048])
@pytest.mark.parametrize("epsilon", ["0.01", "0.5", "1", "4", "8"])
def test_answers_of_a_set_of_fixed_size_drive_each_other_out(answers: int, epsilon: str) -> None:
    """The formula holds for every size; with a fixed size the estimates of all answers always add up to 1."""
    oracle = mechanism("subset-selection", answers=answers, epsilon=epsilon)
    covariances = covariance(oracle, np.full(answers, 1 / answers), 1)
    assert len(covariances.less) == 1 + (oracle.client_spec()["size"] != 1)
    everything = np.ones(answers)
    assert covariances.between(everything, everything) == pytest.approx(0, abs=1e-9 * covariances.diagonal.sum())


def test_refuses_a_covariance_that_depends_on_which_two_answers_it_is_of() -> None:
    with pytest.raises(ValueError, match="depends on which two"):
        covariance(mechanism(COLUMNS, answers=3, epsilon="1"), [0.5, 0.5, 0], 10)


# The cases: all listed mechanisms of one answer, local hashing, numbers, sets, and sensitive answers.
EVERY_KIND = [
    *all_oracles(),
    *(mechanism(offered.slug, answers=3, epsilon="1") for offered in OF_ONE if offered.shape in UNLISTED),
    mechanism("bitwise-randomized-response", answers=3, most=3, epsilon="1"),
    *(oracle for oracle in [*PADDED, *UNLISTABLE] if oracle.epsilon_text == "1"),
    *SENSITIVE,
]


def test_every_mechanism_of_the_catalogue_is_asked_whether_its_pairs_are_alike() -> None:
    assert {oracle.slug for oracle in EVERY_KIND} == {offered.slug for offered in MECHANISMS}


@pytest.mark.parametrize("oracle", EVERY_KIND, ids=name_of)
def test_a_mechanism_says_whether_its_pairs_are_alike(oracle: FrequencyOracle) -> None:
    if oracle.pairs_alike:
        assert len(oracle.pair_support) == 2
        assert math.isfinite(covariance(oracle, np.full(oracle.answers, 1 / oracle.answers), 10).of_difference(0, 1))
    else:
        with pytest.raises(ValueError, match=r"two|independent"):
            assert oracle.pair_support


@pytest.mark.parametrize("oracle", SMALL, ids=name_of)
def test_variance_of_an_estimate_is_the_mechanisms_own(oracle: FrequencyOracle) -> None:
    truth = np.array([float(share) for share in truth_of(oracle)])
    covariances = covariance(oracle, truth, 30)
    own = [covariances.between(unit, unit) for unit in np.eye(oracle.answers)]
    np.testing.assert_allclose(own, oracle.variance(truth, 30), rtol=1e-9)


def test_of_numbers_with_noise_the_variance_is_their_own_and_the_answers_exclude_each_other() -> None:
    """Given the answer the numbers are independent, so two estimates share only the sampling of people: -f_i f_j."""
    oracle = mechanism("summation-histogram-encoding", answers=3, epsilon="1")
    truth = np.array([0.6, 0.3, 0.1])
    matrix = covariance(oracle, truth, 40).matrix
    np.testing.assert_allclose(np.diag(matrix), oracle.variance(truth, 40), rtol=1e-12)
    np.testing.assert_allclose(matrix - np.diag(np.diag(matrix)), np.diag(truth**2 / 40) - np.outer(truth, truth) / 40)


@pytest.mark.parametrize("overlap", [0.0, 0.1, 0.3])
def test_of_two_options_of_a_set_the_difference_is_never_more_uncertain_than_said(overlap: float) -> None:
    """Bits are flipped one by one; 0.4 chose the first option, 0.3 the second, `overlap` both."""
    oracle = mechanism("symmetric-unary-encoding", answers=3, epsilon="2")
    chosen = {(0,): 0.4 - overlap, (1,): 0.3 - overlap, (0, 1): overlap, (2,): 0.3 + overlap}
    exact = listed_covariance(oracle, chosen)
    variance = covariance(oracle, [0.4, 0.3, 0.3 + overlap], 1).of_difference(0, 1)
    truly = exact[0, 0] + exact[1, 1] - 2 * exact[0, 1]
    # The two variances are equal when nobody chose both answers.
    assert truly == pytest.approx(variance - 2 * overlap, rel=1e-9)


def listed_covariance(oracle: FrequencyOracle, chosen: dict[tuple[int, ...], float]) -> np.ndarray:
    """Returns the covariance of one report's estimates when people choose these sets; each bit depends only on whether
    its answer is held."""
    mean, square = np.zeros(oracle.answers), np.zeros((oracle.answers, oracle.answers))
    for members, share in chosen.items():
        listed = oracle.report_probabilities(members[0]) if len(members) == 1 else None
        for report, supported in supports(oracle).items():
            bits = np.array(supported)
            chance = float(listed[report]) if listed else chance_of_bits(oracle, members, bits)
            estimates = oracle.estimate(bits, 1)
            mean, square = mean + share * chance * estimates, square + share * chance * np.outer(estimates, estimates)
    return square - np.outer(mean, mean)


def chance_of_bits(oracle: FrequencyOracle, members: tuple[int, ...], bits: np.ndarray) -> float:
    ones = [float(oracle.p if place in members else oracle.q) for place in range(oracle.answers)]
    return math.prod(chance if bit else 1 - chance for chance, bit in zip(ones, bits, strict=True))


def test_sums_over_groups_move_together_as_their_answers_do() -> None:
    oracle = mechanism("generalized-randomized-response", answers=6, epsilon="1")
    cells = covariance(oracle, [0.5, 0.2, 0.0, 0.05, 0.05, 0.2], 10)
    rows, _ = of_pair(oracle, (2, 3))
    summed = cells.summed(rows.groups)
    first, second = np.array([1, 1, 1, 0, 0, 0]), np.array([0, 0, 0, 1, 1, 1])
    assert summed.between([1, 0], [0, 1]) == pytest.approx(cells.between(first, second), rel=1e-12)
    assert summed.between([1, 0], [1, 0]) == pytest.approx(float(rows.variance(0.7, 10)), rel=1e-12)


def test_some_of_the_answers_move_together_as_they_do_among_all() -> None:
    oracle = mechanism("subset-selection", answers=9, epsilon="0.5")
    everything = covariance(oracle, [0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0, 0], 10)
    chosen = [7, 2, 4]
    np.testing.assert_allclose(everything.among(chosen).matrix, everything.matrix[np.ix_(chosen, chosen)], rtol=1e-12)


def test_levels_add_with_their_squared_weights() -> None:
    strong = mechanism("generalized-randomized-response", answers=3, epsilon="0.5")
    standard = mechanism("optimized-unary-encoding", answers=3, epsilon="2")
    truth = np.array([0.6, 0.3, 0.1])
    parts = [covariance(strong, truth, 100), covariance(standard, truth, 300)]
    pooled = pooled_covariance(parts, (0.25, 0.75))
    weights = np.array([1.0, -2.0, 0.5])
    expected = parts[0].between(weights, weights) / 16 + parts[1].between(weights, weights) * 9 / 16
    assert pooled.between(weights, weights) == pytest.approx(expected, rel=1e-12)


def test_simulated_differences_stay_within_six_standard_errors() -> None:
    """One draw of 60 000 people at each of two levels: a correct covariance fails for one seed in 80 million."""
    shares = np.array([0.5, 0.3, 0.15, 0.05, 0.0])
    people = np.repeat(np.arange(5), (shares * 60_000).astype(int))
    levels = [
        mechanism("generalized-randomized-response", answers=5, epsilon="2"),
        mechanism("optimized-unary-encoding", answers=5, epsilon="0.5"),
    ]
    entropy = SeededEntropy(20261120)
    parts = [(oracle, oracle.count(oracle.perturb_many(people, entropy)), 60_000) for oracle in levels]
    estimate = share_pooled(parts).shares
    pooled = pooled_covariance([covariance(oracle, shares, 60_000) for oracle in levels], (0.5, 0.5))
    for first, other in itertools.combinations(range(5), 2):
        away = estimate[first] - estimate[other] - (shares[first] - shares[other])
        assert abs(away) < 6 * math.sqrt(pooled.of_difference(first, other))


def test_chance_is_the_normal_tail_and_says_fifty_of_a_hundred_without_a_difference() -> None:
    assert chance_larger(0.0, 0.01) == 0.5
    assert chance_larger(0.196, 0.01) == pytest.approx(0.975, abs=1e-4)
    assert chance_larger(-0.1, 0.01) == pytest.approx(1 - chance_larger(0.1, 0.01))
    with pytest.raises(ValueError, match="above 0"):
        chance_larger(0.1, 0.0)


def test_ratio_limits_are_where_part_less_ratio_times_base_is_z_standard_errors_away() -> None:
    limits = ratio_interval(0.12, 0.4, (0.0004, 0.0009), 0.0003, 0.95)
    assert limits is not None
    for ratio in limits:
        spread = math.sqrt(0.0004 - 2 * ratio * 0.0003 + ratio**2 * 0.0009)
        assert abs(0.12 - ratio * 0.4) / spread == pytest.approx(1.959964, rel=1e-6)
    assert limits[0] < 0.3 < limits[1]


def test_no_ratio_is_given_when_the_base_may_be_nothing() -> None:
    assert ratio_interval(0.05, 0.1, (0.0004, 0.0027), 0.0, 0.95) is None  # The base is 0.1 +- 0.102, so it may be 0.
    assert ratio_interval(0.05, -0.3, (0.0004, 0.0009), 0.0, 0.95) is None
