"""Every kind of file is read through this one function. The worker reads texts alone (`read_text`), and does not load
the libraries of the others."""

from typing import BinaryIO

from datahub.datasets.readers import parquet, statistical, xlsx
from datahub.datasets.readers.read_text import read_text
from datahub.datasets.readers.statistical_kinds import STATISTICAL_KINDS
from datahub.datasets.readers.table import Format, Table


def read(source: BinaryIO, *, format: Format, size: int) -> Table:
    """Reads a file of any format as a table. `source` can be sought. Nothing is written, and no more than a few
    thousand rows are held, or of SPSS, Stata and SAS a chunk."""
    source.seek(0)
    if format.kind in STATISTICAL_KINDS:
        return statistical.read(source, format=format, size=size)
    if format.kind == "parquet":
        return parquet.read(source, size)
    if format.kind == "xlsx":
        return xlsx.read(source, format.sheet, format.header_row)
    return read_text(source, format=format)
