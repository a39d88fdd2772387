"""These tests cover one member of a set: the gain of sampling, the price of dummies that repeat, and every mechanism of
one answer."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_bounds
from mechanisms.ldp.sets.padding_and_sampling import OF_ONE, PaddingAndSampling
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.sets.sampled import SampledChannel
from mechanisms.tests.sets.many_sets import PEOPLE, sets_of

GRR = "generalized-randomized-response"


@pytest.mark.proof("samples", of="padding-and-sampling")
@pytest.mark.parametrize("of_one", OF_ONE)
@pytest.mark.parametrize("pad_to", [1, 3])
def test_estimates_of_many_sets_lie_within_six_standard_errors_of_the_truth(of_one: str, pad_to: int) -> None:
    """Seventy shares: a correct mechanism fails for one seed in seven million. The seed is fixed."""
    oracle = PaddingAndSampling(answers=5, pad_to=pad_to, epsilon="2", of_one=of_one)
    truth = sets_of(PEOPLE, pad_to, seed=5)
    exact = truth.mean(axis=0)
    estimate = oracle.estimate(oracle.count(oracle.perturb_many(truth, SeededEntropy(20261122))), PEOPLE)
    assert (np.abs(estimate - exact) / np.sqrt(oracle.variance(exact, PEOPLE))).max() < 6


def test_keeps_a_member_as_often_as_sampling_allows_and_not_once_more() -> None:
    for answers, pad_to, epsilon in itertools.product((2, 9, 100), (1, 2), ("0.5", "1", "4")):
        oracle = PaddingAndSampling(answers=answers, pad_to=pad_to, epsilon=epsilon, of_one=GRR)
        keep_below = int(oracle.client_spec()["keep_below"])
        more = ChoiceChannel(answers=answers + pad_to, keep_below=keep_below + 1)
        _, too_much = exp_bounds(Fraction(epsilon), bits=200)
        assert 1 + (more.p / more.q - 1) / pad_to > too_much


@pytest.mark.parametrize(("pad_to", "epsilon", "loss"), [(3, "1", 1.82), (2, "1", 1.0 + 0.49)])
def test_dummies_that_repeat_would_cost_more_than_is_asked(pad_to: int, epsilon: str, loss: float) -> None:
    """A person without an answer would hold one dummy m times, so sampling would gain nothing."""
    oracle = PaddingAndSampling(answers=9, pad_to=pad_to, epsilon=epsilon, of_one=GRR)
    assert isinstance(oracle.channel, SampledChannel)
    kept, moved = oracle.channel.of_one.p, oracle.channel.of_one.q
    assert float(np.log(float(kept / moved))) == pytest.approx(loss, abs=0.005)


def test_has_the_known_variances_for_a_rare_answer() -> None:
    """n times the variance, of reference tables for 32 and 128 answers in sets of four and eight, without dummies."""
    for answers, pad_to, epsilon, known in ((32, 4, "1", 12.8), (128, 4, "1", 45.3), (128, 8, "2", 4.36)):
        oracle = PaddingAndSampling(answers=answers - pad_to, pad_to=pad_to, epsilon=epsilon, of_one=GRR)
        assert float(oracle.variance(0, 1)) == pytest.approx(known, rel=0.01)


@pytest.mark.parametrize("pad_to", [1, 2, 3])
def test_realises_its_probabilities_over_all_words(pad_to: int) -> None:
    of_one = ChoiceChannel(answers=3 + pad_to, keep_below=7, word_bits=4)
    channel = SampledChannel(answers=3, pad_to=pad_to, of_one=of_one, ratio=Fraction(1), word_bits=4)
    for members in [
        frozenset(chosen) for size in range(pad_to + 1) for chosen in itertools.combinations(range(3), size)
    ]:
        tally: dict[int | bytes, int] = {}
        for tape in itertools.product(range(16), repeat=channel.words):
            read = Tape([*tape, 0, 0, 0])
            report = channel.perturb(members, read)
            if read.read == channel.words:  # The tape was read without drawing a word again.
                tally[report] = tally.get(report, 0) + 1
        total = sum(tally.values())
        assert {report: Fraction(count, total) for report, count in tally.items()} == dict(
            channel.report_probabilities(members)
        )


@pytest.mark.parametrize("pad_to", [0, 4, 1.0, True, None])
def test_refuses_a_length_that_cannot_be(pad_to: object) -> None:
    with pytest.raises(ValueError, match="pad_to is"):
        PaddingAndSampling(answers=3, pad_to=pad_to, epsilon="1", of_one=GRR)  # type: ignore[arg-type]


def test_refuses_parameters_that_make_no_channel() -> None:
    with pytest.raises(ValueError, match="of_one is 'randomized-response'"):
        PaddingAndSampling(answers=3, pad_to=2, epsilon="1", of_one="randomized-response")
    with pytest.raises(ValueError, match="at least 2 answers"):
        PaddingAndSampling(answers=1, pad_to=1, epsilon="1", of_one=GRR)
    with pytest.raises(ValueError, match="answers and dummies are 65537"):
        PaddingAndSampling(answers=65_536, pad_to=1, epsilon="1", of_one=GRR)
    with pytest.raises(ValueError, match="answers is 4097"):
        PaddingAndSampling(answers=4095, pad_to=2, epsilon="1", of_one="optimized-unary-encoding")
    for epsilon in ("0", "-1", "NaN", "16.1"):
        with pytest.raises(ValueError, match="epsilon is"):
            PaddingAndSampling(answers=3, pad_to=2, epsilon=epsilon, of_one=GRR)


def test_thresholds_that_meet_are_refused() -> None:
    with pytest.raises(ValueError, match="finer probabilities"):
        PaddingAndSampling(answers=65_000, pad_to=2, epsilon="0.000001", of_one=GRR)
    assert PaddingAndSampling(answers=3, pad_to=2, epsilon="1", of_one=GRR).channel.q * WORDS > 1


def test_refuses_counts_that_so_many_reports_cannot_have() -> None:
    choice = PaddingAndSampling(answers=3, pad_to=2, epsilon="1", of_one=GRR)
    with pytest.raises(ValueError, match="the counts add up to 5"):
        choice.estimate([3, 2, 0], 4)
    assert choice.estimate([0, 0, 0], 4).shape == (3,)  # All four people sent dummies.
    subset = PaddingAndSampling(answers=9, pad_to=2, epsilon="0.5", of_one="subset-selection")
    with pytest.raises(ValueError, match="the counts add up to 7"):
        subset.estimate([4, 3, 0, 0, 0, 0, 0, 0, 0], 4)
