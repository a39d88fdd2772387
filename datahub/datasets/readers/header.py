"""Proposes in which of its first rows a table has its header: rows above it that hold a title are no part of the table.

A title is a row whose first cell alone holds something, or a row that is much shorter than the others. A row is
proposed as the header below titles only if it looks like one: different words, or years, in more than one cell.
"""

import re
from collections import Counter
from collections.abc import Sequence

ROWS = 50  # so many first rows are examined
MOST_TITLES = 20
NUMBER = re.compile(r"[+-]?[0-9][0-9.,'\s]*%?|[0-9./:-]+")
YEAR = re.compile(r"(?:19|20)[0-9]{2}")

Cells = Sequence[str]


def header_index(rows: Sequence[Cells]) -> int:
    """Returns which of the first rows is the header; 0 unless titles above another one are clear."""
    width = usual_width(rows)
    titles = 0
    while titles < len(rows) and _is_title(rows[titles], width):
        titles += 1
    if not 0 < titles <= MOST_TITLES or titles + 1 >= len(rows):
        return 0
    below = rows[titles + 1 :]
    is_table = 2 * sum(len(_filled(row)) > 1 for row in below) >= len(below)
    return titles if is_table and _is_header(rows[titles], width) else 0


def usual_width(rows: Sequence[Cells]) -> int:
    """Returns how many cells most rows have, the wider of two that are as frequent."""
    widths = Counter(len(row) for row in rows)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def names_of_rows(header: Cells, rows: Sequence[Cells]) -> list[str]:
    """Returns the header with an empty name more, if each row has one cell more than it: before the others, as R
    writes the names of rows, or behind them, where each row ends with a separator."""
    if len(rows) > 1 and all(len(row) == len(header) + 1 for row in rows):
        if not any(row[-1].strip() for row in rows):
            return [*header, ""]
        if len({row[0] for row in rows} - {""}) == len(rows):
            return ["", *header]
    return list(header)


def _filled(row: Cells) -> list[str]:
    return [cell.strip() for cell in row if cell.strip()]


def _is_title(row: Cells, width: int) -> bool:
    filled = _filled(row)
    if not filled:
        return True
    is_alone = len(filled) == 1 and bool(row[0].strip())
    return width > 1 and (is_alone or len(row) < width - 1)


def _is_header(row: Cells, width: int) -> bool:
    names = _filled(row)
    is_named = len(names) > 1 and 2 * len(names) > width
    are_words = NUMBER.fullmatch(names[0]) is None and all(YEAR.fullmatch(n) or not NUMBER.fullmatch(n) for n in names)
    return is_named and are_words and len({name.casefold() for name in names}) == len(names)
