"""Texts are read in the worker itself: CSV, TSV and JSON, line by line."""

from typing import BinaryIO

from datahub.datasets.readers import delimited, json_lines
from datahub.datasets.readers.table import Format, Table


def read_text(source: BinaryIO, *, format: Format) -> Table:
    """Reads a text as a table. `source` can be sought. Nothing is written, and no more than a few thousand rows are
    held."""
    source.seek(0)
    if format.kind in {"jsonl", "json"}:
        return json_lines.read(source, is_array=format.kind == "json")
    return delimited.read(source, encoding=format.encoding, delimiter=format.delimiter, header_row=format.header_row)
