"""A table of a download, and the rules for cells that every file of it follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from datahub.api import spreadsheet

Cell = str | int | float | None  # None leaves a cell empty.
Kind = Literal["text", "number"]


@dataclass(frozen=True)
class Column:
    """A column has a name, a label and a kind; `values` name the codes of a column of numbers."""

    name: str
    label: str
    kind: Kind
    values: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """This is a table of a download. `note` is what a reader who opens only this file must know."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
    note: str


def without_formula(cell: Cell) -> Cell:
    return spreadsheet.without_formula(cell) if isinstance(cell, str) else cell


def as_written(cell: Cell) -> str:
    """Writes a number so that it can be read back exactly, and nothing as nothing."""
    if cell is None:
        return ""
    return repr(cell) if isinstance(cell, float) else str(cell)


def question_text(question: Mapping[str, Any]) -> str:
    """Returns the text of a question in results; for a row of a matrix, with the row's label."""
    return f"{question['text']} ({question['row_label']})" if question["row_label"] else str(question["text"])
