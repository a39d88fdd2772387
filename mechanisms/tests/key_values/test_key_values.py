"""Keys with numbers (PCKV): every report of every set listed, exact estimates and variances, many people drawn."""

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_exceeds
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.key_values.pckv_grr import PCKVGRR
from mechanisms.ldp.key_values.pckv_ue import PCKVUE
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.end_of_a_key import EndOfAKeyChannel
from mechanisms.ldp.shapes.ends_of_keys import EndsOfKeysChannel
from mechanisms.tests.key_values.key_value_cases import GRID, KINDS, counted, each_kind, every_case, few_cases, sets_of


@pytest.mark.proof("channels")
@every_case
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_for_another_set(mechanism: KeyValues) -> None:
    each = [mechanism.report_probabilities(answer) for answer in sets_of(mechanism, (GRID.low, GRID.high))]
    assert all(sum(chances.values()) == 1 for chances in each)
    worst = max(
        max(chances[report] for chances in each) / min(chances[report] for chances in each) for report in each[0]
    )
    assert worst <= mechanism.worst_ratio
    assert exp_exceeds(Fraction(mechanism.epsilon), mechanism.worst_ratio)
    assert (
        Fraction(mechanism.epsilon) * Fraction(99, 100)
        <= Fraction(mechanism.epsilon_spent())
        <= Fraction(mechanism.epsilon)
    )
    if mechanism.keys >= 2 * mechanism.pad_to:  # Only then do two sets exist that share no key.
        assert worst == mechanism.worst_ratio


@pytest.mark.proof("estimates")
@few_cases
def test_shares_and_leanings_are_unbiased_exactly_and_vary_as_stated(mechanism: KeyValues) -> None:
    """The expectation is over one report, with rational chances; people hold the sets in skewed proportions."""
    channel = mechanism.channel
    of_share = mechanism.pad_to / (channel.same_end + channel.other_end - 2 * channel.other_key)
    of_leaning = mechanism.pad_to / (channel.same_end - channel.other_end)
    people = {answer: Fraction(part, 10) for answer, part in zip(population(mechanism), (6, 3, 1), strict=True)}
    shares, leanings, squares = ([Fraction(0)] * mechanism.keys for _ in range(3))
    share_squares = [Fraction(0)] * mechanism.keys
    for answer, part in people.items():
        for report, chance in mechanism.report_probabilities(dict(answer)).items():
            for key, (lower, upper) in enumerate(counted(mechanism, report).tolist()):
                share = (lower + upper - 2 * channel.other_key) * of_share
                leaning = (upper - lower) * of_leaning
                shares[key] += part * chance * share
                leanings[key] += part * chance * leaning
                share_squares[key] += part * chance * share**2
                squares[key] += part * chance * leaning**2
    for key in range(mechanism.keys):
        holding = {answer: part for answer, part in people.items() if key in dict(answer)}
        assert shares[key] == sum(holding.values())
        place = [part * (2 * GRID.place(dict(answer)[key]) - 1) for answer, part in holding.items()]
        assert leanings[key] == sum(place, Fraction(0))
        share, leaning = float(shares[key]), float(leanings[key])
        assert float(mechanism.variance(share, 1)) == pytest.approx(
            float(share_squares[key] - shares[key] ** 2), rel=1e-9
        )
        stated = float(mechanism.leaning_variance(share, leaning, 7))
        assert stated * 7 == pytest.approx(float(squares[key] - leanings[key] ** 2), rel=1e-9)


def population(mechanism: KeyValues) -> list[tuple[tuple[int, int], ...]]:
    """Returns three sets: of one key at the upper end, of as many as may be with other numbers, and of none."""
    full = tuple((key, (GRID.low, 1, 0, GRID.high)[key]) for key in range(mechanism.pad_to))
    return [((0, GRID.high),), full, ()]


@few_cases
def test_what_is_published_is_what_the_chances_say(mechanism: KeyValues) -> None:
    """`shares` and `leanings` are linear in the counts, so their expectation follows from one report at a time."""
    answer = dict(population(mechanism)[1])
    shares, leanings = np.zeros(mechanism.keys), np.zeros(mechanism.keys)
    for report, chance in mechanism.report_probabilities(answer).items():
        shares += float(chance) * mechanism.shares(counted(mechanism, report), 1)
        leanings += float(chance) * mechanism.leanings(counted(mechanism, report), 1)
    np.testing.assert_allclose(shares, [float(key in answer) for key in range(mechanism.keys)], atol=1e-8)
    places = [float(2 * GRID.place(answer[key]) - 1) if key in answer else 0.0 for key in range(mechanism.keys)]
    np.testing.assert_allclose(leanings, places, atol=1e-8)


@dataclass(frozen=True, kw_only=True)
class SmallGRR(PCKVGRR):
    """This mechanism equals PCKV-GRR, but has words of three bits, so that all of them can be listed."""

    least_spent = Fraction(0)

    def _integers(self, epsilon: Fraction) -> EndOfAKeyChannel:
        choice = ChoiceChannel(answers=2 * self.keys + self.pad_to, keep_below=3, word_bits=3)
        return EndOfAKeyChannel(keys=self.keys, dummies=self.pad_to, choice=choice)


@dataclass(frozen=True, kw_only=True)
class SmallUE(PCKVUE):
    least_spent = Fraction(0)

    def _integers(self, epsilon: Fraction) -> EndsOfKeysChannel:
        return EndsOfKeysChannel(keys=self.keys, same_below=3, either_below=4, noise_below=1, word_bits=3)


@pytest.mark.parametrize("kind", [SmallGRR, SmallUE], ids=lambda kind: kind.slug)
@pytest.mark.parametrize(("keys", "pad_to"), [(2, 1), (2, 2), (1, 1)])
def test_realises_its_probabilities_over_all_words(kind: type[KeyValues], keys: int, pad_to: int) -> None:
    mechanism = kind(keys=keys, pad_to=pad_to, grid=Grid(low=0, high=3, steps=1), epsilon="1")
    words = 1 << mechanism.channel.word_bits
    for answer in ({}, {0: 1}, {keys - 1: 2}, {key: 3 * key for key in range(pad_to)}):
        tally: dict[bytes, int] = {}
        for tape in itertools.product(range(words), repeat=mechanism.words):
            read = Tape([*tape, *[0] * 4])
            report = mechanism.perturb(answer, read)
            if read.read == mechanism.words:  # The tape was read without drawing a word again.
                tally[report] = tally.get(report, 0) + 1
        total = sum(tally.values())
        assert {report: Fraction(count, total) for report, count in tally.items()} == {
            report: chance for report, chance in mechanism.report_probabilities(answer).items() if chance
        }


@few_cases
def test_how_many_words_are_read_says_nothing_of_what_is_held(mechanism: KeyValues) -> None:
    for first in (0, 1, 2, WORDS - 1):
        reads = set()
        for answer in sets_of(mechanism, (-1, 0, 2)):
            tape = Tape([first, WORDS - 1, first, *[1] * (mechanism.words + 6)])
            mechanism.perturb(answer, tape)
            reads.add(tape.read)
        assert len(reads) == 1


@each_kind
def test_many_people_are_drawn_as_one_after_the_other(kind: type[KeyValues], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanisms.ldp.key_values.key_values._BLOCK_PEOPLE", 7)
    for grid in (GRID, Grid(low=4, high=5, steps=1)):
        mechanism = kind(keys=5, pad_to=3, grid=grid, epsilon="1")
        draw = np.random.default_rng(3)
        key_sets = draw.random((40, 5)) < 0.3
        key_sets[key_sets.sum(axis=1) > 3] = False
        numbers = np.where(key_sets, draw.integers(grid.low, grid.high + 1, (40, 5)), 99)
        many = mechanism.perturb_many(key_sets, numbers, SeededEntropy(5))
        entropy = SeededEntropy(5)
        for row, keys, given_numbers in zip(many, key_sets, numbers, strict=True):
            answer = {int(key): int(given_numbers[key]) for key in np.flatnonzero(keys)}
            report = mechanism.perturb(answer, entropy)
            assert row.tobytes() == report
            mechanism.check_report(report)
        each = np.sum([counted(mechanism, row.tobytes()) for row in many], axis=0)
        halves = mechanism.count(many[:13]) + mechanism.count(many[13:])
        assert halves.tolist() == mechanism.count(many).tolist() == each.tolist()


def test_chances_are_the_published_best_ones() -> None:
    """a = 1/2, b = 2 / (e^eps + 3), p = e^eps / (e^eps + 1); and with sampling e^eps' = m (e^eps - 1) + 1 (sec. 5)."""
    growth = math.e**2
    bits = PCKVUE(keys=9, pad_to=3, grid=GRID, epsilon="2").channel
    assert float(bits.same_end + bits.other_end) == 0.5
    assert float(bits.same_end / (bits.same_end + bits.other_end)) == pytest.approx(growth / (growth + 1), rel=1e-8)
    assert float(2 * bits.other_key) == pytest.approx(2 / (growth + 3), rel=1e-8)
    choice = PCKVGRR(keys=9, pad_to=3, grid=GRID, epsilon="2").channel
    assert float(choice.same_end / choice.other_key) == pytest.approx(3 * (growth - 1) + 1, rel=1e-6)


def test_of_few_keys_one_is_named_more_exactly_and_of_many_every_one() -> None:
    for keys, better in ((4, PCKVGRR), (400, PCKVUE)):
        variances = {kind: float(kind(keys=keys, pad_to=2, grid=GRID, epsilon="1").variance(0.1, 1)) for kind in KINDS}
        assert min(variances, key=lambda kind: variances[kind]) is better


@given(
    kind=some.sampled_from(KINDS),
    keys=some.integers(1, 300),
    pad_to=some.integers(1, 12),
    epsilon=some.decimals("0.05", "12", places=3),
)
def test_spends_what_is_asked_and_next_to_no_less(kind: type[KeyValues], keys: int, pad_to: int, epsilon: Any) -> None:
    mechanism = kind(keys=keys, pad_to=min(keys, pad_to), grid=GRID, epsilon=epsilon)
    assert Fraction(99, 100) * Fraction(epsilon) <= Fraction(mechanism.epsilon_spent()) <= Fraction(epsilon)
    assert mechanism.channel.same_end > mechanism.channel.other_key
    assert mechanism.channel.same_end > mechanism.channel.other_end
