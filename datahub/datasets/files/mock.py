"""This module is about example rows as a CSV file, in which no name and no category is a formula to a spreadsheet
program."""

import csv
import io
import re
from collections.abc import Sequence

from datahub.api.spreadsheet import names_without_formulas, without_formula
from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.mock import rows

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def as_csv(columns: Sequence[Column], count: int) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(names_without_formulas([column.name for column in columns]))
    writer.writerows([_cell(cell) for cell in row] for row in rows(columns, count))
    return buffer.getvalue().encode()


def _cell(text: str) -> str:
    """Returns a cell that no spreadsheet program takes for a formula. A number with a sign is no formula, and stays
    unchanged."""
    return text if _NUMBER.fullmatch(text) else without_formula(text)
