"""These functions say beforehand how precisely a number that may be skipped is known from a number of reports, and how
far false reports can push it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.advice.level_mix import parts_of_all
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped

Portion = tuple[NumberOrSkipped, float]  # A level, and how many respondents choose it, in any unit.
_WIDEST_AT = (0.0, 0.5)  # A mean has its widest limits at one of these positions of the range.


def answered_half_width(portions: Sequence[Portion], reports: int, *, answered: float, confidence: float) -> float:
    """Returns the half-width of a normal interval for the share-pooled share of people who answered, when that share is
    `answered`, from 0 to 1."""
    _check_reports(reports)
    _check_answered(answered)
    return normal_quantile(confidence) * math.sqrt(_variance_of_answered(_drawn(portions), answered) / reports)


def required_for_answered(portions: Sequence[Portion], *, half_width: float, answered: float, confidence: float) -> int:
    """Returns the number of reports with which `answered_half_width` is at most `half_width`."""
    _check_half_width(half_width)
    _check_answered(answered)
    variance = _variance_of_answered(_drawn(portions), answered)
    return max(1, math.ceil(variance * (normal_quantile(confidence) / half_width) ** 2))


def mean_of_answered_half_width(
    portions: Sequence[Portion], reports: int, *, answered: float, confidence: float
) -> float | None:
    """Returns half the way between Fieller's limits, in units, at most; None where so few reports give no limits.

    Of the share-pooled mean of those who answered, where `answered` of all do, or more, whatever their mean is, and
    each report comes as often as is expected. With part s = pi t and base pi of the mean's place t in the range, the
    limits are 2 z sqrt(pi^2 V(t) - z^2 D) / (pi^2 - z^2 B) apart; B is the variance of the base, V that of part - t
    base, and D, the determinant of both, is left out. V(t) is a parabola around 1/2: largest there, or at an end.
    """
    _check_reports(reports)
    _check_answered(answered)
    drawn, z = _drawn(portions), normal_quantile(confidence)
    return _half_width(drawn, portions[0][0].grid.width, reports, answered, z)


def required_for_mean_of_answered(
    portions: Sequence[Portion], *, half_width: float, answered: float, confidence: float
) -> int:
    """Returns the fewest reports with which the half-width of the mean of those who answered is at most `half_width`,
    in units.

    More reports never make it larger.
    """
    _check_half_width(half_width)
    _check_answered(answered)
    drawn, z, width = _drawn(portions), normal_quantile(confidence), portions[0][0].grid.width

    def is_enough(reports: int) -> bool:
        expected_width = _half_width(drawn, width, reports, answered, z)
        return expected_width is not None and expected_width <= half_width

    enough = 1
    while not is_enough(enough):
        enough *= 2
    few = enough // 2
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if is_enough(middle) else (middle, enough)
    return enough


def furthest_answered_push(mechanisms: Sequence[NumberOrSkipped], share_made_up: float) -> tuple[float, float]:
    """Returns how far false reports can push the share-pooled share of people who answered, in expectation: (up, down).

    As `poisoning.furthest_push`: a report says 1 + q / (p - q) of who answered, or 1 - (1 - q) / (p - q).
    """
    _check_made_up(share_made_up)
    chances = [(float(mechanism.channel.p), float(mechanism.channel.q)) for mechanism in mechanisms]
    up, down = max(p / (p - q) for p, q in chances), max((1 - q) / (p - q) for p, q in chances)
    return share_made_up * up, share_made_up * down


def furthest_mean_of_answered_push(
    mechanisms: Sequence[NumberOrSkipped], share_made_up: float, *, answered: float
) -> float | None:
    """Returns how far false reports can push the share-pooled mean of people who answered, up or down, in units.

    A share b of the reports is chosen freely, level included; of the others `answered` gave a number, or more, and
    each report comes as often as is expected. None where the made-up ones can leave nobody who answered: the mean can
    then be made anything. A report counts (x, y) into part and base, so that a mean at place t goes to
    t + b (x - t y) / ((1 - b) pi + b y): furthest where all reports are alike and t is an end. Up it goes by reports
    of the upper end where t is 0, or by reports of skipped where t is 1; down by the same, turned round.
    """
    _check_made_up(share_made_up)
    _check_answered(answered)
    honest = (1 - share_made_up) * answered
    furthest = 0.0
    for mechanism in mechanisms:
        p, q = float(mechanism.channel.p), float(mechanism.channel.q)
        for numerator, base in (((1 - q) / (p - q), p / (p - q)), (q / (p - q), 1 - (1 - q) / (p - q))):
            left = honest + share_made_up * base
            if left <= 0:
                return None
            furthest = max(furthest, share_made_up * numerator / left)
    return mechanisms[0].grid.width * furthest


class _Drawn(NamedTuple):
    """This is a level's part of all respondents, with its chances as floats: a search would otherwise convert them at
    every step."""

    weight: float
    p: float
    q: float
    apart: float


def _drawn(portions: Sequence[Portion]) -> list[_Drawn]:
    channels = [(weight, mechanism.channel) for mechanism, weight in parts_of_all(portions)]
    return [_Drawn(weight, float(of.p), float(of.q), float(of.p - of.q)) for weight, of in channels]


def _half_width(drawn: Sequence[_Drawn], width: int, reports: int, answered: float, z: float) -> float | None:
    """Returns the half-width of the mean for a range of `width` units; None where the interval has no limit."""
    spreads = [
        math.fsum(level.weight * _variance(level, reports, answered, place, z) for level in drawn) / reports
        for place in _WIDEST_AT
    ]
    of_base = math.fsum(level.weight * _variance_of_base(level, reports, answered, z) for level in drawn)
    square = answered**2 - z**2 * of_base / reports
    return width * z * answered * math.sqrt(max(spreads)) / square if square > 0 else None


def _variance_of_answered(drawn: Sequence[_Drawn], answered: float) -> float:
    return math.fsum(level.weight * _bernoulli(_skipped(level, answered)) / level.apart**2 for level in drawn)


def _variance_of_base(level: _Drawn, reports: float, answered: float, z: float) -> float:
    """Returns the variance of one report's base, with the z^2 that `NumberOrSkipped.spreads` adds to the level's
    reports."""
    return _bernoulli(_blunted(_skipped(level, answered), level.weight * reports, z)) / level.apart**2


def _variance(level: _Drawn, reports: float, answered: float, place: float, z: float) -> float:
    """Returns the variance of part - place base for one report, where the mean is at this position of the range."""
    upper = _blunted(level.q + (level.p - level.q) * answered * place, level.weight * reports, z)
    skipped = _blunted(_skipped(level, answered), level.weight * reports, z)
    return (upper + place**2 * skipped - (upper + place * skipped) ** 2) / level.apart**2


def _skipped(level: _Drawn, answered: float) -> float:
    """Returns how often skipped is sent."""
    return level.q + level.apart * (1 - answered)


def _blunted(chance: float, reports: float, z: float) -> float:
    return (reports * chance + z**2 / 3) / (reports + z**2)


def _bernoulli(chance: float) -> float:
    return chance * (1 - chance)


def _check_reports(reports: int) -> None:
    if reports < 1:
        raise ValueError(f"there are {reports} reports; a half-width needs at least 1")


def _check_half_width(half_width: float) -> None:
    if not half_width > 0:
        raise ValueError(f"the half-width is {half_width}; it is above 0")


def _check_answered(share: float) -> None:
    if not 0 < share <= 1:
        raise ValueError(f"the share who answered is {share}; it lies in (0, 1]")


def _check_made_up(share: float) -> None:
    if not 0 <= share <= 1:
        raise ValueError(f"the share of made-up reports is {share}; it lies in [0, 1]")
