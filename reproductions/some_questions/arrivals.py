"""People answer a survey one after the other, and after some of them the first results may be shown."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.shapes.lots import lots_of
from surveys.publishing.definition import Definition
from surveys.reports.batch import Row, due


def first_results(definition: Definition, rows: Sequence[tuple[int, Row]]) -> int:
    """The number of people at which every level first leaves the inbox, if the platform looks after each of them.

    `rows` are the level of each person and the blocks that the phone sent. Who stays is decided by those who came
    first, so levels that may leave still may when more have come: the search halves. One more than all rows if never.
    """
    blocks = {level.id: tuple(block.id for block in definition.blocks) for level in definition.levels}

    def leave(people: int) -> bool:
        waiting: dict[int, list[Row]] = defaultdict(list)
        for level, row in rows[:people]:
            waiting[level].append(row)
        leaving = due(waiting, blocks, definition.batch_least, definition.level_least)
        return all(leaving.get(level) for level in blocks)

    return bisect_left(range(len(rows) + 1), True, key=leave)


def expected(definition: Definition, mix: Sequence[int]) -> float:
    """Returns the number of people at which each block of each level has been sent as often as must leave and stay, if
    the draws were even."""
    each = 2 * definition.level_least
    return max(
        each * sum(mix) / part / min(level.inclusion(field.id) for field in definition.fields)
        for level, part in zip(definition.levels, mix, strict=True)
    )


def lots(definition: Definition, mix: Sequence[int], people: int, entropy: Entropy) -> list[tuple[int, Row]]:
    """Returns the level and the blocks of people who choose a level by the mix and a draw by its weight."""
    levels = np.searchsorted(np.cumsum(mix) / sum(mix), entropy.words(people) / 2**32, side="right")
    words = entropy.words(people)
    rows: list[tuple[int, Row]] = [(0, ())] * people
    for level in definition.levels:
        own = np.flatnonzero(levels == level.id)
        drawn = lots_of(words[own], [draw.weight for draw in level.draws])
        for person, lot in zip(own.tolist(), drawn.tolist(), strict=True):
            rows[person] = (level.id, level.draws[lot].blocks)
    return rows
