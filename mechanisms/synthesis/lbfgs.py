"""This module is about the minimum of a smooth convex function of many numbers."""

import math
from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Function = Callable[[Floats], tuple[float, Floats]]

_REMEMBERED = 10
_DECREASE, _CURVATURE = 1e-4, 0.9
_TRIES = 30


def minimum(function: Function, start: Floats, *, tolerance: float, steps: int) -> Floats:
    """Returns float64[d] where no partial derivative is beyond the tolerance, or what `steps` steps of L-BFGS reached.

    `function` gives the value and the gradient (Nocedal and Wright 2006, algorithm 7.5; each step bisects until it
    meets the conditions of Wolfe).
    """
    at, (value, slope) = start, function(start)
    pairs: deque[tuple[Floats, Floats]] = deque(maxlen=_REMEMBERED)
    for _ in range(steps):
        if np.abs(slope).max() <= tolerance:
            break
        direction = -_curved(slope, pairs)
        step = 1.0 if pairs else 1.0 / max(1.0, float(np.abs(slope).sum()))
        progress = _along(function, at, direction, value, slope, step)
        if progress is None:
            break
        new, value, new_slope = progress
        moved, turned = new - at, new_slope - slope
        if moved @ turned > 0:
            pairs.append((moved, turned))
        at, slope = new, new_slope
    return at


def _curved(slope: Floats, pairs: deque[tuple[Floats, Floats]]) -> Floats:
    result = slope.copy()
    shares = []
    for moved, turned in reversed(pairs):
        share = (moved @ result) / (moved @ turned)
        result -= share * turned
        shares.append(share)
    if pairs:
        moved, turned = pairs[-1]
        result *= (moved @ turned) / (turned @ turned)
    for (moved, turned), share in zip(pairs, reversed(shares), strict=True):
        result += (share - (turned @ result) / (moved @ turned)) * moved
    return result


def _along(
    function: Function, at: Floats, direction: Floats, value: float, slope: Floats, step: float
) -> tuple[Floats, float, Floats] | None:
    """Returns a point along the direction that is lower enough and flatter enough; None where rounding hides any."""
    towards = float(slope @ direction)
    low, high = 0.0, math.inf
    for _ in range(_TRIES):
        new = at + step * direction
        new_value, new_slope = function(new)
        if not new_value <= value + _DECREASE * step * towards:
            high = step
        elif float(new_slope @ direction) < _CURVATURE * towards:
            low = step
        else:
            return new, new_value, new_slope
        step = 2 * low if math.isinf(high) else (low + high) / 2
    return None
