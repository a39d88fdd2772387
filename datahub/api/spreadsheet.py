"""A text that somebody else chose can be a formula to a spreadsheet program; these functions prevent that."""

import re
from collections.abc import Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_RUN = re.compile(r"'*(?![-+]?\d{1,40}(\.\d{1,40})?\Z)[-=+@]", re.ASCII)  # a number with a sign is no formula


def cell_of(value: str) -> str:
    """Returns the cell of a file that stands for a value: the value, with an apostrophe before it where a spreadsheet
    program would run it as a formula, or where apostrophes before a formula are part of it."""
    return f"'{value}" if _RUN.match(value) else value


def value_of(cell: str) -> str:
    """Returns the value whose `cell_of` is this cell."""
    return cell[1:] if cell.startswith("'") and _RUN.match(cell, 1) else cell


def without_formula(text: str) -> str:
    """Puts an apostrophe before a text that a spreadsheet would take for a formula, even after it was saved in another
    format."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def names_without_formulas(names: Sequence[str]) -> list[str]:
    """Returns names without formulas, which still differ from each other: a name that would equal another gets one
    apostrophe more."""
    taken = {name for name in names if without_formula(name) == name}
    names_so_far = []
    for name in names:
        safe = without_formula(name)
        while safe != name and safe in taken:
            safe = f"'{safe}"
        taken.add(safe)
        names_so_far.append(safe)
    return names_so_far
