"""These tests cover the integers of the specs: as large as the epsilon asked allows, and not one more."""

import dataclasses
import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import OF_ONE, mechanism
from mechanisms.common.thresholds import WORDS, ceil_at_exp, exp_bounds, exp_exceeds, floor_at_exp, log_rounded_up
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.thresholding_histogram_encoding import ThresholdingHistogramEncoding
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.hadamard import HadamardChannel
from mechanisms.ldp.shapes.subset import SubsetChannel
from mechanisms.tests.cases import every_oracle, name_of

millionths = st.integers(min_value=1, max_value=16_000_000).map(lambda number: Fraction(number, 1_000_000))


@given(x=millionths, bits=st.sampled_from([16, 64, 256]))
def test_bounds_enclose_the_exponential_closely(x: Fraction, bits: int) -> None:
    low, high = exp_bounds(x, bits=bits)
    with localcontext(prec=120):
        exact = Fraction((Decimal(x.numerator) / Decimal(x.denominator)).exp())
    slack = Fraction(1, 10**100)
    assert low - slack <= exact <= high + slack
    assert (high - low) / low <= Fraction(1, 2**bits)


def test_bounds_of_zero_hold_one() -> None:
    low, high = exp_bounds(Fraction(0), bits=64)
    assert low <= 1 <= high


def test_refuses_to_bound_a_negative_power() -> None:
    with pytest.raises(ValueError, match="x is -1"):
        exp_bounds(Fraction(-1), bits=64)


@given(x=millionths)
def test_floor_and_ceiling_are_neighbours_around_the_exact_value(x: Fraction) -> None:
    below = floor_at_exp(lambda e: WORDS * e / (e + 1), x)
    above = ceil_at_exp(lambda e: WORDS * e / (e + 1), x)
    assert above == below + 1
    assert exp_exceeds(x, Fraction(below, WORDS - below))
    assert not exp_exceeds(x, Fraction(above, WORDS - above))


def test_refuses_a_threshold_at_zero() -> None:
    with pytest.raises(ValueError, match="x > 0"):
        floor_at_exp(lambda e: e, Fraction(0))


def test_compares_with_the_exponential_however_close() -> None:
    low, high = exp_bounds(Fraction(1), bits=500)
    assert exp_exceeds(Fraction(1), low)
    assert not exp_exceeds(Fraction(1), high)
    assert not exp_exceeds(Fraction(0), Fraction(1))
    assert exp_exceeds(Fraction(0), Fraction(999, 1000))


@given(ratio=st.fractions(min_value=1, max_value=10**6, max_denominator=10**9))
def test_logarithm_is_rounded_up_and_by_less_than_a_unit(ratio: Fraction) -> None:
    rounded = Fraction(log_rounded_up(ratio))
    unit = Fraction(1, 10**12)
    assert ratio == 1 if rounded == 0 else exp_exceeds(rounded, ratio)
    assert rounded < unit or not exp_exceeds(rounded - unit, ratio)
    assert float(rounded) == pytest.approx(math.log(ratio), abs=2e-12)


def test_refuses_the_logarithm_of_a_ratio_below_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        log_rounded_up(Fraction(1, 2))


def one_step_further(oracle: FrequencyOracle) -> Fraction:
    """Returns the worst ratio if the threshold that carries the guarantee were one word more generous."""
    match oracle.channel:
        case ChoiceChannel() as channel:
            return dataclasses.replace(channel, keep_below=channel.keep_below + 1).worst_ratio
        case SubsetChannel() as channel:
            return dataclasses.replace(channel, with_below=channel.with_below + 1).worst_ratio
        case HadamardChannel() as channel:
            return dataclasses.replace(channel, agree_below=channel.agree_below + 1).worst_ratio
        case BitsChannel() as channel:
            zero_below = channel.zero_below - 1
            one_below = channel.one_below if oracle.slug.startswith("optimized") else WORDS - zero_below
            return dataclasses.replace(channel, one_below=one_below, zero_below=zero_below).worst_ratio
    raise AssertionError(f"no threshold of {oracle.shape} is known to carry the guarantee")


@every_oracle
def test_threshold_is_the_last_that_keeps_within_epsilon(oracle: FrequencyOracle) -> None:
    epsilon = Fraction(oracle.epsilon)
    assert exp_exceeds(epsilon, oracle.channel.worst_ratio)
    if oracle.least_spent < Fraction(99, 100):
        return  # The threshold of the numbers spends less here, not the rounding.
    assert not exp_exceeds(epsilon, one_step_further(oracle))


@pytest.mark.parametrize(
    ("slug", "answers", "epsilon", "integers"),
    [
        ("randomized-response", 2, "1", {"keep_below": 3139872686}),
        ("generalized-randomized-response", 3, "0.5", {"keep_below": 1940735784}),
        ("optimized-unary-encoding", 3, "1", {"one_below": 2147483648, "zero_below": 1155094610}),
        ("symmetric-unary-encoding", 3, "2", {"one_below": 3139872686, "zero_below": 1155094610}),
        ("subset-selection", 9, "1", {"size": 2, "with_below": 1877517275}),
        ("hadamard-response", 9, "1", {"agree_below": 3139872686}),
        ("thresholding-histogram-encoding", 3, "1", {"one_below": 2519973796, "zero_below": 1575853075}),
    ],
)
def test_released_integers_never_change(slug: str, answers: int, epsilon: str, integers: dict[str, int]) -> None:
    oracle = mechanism(slug, answers=answers, epsilon=epsilon)
    assert oracle.client_spec() == {"shape": oracle.shape, "answers": answers, **integers}


@pytest.mark.parametrize(
    ("epsilon", "theta"), [("0.1", 0.513), ("0.5", 0.562), ("1", 0.619), ("2", 0.71), ("4", 0.816), ("8", 0.9)]
)
def test_best_threshold_of_histogram_encoding_is_the_known_one(epsilon: str, theta: float) -> None:
    """The known threshold was found elsewhere, by minimising the closed-form variance without steps."""
    oracle = ThresholdingHistogramEncoding(answers=3, epsilon=epsilon)
    assert float(oracle.threshold) == pytest.approx(theta, abs=0.0015)


def test_a_threshold_that_was_given_is_used() -> None:
    quarter = ThresholdingHistogramEncoding(answers=3, epsilon="1", theta=Decimal("0.25"))
    best = ThresholdingHistogramEncoding(answers=3, epsilon="1")
    assert float(quarter.variance(0, 1) / best.variance(0, 1)) == pytest.approx(1.11, abs=0.005)
    for theta in (Decimal("-0.01"), Decimal("1.01"), 0.25):
        with pytest.raises(ValueError, match="theta is"):
            ThresholdingHistogramEncoding(answers=3, epsilon="1", theta=theta)  # type: ignore[arg-type]


def test_subset_selection_is_at_least_as_good_as_the_others_offered() -> None:
    for answers, epsilon in itertools.product((2, 3, 5, 16, 128, 1024), ("0.5", "1", "2", "4")):
        rivals = ("generalized-randomized-response", "optimized-unary-encoding", "symmetric-unary-encoding")
        ours, *theirs = (
            float(mechanism(slug, answers=answers, epsilon=epsilon).variance(1 / answers, 1))
            for slug in ("subset-selection", *rivals)
        )
        assert ours <= min(theirs) * (1 + 1e-8)


@given(offered=st.sampled_from(OF_ONE), answers=st.integers(2, 4096), units=st.integers(min_value=1, max_value=16_000))
def test_any_oracle_spends_at_most_what_was_asked_and_almost_all_of_it(
    offered: type[FrequencyOracle], answers: int, units: int
) -> None:
    epsilon = f"{Decimal(units) / 1000:f}"
    oracle = offered(answers=2 if offered.slug == "randomized-response" else answers, epsilon=epsilon)
    least = Fraction(epsilon) * oracle.least_spent
    assert least <= Fraction(oracle.epsilon_spent()) <= Fraction(epsilon), name_of(oracle)
    assert 0 < oracle.q < oracle.p < 1
