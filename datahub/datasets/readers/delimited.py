"""Reads CSV and TSV: a header, then rows of as many cells."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import at_line
from datahub.datasets.readers.cut import cut
from datahub.datasets.readers.header import ROWS, header_index, names_of_rows, usual_width
from datahub.datasets.readers.lines import LONGEST_LINE, line_at, texts
from datahub.datasets.readers.table import LONGEST_CELL, Table, check_cells, checked_names
from datahub.datasets.rules.blocks import Block, in_blocks

DELIMITERS = (",", ";", "\t", "|")


def read(source: BinaryIO, *, encoding: str, delimiter: str, header_row: int = 0) -> Table:
    """Reads a file of delimited text whose header begins in the line `header_row`, or in the line that is proposed if
    it is 0. Blank lines are passed over. Quotes that are opened are closed; a cell has at most 128 KiB."""
    lines = _Lines(texts(source, encoding))
    _skip_lines(lines, (header_row or _proposed_header_row(lines.ahead(), delimiter)) - 1)
    has_blanks = any(
        part.startswith(" ") and part.lstrip(" ").startswith('"') for part in lines.ahead().split(delimiter)[1:]
    )
    records = _records(lines, delimiter, has_blanks=has_blanks)
    header = next(records, None)
    if header is not None and header[0] == 1 and _states_delimiter(header[1]):
        header = next(records, header)  # the line says to Excel what stands between cells, and is no header
    if header is None:
        raise FileRefused("no_header", at_line(1))
    place = header[0] - "".join(header[1]).count("\n")
    first_rows = [row for _, row in _first_records(lines.ahead(), delimiter)]
    names = checked_names(names_of_rows(header[1], first_rows), at_line(place))
    width = len(names)
    return Table(
        names,
        lambda: _rows(records, width),
        cut=lambda: in_blocks(_rows(records, width)) if has_blanks else _blocks(lines, records, delimiter, width),
        header_row=place,
    )


def _first_records(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Returns the first records of a text, each with the number of the line in it on which the record begins, up to one
    that cannot be read."""
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, strict=True, skipinitialspace=True)
    records: list[tuple[int, list[str]]] = []
    try:
        while len(records) < ROWS:
            begins = reader.line_num + 1
            row = next(reader)
            if row:
                records.append((begins, row))
    except (StopIteration, csv.Error):
        pass
    return records


def _proposed_header_row(text: str, delimiter: str) -> int:
    records = _first_records(text, delimiter)
    if records and records[0][0] == 1 and _states_delimiter(records[0][1]):
        records = records[1:]
    return records[header_index([row for _, row in records])][0] if records else 1


def _skip_lines(lines: "_Lines", count: int) -> None:
    for _ in islice(lines, count):
        lines.letters = 0


def _states_delimiter(row: Sequence[str]) -> bool:
    """Returns whether a line is sep= and one character, which the reader may have taken for the end of a cell."""
    line = ",".join(row)
    return line.startswith("sep=") and len(line) == len("sep=") + 1


def _rows(records: Iterator[tuple[int, list[str]]], width: int) -> Iterator[Sequence[str]]:
    for number, row in records:
        if len(row) != width:
            raise FileRefused("ragged", at_line(number), cells=len(row), names=width)
        check_cells(row, at_line(number))
        yield row


def _blocks(lines: "_Lines", records: Iterator[tuple[int, list[str]]], delimiter: str, width: int) -> Iterator[Block]:
    """Yields the same rows as `_rows`, column by column: a text that Arrow does not cut is read row by row."""
    while text := lines.ahead():
        whole = cut(text, delimiter=delimiter, width=width)
        if whole is None:
            yield from in_blocks(_rows(_of_this_text(lines, records), width))
        else:
            lines.skip(whole.letters)
            yield whole.columns


def _of_this_text(lines: "_Lines", records: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Yields records up to the first that ends where the lines' present text ends."""
    while lines.is_within_text and (record := next(records, None)):
        yield record


class _Lines:
    """Gives the CSV reader line after line. Within quotes a record may have any number of lines, which are held until
    it ends."""

    def __init__(self, source: Iterator[str]) -> None:
        self._source = source
        self._text, self._at = "", 0
        self._ends_in_quotes = False
        self.letters = 0
        self.number = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        if not self.is_within_text:
            self._text, self._at = next(self._source), 0
        line = line_at(self._text, self._at, self.number + 1)
        self._at += len(line)
        self.number += 1
        self.letters += len(line)
        if self.letters > LONGEST_LINE + 1:
            raise FileRefused("long_record", at_line(self.number), most=LONGEST_LINE)
        return line

    @property
    def is_within_text(self) -> bool:
        return self._at < len(self._text)

    def ahead(self) -> str:
        """Returns whole lines that were not taken yet, of the next text too if they end within quotes; none at the end
        of the file."""
        if self._ends_in_quotes or not self.is_within_text:
            self._text, self._at = self._text[self._at :] + next(self._source, ""), 0
        return self._text[self._at :]

    def skip(self, letters: int) -> None:
        """Skips whole lines that Arrow has cut."""
        self.number += self._text.count("\n", self._at, self._at + letters)
        self._at += letters
        self._ends_in_quotes = self.is_within_text


def _records(source: _Lines, delimiter: str, *, has_blanks: bool) -> Iterator[tuple[int, list[str]]]:
    """Yields the records, each with the number of the line on which it ends. If it has blanks, quotes may stand behind
    blanks after a delimiter."""
    reader = csv.reader(source, delimiter=delimiter, strict=True, skipinitialspace=has_blanks)
    while True:
        source.letters = 0
        first_line = source.number + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _refusal(str(error), first_line, source.number) from None
        if row:
            yield source.number, row


def _refusal(fault_text: str, first_line: int, last_line: int) -> FileRefused:
    """Returns the refusal for a fault that Python's `csv` found in a record of these lines. `csv` has one class for all
    that it refuses; its texts tell which."""
    place, begins = at_line(last_line), at_line(first_line)
    if "unexpected end" in fault_text:
        return FileRefused("open_quote", begins)
    if "field limit" in fault_text:
        return FileRefused("long_cell_or_quote", begins, most=LONGEST_CELL)
    if "new-line" in fault_text:
        return FileRefused("line_ends", place)
    return FileRefused("quotes", place)


def proposed_delimiter(head: str) -> str:
    """Returns the delimiter that the first line states, as in sep=; or that splits the most records, and at least half
    of them, into as many cells; the comma if none does."""
    if head[:4] == "sep=" and head[4:5] in DELIMITERS and head[5:6] in {"\r", "\n", ""}:
        return head[4]
    best, most = ",", (0, 1)
    for delimiter in DELIMITERS:
        records = [row for _, row in _first_records(head, delimiter)]
        width = usual_width(records)
        agreeing = sum(len(row) == width for row in records)
        if width > 1 and 2 * agreeing >= len(records) and (agreeing, width) > most:
            best, most = delimiter, (agreeing, width)
    return best
