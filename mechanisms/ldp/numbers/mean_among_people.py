"""The people who gave a number may be all people of interest: then the error of their mean is noise alone.

A reading is the number, rounded to a point of the grid, and noise. The noise of every mechanism here is a quadratic of
the point, a + b t + c t^2, and so the spread D of the points and the noise E follow from the mean m and the sample
variance V of the readings:

    V = D + E,  E = a + b m + c (D + m^2),  so  D = (V - a - b m - c m^2) / (1 + c).

Duchi's mechanism has c = -1: each of its reports is one end of the range, and no report says how far people lie from
each other. There noise is at most V, and the two parts are not told apart. Rounding is noise too, of at most a quarter
of a step squared; it is counted as that much.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.estimates.among_people import part_drawn
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import PooledMean
from mechanisms.ldp.shapes.drawn_words import ANY

Floats = NDArray[np.float64]
# Reports do not show how far people's numbers lie apart where 1 + c of the noise curve is below this limit.
LEAST_TOLD_APART = 1e-6


@dataclass(frozen=True)
class MeanParts:
    """These are the parts of the variance of a mean: `noise` comes from rounding and the mechanism, `drawn` from the
    sampling of people."""

    noise: float
    drawn: float


def noise_curve(mechanism: NumberMechanism) -> tuple[float, float, float]:
    """Returns a, b and c of the noise of one reading at the point t, in squared steps: a + b t + c t^2."""
    channel, last = mechanism.channel, mechanism.grid.steps
    first, end = float(channel.spread(0)), float(channel.spread(last))
    if last == 1:
        return first, end - first, 0.0  # A grid of one step has only the points 0 and 1, which equal their squares.
    bend = (float(channel.spread(1)) - first) - (end - first) / last
    square = bend / (1 - last)
    return first, (end - first) / last - square * last, square


def parts_of_mean(mechanism: NumberMechanism, counts: ArrayLike) -> MeanParts | None:
    """Returns the parts of the variance of a mean; None where the reports do not separate them, or are fewer than
    two.
    """
    counted = np.asarray(counts, dtype=np.int64)
    reports = int(counted.sum())
    constant, slope, square = noise_curve(mechanism)
    if reports < 2 or 1 + square < LEAST_TOLD_APART:
        return None
    step, width = float(mechanism.grid.step), mechanism.grid.steps
    error = mechanism.standard_error(counted)
    total = error**2 * reports / step**2
    mean = (mechanism.mean(counted) - mechanism.grid.low) / step
    inside = min(max(mean, 0.0), float(width))
    spread = min(
        max((total - constant - slope * mean - square * mean**2) / (1 + square), 0.0), inside * (width - inside)
    )
    noise = constant + slope * inside + square * (spread + inside**2)
    if mechanism.grid.bound != ANY:
        noise += min(0.25, spread)
    noise = min(noise, total) * step**2 / reports
    return MeanParts(noise, max(error**2 - noise, 0.0))


def parts_of_pooled_mean(pooled: PooledMean) -> MeanParts | None:
    """Returns the parts of the variance of a pooled mean; None where one of its levels does not separate them."""
    each = [parts_of_mean(*part) for part in pooled.parts]
    known = [parts for parts in each if parts is not None]
    if len(known) < len(each):
        return None
    squares = [weight**2 for weight in pooled.weights]
    drawn = [parts.drawn * kept for parts, kept in zip(known, pooled.kept_of_draws, strict=True)]
    return MeanParts(
        math.fsum(square * parts.noise for square, parts in zip(squares, known, strict=True)),
        math.fsum(square * part for square, part in zip(squares, drawn, strict=True)),
    )


@dataclass(frozen=True)
class MeanAmongPeople(PooledMean):
    """This is a pooled mean in a population with a known number of people at each level, of whom the respondents are a
    random part.

    Where noise is not told apart from who was asked, the error stays that of people drawn from many, which is larger.
    """

    people: tuple[int, ...]

    @property
    def kept_of_draws(self) -> list[float]:
        reports = [int(np.asarray(counts).sum()) for _, counts in self.parts]
        return [part_drawn(number, people) for number, people in zip(reports, self.people, strict=True)]

    @cached_property
    def standard_error(self) -> float:
        parts = parts_of_pooled_mean(self)
        return super().standard_error if parts is None else math.sqrt(parts.noise + parts.drawn)

    def interval(self, confidence: float) -> Floats:
        """Returns normal limits [2]; where the parts of the variance cannot be separated, the limits for people drawn
        from many."""
        if parts_of_pooled_mean(self) is None:
            return super().interval(confidence)
        half = normal_quantile(confidence) * self.standard_error
        return self.mean + np.array([-half, half])


def among_people(pooled: PooledMean, people: Sequence[int]) -> MeanAmongPeople:
    """Returns the same mean with its error for a population that has this number of people at each level."""
    return MeanAmongPeople(pooled.parts, pooled.weights, tuple(people))
