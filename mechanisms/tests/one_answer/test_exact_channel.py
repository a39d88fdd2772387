"""Proofs on the integers: every report of every answer is listed, and probabilities are rational numbers."""

import itertools
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.catalogue import MECHANISMS
from mechanisms.common.entropy import Tape
from mechanisms.common.thresholds import WORDS, exp_bounds
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.hadamard import HadamardChannel
from mechanisms.ldp.shapes.subset import SubsetChannel
from mechanisms.tests.cases import all_oracles, every_oracle, from_none_to_all, name_of, supports, truth_of

CHOICES = [oracle for oracle in all_oracles() if oracle.shape == "choice"]
BITS = [oracle for oracle in all_oracles() if oracle.shape == "bits"]
each_choice = pytest.mark.parametrize("oracle", CHOICES, ids=name_of)
each_bits = pytest.mark.parametrize("oracle", BITS, ids=name_of)


def channels(oracle: FrequencyOracle) -> list[Mapping[int | bytes, Fraction]]:
    return [oracle.report_probabilities(answer) for answer in range(oracle.answers)]


@every_oracle
def test_reports_of_each_answer_are_a_distribution(oracle: FrequencyOracle) -> None:
    for probabilities in channels(oracle):
        assert sum(probabilities.values()) == 1
        assert min(probabilities.values()) > 0


@pytest.mark.proof("channels")
@every_oracle
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_under_another_answer(oracle: FrequencyOracle) -> None:
    at_most, _ = exp_bounds(Fraction(oracle.epsilon), bits=200)
    worst = max(
        law[report] / other[report] for law, other in itertools.permutations(channels(oracle), 2) for report in law
    )
    assert worst <= at_most
    assert worst == oracle.channel.worst_ratio


@every_oracle
def test_spends_at_least_its_stated_part_and_never_more_than_asked(oracle: FrequencyOracle) -> None:
    least = Fraction(oracle.epsilon) * oracle.least_spent
    assert least <= Fraction(oracle.epsilon_spent()) <= Fraction(oracle.epsilon)


def test_only_a_threshold_may_leave_more_than_a_hundredth_unspent() -> None:
    wasting = {offered.slug for offered in MECHANISMS if offered.least_spent < Fraction(99, 100)}
    assert wasting == {"thresholding-histogram-encoding"}


@every_oracle
def test_true_answer_is_supported_with_probability_p_and_any_other_with_q(oracle: FrequencyOracle) -> None:
    supported = supports(oracle)
    for answer, probabilities in enumerate(channels(oracle)):
        for candidate in range(oracle.answers):
            chance = sum(probability for report, probability in probabilities.items() if supported[report][candidate])
            assert chance == (oracle.p if candidate == answer else oracle.q)


@pytest.mark.proof("estimates")
@every_oracle
def test_estimate_of_one_report_is_exactly_unbiased(oracle: FrequencyOracle) -> None:
    for answer, probabilities in enumerate(channels(oracle)):
        expected = np.zeros(oracle.answers)
        for report, supported in supports(oracle).items():
            expected += float(probabilities[report]) * oracle.estimate(supported, 1)
        truth = np.arange(oracle.answers) == answer
        np.testing.assert_allclose(expected, truth, atol=1e-10 / float(oracle.p - oracle.q))


@every_oracle
def test_estimate_is_the_share_of_supporting_reports_shifted_and_stretched_by_p_and_q(oracle: FrequencyOracle) -> None:
    counts = from_none_to_all(oracle, 1000)
    exact = [float((Fraction(int(count), 1000) - oracle.q) / (oracle.p - oracle.q)) for count in counts]
    np.testing.assert_allclose(oracle.estimate(counts, 1000), exact, rtol=1e-9, atol=1e-9)


@pytest.mark.proof("estimates")
@every_oracle
def test_variance_is_that_of_the_estimate_over_all_reports(oracle: FrequencyOracle) -> None:
    truth = truth_of(oracle)
    each = channels(oracle)
    for answer, share in enumerate(truth):
        moments = [Fraction(0), Fraction(0)]
        for report, supported in supports(oracle).items():
            chance = sum((part * each[given][report] for given, part in enumerate(truth)), Fraction(0))
            estimate = (supported[answer] - oracle.q) / (oracle.p - oracle.q)
            moments = [moments[0] + chance * estimate, moments[1] + chance * estimate * estimate]
        assert moments[0] == share
        exact = moments[1] - moments[0] ** 2
        assert float(oracle.variance(float(share), 1)) == pytest.approx(float(exact), rel=1e-9)
        assert float(oracle.variance(float(share), 250)) == pytest.approx(float(exact / 250), rel=1e-9)


@each_choice
def test_keeps_the_answer_just_below_the_threshold_and_changes_it_from_there_on(oracle: FrequencyOracle) -> None:
    keep_below = int(oracle.client_spec()["keep_below"])
    for answer in range(oracle.answers):
        for first in (0, keep_below - 1):
            assert oracle.perturb(answer, Tape([first, 0])) == answer
        for first in (keep_below, WORDS - 1):
            assert oracle.perturb(answer, Tape([first, 0])) == (1 if answer == 0 else 0)


@each_bits
def test_sets_each_bit_just_below_its_threshold_and_clears_it_from_there_on(oracle: FrequencyOracle) -> None:
    one_below, zero_below = int(oracle.client_spec()["one_below"]), int(oracle.client_spec()["zero_below"])
    for answer, position in itertools.product(range(oracle.answers), repeat=2):
        threshold = one_below if position == answer else zero_below
        for word, expected in ((0, True), (threshold - 1, True), (threshold, False), (WORDS - 1, False)):
            words = [WORDS - 1] * oracle.answers
            words[position] = word
            report = oracle.perturb(answer, Tape(words))
            assert isinstance(report, bytes)
            assert int.from_bytes(report, "big") == (expected << (8 * oracle.report_bytes - 1 - position))


@pytest.mark.parametrize("word_bits", [3, 4])
@pytest.mark.parametrize("answers", [2, 3, 4, 6, 7])
def test_choice_realises_its_probabilities_over_all_words(answers: int, word_bits: int) -> None:
    words = range(1 << word_bits)
    for keep_below in (1, 2, len(words) // 2, len(words) - 1):
        channel = ChoiceChannel(answers=answers, keep_below=keep_below, word_bits=word_bits)
        for answer in range(answers):
            settled, redrawn = _tally_choice(channel, answer)
            total = sum(settled.values())
            assert {report: Fraction(count, total) for report, count in settled.items()} == dict(
                channel.report_probabilities(answer)
            )
            assert redrawn == {first: len(words) % (answers - 1) for first in words if answers > 2}


def test_choice_realises_its_probabilities_over_all_pairs_of_eight_bit_words() -> None:
    channel = ChoiceChannel(answers=6, keep_below=100, word_bits=8)
    settled, redrawn = _tally_choice(channel, 2)
    total = sum(settled.values())
    assert total == 256 * 255
    assert {report: Fraction(count, total) for report, count in settled.items()} == dict(
        channel.report_probabilities(2)
    )
    assert redrawn == dict.fromkeys(range(256), 1)


@pytest.mark.parametrize(
    ("answers", "size", "word_bits"), [(2, 1, 4), (3, 1, 4), (3, 2, 4), (4, 2, 4), (5, 2, 4), (4, 3, 4)]
)
def test_subsets_realise_their_probabilities_over_all_words(answers: int, size: int, word_bits: int) -> None:
    words = range(1 << word_bits)
    for with_below in (1, 5, len(words) - 1):
        channel = SubsetChannel(answers=answers, size=size, with_below=with_below, word_bits=word_bits)
        for answer in range(answers):
            tally: dict[bytes, int] = defaultdict(int)
            for tape in itertools.product(words, repeat=channel.words):
                read = Tape([*tape, 0, 0, 0])
                report = channel.perturb(answer, read)
                if read.read == channel.words:  # The tape was read without drawing a word again.
                    tally[report] += 1
            total = sum(tally.values())
            assert {report: Fraction(count, total) for report, count in tally.items()} == dict(
                channel.report_probabilities(answer)
            )


@pytest.mark.parametrize(("answers", "size"), [(5, 2), (6, 3)])
def test_how_many_words_a_subset_reads_depends_on_the_words_alone(answers: int, size: int) -> None:
    """The number of words is the same also when words are drawn again, whatever the answer is and whether it ends up in
    the set."""
    channel = SubsetChannel(answers=answers, size=size, with_below=7, word_bits=3)
    for tape in itertools.product(range(8), repeat=channel.words):
        for first in (0, 7):
            reads = set()
            for answer in range(answers):
                read = Tape([first, *tape[1:], 0, 0, 0, 0])
                channel.perturb(answer, read)
                reads.add(read.read)
            reads_without = Tape([7 - first, *tape[1:], 0, 0, 0, 0])
            channel.perturb(0, reads_without)
            assert reads == {reads_without.read}


@pytest.mark.parametrize("answers", [2, 3, 4, 7])
def test_columns_realise_their_probabilities_over_all_words(answers: int) -> None:
    words = range(1 << 4)
    for agree_below in (1, 9, 15):
        channel = HadamardChannel(answers=answers, agree_below=agree_below, word_bits=4)
        for answer in range(answers):
            tally: dict[int, int] = defaultdict(int)
            for tape in itertools.product(words, repeat=2):
                tally[channel.perturb(answer, Tape(tape))] += 1
            assert {report: Fraction(count, 256) for report, count in tally.items()} == dict(
                channel.report_probabilities(answer)
            )


def _tally_choice(channel: ChoiceChannel, answer: int) -> tuple[dict[int, int], dict[int, int]]:
    """Returns how often each report comes out over all pairs of words, and for each first word how often a third is
    read."""
    settled: dict[int, int] = defaultdict(int)
    redrawn: dict[int, int] = defaultdict(int)
    space = 1 << channel.word_bits
    for first, second in itertools.product(range(space), range(space if channel.words == 2 else 1)):
        tape = Tape([first, second, 0])
        report = channel.perturb(answer, tape)
        if tape.read > channel.words:
            redrawn[first] += 1
        else:
            settled[report] += 1
    if channel.answers > 2 and space % (channel.answers - 1) == 0:
        redrawn.update(dict.fromkeys(range(space), 0))
    return dict(settled), dict(redrawn)


@pytest.mark.parametrize(("answers", "word_bits"), [(2, 6), (3, 4), (4, 3)])
def test_bits_realise_their_probabilities_over_all_words(answers: int, word_bits: int) -> None:
    words = range(1 << word_bits)
    channel = BitsChannel(answers=answers, one_below=len(words) // 2, zero_below=3, word_bits=word_bits)
    for answer in range(answers):
        tally: dict[bytes, int] = defaultdict(int)
        for tape in itertools.product(words, repeat=answers):
            tally[channel.perturb(answer, Tape(tape))] += 1
        total = len(words) ** answers
        assert {report: Fraction(count, total) for report, count in tally.items()} == dict(
            channel.report_probabilities(answer)
        )


@every_oracle
def test_reads_the_stated_number_of_words_whatever_the_answer_and_whether_it_is_kept(oracle: FrequencyOracle) -> None:
    for answer, word in itertools.product(range(oracle.answers), (0, WORDS // 2, WORDS - 1)):
        tape = Tape([word] + [0] * oracle.answers)
        oracle.perturb(answer, tape)
        assert tape.read == oracle.words
