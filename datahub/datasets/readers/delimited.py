"""Reads CSV and TSV: a header, then rows of as many cells."""

import csv
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.lines import LONGEST_LINE, lines, too_long
from datahub.datasets.readers.table import Table, check_cells, checked_names

DELIMITERS = (",", ";", "\t", "|")


def read(source: BinaryIO, *, encoding: str, delimiter: str) -> Table:
    """Reads a file of delimited text. Blank lines are passed over. Quotes that are opened are closed; a cell has at
    most 128 KiB."""
    records = _records(_Lines(lines(source, encoding)), delimiter)
    header = next(records, None)
    if header is None:
        raise FileRefused("empty", "line 1", "the file holds no header.")
    names = checked_names(header[1], "line 1")
    return Table(names, lambda: _rows(records, len(names)))


def _rows(records: Iterator[tuple[int, list[str]]], width: int) -> Iterator[Sequence[str]]:
    for number, row in records:
        if len(row) != width:
            detail = f"the row has {len(row)} cells; the header names {width}."
            raise FileRefused("ragged", f"line {number}", detail)
        check_cells(row, f"line {number}")
        yield row


class _Lines:
    """These are the lines of one record after the other. Within quotes a record goes on over as many lines as it likes,
    and is held."""

    def __init__(self, source: Iterator[str]) -> None:
        self._source = source
        self.letters = 0
        self.number = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = next(self._source)
        self.number += 1
        self.letters += len(line)
        if self.letters > LONGEST_LINE + 1:
            raise too_long(self.number, "the record")
        return line


def _records(source: _Lines, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the records, each with the number of the line on which it ends."""
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    while True:
        source.letters = 0
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _refusal(str(error), source.number) from None
        if row:
            yield source.number, row


def _refusal(fault_text: str, number: int) -> FileRefused:
    """Returns the refusal for a fault that Python's `csv` found. `csv` has one class for all that it refuses; its texts
    tell which."""
    place = f"line {number}"
    if "unexpected end" in fault_text:
        return FileRefused("truncated", place, "the file ends inside quotes that were opened and never closed.")
    if "field limit" in fault_text:
        return FileRefused("long_cell", place, "a cell is longer than 128 KiB, or its quotes were never closed.")
    if "new-line" in fault_text:
        return FileRefused("line_ends", place, "lines end with a carriage return alone. End them with a line feed.")
    return FileRefused("quotes", place, "a quote stands where none may. Double a quote that belongs to the text.")


def proposed_delimiter(head: str) -> str:
    """Returns the delimiter that splits the first records into the most cells, equally many in each; the comma if none
    does."""
    best, most = ",", 1
    for delimiter in DELIMITERS:
        try:
            records = [row for row in csv.reader(head.splitlines(keepends=True)[:50], delimiter=delimiter) if row]
        except csv.Error:
            continue
        widths = {len(row) for row in records}
        if len(widths) == 1 and max(widths) > most:
            best, most = delimiter, max(widths)
    return best
