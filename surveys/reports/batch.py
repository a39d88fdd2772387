"""Which rows of the inbox are shown next, and how they are cut into batches.

Numbers of rows are by level: what is shown must tell nothing about few reports of one level.
"""

from collections.abc import Mapping
from itertools import count

Rows = Mapping[int, int]  # level -> how many


def due(waiting: Rows, least: int, level_least: int) -> dict[int, int]:
    """How many of each level leave the inbox while the version is open: of each none or `level_least`, `least` in all.

    As many stay, of each level that was ever shown and in all, so that whatever is shown last is no smaller step.
    """
    leaving = {level: rows - level_least if rows >= 2 * level_least else 0 for level, rows in waiting.items()}
    staying = sum(rows - leaving[level] for level, rows in waiting.items() if rows >= level_least)  # others: left out?
    missing = least - staying
    if missing > 0:
        largest = max(leaving, key=lambda level: leaving[level], default=0)
        leaving[largest] = leaving.get(largest, 0) - missing
        if leaving[largest] < level_least:
            return {}
    return leaving if sum(leaving.values()) >= least else {}


def too_few(waiting: Rows, level_least: int) -> dict[int, int]:
    """What is left of a level at the end and is too little to be shown, as part of a sum or by itself."""
    return {level: rows for level, rows in waiting.items() if 0 < rows < level_least}


def cut(rows: Rows, level_least: int, most: int) -> list[dict[int, int]]:
    """Batches, even and as few as possible; each has of a level none or `level_least`, as each is seen by itself."""
    if too_few(rows, level_least):
        raise ValueError(f"of a level {too_few(rows, level_least)} reports; {level_least} are shown together at least")
    if most < 2 * level_least * len(rows):
        raise ValueError(f"batches of at most {most} cannot hold {level_least} reports of each of {len(rows)} levels")
    for pieces in count(-(-sum(rows.values()) // most)):
        spread = {level: _even(number, min(pieces, number // level_least)) for level, number in rows.items()}
        batches = [
            {level: numbers[place] for level, numbers in spread.items() if place < len(numbers)}
            for place in range(pieces)
        ]
        if all(sum(batch.values()) <= most for batch in batches):
            return [batch for batch in batches if batch]
    raise AssertionError("more and smaller batches always fit")


def _even(rows: int, pieces: int) -> list[int]:
    if pieces == 0:
        return []
    smaller, larger = divmod(rows, pieces)
    return [smaller + 1] * larger + [smaller] * (pieces - larger)
