"""Synthetic rows made of estimates, as files: each row is marked, as files get separated from their cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.files.table import Column, Table
from surveys.files.write import csv_of, zip_of

ZIP = "application/zip"
MARK = "synthetic"


def archive_of(questions: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[str]], card: bytes) -> bytes:
    columns = (
        Column(MARK, "Nobody gave these answers", "text"),
        *(Column(question["id"], question["text"], "text") for question in questions),
    )
    table = Table("synthetic-rows", columns, [["yes", *row] for row in rows], "")
    return zip_of({"synthetic-rows.csv": csv_of(table), "card.json": card})
