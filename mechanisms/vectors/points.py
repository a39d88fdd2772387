"""This module is about golden vectors for the twins of the shapes that report a point of a grid, with a boundary word
at every position.

Every word is at each of its edges, with each coin lost and won: of a word that is read and not used nothing is seen.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from mechanisms.catalogue import number_mechanism
from mechanisms.common.entropy import SeededEntropy, Tape, accepted_words
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.numbers.grid import FURTHEST, WIDEST, Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.drawn_words import ANY
from mechanisms.ldp.shapes.numbers.ends import EndsChannel
from mechanisms.ldp.shapes.numbers.points import PointChannel
from mechanisms.ldp.shapes.numbers.window import WindowChannel
from mechanisms.ldp.shapes.numbers.window_or_ends import WindowOrEndsChannel
from mechanisms.vectors.draws import UNREAD
from mechanisms.vectors.numbers import GRIDS
from mechanisms.vectors.refusals import BAD_ENDS_SPECS, BAD_WINDOW_OR_ENDS_SPECS, BAD_WINDOW_SPECS

# Four grids: every number is a point, only some are, numbers as far out as allowed, and one step.
WHOLE, PARTED = Grid(low=0, high=200, steps=200), Grid(low=-5, high=10, steps=5)
FAR = Grid(low=FURTHEST - WIDEST + 1, high=FURTHEST, steps=WIDEST - 2)
ONE = Grid(low=0, high=1, steps=1)


@dataclass(frozen=True, kw_only=True)
class _WithChannel(NumberMechanism):
    """This is a mechanism for tests that uses the given channel, whatever epsilon it spends."""

    given_channel: PointChannel

    def __post_init__(self) -> None:
        """Skips the check of epsilon, as an extreme threshold protects nothing."""

    def _integers(self, epsilon: Fraction) -> PointChannel:  # noqa: ARG002 - the channel is given, so epsilon is not used
        return self.given_channel


def window_vectors() -> dict[str, object]:
    def window(grid: Grid, width: int, inside_below: int) -> NumberMechanism:
        return _mechanism(grid, WindowChannel(steps=grid.steps, window=width, inside_below=inside_below))

    extremes = [window(PARTED, 3, below) for below in (0, 1, WORDS - 1, WORDS)]
    # The second channel has 256 positions, the third 257.
    extremes += [window(ONE, 1, 9), window(WHOLE, 56, 9), window(WHOLE, 57, 9)]
    return {
        "shape": "window",
        "cases": [*_cases("piecewise"), *_cases("square-wave"), *map(_case, extremes)],
        "bad_specs": list(BAD_WINDOW_SPECS),
        "bad_records": _bad(window(PARTED, 3, 9), "", "08", "ff", "0000") + _bad(window(WHOLE, 57, 9), "00", "0101"),
    }


def ends_vectors() -> dict[str, object]:
    def ends(grid: Grid, keep_below: int) -> NumberMechanism:
        return _mechanism(grid, EndsChannel(steps=grid.steps, keep_below=keep_below))

    extremes = [ends(PARTED, below) for below in (0, 1, WORDS - 1, WORDS)] + [ends(ONE, 9), ends(FAR, 9)]
    return {
        "shape": "ends",
        "cases": [*_cases("duchi"), *map(_case, extremes)],
        "bad_specs": list(BAD_ENDS_SPECS),
        "bad_records": _bad(ends(PARTED, 9), "", "02", "ff", "0000"),
    }


def window_or_ends_vectors() -> dict[str, object]:
    def either(grid: Grid, width: int, window_below: int) -> NumberMechanism:
        window = WindowChannel(steps=grid.steps, window=width, inside_below=WORDS // 2)
        ends = EndsChannel(steps=grid.steps, keep_below=WORDS // 2 + 9)
        return _mechanism(grid, WindowOrEndsChannel(window=window, ends=ends, window_below=window_below))

    extremes = [either(PARTED, 3, below) for below in (0, 1, WORDS - 1, WORDS)]
    extremes += [either(ONE, 1, 9), either(FAR, 9, 0)]
    extremes += [either(WHOLE, 54, 9), either(WHOLE, 55, 9)]  # The channels have 256 and 257 reports.
    return {
        "shape": "window-or-ends",
        "cases": [*_cases("hybrid"), *map(_case, extremes)],
        "bad_specs": list(BAD_WINDOW_OR_ENDS_SPECS),
        "bad_records": _bad(either(PARTED, 3, 9), "", "0a", "0000") + _bad(either(PARTED, 3, 0), "02"),
    }


def _mechanism(grid: Grid, channel: PointChannel) -> NumberMechanism:
    return _WithChannel(grid=grid, epsilon="1", given_channel=channel)


def _cases(slug: str) -> Iterator[dict[str, object]]:
    for grid, epsilon in GRIDS:
        mechanism = number_mechanism(slug, grid=grid, epsilon=epsilon)
        yield {"mechanism": slug, "spent": f"{mechanism.epsilon_spent():f}", **_case(mechanism)}


def _case(mechanism: NumberMechanism) -> dict[str, object]:
    return {
        "spec": mechanism.client_spec(),
        "words": mechanism.words,
        "record_bytes": mechanism.report_bytes,
        "draws": [_draw(mechanism, number, words) for number, words in _draws(mechanism)],
    }


def _draw(mechanism: NumberMechanism, number: int, words: list[int]) -> dict[str, object]:
    tape = Tape([*words, UNREAD])
    record = mechanism.pack(mechanism.perturb(number, tape))
    return {"answer": number, "tape": [*words, UNREAD], "read": tape.read, "record": record.hex()}


def _draws(mechanism: NumberMechanism) -> Iterator[tuple[int, list[int]]]:
    """Yields draws for numbers at both bounds and for one between two points, where the grid has one."""
    low, high = mechanism.grid.low, mechanism.grid.high
    bounds = (
        mechanism.channel.bounds if mechanism.grid.bound == ANY else (mechanism.grid.bound, *mechanism.channel.bounds)
    )
    uniform = 1 if mechanism.channel.shape == "ends" else 2  # The words after the coins.
    coins = range(len(bounds) - len(mechanism.channel.bounds), len(bounds) - uniform)
    background = SeededEntropy(len(bounds))
    for number in sorted({low, (low + high) // 2 + 1, high}):
        for thrown in itertools.product((0, WORDS - 1), repeat=len(coins)):
            for position, bound in enumerate(bounds):
                if position in coins and thrown[position - coins.start]:
                    continue  # This coin is the word that takes the edge values.
                for edge in _edges(mechanism, number, bound):
                    words = (background.words(len(bounds)) >> 1).tolist()  # Words below one half are never drawn again.
                    words[coins.start : coins.stop] = thrown
                    words[position] = edge
                    yield number, [*words, 7, 8]


def _edges(mechanism: NumberMechanism, number: int, bound: int) -> list[int]:
    """Returns the words at which the meaning of a word with this bound changes."""
    place = mechanism.grid.place(number)
    edges = {0, WORDS - 1, bound, accepted_words(bound)}
    if bound == ANY:
        edges |= {int(value) for name, value in mechanism.client_spec().items() if name.endswith("_below")}
    else:
        edges |= {int(place), int(place) + 1, int((place - int(place)) * mechanism.grid.bound)}
    return sorted({word for edge in edges for word in (edge - 1, edge) if 0 <= word < WORDS})


def _bad(mechanism: NumberMechanism, *records: str) -> list[dict[str, object]]:
    return [{"spec": mechanism.client_spec(), "record": record} for record in records]
