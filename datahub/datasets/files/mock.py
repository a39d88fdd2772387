"""This module is about example rows as a CSV file, in which no name and no category is a formula to a spreadsheet
program."""

import csv
import io
from collections.abc import Sequence

from datahub.api.spreadsheet import cell_of, names_without_formulas
from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.mock import rows


def as_csv(columns: Sequence[Column], count: int) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(names_without_formulas([column.name for column in columns]))
    writer.writerows([cell_of(cell) for cell in row] for row in rows(columns, count))
    return buffer.getvalue().encode()
