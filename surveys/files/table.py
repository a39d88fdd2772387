"""A table to take along, and the cell rules that every file of it keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Cell = str | int | float
Kind = Literal["text", "number"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True)
class Column:
    """`values` name the codes of a column of numbers."""

    name: str
    label: str
    kind: Kind
    values: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """`note` is what somebody who opens only this file must know."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
    note: str


def without_formula(cell: Cell) -> Cell:
    """A spreadsheet takes a text that begins so for a formula, also after it has been saved as another kind of file."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def as_written(cell: Cell) -> str:
    """A number is written so that it is read back exactly."""
    return repr(cell) if isinstance(cell, float) else str(cell)
