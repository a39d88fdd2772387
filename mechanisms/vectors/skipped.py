"""This module is about golden vectors for the twin of numbers that may be skipped, with a boundary word at every
position."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from mechanisms.common.entropy import SeededEntropy, Tape, accepted_words
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.numbers.grid import FURTHEST, WIDEST, Grid
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.drawn_words import ANY
from mechanisms.vectors.draws import UNREAD
from mechanisms.vectors.refusals import BAD_END_OR_SKIPPED_SPECS

# Three grids: numbers are rounded, every number is an end, and the widest grid as far out as allowed.
SOME, ONE = Grid(low=-3, high=7, steps=1), Grid(low=0, high=1, steps=1)
FAR = Grid(low=FURTHEST - WIDEST + 1, high=FURTHEST, steps=1)


@dataclass(frozen=True, kw_only=True)
class _WithThreshold(NumberOrSkipped):
    """This is a mechanism for tests that uses the given threshold, whatever epsilon it spends."""

    keep_below: int

    def __post_init__(self) -> None:
        """Skips the check of epsilon, as an extreme threshold protects nothing."""

    @property
    def channel(self) -> ChoiceChannel:
        return ChoiceChannel(answers=3, keep_below=self.keep_below)


def end_or_skipped_vectors() -> dict[str, object]:
    mechanisms = [
        NumberOrSkipped(grid=grid, epsilon=epsilon) for grid, epsilon in ((SOME, "0.5"), (SOME, "4"), (ONE, "1"))
    ]
    extremes = [_WithThreshold(grid=SOME, epsilon="1", keep_below=below) for below in (0, 1, WORDS - 1, WORDS)]
    extremes.append(_WithThreshold(grid=FAR, epsilon="1", keep_below=9))
    return {
        "shape": "end-or-skipped",
        "cases": [*map(_named, mechanisms), *map(_case, extremes)],
        "bad_specs": list(BAD_END_OR_SKIPPED_SPECS),
        "bad_records": [{"spec": mechanisms[0].client_spec(), "record": record} for record in ("", "03", "ff", "0000")],
    }


def _named(mechanism: NumberOrSkipped) -> dict[str, object]:
    return {
        "mechanism": mechanism.slug,
        "version": mechanism.version,
        "epsilon": mechanism.epsilon_text,
        "spent": f"{mechanism.epsilon_spent():f}",
        **_case(mechanism),
    }


def _case(mechanism: NumberOrSkipped) -> dict[str, object]:
    return {
        "spec": mechanism.client_spec(),
        "words": mechanism.words,
        "record_bytes": mechanism.report_bytes,
        "draws": [_draw(mechanism, number, words) for number, words in _draws(mechanism)],
    }


def _draw(mechanism: NumberOrSkipped, number: int | None, words: list[int]) -> dict[str, object]:
    tape = Tape([*words, UNREAD])
    record = mechanism.pack(mechanism.perturb(number, tape))
    return {"answer": number, "tape": [*words, UNREAD], "read": tape.read, "record": record.hex()}


def _draws(mechanism: NumberOrSkipped) -> Iterator[tuple[int | None, list[int]]]:
    """Yields each edge of each word, with each edge of the coin, for numbers at and beside the bounds and for none."""
    low, high, bound = mechanism.grid.low, mechanism.grid.high, mechanism.grid.bound
    coins = _words(0, mechanism.channel.keep_below - 1, mechanism.channel.keep_below, WORDS - 1)
    rounding = [[]] if bound == ANY else [[word] for word in _words(0, 1, bound - 2, bound - 1, accepted_words(bound))]
    background = SeededEntropy(bound)
    for number, coin in itertools.product((*sorted({low, low + 1, high - 1, high}), None), coins):
        before, after = (background.words(2) >> 1).tolist()  # Words below one half are never drawn again.
        for first in rounding:
            yield number, [*first, coin, after, 7, 8]
        for other in (0, 1, WORDS - 1):
            yield number, [*([] if bound == ANY else [before]), coin, other, 7, 8]


def _words(*candidates: int) -> list[int]:
    return sorted({word for word in candidates if 0 <= word < WORDS})
