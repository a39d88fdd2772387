"""A file of a statistics program has a dictionary: labels of columns and of values, and which values mean that there is
none. An entry of it is what a proposal begins with, and a fact that was known before anybody answered."""

from dataclasses import dataclass

from datahub.datasets.rules.columns import LONGEST_DESCRIPTION, MOST_CATEGORIES, MOST_MISSING


@dataclass(frozen=True, slots=True, kw_only=True)
class DictionaryEntry:
    """An entry describes one column. `categories` are values with their labels, in the order of their codes, if each
    value of the column has a label. `missing` are texts of cells without a value. `is_text`: its cells are texts, even
    where they look like numbers."""

    description: str = ""
    categories: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    is_text: bool = False


MOST_DECLARED_MISSING = MOST_MISSING - 1  # an empty cell is always one of them
MOST_LABELS = MOST_CATEGORIES


def description_of(label: str, labels: list[tuple[str, str]]) -> str:
    """Returns the label of a column, and behind it in brackets the codes of the file with their labels."""
    codes = "; ".join(f"{code} = {text}" for code, text in labels)
    description = f"{label} [{codes}]".strip() if codes else label
    if len(description) <= LONGEST_DESCRIPTION:
        return description
    return description[: LONGEST_DESCRIPTION - 1] + "…"
