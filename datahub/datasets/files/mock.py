"""Made-up rows as a CSV file."""

import csv
import io
from collections.abc import Sequence

from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.mock import rows


def as_csv(columns: Sequence[Column], count: int) -> bytes:
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    writer.writerows(rows(columns, count))
    return held.getvalue().encode()
