"""These tests cover one question read out of a field of two: the same estimates, with the error bar of the sum."""

from fractions import Fraction

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.covariance import covariance
from mechanisms.ldp.estimates.margin import Margin, alone, of_pair
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import as_often_as_named, supports

JOINT = np.array([[0.5, 0.2, 0.0], [0.05, 0.05, 0.2]])  # The shares are skewed, and nobody gives one of the pairs.
FIELDS = [
    mechanism("generalized-randomized-response", answers=6, epsilon="1"),
    mechanism("optimized-unary-encoding", answers=6, epsilon="1"),
    mechanism("symmetric-unary-encoding", answers=6, epsilon="2"),
    mechanism("subset-selection", answers=6, epsilon="0.5"),
]
each_field = pytest.mark.parametrize("oracle", FIELDS, ids=lambda oracle: oracle.slug)


def moments(oracle: FrequencyOracle, margin: Margin) -> tuple[np.ndarray, np.ndarray]:
    """Returns the mean and variance of one report's estimate of each group, over every possible report."""
    first, second = np.zeros(margin.answers), np.zeros(margin.answers)
    for answer, share in enumerate(JOINT.ravel()):
        listed = oracle.report_probabilities(answer)
        for report, supported in supports(oracle).items():
            readings = (margin.supports(supported) - margin.outside) / margin.stretch
            chance = share * float(listed[report])
            first, second = first + chance * readings, second + chance * readings**2
    return first, second - first**2


@each_field
def test_margins_are_unbiased_and_their_variance_is_that_over_all_reports(oracle: FrequencyOracle) -> None:
    for margin, truth in zip(of_pair(oracle, (2, 3)), (JOINT.sum(axis=1), JOINT.sum(axis=0)), strict=True):
        mean, spread = moments(oracle, margin)
        np.testing.assert_allclose(mean, truth, atol=1e-12)
        np.testing.assert_allclose(margin.variance(truth, 1), spread, rtol=1e-9)
        np.testing.assert_allclose(margin.variance(truth, 40), spread / 40, rtol=1e-9)


@pytest.mark.parametrize("slug", ["summation-histogram-encoding", *(oracle.slug for oracle in FIELDS)])
def test_the_noise_of_a_margin_is_that_of_its_cells_together(slug: str) -> None:
    """Numbers with noise have a variance that does not follow from p and q."""
    oracle = mechanism(slug, answers=6, epsilon="1")
    cells = covariance(oracle, JOINT.ravel(), 30)
    for margin, truth in zip(of_pair(oracle, (2, 3)), (JOINT.sum(axis=1), JOINT.sum(axis=0)), strict=True):
        np.testing.assert_allclose(margin.variance(truth, 30), cells.summed(margin.groups).variances, rtol=1e-9)
    (outside, inside), variances = alone(oracle).noise, oracle.variance([0.0, 1.0], 1)
    np.testing.assert_allclose([outside, inside], variances, rtol=1e-9)


@each_field
def test_a_margin_is_the_sum_of_its_cells(oracle: FrequencyOracle) -> None:
    counts = as_often_as_named(oracle, [40, 30, 20, 10, 5, 15])
    rows, columns = of_pair(oracle, (2, 3))
    cells = oracle.estimate(counts, 120).reshape(2, 3)
    np.testing.assert_allclose(rows.estimate(counts, 120), cells.sum(axis=1))
    np.testing.assert_allclose(columns.estimate(counts, 120), cells.sum(axis=0))


@each_field
def test_limits_are_the_shares_from_which_the_estimate_lies_z_standard_errors_away(oracle: FrequencyOracle) -> None:
    counts = as_often_as_named(oracle, [40, 30, 20, 10, 5, 15])
    for margin in of_pair(oracle, (2, 3)):
        estimates = margin.estimate(counts, 120)
        for limits in margin.interval(counts, 120, 0.95).T:
            np.testing.assert_allclose(
                np.abs(estimates - limits) / np.sqrt(margin.variance(limits, 120)), 1.959964, rtol=1e-6
            )


@each_field
def test_a_question_alone_has_the_intervals_of_its_mechanism(oracle: FrequencyOracle) -> None:
    counts = as_often_as_named(oracle, [40, 30, 20, 10, 0, 20])
    margin = alone(oracle)
    np.testing.assert_array_equal(margin.interval(counts, 120, 0.8), oracle.interval(counts, 120, 0.8))
    np.testing.assert_allclose(margin.variance([0.1, 0.4], 9), oracle.variance([0.1, 0.4], 9))
    np.testing.assert_allclose(margin.estimate(counts, 120), oracle.estimate(counts, 120))
    wilson = oracle.interval(counts[:4], 120, 0.95) if oracle.answers == 4 else oracle.interval(counts, 120, 0.95)
    z2 = 1.959963984540054**2 / 120
    outside, inside = margin.noise
    middle = (oracle.estimate(counts, 120) + z2 * (inside - outside + 1) / 2) / (1 + z2)
    np.testing.assert_allclose(wilson.mean(axis=1)[counts > 0], middle[counts > 0], rtol=1e-9)


@each_field
def test_reads_the_supports_of_packed_reports(oracle: FrequencyOracle) -> None:
    packed = oracle.perturb_many([0, 1, 2, 3, 4, 5] * 20, _words())
    counts = oracle.count(packed)
    for margin in (alone(oracle), *of_pair(oracle, (2, 3))):
        np.testing.assert_array_equal(margin.read(packed).sum(axis=0), margin.supports(counts))


def test_reads_choices_of_two_bytes() -> None:
    oracle = mechanism("generalized-randomized-response", answers=300, epsilon="1")
    packed = np.frombuffer(b"".join(oracle.pack(value) for value in (0, 255, 256, 299)), dtype=np.uint8).reshape(4, 2)
    assert alone(oracle).read(packed).argmax(axis=1).tolist() == [0, 255, 256, 299]


def test_refuses_groups_that_overlap_or_differ_in_size() -> None:
    with pytest.raises(ValueError, match="equally many"):
        Margin(FIELDS[0], ((0, 1), (2,)))
    with pytest.raises(ValueError, match="at most one group"):
        Margin(FIELDS[0], ((0, 1), (1, 2)))
    with pytest.raises(ValueError, match="2 times 2 pairs"):
        of_pair(FIELDS[0], (2, 2))


def _words() -> SeededEntropy:
    return SeededEntropy(3)


def test_p_and_q_of_the_groups_are_the_mechanisms_own() -> None:
    oracle = FIELDS[0]
    rows, _ = of_pair(oracle, (2, 3))
    listed = oracle.report_probabilities(0)
    inside = sum((listed[report] for report in (0, 1, 2)), Fraction(0))
    assert rows.outside + rows.stretch == pytest.approx(float(inside), rel=1e-12)


@each_field
def test_a_report_that_names_one_answer_supports_one_group_once(oracle: FrequencyOracle) -> None:
    names_one = oracle.slug == "generalized-randomized-response"
    for margin in of_pair(oracle, (2, 3)):
        assert margin.exclusive == names_one
        listed = margin.supports(np.stack(list(supports(oracle).values())))
        assert margin.most == listed.max()
