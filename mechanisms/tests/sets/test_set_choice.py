"""These tests cover which mechanism a question with several answers gets, and what is known of two of its answers
together."""

import itertools
import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.catalogue import OF_PADDED_SETS, SETS_IN_SURVEYS, choose_for_sets, mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.agreement import agreement
from mechanisms.ldp.estimates.covariance import covariance
from mechanisms.ldp.estimates.margin import alone
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.padding_and_sampling import OF_ONE, PaddingAndSampling
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.wheel import Wheel
from mechanisms.ldp.shapes.channel import Report

SHARES = np.linspace(0, 1, 401)
QUESTIONS = [  # Each question has options and a limit of ticks, and may be skipped.
    (options, most) for options in (4, 5, 8, 12, 20) for most in (1, 2, 3, 5, options) if most <= options
]
EPSILONS = ("0.5", "1", "2", "4")


def apart(options: int, largest: int) -> int:
    """Returns the number of positions in which two sets can differ, where a question may be skipped."""
    return max(min(options, 2 * largest), largest + 1)


def worst(oracle: FrequencyOracle) -> float:
    return float(oracle.variance(SHARES, 1).max())


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize(("options", "largest"), QUESTIONS)
def test_the_choice_has_the_smallest_worst_variance_of_all_mechanisms_of_sets(
    options: int, largest: int, epsilon: str
) -> None:
    """The rivals include those without a twin in the browser, to one part in a million; the table of decision 0020."""
    answers, most = options + 1, apart(options, largest)
    chosen = choose_for_sets(answers, most, largest, epsilon)
    rivals: list[FrequencyOracle] = [
        BitwiseRandomizedResponse(answers=answers, most=most, epsilon=epsilon),
        PrivSet(answers=answers, pad_to=largest, epsilon=epsilon),
        Wheel(answers=answers, pad_to=largest, epsilon=epsilon),
        *(PaddingAndSampling(answers=answers, pad_to=largest, epsilon=epsilon, of_one=slug) for slug in OF_ONE),
    ]
    assert {rival.slug for rival in rivals} == {
        BitwiseRandomizedResponse.slug,
        *(mechanism.slug for mechanism in OF_PADDED_SETS),
    }
    least = min(worst(rival) for rival in rivals)
    assert worst(chosen.mechanism) == pytest.approx(least, rel=0.01)
    assert worst(chosen.mechanism) == pytest.approx(chosen.variances[chosen.mechanism.slug], rel=1e-3)
    assert chosen.mechanism.epsilon_spent() <= float(epsilon)


@pytest.mark.parametrize(
    ("question", "epsilon", "slug"),
    [
        ((6, 5, 3), "1", "privset"),
        ((6, 6, 5), "2", "privset"),
        ((6, 6, 5), "4", "bitwise-randomized-response"),
        ((21, 4, 2), "2", "bitwise-randomized-response"),
        ((21, 21, 20), "4", "privset"),
        ((21, 2, 1), "1", "bitwise-randomized-response"),
    ],
)
def test_neither_mechanism_is_always_the_better_one(question: tuple[int, int, int], epsilon: str, slug: str) -> None:
    assert choose_for_sets(*question, epsilon).mechanism.slug == slug


def test_the_reason_can_be_read() -> None:
    chosen = choose_for_sets(6, 5, 3, "1")
    assert chosen.reason == (
        "PrivSet has the smallest error for a set of up to 3 of 6 answers at epsilon 1; "
        "bitwise randomised response would need 2.39 times as many reports for the same precision."
    )
    assert set(chosen.variances) == {offered.slug for offered in SETS_IN_SURVEYS}


def test_a_question_that_no_mechanism_takes_is_refused() -> None:
    with pytest.raises(ValueError, match="epsilon"):
        choose_for_sets(6, 5, 3, "0")
    with pytest.raises(ValueError, match="is not for sets"):
        mechanism("wheel", answers=6, most=5, largest=3, epsilon="1")


SMALL = [(3, 1, "1"), (3, 2, "1"), (4, 3, "0.5"), (6, 1, "0.5"), (6, 2, "0.25"), (8, 2, "0.1")]


@pytest.mark.parametrize(("answers", "pad_to", "epsilon"), SMALL)
def test_two_answers_are_supported_together_as_stated_whichever_are_held(
    answers: int, pad_to: int, epsilon: str
) -> None:
    oracle = PrivSet(answers=answers, pad_to=pad_to, epsilon=epsilon)
    with_held, without = oracle.pair_support
    for size in range(pad_to + 1):
        for members in itertools.combinations(range(answers), size):
            listed = oracle.report_probabilities(frozenset(members))
            for first, other in itertools.combinations(range(answers), 2):
                stated = with_held if first in members or other in members else without
                assert together(listed, first, other) == stated


def together(listed: Mapping[Report, Fraction], first: int, other: int) -> Fraction:
    return sum(
        (chance for report, chance in listed.items() if bit(report, first) and bit(report, other)), start=Fraction(0)
    )


def bit(report: Report, place: int) -> bool:
    assert isinstance(report, bytes)
    return bool(report[place >> 3] & (128 >> (place & 7)))


@pytest.mark.parametrize(("answers", "pad_to", "epsilon"), SMALL)
def test_a_difference_of_two_options_is_never_more_uncertain_than_said(answers: int, pad_to: int, epsilon: str) -> None:
    """Every report is listed, for people who hold one of the options, the other, both or none."""
    oracle = PrivSet(answers=answers, pad_to=pad_to, epsilon=epsilon)
    populations: list[dict[tuple[int, ...], float]] = [
        {(0,): 0.5, (1,): 0.3, (2,): 0.2},
        {(0,): 0.02, (): 0.98},
        {(0,): 0.9, (1,): 0.1},
    ]
    if pad_to > 1:
        populations += [{(0, 1): 0.4, (2,): 0.6}, {(0, 1): 0.2, (0,): 0.3, (1, 2): 0.5}, {(0, 1): 1.0}]
    for people in populations:
        shares = [sum(part for members, part in people.items() if place in members) for place in range(answers)]
        difference, square = 0.0, 0.0
        for members, part in people.items():
            for report, chance in oracle.report_probabilities(frozenset(members)).items():
                gap = (bit(report, 0) - bit(report, 1)) / float(oracle.p - oracle.q)
                difference, square = difference + part * float(chance) * gap, square + part * float(chance) * gap**2
        covariances = covariance(oracle, shares, 1)
        assert covariances.of_difference(0, 1) >= (square - difference**2) * (1 - 1e-9)
        np.testing.assert_allclose(covariances.variances, oracle.variance(shares, 1), rtol=1e-9)


@pytest.mark.parametrize("answers", [3, 7, 21, 65])
@pytest.mark.parametrize("epsilon", ["0.05", "1", "4"])
def test_every_question_that_is_chosen_privset_has_a_covariance(answers: int, epsilon: str) -> None:
    for pad_to in (1, 2, answers // 2, answers - 1):
        covariances = covariance(PrivSet(answers=answers, pad_to=pad_to, epsilon=epsilon), np.full(answers, 0.1), 100)
        assert math.isfinite(covariances.of_difference(0, 1))
        assert covariances.of_difference(0, 1) > 0


def test_two_options_of_a_set_are_two_comparisons_though_a_report_names_one_at_most() -> None:
    """Two options do not exclude each other, as two answers of one question do: people may hold both."""
    groups = []
    for seed, epsilon in enumerate(("2", "3")):
        oracle = PrivSet(answers=2, pad_to=2, epsilon=epsilon)
        assert alone(oracle).exclusive
        counts = oracle.count(oracle.perturb_many(np.ones((400, 2), dtype=bool), SeededEntropy(seed)))
        groups.append([(alone(oracle), counts, 400)])
    comparison = agreement(groups)
    assert comparison is not None
    assert comparison.compared == 2
