"""A class takes some of the rows that wait in a box, where models hold in a class of some and not in one of all.

Counts are [boxes, combinations]. One number for each box, its water line, says how many rows of each combination it
takes, in the proportions of the whole table; a grid of lines is asked about at once.
"""

from collections.abc import Callable

import numpy as np

from mechanisms.anonymity.boxes import Floats
from mechanisms.anonymity.classes import Booleans, Integers

Holds = Callable[[Integers], Booleans]
_LINES = 12


def without_others(waiting: Integers, whole: Integers, holds: Holds) -> tuple[Integers, Booleans]:
    """Returns the rows taken of those that wait, about as many as the models let a class of; and whether any."""
    taken, verdicts = waiting.copy(), holds(waiting)
    long = np.flatnonzero(~verdicts)
    if not len(long):
        return taken, verdicts
    most = waiting[long]

    def filled(line: Floats) -> Integers:
        return np.minimum(_level(line, whole), most)

    top = _line_of(most, whole)
    high = top.max(axis=1)
    low = np.where(most > 0, top, np.inf).min(axis=1) / 2
    lines = low * (high / low) ** (np.arange(_LINES)[:, None] / _LINES)
    fits = _verdicts(lines, filled, holds)
    last = _LINES - 1 - fits[::-1].argmax(axis=0)
    taken[long] = filled(lines[last, np.arange(len(long))])
    verdicts[long] = fits.any(axis=0)
    return taken, verdicts


def _level(line: Floats, whole: Integers) -> Integers:
    return np.floor(line[..., None] * whole + 0.5).astype(np.int64)


def _line_of(most: Integers, whole: Integers) -> Floats:
    """Returns the line at which all rows of each combination are taken."""
    return (most + 0.5) / np.maximum(whole, 1)


def _verdicts(lines: Floats, filled: Callable[[Floats], Integers], holds: Holds) -> Booleans:
    """Returns whether the models hold for each water line and box, [lines, boxes]."""
    cells = filled(lines)
    return holds(cells.reshape(-1, cells.shape[-1])).reshape(lines.shape)


def shared_out(stored: Integers, box_of: Integers, wanted: Integers) -> Integers:
    """Returns what each tuple gives to its box, [tuples, combinations], the first first, until each box has what it
    wants."""
    if not len(stored):
        return stored
    order = np.argsort(box_of, kind="stable")
    ahead = np.cumsum(stored[order], axis=0) - stored[order]
    of_box = box_of[order]
    new = np.ones(len(order), bool)
    new[1:] = of_box[1:] != of_box[:-1]
    ahead -= ahead[np.flatnonzero(new)][np.cumsum(new) - 1]
    given = np.empty_like(stored)
    given[order] = np.clip(wanted[of_box] - ahead, 0, stored[order])
    return given
