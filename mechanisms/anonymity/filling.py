"""Which rows a box takes: all that wait in it and few others, or as many of those that wait as the models let it.

Counts are [boxes, combinations]. One number for each box, its water line, says how many rows of each combination it
takes, in the proportions of the whole table; a grid of lines is asked about at once.
"""

from collections.abc import Callable

import numpy as np

from mechanisms.anonymity.boxes import Floats
from mechanisms.anonymity.classes import Booleans, Integers

Holds = Callable[[Integers], Booleans]
_LINES = 12


def up_to(least: int, waiting: Integers, spare: Integers) -> tuple[Integers, Booleans]:
    """All that wait, and spare rows as far as `least` are needed, the first combinations first."""
    needed = np.maximum(least - waiting.sum(axis=1, keepdims=True), 0)
    ahead = np.cumsum(spare, axis=1) - spare
    taken = waiting + np.clip(needed - ahead, 0, spare)
    return taken, taken.sum(axis=1) >= least


def with_spare(waiting: Integers, spare: Integers, whole: Integers, holds: Holds) -> tuple[Integers, Booleans]:
    """All that wait, and of the spare rows about as few as make the models hold; and whether they can be made to.

    Only for models that hold in a class with more rows whenever they hold in it with fewer.
    """
    taken, held = waiting.copy(), holds(waiting)
    short = np.flatnonzero(~held)
    short = short[holds(waiting[short] + spare[short])]
    if not len(short):
        return taken, held
    least, most = waiting[short], waiting[short] + spare[short]

    def filled(line: Floats) -> Integers:
        return np.clip(_level(line, whole), least, most)

    low, high = np.zeros(len(short)), _line_of(most, whole).max(axis=1)
    for _ in range(2):  # the second grid lies inside a step of the first
        lines = low + (high - low) * np.arange(1, _LINES + 1)[:, None] / _LINES
        fits = _asked(lines, filled, holds)
        first = np.where(fits.any(axis=0), fits.argmax(axis=0), _LINES - 1)
        step = (high - low) / _LINES
        low, high = low + first * step, low + (first + 1) * step
    found = filled(high)
    found[~holds(found)] = most[~holds(found)]  # where rounding of a line lost a row
    taken[short], held[short] = found, True
    return taken, held


def without_others(waiting: Integers, whole: Integers, holds: Holds) -> tuple[Integers, Booleans]:
    """Of the rows that wait about as many as the models let a class of; and whether any."""
    taken, held = waiting.copy(), holds(waiting)
    long = np.flatnonzero(~held)
    if not len(long):
        return taken, held
    most = waiting[long]

    def filled(line: Floats) -> Integers:
        return np.minimum(_level(line, whole), most)

    top = _line_of(most, whole)
    high = top.max(axis=1)
    low = np.where(most > 0, top, np.inf).min(axis=1) / 2
    lines = low * (high / low) ** (np.arange(_LINES)[:, None] / _LINES)
    fits = _asked(lines, filled, holds)
    last = _LINES - 1 - fits[::-1].argmax(axis=0)
    taken[long] = filled(lines[last, np.arange(len(long))])
    held[long] = fits.any(axis=0)
    return taken, held


def _level(line: Floats, whole: Integers) -> Integers:
    return np.floor(line[..., None] * whole + 0.5).astype(np.int64)


def _line_of(most: Integers, whole: Integers) -> Floats:
    """The line at which all rows of each combination are taken."""
    return (most + 0.5) / np.maximum(whole, 1)


def _asked(lines: Floats, filled: Callable[[Floats], Integers], holds: Holds) -> Booleans:
    """[lines, boxes]"""
    cells = filled(lines)
    return holds(cells.reshape(-1, cells.shape[-1])).reshape(lines.shape)


def shared_out(stored: Integers, box_of: Integers, wanted: Integers) -> Integers:
    """[tuples, combinations]: what each tuple gives to its box, the first first, until each box has what it wants."""
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
