"""These functions measure, class by class and in exact fractions, what a released table can promise, and say what a
released value covers.

Nothing but Python's own library: `script` joins this module and `verifier` into the one file that a recipient runs. It
shares no code with what makes releases, and must not: a mistake in one would be a mistake in the other.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import and_
from typing import Any, NamedTuple

SAFE = 1e-12  # more than rounding moves a logarithm here: what lies nearer than this to a threshold fails
NEAR, MOST_POWERS = 1e-9, 10_000  # entropies so near to theirs are decided by whole numbers, unless those get too long
NUMBER = re.compile(r"[-+]?\d{1,40}(\.\d{1,40})?", re.ASCII)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
INTERVAL = re.compile(r"\[(\S+), (\S+)([)\]])")

ValueCounts = Mapping[str, int]  # how often each sensitive value stands in a class
Tree = Mapping[str, Sequence[str]]  # of each leaf its line of the hierarchy, from itself to `*`
Measured = Fraction | float
Position = tuple[str, Measured]


@dataclass(frozen=True)
class Whole:
    """This is a sensitive column over all rows that are not suppressed: what each class is compared with."""

    counts: ValueCounts
    rows: int
    order: Sequence[str]
    tree: Tree


class Verdict(NamedTuple):
    """This is the result for one class of `rows`: whether it keeps the promise, and what was measured; the greater
    `bad`, the worse."""

    keeps: bool
    bad: Measured
    measured: Measured
    rows: int


def covers(released: str, original: str, tree: Tree) -> bool:
    """Returns whether a released value can stand for an original: equal, its group, `[a, b)`, `[a, b]`, `{a, b}` or
    `*`."""
    if released in ("*", original) or released in tree.get(original, ()):
        return True
    written, at = INTERVAL.fullmatch(released), _position(original)
    if written is None or at is None:
        return released[:1] + released[-1:] == "{}" and original in released[1:-1].split(", ")
    low = (at[0], -math.inf) if written[1] == "-inf" else _position(written[1])
    high = (at[0], math.inf) if written[2] == "inf" else _position(written[2])
    if low is None or high is None or not low[0] == at[0] == high[0]:
        return False
    return low[1] <= at[1] and (at[1] < high[1] or (written[3] == "]" and at[1] == high[1]))


def _position(text: str) -> Position | None:
    """Returns the position of a number or a day of the calendar, and which of the two it is."""
    if NUMBER.fullmatch(text):
        return "number", Fraction(text)
    try:
        return ("day", Fraction(date.fromisoformat(text).toordinal())) if DAY.fullmatch(text) else None
    except ValueError:
        return None


def equal(counts: ValueCounts, rows: int, whole: Whole) -> Fraction:
    """Returns half the sum of |p - q|: what has to move when every move costs 1. Only values of the class can have too
    much."""
    much = sum(max(0, count * whole.rows - whole.counts[value] * rows) for value, count in counts.items())
    return Fraction(much, rows * whole.rows)


def ordered(counts: ValueCounts, rows: int, whole: Whole) -> Fraction:
    """Returns the earth mover's distance of a class from all rows when the cost is the number of steps in the order,
    the longest way costing 1."""
    extra = (counts.get(value, 0) * whole.rows - whole.counts[value] * rows for value in whole.order)
    return Fraction(sum(map(abs, accumulate(extra))), rows * whole.rows * max(1, len(whole.order) - 1))


def hierarchical(counts: ValueCounts, rows: int, whole: Whole) -> Fraction:
    """Returns the earth mover's distance of a class from all rows when the cost is the level of the lowest common
    group, the top costing 1.

    That is a distance along a tree, half a level up and half a level down: each edge carries the excess below it.
    """
    flows: Counter[tuple[int, str]] = Counter()
    for value, count in whole.counts.items():
        for level, group in enumerate(whole.tree[value][:-1]):
            flows[level, group] += counts.get(value, 0) * whole.rows - count * rows
    levels = len(next(iter(whole.tree.values()))) - 1
    return Fraction(sum(map(abs, flows.values())), 2 * levels * rows * whole.rows)


def kullback_leibler(counts: ValueCounts, rows: int, whole: Whole) -> float:
    """Returns the sum of p ln(p/q) over the values of the class, rounded up; exactly 0 where p is q."""
    ratios = [(count, Fraction(count * whole.rows, whole.counts[value] * rows)) for value, count in counts.items()]
    if all(ratio == 1 for _, ratio in ratios):
        return 0.0
    return math.fsum(count * math.log(ratio) for count, ratio in ratios) / rows + SAFE


def largest_difference(counts: ValueCounts, rows: int, whole: Whole) -> Fraction:
    """Returns the largest difference |p - q| over the values of the class alone, as the book measures it, so it may be
    less than the greatest |p - q|."""
    apart = max(abs(count * whole.rows - whole.counts[value] * rows) for value, count in counts.items())
    return Fraction(apart, rows * whole.rows)


DISTANCES: dict[str, Callable[[ValueCounts, int, Whole], Measured]] = {
    "equal": equal,
    "variational": equal,  # the same number: half the sum of |p - q|
    "ordered": ordered,
    "hierarchical": hierarchical,
    "kullback-leibler": kullback_leibler,
    "max-difference (book)": largest_difference,
}


def k_anonymous(model: Mapping[str, Any], rows: int) -> Verdict:
    return Verdict(rows >= model["k"], -rows, rows, rows)


def closeness(model: Mapping[str, Any], counts: ValueCounts, rows: int, whole: Whole) -> Verdict:
    far = DISTANCES[model["distance"]](counts, rows, whole)
    return Verdict(far <= model["t"], far, far, rows)


def distinct(model: Mapping[str, Any], counts: ValueCounts, rows: int, _whole: Whole) -> Verdict:
    return Verdict(len(counts) >= model["l"], -len(counts), len(counts), rows)


def entropy(model: Mapping[str, Any], counts: ValueCounts, rows: int, _whole: Whole) -> Verdict:
    """The entropy is at least ln l. Near the threshold whole numbers decide: n^n >= l^n * product of c^c."""
    nats = math.log(rows) - math.fsum(count * math.log(count) for count in counts.values()) / rows
    above = nats - math.log(model["l"])
    part = math.gcd(*counts.values())  # equal shares, the usual case at the threshold, become ones
    size = rows // part
    if abs(above) < NEAR and size <= MOST_POWERS:
        powers = math.prod((count // part) ** (count // part) for count in counts.values())
        return Verdict((size / model["l"]) ** size >= powers, -nats, math.exp(nats), rows)
    return Verdict(above >= NEAR, -nats, math.exp(nats), rows)


def recursive(model: Mapping[str, Any], class_counts: ValueCounts, rows: int, _whole: Whole) -> Verdict:
    """The commonest value stands less than c times as often as the l-th commonest and all rarer ones together."""
    counts = sorted(class_counts.values(), reverse=True)
    tail = sum(counts[int(model["l"]) - 1 :])
    ratio = Fraction(counts[0], tail) if tail else math.inf
    return Verdict(ratio < model["c"], ratio, ratio, rows)


def basic_likeness(model: Mapping[str, Any], counts: ValueCounts, rows: int, whole: Whole) -> Verdict:
    """No value is more than beta times likelier in the class than it was: (p - q) / q <= beta."""
    gain = max(_gains(counts, rows, whole).values())
    return Verdict(gain <= model["beta"], gain, gain, rows)


def enhanced_likeness(model: Mapping[str, Any], counts: ValueCounts, rows: int, whole: Whole) -> Verdict:
    """Measures enhanced beta-likeness: (p - q) / q <= min(beta, -ln q) for every value that is likelier in the class
    than in the whole."""
    gains = _gains(counts, rows, whole)
    bounds = {value: -math.log(Fraction(whole.counts[value], whole.rows)) - SAFE for value in gains}
    most = max(gains.values())
    keeps = most <= model["beta"] and all(gain <= 0 or gain <= bounds[value] for value, gain in gains.items())
    return Verdict(keeps, most, most, rows)


def _gains(class_counts: ValueCounts, rows: int, whole: Whole) -> dict[str, Fraction]:
    return {
        value: Fraction(count * whole.rows, whole.counts[value] * rows) - 1 for value, count in class_counts.items()
    }


OF_A_COLUMN: dict[str, Callable[[Mapping[str, Any], ValueCounts, int, Whole], Verdict]] = {
    "distinct-l-diversity": distinct,
    "entropy-l-diversity": entropy,
    "recursive-cl-diversity": recursive,
    "t-closeness": closeness,
    "basic-beta-likeness": basic_likeness,
    "enhanced-beta-likeness": enhanced_likeness,
}


def covered(keys: Sequence[Sequence[str]], columns: Sequence[Sequence[str]], trees: Sequence[Tree]) -> Iterator[int]:
    """A number for each class with a bit for every person of the population whom its rows may be about. They come one
    at a time: together they take a bit for each class and person."""
    masks: dict[tuple[int, str], int] = {}
    for index, (column, tree) in enumerate(zip(columns, trees, strict=True)):
        for value in {key[index] for key in keys}:
            bits = {cell: "01"[covers(value, cell, tree)] for cell in set(column)}
            masks[index, value] = int("0" + "".join(map(bits.__getitem__, column)), 2)
    return (reduce(and_, (masks[index, value] for index, value in enumerate(key))) for key in keys)


def mapped(model: Mapping[str, Any], sizes: Sequence[int], masks: Iterable[int], _people: int) -> list[Verdict]:
    """Measures k-map: each class may be about at least k people of the population, and about as many as it has rows."""
    counts = [mask.bit_count() for mask in masks]
    return [
        Verdict(count >= max(model["k"], rows), -count, count, rows) for count, rows in zip(counts, sizes, strict=True)
    ]


def present(model: Mapping[str, Any], sizes: Sequence[int], masks: Iterable[int], people: int) -> list[Verdict]:
    """Measures delta-presence: whoever is in the population is in the table with a chance from `least` to `most`.

    The chance is rows of the class / people it may be about. Where classes overlap no such chance is known: all fail.
    """
    counts, anybody = [], 0
    for mask in masks:
        counts.append(mask.bit_count())
        anybody |= mask
    reached = anybody.bit_count()
    chances = [(Fraction(rows, count) if count else math.inf, rows) for count, rows in zip(counts, sizes, strict=True)]
    if reached < people:
        chances.append((Fraction(0), 0))  # those whom no class may be about are surely absent
    least, most, apart = model["least"], model["most"], reached == sum(counts)
    return [
        Verdict(apart and least <= chance <= most, max(chance - most, least - chance), chance, rows)
        for chance, rows in chances
    ]


OF_A_POPULATION = {"k-map": mapped, "delta-presence": present}
