"""Proofs on the integers for numbers: every report of every number is listed, and probabilities are rational."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.catalogue import OF_A_NUMBER, number_mechanism
from mechanisms.common.entropy import Tape, accepted_words
from mechanisms.common.thresholds import WORDS, exp_exceeds
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.drawn_words import ANY
from mechanisms.ldp.shapes.numbers.added_noise import AddedNoiseChannel
from mechanisms.ldp.shapes.numbers.ends import EndsChannel
from mechanisms.ldp.shapes.numbers.window import WindowChannel
from mechanisms.ldp.shapes.numbers.window_or_ends import WindowOrEndsChannel
from mechanisms.tests.numbers.number_cases import EPSILONS, NUMBERS, STEPS, grid_of

every_number = pytest.mark.parametrize(
    "mechanism",
    [
        number_mechanism(offered.slug, grid=grid_of(steps), epsilon=epsilon)
        for offered in OF_A_NUMBER
        for steps in STEPS
        for epsilon in EPSILONS
    ],
    ids=lambda mechanism: f"{mechanism.slug}-{mechanism.grid.steps}-{mechanism.epsilon_text}",
)

WINDOW = WindowChannel(steps=3, window=2, inside_below=11, word_bits=4)
Small = EndsChannel | WindowChannel | WindowOrEndsChannel | AddedNoiseChannel
SMALL: tuple[Small, ...] = (
    EndsChannel(steps=1, keep_below=11, word_bits=4),
    EndsChannel(steps=3, keep_below=9, word_bits=4),
    WINDOW,
    WindowChannel(steps=2, window=3, inside_below=13, word_bits=4),
    WindowChannel(steps=3, window=1, inside_below=7, word_bits=4),
    WindowOrEndsChannel(window=WINDOW, ends=EndsChannel(steps=3, keep_below=10, word_bits=4), window_below=6),
    WindowOrEndsChannel(window=WINDOW, ends=EndsChannel(steps=3, keep_below=10, word_bits=4), window_below=0),
    AddedNoiseChannel(steps=2, weights=(3, 20, 60, 20, 3), strays=(70, 50, 11, 19), word_bits=4),
    AddedNoiseChannel(steps=1, weights=(8, 8, 18, 8, 8), strays=(7, 7), word_bits=3),
)
each_small = pytest.mark.parametrize("channel", SMALL, ids=lambda channel: f"{channel.shape}-{channel.steps}")


@every_number
def test_reports_of_each_number_are_a_distribution(mechanism: NumberMechanism) -> None:
    for number in NUMBERS:
        chances = mechanism.report_probabilities(number)
        assert sum(chances.values()) == 1
        assert set(chances) == set(range(mechanism.channel.outputs))
        assert min(chances.values()) > 0


@pytest.mark.proof("channels")
@every_number
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_for_another_number(mechanism: NumberMechanism) -> None:
    each = [mechanism.report_probabilities(number) for number in NUMBERS]
    worst = max(
        max(law[report] for law in each) / min(law[report] for law in each)
        for report in range(mechanism.channel.outputs)
    )
    assert worst == mechanism.worst_ratio
    assert exp_exceeds(Fraction(mechanism.epsilon), worst)


@every_number
def test_spends_at_least_its_stated_part_and_never_more_than_asked(mechanism: NumberMechanism) -> None:
    least = Fraction(mechanism.epsilon) * mechanism.least_spent
    assert least <= Fraction(mechanism.epsilon_spent()) <= Fraction(mechanism.epsilon)


@pytest.mark.proof("estimates")
@every_number
def test_mean_of_the_readings_of_a_number_is_the_number_exactly(mechanism: NumberMechanism) -> None:
    readings = mechanism.channel.readings
    for number in NUMBERS:
        chances = mechanism.report_probabilities(number)
        mean = sum((chance * readings[report] for report, chance in chances.items()), Fraction(0))
        assert mechanism.grid.low + mechanism.grid.step * mean == number


@pytest.mark.proof("estimates")
@every_number
def test_variance_is_that_of_the_readings(mechanism: NumberMechanism) -> None:
    readings = [mechanism.grid.low + mechanism.grid.step * reading for reading in mechanism.channel.readings]
    for number in NUMBERS:
        chances = mechanism.report_probabilities(number)
        exact = sum((chance * (readings[report] - number) ** 2 for report, chance in chances.items()), Fraction(0))
        assert mechanism.variance(number, 1) == pytest.approx(float(exact), rel=1e-12)
        assert mechanism.variance(number, 250) == pytest.approx(float(exact / 250), rel=1e-12)


@each_small
def test_reports_come_as_often_as_their_chances_say_over_all_words(channel: Small) -> None:
    word_bits = channel.window.word_bits if isinstance(channel, WindowOrEndsChannel) else channel.word_bits
    limits = [
        1 << word_bits if bound == ANY else accepted_words(bound, word_bits=word_bits) for bound in channel.bounds
    ]
    words = np.array(list(itertools.product(*map(range, limits))), dtype=np.uint32)
    for point in range(channel.steps + 1):
        seen = Counter(channel.reports(np.full(len(words), point), words).tolist())
        exact = channel.report_probabilities(point)
        assert {report: Fraction(seen[report], len(words)) for report in exact} == dict(exact)
        assert set(seen) <= set(exact) == set(range(channel.outputs))


@each_small
def test_readings_ratio_and_spread_follow_from_the_chances(channel: Small) -> None:
    each = [channel.report_probabilities(point) for point in range(channel.steps + 1)]
    reports = range(channel.outputs)
    for point, chances in enumerate(each):
        assert sum(chances[report] * channel.readings[report] for report in reports) == point
        spread = sum(chances[report] * (channel.readings[report] - point) ** 2 for report in reports)
        assert channel.spread(point) == spread
    ratios = [max(law[report] for law in each) / min(law[report] for law in each) for report in reports]
    assert max(ratios) == channel.worst_ratio


def test_a_number_becomes_a_point_as_often_as_its_place_says() -> None:
    for steps in range(1, 11):
        grid = grid_of(steps)
        words = np.arange(grid.bound, dtype=np.uint32)
        for number in NUMBERS:
            points = Counter(grid.rounded(np.full(grid.bound, number), words).tolist())
            chances = grid.chances(number)
            assert {point: Fraction(count, grid.bound) for point, count in points.items()} == chances
            assert sum(point * chance for point, chance in chances.items()) == grid.place(number)
            assert grid.low + grid.step * grid.place(number) == number


def test_wide_grids_are_rounded_without_overflow() -> None:
    grid = Grid(low=-(1 << 52), high=(1 << 24) - (1 << 52), steps=(1 << 24) - 1)
    assert grid.bound == 1 << 24
    highest = np.array([grid.high - 1], dtype=np.int64)
    rest = (grid.place(grid.high - 1) % 1) * grid.bound
    for word, expected in ((rest - 1, grid.steps), (rest, grid.steps - 1)):
        assert grid.rounded(highest, np.array([int(word)], dtype=np.uint32)).tolist() == [expected]


@every_number
def test_reads_the_stated_number_of_words_whatever_the_number(mechanism: NumberMechanism) -> None:
    for number, word in itertools.product(NUMBERS, (0, 1, WORDS // 2)):
        tape = Tape([word] * (mechanism.words + 1))
        mechanism.perturb(number, tape)
        assert tape.read == mechanism.words


@every_number
def test_a_word_that_is_drawn_again_is_so_for_every_number(mechanism: NumberMechanism) -> None:
    """The test rejects a word at every position where one can be rejected; elsewhere the largest word is valid."""
    for place in range(mechanism.words):
        words = [5] * mechanism.words
        words[place] = WORDS - 1
        reads = set()
        for number in NUMBERS:
            tape = Tape([*words, 3, 3])
            mechanism.perturb(number, tape)
            reads.add(tape.read)
        assert len(reads) == 1


def test_an_end_is_kept_just_below_the_threshold_and_turned_round_from_there_on() -> None:
    channel = EndsChannel(steps=2, keep_below=3_139_872_686)
    for first, upper in ((0, 1), (3_139_872_685, 1), (3_139_872_686, 0), (WORDS - 1, 0)):
        words = np.array([[first, 0], [first, 1]], dtype=np.uint32)
        assert channel.reports(np.array([1, 1]), words).tolist() == [upper, 1 - upper]


def test_noise_is_looked_up_where_its_word_says() -> None:
    """The words lie just below and at the end of each weight, over both words together."""
    channel = AddedNoiseChannel(steps=1, weights=(1 << 30, (1 << 64) - (1 << 32), 1 << 30), strays=(1 << 30, 1 << 30))
    reports = [1, 2, 3, 0, 3]  # Point 1 is reported with the noise -1, 0 and 1, then come the stray reports.
    numbers, expected = [0], [reports[0]]
    for place, end in enumerate(itertools.accumulate((*channel.weights, channel.strays[0]))):
        numbers += [end - 1, end]
        expected += reports[place : place + 2]
    words = np.array([divmod(number, WORDS) for number in [*numbers, (1 << 64) - 1]], dtype=np.uint32)
    assert channel.reports(np.ones(len(words), dtype=np.int64), words).tolist() == [*expected, reports[-1]]
