"""Bounds from above how much a sum of many independent draws exceeds 0 on average.

The draws are counted on a grid: the sum of 2 m draws is the sum of two of m. Whatever is simplified on the way can only
raise the result. A value between two points of the grid is shared out between them so that its mean stays; that makes
the law wider in convex order, and the mean excess is convex. The lower tail is moved up. The upper tail is moved down,
and what it exceeded is added to the result. All terms are positive, so their rounding errors are relative; they are
counted, and the result is raised by them.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_UNIT = 2.0**-53  # This is the relative error of one floating-point operation.
_UNDERFLOW = 1e-250  # This is far above the mass lost where products fall below the smallest double.
_CELLS = 64  # The standard deviation of one draw has this many grid steps.
_WIDEST = 1024  # The lowest and the highest value of one draw are at most this many steps apart.
_FINEST = 128  # A sum whose standard deviation has more steps is moved to a coarser grid.
_TAILS = 2.0**-16  # The tails cut off add this part of the allowed result at each level, together less than 1 %.


@dataclass(frozen=True, kw_only=True)
class _Sum:
    """This is the sum of `draws` draws: `masses[i]` at draws * offset + (first + i) * step, `cut` by what cut tails
    exceeded.

    `errors` counts roundings: each mass and `cut` is right but for a factor of (1 + unit)^errors.
    """

    draws: int
    first: int
    masses: Floats
    step: float
    cut: float
    errors: float


def mean_excess(values: list[Fraction], chances: list[Fraction], draws: int, allowed: float) -> float:
    """Returns a number that is at least E[max(0, G_1 + ... + G_draws)] of independent draws of these values.

    The result is exact but for a few thousandths where it is near `allowed`; far below it is less tight.
    """
    if draws < 1:
        raise ValueError(f"there are {draws} draws; a sum needs at least 1")
    if sum(chances) != 1 or min(chances) < 0:
        raise ValueError(f"the chances add up to {float(sum(chances))}; they are at least 0 and add up to 1")
    offset = values[chances.index(max(chances))]  # The commonest value stands on the grid, so its mass is never split.
    step = _first_step(values, chances)
    total = single_draw = _of_one(values, chances, offset, step)
    for digit in f"{draws:b}"[1:]:
        total = _added(total, total)
        if digit == "1":
            if single_draw.step != total.step:
                single_draw = _of_one(values, chances, offset, total.step)
            total = _added(total, single_draw)
        total = _coarser(_without_tails(total, _TAILS * allowed * total.draws / draws))
    return _excess(total, offset)


def _first_step(values: list[Fraction], chances: list[Fraction]) -> float:
    pairs = list(zip(values, chances, strict=True))
    mean = sum((value * chance for value, chance in pairs), Fraction(0))
    deviation = math.sqrt(sum((value - mean) ** 2 * chance for value, chance in pairs))
    return max(deviation / _CELLS, float(max(values) - min(values)) / _WIDEST)


def _of_one(values: list[Fraction], chances: list[Fraction], offset: Fraction, step: float) -> _Sum:
    places = [(value - offset) / Fraction(step) for value in values]
    first = math.floor(min(places))
    masses = np.zeros(math.floor(max(places)) + 2 - first)
    for place, chance in zip(places, chances, strict=True):
        cell, share = math.floor(place) - first, place % 1
        masses[cell] += float(chance * (1 - share))
        masses[cell + 1] += float(chance * share)
    return _Sum(draws=1, first=first, masses=masses, step=step, cut=0.0, errors=len(values))


def _added(addend: _Sum, other: _Sum) -> _Sum:
    return _Sum(
        draws=addend.draws + other.draws,
        first=addend.first + other.first,
        masses=np.convolve(addend.masses, other.masses),
        step=addend.step,
        cut=addend.cut + other.cut,
        errors=addend.errors + other.errors + min(len(addend.masses), len(other.masses)) + 1,
    )


def _without_tails(total: _Sum, allowed: float) -> _Sum:
    """Returns the sum with its tails moved in. Each tail goes as far as its mean excess over the new end stays within
    `allowed`."""
    masses, steps = total.masses, allowed / total.step
    # The mean by which the sum falls short of each grid point.
    below = np.concatenate([[0.0], np.cumsum(np.cumsum(masses))[:-1]])
    # The mean by which the sum exceeds each grid point.
    above = np.concatenate([np.cumsum(np.cumsum(masses[::-1]))[::-1][1:], [0.0]])
    low, high = int(np.flatnonzero(below <= steps)[-1]), int(np.flatnonzero(above <= steps)[0])
    low = min(low, high)  # One point stays even where all of the mass may be cut off.
    kept = masses[low : high + 1].copy()
    kept[0] += masses[:low].sum()
    kept[-1] += masses[high + 1 :].sum()
    return replace(
        total,
        first=total.first + low,
        masses=kept,
        cut=total.cut + float(above[high]) * total.step,
        errors=total.errors + 2 * len(masses),
    )


def _coarser(total: _Sum) -> _Sum:
    """Returns the sum on a coarser grid. Every other point of the grid is shared out between its neighbours while the
    grid is finer than it need be."""
    masses, first, step, errors = total.masses, total.first, total.step, total.errors
    while _deviation(masses) > _FINEST:
        padded = np.concatenate([[0.0] * (first % 2), masses, [0.0] * ((len(masses) + first % 2 + 1) % 2)])
        halves, first = padded[1::2] / 2, first // 2
        masses = padded[::2].copy()
        masses[:-1] += halves
        masses[1:] += halves
        step, errors = 2 * step, errors + 2
    return replace(total, masses=masses, first=first, step=step, errors=errors)


def _deviation(masses: Floats) -> float:
    places = np.arange(len(masses))
    total = float(masses.sum())
    mean = float((masses * places).sum()) / total
    return math.sqrt(float((masses * (places - mean) ** 2).sum()) / total)


def _excess(total: _Sum, offset: Fraction) -> float:
    middle = float(total.draws * offset)
    places = total.step * (total.first + np.arange(len(total.masses)))
    rounding = 8 * _UNIT * (abs(middle) + float(np.abs(places).max()))
    excess = float((total.masses * np.maximum(middle + places + rounding, 0.0)).sum()) + total.cut
    return excess * math.exp(2 * _UNIT * (total.errors + len(total.masses))) + _UNDERFLOW
