"""These tests cover sets of answers: the guarantee proved over all pairs of sets, drawn as the twin draws them, counted
and estimated."""

import itertools
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_bounds
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.shapes.sets.set_bits import SetsChannel

SLUG = "bitwise-randomized-response"
SIZES = [(2, 1), (2, 2), (3, 2), (4, 3), (5, 5)]
PARAMETERS = [
    (answers, most, epsilon)
    for answers, most in SIZES
    for epsilon in ("0.01", "0.5", "1", "4", "16")
    if not (most == 1 and epsilon == "16")  # One bit at epsilon 16 needs finer words, and is refused.
]


@pytest.fixture(params=PARAMETERS, ids=str)
def oracle(request: pytest.FixtureRequest) -> BitwiseRandomizedResponse:
    answers, most, epsilon = request.param
    return BitwiseRandomizedResponse(answers=answers, most=most, epsilon=epsilon)


def all_sets(answers: int) -> list[frozenset[int]]:
    sizes = range(1, answers + 1)
    return [frozenset(chosen) for size in sizes for chosen in itertools.combinations(range(answers), size)]


@pytest.mark.proof("channels", of="bitwise-randomized-response")
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_under_another_set(
    oracle: BitwiseRandomizedResponse,
) -> None:
    at_most, _ = exp_bounds(Fraction(oracle.epsilon), bits=200)
    channels = {members: oracle.report_probabilities(members) for members in all_sets(oracle.answers)}
    worst = max(
        channels[first][report] / channels[other][report]
        for first, other in itertools.permutations(channels, 2)
        if len(first ^ other) <= oracle.most
        for report in channels[first]
    )
    assert worst <= at_most
    assert worst == oracle.channel.worst_ratio
    assert Fraction(oracle.epsilon) * 99 / 100 <= Fraction(oracle.epsilon_spent()) <= Fraction(oracle.epsilon)


def test_reports_of_a_set_are_a_distribution_and_each_bit_is_kept_with_probability_p(
    oracle: BitwiseRandomizedResponse,
) -> None:
    for members in all_sets(oracle.answers):
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for report, probability in oracle.report_probabilities(members).items():
            counted = oracle.count(np.frombuffer(oracle.pack(report), dtype=np.uint8)[None, :])
            for position in np.flatnonzero(counted):
                chances[int(position)] += probability
        assert sum(oracle.report_probabilities(members).values()) == 1
        assert chances == {
            position: oracle.p if position in members else oracle.q for position in range(oracle.answers)
        }


def test_sets_each_bit_just_below_its_threshold_and_clears_it_from_there_on(oracle: BitwiseRandomizedResponse) -> None:
    one_below, zero_below = int(oracle.client_spec()["one_below"]), int(oracle.client_spec()["zero_below"])
    assert one_below + zero_below == WORDS
    for members, position in itertools.product(all_sets(oracle.answers), range(oracle.answers)):
        threshold = one_below if position in members else zero_below
        for word, expected in ((0, True), (threshold - 1, True), (threshold, False), (WORDS - 1, False)):
            words = [WORDS - 1] * oracle.answers
            words[position] = word
            report = oracle.perturb(members, Tape(words))
            assert isinstance(report, bytes)
            assert int.from_bytes(report, "big") == (expected << (8 * oracle.report_bytes - 1 - position))


def test_realises_its_probabilities_over_all_words() -> None:
    channel = SetsChannel(answers=3, one_below=13, zero_below=3, word_bits=4, most=2)
    for members in all_sets(3):
        tally: dict[bytes, int] = defaultdict(int)
        for tape in itertools.product(range(16), repeat=3):
            tally[channel.perturb(members, Tape(tape))] += 1
        assert {report: Fraction(count, 16**3) for report, count in tally.items()} == dict(
            channel.report_probabilities(members)
        )


@given(answers=st.integers(2, 66), tenths=st.integers(1, 80), data=st.data())
def test_never_spends_more_than_asked_and_at_least_ninety_nine_hundredths(
    answers: int, tenths: int, data: st.DataObject
) -> None:
    most = data.draw(st.integers(1, answers))
    oracle = BitwiseRandomizedResponse(answers=answers, most=most, epsilon=f"{tenths / 10}")
    assert Fraction(oracle.epsilon) * 99 / 100 <= Fraction(oracle.epsilon_spent()) <= Fraction(oracle.epsilon)


@given(seed=st.integers(0, 2**32), people=st.integers(0, 20), answers=st.integers(2, 20))
def test_many_people_read_the_same_words_as_one_after_the_other(seed: int, people: int, answers: int) -> None:
    oracle = BitwiseRandomizedResponse(answers=answers, most=2, epsilon="1")
    truth = np.random.default_rng(seed).random((people, answers)) < 0.4
    truth[:, 0] |= ~truth.any(axis=1)
    entropy = SeededEntropy(seed)
    single = [oracle.perturb(frozenset(np.flatnonzero(row).tolist()), entropy) for row in truth]
    assert [row.tobytes() for row in oracle.perturb_many(truth, SeededEntropy(seed))] == single


def test_one_answer_and_the_set_of_it_alone_are_drawn_alike() -> None:
    oracle = BitwiseRandomizedResponse(answers=9, most=4, epsilon="2")
    for position in range(9):
        words = SeededEntropy(position).words(9).tolist()
        assert oracle.channel.perturb(position, Tape(words)) == oracle.perturb(frozenset([position]), Tape(words))


@pytest.mark.proof("samples", of="bitwise-randomized-response")
def test_estimates_of_many_sets_lie_within_six_standard_errors_of_the_truth() -> None:
    """Five shares: a correct mechanism fails for one seed in a hundred million."""
    oracle = mechanism(SLUG, answers=5, most=4, epsilon="2")
    people, shares = 200_000, np.array([0.8, 0.4, 0.1, 0.02, 0.0])
    truth = np.random.default_rng(5).random((people, 5)) < shares
    truth[:, 0] |= ~truth.any(axis=1)
    exact = truth.mean(axis=0)
    estimate = oracle.estimate(oracle.count(oracle.perturb_many(truth, SeededEntropy(20261120))), people)
    assert (np.abs(estimate - exact) / np.sqrt(oracle.variance(exact, people))).max() < 6


def test_refuses_what_is_no_set_of_its_answers() -> None:
    oracle = mechanism(SLUG, answers=3, most=2, epsilon="1")
    for answer in (0, frozenset[int](), frozenset([3]), frozenset([-1]), frozenset([True]), {0}):
        with pytest.raises(ValueError, match="not a set of some of the 3"):
            oracle.perturb(answer, Tape([]))  # type: ignore[arg-type]  # the test passes wrong types
    for answers in ([[0, 1, 1]], [True, False, True], [[True, False]]):
        with pytest.raises(ValueError, match="true or false for each"):
            oracle.perturb_many(answers, Tape([]))
    with pytest.raises(ValueError, match="set of answers is empty"):
        oracle.perturb_many(np.zeros((1, 3), dtype=bool), Tape([]))
    with pytest.raises(ValueError, match="one answer, not a set"):
        mechanism("randomized-response", answers=2, epsilon="1").channel.perturb(frozenset([1]), Tape([]))


@pytest.mark.parametrize("most", [0, 4, 1.0, True, None])
def test_refuses_a_number_of_differing_positions_that_cannot_be(most: object) -> None:
    with pytest.raises(ValueError, match="most is"):
        BitwiseRandomizedResponse(answers=3, most=most, epsilon="1")  # type: ignore[arg-type]


def test_the_catalogue_tells_mechanisms_for_one_answer_from_those_for_sets() -> None:
    assert mechanism(SLUG, answers=3, most=2, largest=1, epsilon="1") == BitwiseRandomizedResponse(
        answers=3, most=2, epsilon="1"
    )
    assert mechanism("privset", answers=3, most=2, largest=1, epsilon="1") == PrivSet(answers=3, pad_to=1, epsilon="1")
    with pytest.raises(ValueError, match="is not for one answer"):
        mechanism(SLUG, answers=3, epsilon="1")
    with pytest.raises(ValueError, match="is not for sets of answers"):
        mechanism("randomized-response", answers=2, epsilon="1", most=2)
