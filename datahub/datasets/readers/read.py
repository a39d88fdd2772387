"""Every kind of file is read through this one function."""

from typing import BinaryIO

from datahub.datasets.readers import delimited, json_lines, parquet, xlsx
from datahub.datasets.readers.statistical_kinds import STATISTICAL_KINDS
from datahub.datasets.readers.table import Format, Table


def read(source: BinaryIO, *, format: Format, size: int) -> Table:
    """Reads a file of any format as a table. `source` can be sought. Nothing is written, and no more than a few
    thousand rows are held."""
    source.seek(0)
    if format.kind in STATISTICAL_KINDS:
        from datahub.datasets.readers import statistical  # none but the process of its own needs pyreadstat

        return statistical.read(source, format=format, size=size)
    if format.kind == "parquet":
        return parquet.read(source, size)
    if format.kind == "xlsx":
        return xlsx.read(source, format.sheet, format.header_row)
    if format.kind in {"jsonl", "json"}:
        return json_lines.read(source, is_array=format.kind == "json")
    return delimited.read(source, encoding=format.encoding, delimiter=format.delimiter, header_row=format.header_row)
