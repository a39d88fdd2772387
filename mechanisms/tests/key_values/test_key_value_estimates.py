"""Keys with numbers (PCKV) from many people: at six sigma, how often intervals cover, and what is refused."""

from typing import Any

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.ldp.key_values.key_values import EndsChannel, KeyValues
from mechanisms.ldp.key_values.pckv_grr import PCKVGRR
from mechanisms.ldp.key_values.pckv_ue import PCKVUE
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.tests.key_values.key_value_cases import GRID, KINDS, counted, each_kind

PEOPLE = 60_000


def skewed(pad_to: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the holders of six keys and their numbers: rare and frequent keys, low and high numbers, and one key held
    by nobody."""
    place = np.arange(PEOPLE)
    key_sets = np.zeros((PEOPLE, 6), dtype=bool)
    key_sets[:, 0] = place % 10 < 6
    key_sets[:, 1] = place % 10 >= 5
    key_sets[:, 2] = (place % 10 == 9) & (pad_to > 1)
    key_sets[:, 3] = (place % 50 == 0) & (pad_to > 2)
    key_sets[key_sets.sum(axis=1) > pad_to] = False
    numbers = np.tile([2, -1, 0, 1, 0, 0], (PEOPLE, 1))
    numbers[place % 3 == 0, :2] = 0
    return key_sets, numbers


@pytest.mark.proof("samples")
@pytest.mark.parametrize("pad_to", [1, 2])
@pytest.mark.parametrize("epsilon", ["1", "4"])
@each_kind
def test_estimates_of_many_people_lie_within_six_standard_errors(
    kind: type[KeyValues], epsilon: str, pad_to: int
) -> None:
    """The numbers are about a hundred: correct mechanisms fail for one seed in five million. The seed is fixed."""
    mechanism = kind(keys=6, pad_to=pad_to, grid=GRID, epsilon=epsilon)
    key_sets, numbers = skewed(pad_to)
    counts = mechanism.count(mechanism.perturb_many(key_sets, numbers, SeededEntropy(20261123)))
    truth = key_sets.mean(axis=0)
    leaning = (key_sets * (2 * (numbers - GRID.low) / GRID.width - 1)).mean(axis=0)
    shares, leanings = mechanism.shares(counts, PEOPLE), mechanism.leanings(counts, PEOPLE)
    assert (np.abs(shares - truth) / np.sqrt(mechanism.variance(truth, PEOPLE))).max() < 6
    assert (np.abs(leanings - leaning) / np.sqrt(mechanism.leaning_variance(truth, leaning, PEOPLE))).max() < 6
    limits = mechanism.mean_intervals(counts, PEOPLE, 1 - 2e-9)
    for key in (0, 1):
        interval, mean = limits[key], mechanism.means(counts, PEOPLE)[key]
        true = numbers[key_sets[:, key], key].mean()
        if interval is not None:
            assert interval[0] < true < interval[1]
            assert mean is not None
            assert interval[0] < mean < interval[1]
    if epsilon == "4":
        assert all(interval is not None for interval in limits[:2])
    assert limits[5] is None


@each_kind
@pytest.mark.parametrize(("epsilon", "people"), [("2", 2000), ("6", 300)])
def test_intervals_of_a_mean_cover_it_as_often_as_they_say(kind: type[KeyValues], epsilon: str, people: int) -> None:
    """The coverage has no closed form: of 500 surveys drawn from the stated chances, 95 of 100 is known to one of a
    hundred.

    Whoever is given no limits counts as covered: nothing wrong is said.
    """
    mechanism = kind(keys=4, pad_to=2, grid=Grid(low=0, high=10, steps=1), epsilon=epsilon)
    shares, places = np.array([0.6, 0.3, 0.1, 0.0]), np.array([0.8, -0.5, 0.0, 0.0])
    chances = chances_of_ends(mechanism.channel, mechanism.pad_to, shares, places)
    draw = np.random.default_rng(11)
    drawn = [draw.multinomial(people, [lower, upper, 1 - lower - upper], size=500)[:, :2] for lower, upper in chances]
    covered, interval_counts = np.zeros(4), np.zeros(4)
    for survey in range(500):
        counts = np.stack([of_key[survey] for of_key in drawn])
        if kind is PCKVGRR:
            counts = possible(counts, people)
        for key, limits in enumerate(mechanism.mean_intervals(counts, people, 0.95)):
            interval_counts[key] += limits is not None
            covered[key] += limits is None or limits[0] <= 5 * (1 + places[key]) <= limits[1]
    assert interval_counts[0] > 400
    assert (covered[:3] / 500 > 0.92).all()
    assert covered[0] / 500 < 0.985  # Intervals that cover more often would be wider than needed.


def chances_of_ends(
    channel: EndsChannel, pad_to: int, shares: np.ndarray, places: np.ndarray
) -> list[tuple[float, float]]:
    same, other, noise = float(channel.same_end), float(channel.other_end), float(channel.other_key)
    chances = []
    for share, place in zip(shares, places, strict=True):
        named, tilt = 2 * noise + share / pad_to * (same + other - 2 * noise), share * place / pad_to * (same - other)
        chances.append(((named - tilt) / 2, (named + tilt) / 2))
    return chances


def possible(counts: np.ndarray, people: int) -> np.ndarray:
    """Returns possible counts: keys drawn one by one may add up to more than the reports, which PCKV-GRR excludes."""
    over = counts.sum() - people
    return counts if over <= 0 else np.maximum(counts - np.array([[0, 0]] * 3 + [[over, over]]), 0)


@each_kind
def test_refuses_what_cannot_be(kind: type[KeyValues]) -> None:
    mechanism = kind(keys=3, pad_to=2, grid=GRID, epsilon="1")
    bad: list[tuple[Any, str]] = [
        ({3: 0}, "not one of the 3"),
        ({-1: 0}, "not one of the 3"),
        ({True: 0}, "not one of the 3"),
        ({0: 3}, "outside"),
        ({0: 1.0}, "whole number"),
        ({0: 0, 1: 0, 2: 0}, "holds 3 keys; this question takes at most 2"),
    ]
    for answer, words in bad:
        with pytest.raises(ValueError, match=words):
            mechanism.perturb(answer, Tape([]))
    with pytest.raises(ValueError, match="holds 3 keys"):
        mechanism.perturb_many([[True] * 3], [[0] * 3], Tape([]))
    with pytest.raises(ValueError, match="outside"):
        mechanism.perturb_many([[True, False, False]], [[3, 0, 0]], Tape([]))
    for answer, numbers in (
        ([[1, 0, 0]], [[0] * 3]),
        ([[True] * 2], [[0] * 2]),
        ([[True, False, False]], [[0.5, 0, 0]]),
    ):
        with pytest.raises(ValueError, match=r"true or false|whole numbers"):
            mechanism.perturb_many(answer, numbers, Tape([]))
    with pytest.raises(ValueError, match="packed reports"):
        mechanism.count(np.zeros((2, 3), dtype=np.uint8))
    with pytest.raises(ValueError, match="the report"):
        mechanism.check_report(bytes(5))
    for counts, reports in (
        ([[1, 0]] * 3, 0),
        ([[1, 0]], 3),
        ([[0.5, 0]] * 3, 3),
        ([[-1, 0]] * 3, 3),
        ([[4, 0]] * 3, 3),
    ):
        with pytest.raises(ValueError, match=r"reports|counts must|a count is"):
            mechanism.shares(counts, reports)
    usual: dict[str, Any] = {"keys": 3, "pad_to": 2, "grid": GRID, "epsilon": "1"}
    parameters: list[tuple[dict[str, Any], str]] = [
        ({"keys": 0}, "keys is 0"),
        ({"keys": 1 << 20}, "keys is 1048576"),
        ({"pad_to": 4}, "pad_to is 4"),
        ({"pad_to": True}, "pad_to is True"),
        ({"grid": 3}, "bounds and steps"),
        ({"grid": Grid(low=0, high=2, steps=2)}, "1 step"),
        ({"epsilon": "17"}, "epsilon is"),
    ]
    for changed, words in parameters:
        with pytest.raises(ValueError, match=words):
            kind(**usual | changed)


def test_a_report_never_names_both_ends_of_a_key_and_counts_hold_to_that() -> None:
    bits = PCKVUE(keys=3, pad_to=1, grid=GRID, epsilon="1")
    for record in (b"\xc0", b"\x0c", b"\x30", b"\xbc"):
        with pytest.raises(ValueError, match="both ends of a key"):
            bits.check_report(record)
        with pytest.raises(ValueError, match="both ends of a key"):
            counted(bits, record)
    bits.check_report(b"\x64")  # The report names the upper end, the lower end and the upper end of the three keys.
    assert counted(bits, b"\x64").tolist() == [[0, 1], [1, 0], [0, 1]]
    with pytest.raises(ValueError, match="beyond"):
        bits.check_report(b"\x02")
    with pytest.raises(ValueError, match="named 6 times; there are 5 reports"):
        bits.shares([[3, 3], [0, 0], [0, 0]], 5)
    choice = PCKVGRR(keys=3, pad_to=1, grid=GRID, epsilon="1")
    with pytest.raises(ValueError, match="the counts add up to 6"):
        choice.shares([[3, 3], [0, 0], [0, 0]], 5)
    with pytest.raises(ValueError, match="the report"):
        choice.check_report(b"\x07")


def test_nothing_is_said_of_a_mean_where_nobody_may_hold_the_key() -> None:
    for kind in KINDS:
        mechanism = kind(keys=2, pad_to=1, grid=GRID, epsilon="4")
        assert mechanism.means([[0, 0], [0, 40]], 50)[0] is None
        limits = mechanism.mean_intervals([[0, 0], [0, 40]], 50, 0.95)
        assert limits[0] is None
        assert limits[1] is not None
        shares = mechanism.share_intervals([[0, 0], [0, 40]], 50, 0.95)
        assert shares[0, 0] <= mechanism.shares([[0, 0], [0, 40]], 50)[0] < shares[0, 1]


@each_kind
def test_ten_equal_reports_are_no_point(kind: type[KeyValues]) -> None:
    mechanism = kind(keys=1, pad_to=1, grid=Grid(low=0, high=10, steps=1), epsilon="8")
    (limits,) = mechanism.mean_intervals([[0, 10]], 10, 0.95)
    assert limits is not None
    assert limits[1] - limits[0] > 1
