"""Numbers with geometric noise: the channel of one number listed exactly, and what follows for all of them."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_exceeds
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.ldp.shapes.noisy_counts import NoisyCountsChannel

EPSILONS = ("0.000001", "0.01", "0.1", "0.5", "1", "2", "4", "8", "16")
each_epsilon = pytest.mark.parametrize("epsilon", EPSILONS)


def oracle_of(epsilon: str, answers: int = 3) -> SummationHistogramEncoding:
    return SummationHistogramEncoding(answers=answers, epsilon=epsilon)


def channel_of(epsilon: str, answers: int = 3) -> NoisyCountsChannel:
    channel = oracle_of(epsilon, answers).channel
    assert isinstance(channel, NoisyCountsChannel)
    return channel


@pytest.mark.proof("parts", of="summation-histogram-encoding")
@each_epsilon
def test_no_number_is_more_than_e_to_half_of_epsilon_times_likelier_for_another_answer(epsilon: str) -> None:
    """Two answers differ in two numbers, which are drawn independently."""
    channel = channel_of(epsilon)
    given, other = channel.probabilities(given=True), channel.probabilities(given=False)
    assert sum(given.values()) == sum(other.values()) == 1
    assert given.keys() == other.keys()
    worst = max(max(given[number] / other[number], other[number] / given[number]) for number in given)
    assert worst**2 == channel.worst_ratio
    assert exp_exceeds(Fraction(epsilon), channel.worst_ratio)


@each_epsilon
def test_spends_almost_all_that_was_asked(epsilon: str) -> None:
    assert Decimal(epsilon) * Decimal("0.99") <= oracle_of(epsilon).epsilon_spent() <= Decimal(epsilon)


@pytest.mark.proof("estimates", of="summation-histogram-encoding")
@each_epsilon
def test_means_and_variance_are_those_of_the_numbers(epsilon: str) -> None:
    channel = channel_of(epsilon)
    for is_given, mean in ((True, channel.p), (False, channel.q)):
        chances = channel.probabilities(given=is_given)
        assert sum((number * chance for number, chance in chances.items()), Fraction(0)) == mean
        spread = sum(((number - mean) ** 2 * chance for number, chance in chances.items()), Fraction(0))
        assert spread == channel.spread


@each_epsilon
def test_variance_is_at_most_that_of_laplace_noise(epsilon: str) -> None:
    """The variance is also near that of geometric noise that is not cut off; cutting it off only helps."""
    variance, exact = float(oracle_of(epsilon).variance(0, 1)), 1 / (math.cosh(float(epsilon) / 2) - 1)
    assert variance <= 8 / float(epsilon) ** 2
    if epsilon in ("0.1", "0.5", "1", "2", "4"):
        assert variance == pytest.approx(exact, rel=0.001)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_variance_grows_by_who_was_asked(share: float) -> None:
    oracle = oracle_of("1")
    assert float(oracle.variance(share, 50)) == pytest.approx((float(oracle.variance(0, 1)) + share * (1 - share)) / 50)


def test_numbers_come_as_often_as_their_weights_say_over_all_words() -> None:
    channel = NoisyCountsChannel(answers=2, weights=(7, 5, 3, 1), word_bits=4)
    assert (channel.reach, channel.report_bytes) == (1, 2)
    for answer in (0, 1):
        seen = dict.fromkeys(itertools.product(range(-1, 3), repeat=2), 0)
        for words in itertools.product(range(16), repeat=2):
            record = channel.perturb(answer, Tape(words))
            seen[record[0] - 1, record[1] - 1] += 1
        chances = [channel.probabilities(given=place == answer) for place in range(2)]
        assert {pair: Fraction(count, 256) for pair, count in seen.items()} == {
            (first, other): chances[0][first] * chances[1][other] for first, other in seen
        }


@each_epsilon
def test_a_word_at_an_edge_belongs_to_the_number_above_it(epsilon: str) -> None:
    channel = channel_of(epsilon, answers=2)
    ends = list(itertools.accumulate(channel.weights))
    for place in {0, 1, len(ends) // 2, len(ends) - 2} & set(range(len(ends) - 1)):
        for word, expected in ((ends[place] - 1, place), (ends[place], place + 1)):
            record = channel.perturb(0, Tape([word, word]))
            width = len(record) // 2
            given, other = (int.from_bytes(part, "big") for part in (record[:width], record[width:]))
            assert (given, other) == (len(ends) - 1 - expected, expected)


def test_weights_add_up_and_every_number_can_come() -> None:
    for epsilon in EPSILONS:
        weights = channel_of(epsilon).weights
        assert sum(weights) == WORDS
        assert min(weights) > 0


def test_released_weights_never_change() -> None:
    assert channel_of("4").weights[:4] == (171743, 1097304, 8108048, 59910851)
    assert channel_of("4").reach == 5
    assert channel_of("0.01").reach == 1573


@given(epsilon=st.sampled_from(EPSILONS), seed=st.integers(0, 2**32), people=st.integers(0, 20))
@settings(max_examples=40)
def test_many_people_are_drawn_and_summed_as_one_after_the_other(epsilon: str, seed: int, people: int) -> None:
    oracle = oracle_of(epsilon, answers=5)
    answers = np.random.default_rng(seed).integers(0, 5, people)
    many = oracle.perturb_many(answers, SeededEntropy(seed))
    entropy = SeededEntropy(seed)
    records = [oracle.pack(oracle.perturb(int(answer), entropy)) for answer in answers]
    assert [row.tobytes() for row in many] == records
    channel = channel_of(epsilon, answers=5)
    width = channel.report_bytes // 5
    sums = [
        sum(int.from_bytes(record[place * width : (place + 1) * width], "big") - channel.reach for record in records)
        for place in range(5)
    ]
    assert oracle.count(many).tolist() == sums


def test_large_batches_are_drawn_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = oracle_of("1", answers=5)
    answers = np.arange(23) % 5
    whole = oracle.perturb_many(answers, SeededEntropy(1))
    monkeypatch.setattr("mechanisms.ldp.shapes.noisy_counts._BLOCK_WORDS", 20)
    assert (oracle.perturb_many(answers, SeededEntropy(1)) == whole).all()


def test_intervals_hold_the_estimate_and_the_safe_one_is_wider() -> None:
    oracle = oracle_of("1")
    counts = [700, 300, -20]
    estimates = oracle.estimate(counts, 1000)
    normal, safe = oracle.interval(counts, 1000, 0.95), oracle.exact_interval(counts, 1000, 0.95)
    assert (normal[:, 0] < estimates).all()
    assert (estimates < normal[:, 1]).all()
    assert (safe[:, 0] < normal[:, 0]).all()
    assert (normal[:, 1] < safe[:, 1]).all()
    for limits in normal.T:
        away = np.abs(estimates - limits) / np.sqrt(oracle.variance(limits, 1000))
        np.testing.assert_allclose(away, 1.959964, rtol=1e-6)


def test_refuses_what_cannot_be() -> None:
    oracle, channel = oracle_of("1"), channel_of("1")
    for record in (b"", bytes(2), bytes(4), bytes([48, 0, 0])):
        with pytest.raises(ValueError, match="report"):
            oracle.check_report(record)
    for counts in ([0, 0], [0.5, 0, 0], [24 * 10 + 1, 0, 0], [-231, 0, 0]):
        with pytest.raises(ValueError, match="count"):
            oracle.estimate(counts, 10)
    with pytest.raises(ValueError, match="at least 1"):
        oracle.estimate([0, 0, 0], 0)
    with pytest.raises(ValueError, match="too many reports"):
        oracle.report_probabilities(0)
    with pytest.raises(ValueError, match="more or less"):
        channel.supports(np.zeros((2, 3), dtype=np.uint8))
    with pytest.raises(ValueError, match="one answer, not"):
        channel.perturb(frozenset([1]), Tape([0, 0, 0]))
    with pytest.raises(ValueError, match="bytes, already packed"):
        oracle.pack(3)
    for weights in ((8, 4, 4), (8, 4), (16, 0), (5, 5, 5, 5)):
        with pytest.raises(ValueError, match="weights"):
            NoisyCountsChannel(answers=2, weights=weights, word_bits=4)
