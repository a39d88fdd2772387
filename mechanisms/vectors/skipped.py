"""Golden vectors for the twin of numbers that may be skipped, with a boundary word at every position."""

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

# Grids on which a number is rounded, on which every number is an end, and as far out and as wide as one may be.
SOME, ONE = Grid(low=-3, high=7, steps=1), Grid(low=0, high=1, steps=1)
FAR = Grid(low=FURTHEST - WIDEST + 1, high=FURTHEST, steps=1)


@dataclass(frozen=True, kw_only=True)
class _AsMade(NumberOrSkipped):
    """Draws with the threshold it is given, at whatever price."""

    keep_below: int

    def __post_init__(self) -> None:
        """An extreme threshold hides nothing, which no epsilon could be asked for."""

    @property
    def channel(self) -> ChoiceChannel:
        return ChoiceChannel(answers=3, keep_below=self.keep_below)


def end_or_skipped_vectors() -> dict[str, object]:
    made = [NumberOrSkipped(grid=grid, epsilon=epsilon) for grid, epsilon in ((SOME, "0.5"), (SOME, "4"), (ONE, "1"))]
    extremes = [_AsMade(grid=SOME, epsilon="1", keep_below=below) for below in (0, 1, WORDS - 1, WORDS)]
    extremes.append(_AsMade(grid=FAR, epsilon="1", keep_below=9))
    return {
        "shape": "end-or-skipped",
        "cases": [*map(_named, made), *map(_case, extremes)],
        "bad_specs": list(BAD_END_OR_SKIPPED_SPECS),
        "bad_records": [{"spec": made[0].client_spec(), "record": record} for record in ("", "03", "ff", "0000")],
    }


def _named(asked: NumberOrSkipped) -> dict[str, object]:
    return {
        "mechanism": asked.slug,
        "version": asked.version,
        "epsilon": asked.epsilon_text,
        "spent": f"{asked.epsilon_spent():f}",
        **_case(asked),
    }


def _case(asked: NumberOrSkipped) -> dict[str, object]:
    return {
        "spec": asked.client_spec(),
        "words": asked.words,
        "record_bytes": asked.report_bytes,
        "draws": [_draw(asked, number, words) for number, words in _draws(asked)],
    }


def _draw(asked: NumberOrSkipped, number: int | None, words: list[int]) -> dict[str, object]:
    tape = Tape([*words, UNREAD])
    record = asked.pack(asked.perturb(number, tape))
    return {"answer": number, "tape": [*words, UNREAD], "read": tape.read, "record": record.hex()}


def _draws(asked: NumberOrSkipped) -> Iterator[tuple[int | None, list[int]]]:
    """Each edge of each word, with each edge of the coin, for numbers at and beside the bounds and for none."""
    low, high, bound = asked.grid.low, asked.grid.high, asked.grid.bound
    coins = _words(0, asked.channel.keep_below - 1, asked.channel.keep_below, WORDS - 1)
    rounding = [[]] if bound == ANY else [[word] for word in _words(0, 1, bound - 2, bound - 1, accepted_words(bound))]
    background = SeededEntropy(bound)
    for number, coin in itertools.product((*sorted({low, low + 1, high - 1, high}), None), coins):
        before, after = (background.words(2) >> 1).tolist()  # neither is drawn again
        for first in rounding:
            yield number, [*first, coin, after, 7, 8]
        for other in (0, 1, WORDS - 1):
            yield number, [*([] if bound == ANY else [before]), coin, other, 7, 8]


def _words(*candidates: int) -> list[int]:
    return sorted({word for word in candidates if 0 <= word < WORDS})
