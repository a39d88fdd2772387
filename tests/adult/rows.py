"""This module is about the Adult data set as tests and benches load it: whole numbers as numbers, and None for what is
missing."""

import csv
import gzip
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("adult.csv.gz")
MISSING = "?"
NUMBERS = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")

Cell = int | str | None


@cache
def columns() -> tuple[str, ...]:
    with gzip.open(SOURCE, "rt", encoding="utf-8", newline="") as file:
        return tuple(next(csv.reader(file)))


@cache
def rows() -> tuple[tuple[Cell, ...], ...]:
    numeric = [name in NUMBERS for name in columns()]
    with gzip.open(SOURCE, "rt", encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        next(reader)
        return tuple(
            tuple(_cell(text, is_number=number) for text, number in zip(line, numeric, strict=True)) for line in reader
        )


def longest(column: int) -> int:
    """Returns the bytes of the longest text of a column."""
    return max(len(cell.encode()) for row in rows() if isinstance(cell := row[column], str))


def _cell(text: str, *, is_number: bool) -> Cell:
    if text == MISSING:
        return None
    return int(text) if is_number else text
