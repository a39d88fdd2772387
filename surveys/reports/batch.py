"""These rules say which rows of the inbox are shown next, and how they are cut into batches.

What is shown must tell nothing about few reports of one cell: a level, or, where each phone sends some of the blocks, a
block at a level. A row has a level and the blocks that its phone sent; rows leave whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

Row = tuple[str, ...]  # The blocks of a row; a report that is kept whole has one.
Waiting = Mapping[int, Sequence[Row]]  # Maps levels to their rows, in the order in which they stay.


def due(waiting: Waiting, blocks: Mapping[int, Row], least: int, cell_least: int) -> dict[int, list[int]]:
    """Returns the indices of the rows of each level that leave the inbox while the version is open: none of a level, or
    at least `cell_least` for each of its blocks, and at least `least` in all.

    As many stay, of each block at each level that was ever shown and in all, so that whatever is shown last is no
    smaller step. `blocks` are all those of each level.
    """
    leaving = {level: _leaving(rows, blocks[level], cell_least) for level, rows in waiting.items()}
    staying = sum(
        len(rows) - len(leaving[level])
        for level, rows in waiting.items()
        # A level with fewer rows may leave some out, so it does not count.
        if _is_enough(rows, blocks[level], cell_least)
    )
    missing = least - staying
    if missing > 0:
        largest = max(leaving, key=lambda level: len(leaving[level]), default=0)
        leaving[largest] = leaving.get(largest, [])[missing:]
        rows = [waiting[largest][index] for index in leaving[largest]] if largest in waiting else []
        if not _is_enough(rows, blocks.get(largest, ()), cell_least):
            return {}
    return leaving if sum(map(len, leaving.values())) >= least else {}


def cells_of(rows: Waiting) -> dict[tuple[int, str], int]:
    """Returns how many rows there are of each block at each level."""
    cells: dict[tuple[int, str], int] = {}
    for level, own in rows.items():
        for row in own:
            for block in row:
                cells[level, block] = cells.get((level, block), 0) + 1
    return cells


def cut(rows: Waiting, cell_least: int, most: int) -> list[dict[int, list[int]]]:
    """Batches of row indices by level, even and as few as possible.

    Each has of a block at a level none or `cell_least`, as each is seen by itself; a block that has fewer in all is
    kept in none. A batch is larger than `most` where it could not be split so.
    """
    if not any(rows.values()):
        return []
    parts = {level: _drawn_parts(own) for level, own in rows.items()}
    split = {level: _most_batches(own, cell_least) for level, own in parts.items()}
    for pieces in count(-(-sum(map(len, rows.values())) // most)):
        batches: list[dict[int, list[int]]] = [{} for _ in range(pieces)]
        for level, own in parts.items():
            for batch, indices in zip(batches, _spread(own, min(pieces, split[level])), strict=False):
                batch[level] = indices
        if all(sum(map(len, batch.values())) <= most for batch in batches) or pieces > max(split.values()):
            return [batch for batch in batches if batch]
    raise AssertionError("count does not end")


def _leaving(rows: Sequence[Row], blocks: Row, cell_least: int) -> list[int]:
    """Returns the indices of rows that may leave: the first rows of each block stay until the block has enough."""
    staying: dict[str, int] = dict.fromkeys(blocks, 0)
    leaving = []
    for index, row in enumerate(rows):
        if any(staying[block] < cell_least for block in row):
            for block in row:
                staying[block] += 1
        else:
            leaving.append(index)
    return leaving if _is_enough([rows[index] for index in leaving], staying, cell_least) else []


def _is_enough(rows: Sequence[Row], blocks: Iterable[str], cell_least: int) -> bool:
    cells = cells_of({0: rows})
    return bool(rows) and all(cells.get((0, block), 0) >= cell_least for block in blocks)


def _drawn_parts(rows: Sequence[Row]) -> dict[Row, list[int]]:
    """Returns the rows of the same blocks, by their indices."""
    parts: dict[Row, list[int]] = {}
    for index, row in enumerate(rows):
        parts.setdefault(row, []).append(index)
    return parts


def _most_batches(parts: Mapping[Row, Sequence[int]], cell_least: int) -> int:
    """Returns the most batches over which a level is spread, so that each has enough of every block there is enough
    of."""
    blocks = {block for row in parts for block in row}

    def least_of(block: str, pieces: int) -> int:
        return sum(len(own) // pieces for row, own in parts.items() if block in row)

    enough = [block for block in blocks if least_of(block, 1) >= cell_least]
    pieces = 1
    while enough and all(least_of(block, pieces + 1) >= cell_least for block in enough):
        pieces += 1
    return pieces


def _spread(parts: Mapping[Row, Sequence[int]], pieces: int) -> list[list[int]]:
    return [[index for own in parts.values() for index in own[piece::pieces]] for piece in range(pieces)]
