"""A text that somebody else chose can be a formula to a spreadsheet program; these functions prevent that."""

from collections.abc import Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


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
