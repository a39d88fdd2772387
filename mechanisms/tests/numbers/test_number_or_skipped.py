"""These tests cover a number that may be skipped: listed exactly, estimated among those who answered, and what is
refused."""

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_exceeds
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_or_skipped import LOWER, SKIPPED, UPPER, NumberOrSkipped

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "end-or-skipped.json").read_text())
GRID = Grid(low=-3, high=7, steps=1)
NAMED = [case for case in VECTORS["cases"] if "mechanism" in case]
ANSWERS = (*range(-3, 8), None)


def mechanism_at(epsilon: str) -> NumberOrSkipped:
    return NumberOrSkipped(grid=GRID, epsilon=epsilon)


each_epsilon = pytest.mark.parametrize("epsilon", ["0.01", "0.5", "1", "4", "16"])


@pytest.mark.proof("channels", of="number-or-skipped")
@each_epsilon
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_for_another_answer(epsilon: str) -> None:
    mechanism = mechanism_at(epsilon)
    each = [mechanism.report_probabilities(answer) for answer in ANSWERS]
    assert all(sum(chances.values()) == 1 for chances in each)
    worst = max(law[report] / other[report] for law, other in itertools.permutations(each, 2) for report in range(3))
    assert worst == mechanism.worst_ratio
    assert exp_exceeds(Fraction(epsilon), worst)
    assert Fraction(epsilon) * Fraction(99, 100) <= Fraction(mechanism.epsilon_spent()) <= Fraction(epsilon)


@pytest.mark.proof("estimates", of="number-or-skipped")
@each_epsilon
def test_shares_of_ends_and_skipped_are_unbiased_exactly(epsilon: str) -> None:
    mechanism = mechanism_at(epsilon)
    p, q = mechanism.channel.p, mechanism.channel.q
    for number in range(-3, 8):
        chances = mechanism.report_probabilities(number)
        shares = [(chances[report] - q) / (p - q) for report in range(3)]
        assert shares == [Fraction(7 - number, 10), Fraction(number + 3, 10), 0]
    chances = mechanism.report_probabilities(None)
    assert [(chances[report] - q) / (p - q) for report in range(3)] == [0, 0, 1]


def test_mean_is_of_those_who_answered() -> None:
    """Counts as they are expected where 60 of 100 answer, with a mean of 2.5."""
    mechanism = mechanism_at("2")
    p, q = float(mechanism.channel.p), float(mechanism.channel.q)
    people = 10**9
    counts = np.rint([people * (q + share * (p - q)) for share in (0.27, 0.33, 0.4)]).astype(int)
    assert mechanism.answered(counts) == pytest.approx(0.6, abs=1e-8)
    mean = mechanism.mean(counts)
    assert mean == pytest.approx(-3 + 10 * 0.55, abs=1e-6)


def test_reports_are_drawn_as_the_words_say() -> None:
    mechanism = mechanism_at("1")
    keep = mechanism.channel.keep_below
    for number, first, other, expected in (
        (7, keep - 1, 0, UPPER),
        (-3, 0, 0, LOWER),
        (None, 0, 0, SKIPPED),
        (7, keep, 0, LOWER),
        (7, keep, 1, SKIPPED),
        (None, keep, 1, UPPER),
        (-3, WORDS - 1, 0, UPPER),
    ):
        assert mechanism.perturb(number, Tape([3, first, other])) == expected
    assert [mechanism.perturb(0, Tape([word, 0, 0])) for word in (2, 3, 12, 13)] == [UPPER, LOWER, UPPER, LOWER]


@pytest.mark.parametrize("case", NAMED, ids=lambda case: f"{case['spec']['low']}-{case['epsilon']}")
def test_golden_draws_are_remade(case: dict[str, Any]) -> None:
    grid = Grid(**{name: case["spec"][name] for name in ("low", "high", "steps")})
    mechanism = NumberOrSkipped(grid=grid, epsilon=case["epsilon"])
    assert (mechanism.client_spec(), mechanism.words, mechanism.report_bytes) == (
        case["spec"],
        case["words"],
        case["record_bytes"],
    )
    for draw in case["draws"]:
        tape = Tape(draw["tape"])
        assert mechanism.pack(mechanism.perturb(draw["answer"], tape)).hex() == draw["record"]
        assert tape.read == draw["read"]


def test_reads_as_many_words_for_every_answer() -> None:
    mechanism = mechanism_at("1")
    for words in ([0, 0, 0, 0], [WORDS - 1, 0, 0, 0, 0], [0, WORDS - 1, 1, 1]):
        reads = set()
        for answer in ANSWERS:
            tape = Tape([*words, 0])
            mechanism.perturb(answer, tape)
            reads.add(tape.read)
        assert len(reads) == 1


@pytest.mark.parametrize("grid", [GRID, Grid(low=4, high=5, steps=1)])
def test_many_people_are_drawn_as_one_after_the_other(grid: Grid, monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = NumberOrSkipped(grid=grid, epsilon="1")
    monkeypatch.setattr("mechanisms.ldp.numbers.number_or_skipped._BLOCK_PEOPLE", 7)
    numbers = grid.low + np.arange(40) % (grid.width + 1)
    skipped = np.arange(40) % 3 == 0
    many = mechanism.perturb_many(np.where(skipped, 99, numbers), skipped, SeededEntropy(5))
    entropy = SeededEntropy(5)
    answers = [None if none else int(number) for number, none in zip(numbers, skipped, strict=True)]
    reports = [mechanism.perturb(answer, entropy) for answer in answers]
    assert [row.tobytes() for row in many] == [mechanism.pack(report) for report in reports]
    assert mechanism.count(many).tolist() == np.bincount(reports, minlength=3).tolist()


@pytest.mark.proof("samples", of="number-or-skipped")
@pytest.mark.parametrize("epsilon", ["0.5", "2"])
def test_estimates_lie_within_six_standard_errors(epsilon: str) -> None:
    """Six sigma is exceeded by chance 2 times in a thousand million; the seed is fixed. Who skips holds no number."""
    mechanism, people = mechanism_at(epsilon), 200_000
    numbers = np.where(np.arange(people) % 4 == 0, 6, -2)
    skipped = np.arange(people) % 10 < 3
    truth = numbers[~skipped].mean()
    counts = mechanism.count(mechanism.perturb_many(numbers, skipped, SeededEntropy(20261122)))
    sent = counts / people
    stretch = float(mechanism.channel.p - mechanism.channel.q)
    assert abs(mechanism.answered(counts) - 0.7) < 6 * math.sqrt(sent[SKIPPED] * (1 - sent[SKIPPED]) / people) / stretch
    limits = mechanism.interval(counts, 1 - 2e-9)  # The limits lie six standard errors to each side.
    mean = mechanism.mean(counts)
    assert limits is not None
    assert mean is not None
    assert limits[0] < truth < limits[1]
    # The error of the ratio u / a, with weights (0, 1 - m, m) of the three shares, by the delta method.
    part = (mean + 3) / 10
    weights = np.array([-part, 1 - part, 0]) / 0.7 / stretch
    error = math.sqrt((weights**2 @ sent - (weights @ sent) ** 2) / people) * 10
    assert limits[1] - limits[0] == pytest.approx(2 * 5.9978 * error, rel=0.03 if epsilon == "2" else 0.2)
    share = mechanism.answered_interval(counts, 0.95)
    half = 1.959964 * math.sqrt(sent[SKIPPED] * (1 - sent[SKIPPED]) / people) / stretch
    np.testing.assert_allclose(
        share, [mechanism.answered(counts) - half, mechanism.answered(counts) + half], atol=0.01 * half
    )


@pytest.mark.parametrize("shares", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.5, 0.0, 0.5), (0.5, 0.5, 0.0)])
@pytest.mark.parametrize("epsilon", ["4", "8"])
def test_intervals_hold_the_mean_where_all_answers_are_alike(epsilon: str, shares: tuple[float, ...]) -> None:
    """All counts of 30 people who answer low, high and skip in these shares are listed, so the coverage is exact."""
    mechanism, people = NumberOrSkipped(grid=Grid(low=0, high=10, steps=1), epsilon=epsilon), 30
    sent = float(mechanism.channel.q) + float(mechanism.channel.p - mechanism.channel.q) * np.array(shares)
    truth = 10 * shares[UPPER] / (shares[LOWER] + shares[UPPER])
    coverage = 0.0
    for lower in range(people + 1):
        for upper in range(people + 1 - lower):
            counts = np.array([lower, upper, people - lower - upper])
            limits = mechanism.interval(counts, 0.95)
            if limits is not None and limits[0] <= truth <= limits[1]:
                coverage += math.comb(people, lower) * math.comb(people - lower, upper) * float(np.prod(sent**counts))
    assert coverage > 0.93


def test_ten_equal_reports_are_no_point() -> None:
    limits = NumberOrSkipped(grid=Grid(low=0, high=10, steps=1), epsilon="1").interval([10, 0, 0], 0.95)
    assert limits is not None
    assert limits[1] - limits[0] > 3


def test_numbers_and_counts_of_any_integer_type_are_the_same() -> None:
    mechanism = NumberOrSkipped(grid=Grid(low=-5, high=5, steps=1), epsilon="1")
    skipped = np.array([True, False, False])
    narrow = mechanism.perturb_many(np.array([0, 1, 5], dtype=np.uint8), skipped, SeededEntropy(3))
    assert narrow.tolist() == mechanism.perturb_many([0, 1, 5], skipped, SeededEntropy(3)).tolist()
    with pytest.raises(ValueError, match="lies outside"):
        mechanism.perturb_many(np.array([0, 1, (1 << 64) - 1], dtype=np.uint64), skipped, Tape([]))
    for answers in ([0.0, 1.0], [[1, 2]]):
        with pytest.raises(ValueError, match="list of whole numbers"):
            mechanism.perturb_many(answers, np.ones_like(answers, dtype=bool), Tape([]))
    counts = np.array([30, 20, 10], dtype=np.uint64)
    assert mechanism.answered(counts) == mechanism.answered([30, 20, 10])
    with pytest.raises(ValueError, match="the counts lie between"):
        mechanism.mean(np.array([3, 4, (1 << 64) - 5], dtype=np.uint64))


def test_says_nothing_of_a_mean_where_nobody_may_have_answered() -> None:
    mechanism = mechanism_at("1")
    assert mechanism.mean([0, 0, 50]) is None
    assert mechanism.interval([0, 0, 50], 0.95) is None
    assert mechanism.interval([22, 20, 60], 0.95) is None


def test_refuses_what_cannot_be() -> None:
    mechanism = mechanism_at("1")
    numbers: list[Any] = [-4, 8, 1.0, True, "1"]
    for number in numbers:
        with pytest.raises(ValueError, match=r"lies outside|not a whole number"):
            mechanism.perturb(number, Tape([]))
    for given, skipped in (([8], [False]), ([0], [0]), ([0], [True, False]), ([0.5], [False])):
        with pytest.raises(ValueError, match=r"lies outside|truth value|list of whole numbers"):
            mechanism.perturb_many(given, skipped, Tape([]))
    for record in (b"", b"\x03", b"\x00\x00"):
        with pytest.raises(ValueError, match="the report"):
            mechanism.check_report(record)
    with pytest.raises(ValueError, match="packed reports"):
        mechanism.count(np.zeros((2, 2), dtype=np.uint8))
    for counts in ([1, 2], [0, 0, 0], [3, -1, 2], [0.5, 1, 1]):
        with pytest.raises(ValueError, match="counts"):
            mechanism.mean(counts)
    for grid, words in ((Grid(low=0, high=2, steps=2), "1 step"), (3, "a number needs bounds")):
        with pytest.raises(ValueError, match=words):
            NumberOrSkipped(grid=grid, epsilon="1")  # type: ignore[arg-type]  # the test passes wrong types
    for epsilon in ("0", "NaN", "17", "-1"):
        with pytest.raises(ValueError, match="epsilon is"):
            mechanism_at(epsilon)
