"""Reads files of SPSS, Stata and SAS: cells as texts, and what the dictionary of the file says of each column.

A column is read by its labels if each of its values in the first rows has one; else by its codes, and so it is if two
values have the same label, or a label looks like another code. Codes and labels stand side by side in its description.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import FILE, at_row
from datahub.datasets.readers.statistical_cells import Value, number_text, number_texts, time_format
from datahub.datasets.readers.statistical_file import StatisticalFile
from datahub.datasets.readers.table import LONGEST_CELL, Format, Table, checked_names
from datahub.datasets.rules.columns import LONGEST_VALUE
from datahub.datasets.rules.dictionary import (
    MOST_DECLARED_MISSING,
    MOST_LABELS,
    DictionaryEntry,
    description_of,
)

A_CODE = re.compile(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?|\d{4}-\d\d-\d\d.*|\d+:\d\d.*", re.ASCII)  # a number, day or time
Missing = list[dict[str, Any]]  # ranges of values that mean that there is none


def read(source: BinaryIO, *, format: Format, size: int) -> Table:
    """Reads a file in the encoding that it states, that its owner chose, or that is guessed."""
    file = StatisticalFile(source, kind=format.kind, size=size, encoding=format.encoding)
    names = checked_names(file.names, FILE)
    chunks = file.chunks()
    no_rows: list[Sequence[Value]] = [[] for _ in names]
    first = next(chunks, no_rows)
    columns = [_Column(file, index, first[index], by_labels=format.values != "codes") for index in range(len(names))]
    return Table(
        names,
        lambda: chain.from_iterable(map(_rows, _blocks(columns, chain([first], chunks)))),
        cut=lambda: _blocks(columns, chain([first], chunks)),
        encoding=file.encoding,
        dictionary=tuple(column.entry for column in columns),
    )


class _Column:
    """A column turns its values into texts."""

    def __init__(self, file: StatisticalFile, index: int, values: Sequence[Value], *, by_labels: bool) -> None:
        meta, name = file.meta, file.meta.column_names[index]
        self._type: str = meta.readstat_variable_types[name]
        self._kind = file.kind
        self._time = time_format(file.kind, meta.original_variable_types[name] or "")
        self._ranges: Missing = meta.missing_ranges.get(name, [])
        labels = self._labels(meta.variable_value_labels.get(name, {}))
        may_matter = bool(labels or self._ranges) or not self.is_text
        seen = {value for value in set(values) if value is not None} if may_matter else set()
        absent = {value for value in seen if self.is_missing(value)} if self._may_be_missing(seen) else set()
        self._by_label = self._texts_by_label(seen - absent, absent, labels) if by_labels else {}
        self._missing = self._missing_texts(
            {value for value in absent if value in labels or not self._is_number(value)}
        )
        self.entry = self._entry(meta.column_labels[index] or "", seen - absent, labels, by_labels=by_labels)

    @property
    def is_text(self) -> bool:
        return self._type == "string"

    def texts(self, values: Sequence[Value]) -> pa.StringArray:
        """Returns the cells of the values; empty where there is none."""
        if not self._by_label and self._time is None and all(span["lo"] == span["hi"] for span in self._ranges):
            if self.is_text:
                return pa.array(values, pa.string()).fill_null("")
            with suppress(pa.ArrowInvalid, pa.ArrowTypeError):  # a missing value of Stata or SAS is a letter
                return number_texts(values, is_single=self._type == "float")
        return pa.array(list(map(_Cells(self).__getitem__, values)), pa.string())

    def cell(self, value: Value) -> str:
        if value is None:
            return ""
        if self.is_missing(value):
            text = self.code(value)
            return text if text in self._missing else ""
        return self._by_label.get(value) or self.code(value)

    def code(self, value: float | str) -> str:
        """Returns what the file holds, as a text: days and times as such, and .a for the missing value a of Stata."""
        if isinstance(value, str):
            return value if self.is_text else f".{value}"
        in_time = self._time(value) if self._time is not None and value == value else ""
        return in_time or number_text(value, is_single=self._type == "float")

    def is_missing(self, value: float | str) -> bool:
        if isinstance(value, str) and not self.is_text:
            return True
        if isinstance(value, str):
            return any(value.rstrip() == str(span["lo"]).rstrip() for span in self._ranges)
        return any(span["lo"] <= value <= span["hi"] for span in self._ranges)

    def _may_be_missing(self, seen: set[Any]) -> bool:
        return bool(self._ranges) or (not self.is_text and any(type(value) is str for value in seen))

    def _labels(self, labels: dict[Any, str]) -> dict[Any, str]:
        """Returns the labels without blanks around them, line feeds and what cannot be seen."""
        if len(labels) > MOST_LABELS:
            return {}
        clean = {value.rstrip() if self.is_text else value: " ".join(text.split()) for value, text in labels.items()}
        return {value: text for value, text in clean.items() if text}

    def _texts_by_label(self, values: set[Any], absent: set[Any], labels: dict[Any, str]) -> dict[Any, str]:
        """Returns the labels by which the column is read; none if a value has no label of its own."""
        texts = {value: text for value, text in labels.items() if not self.is_missing(value)}
        others = {self.code(value) for value in absent | set(labels) - set(texts)}
        if not values or not values <= set(texts) or len(set(texts.values()) | others) < len(texts) + len(others):
            return {}
        if all(text == self.code(value) for value, text in texts.items()):
            return {}
        if any(text != self.code(value) and A_CODE.fullmatch(text) for value, text in texts.items()):
            return {}  # a code without a label, further down, would look like this label
        are_values = all(
            len(text) <= LONGEST_VALUE and text.isprintable() and not text.startswith("=") for text in texts.values()
        )
        return texts if are_values else {}

    def _is_number(self, value: float | str) -> bool:
        return self.is_text or not isinstance(value, str)

    def _missing_texts(self, absent: set[Any]) -> tuple[str, ...]:
        """Returns what stands in cells without a value: the values that are stated one by one, and those `absent` ones
        that have a name. Other cells of a range stay empty, since what they hold may be one person's."""
        stated = {span["lo"] for span in self._ranges if span["lo"] == span["hi"]}
        texts = {self.code(value) for value in stated | absent}
        return tuple(sorted(text for text in texts if text and len(text) <= LONGEST_VALUE)[:MOST_DECLARED_MISSING])

    def _entry(self, label: str, values: set[Any], labels: dict[Any, str], *, by_labels: bool) -> DictionaryEntry:
        labelled = sorted((value for value in labels if not self.is_missing(value)), key=_order)
        categories: tuple[tuple[str, str], ...] = ()
        if self._by_label:
            categories = tuple((text, "") for text in (self._by_label[value] for value in labelled))
        elif not by_labels and values and values <= set(labelled):
            categories = tuple((self.code(value), labels[value][:LONGEST_VALUE]) for value in labelled)
        described = [
            (self.code(value), text) for value, text in sorted(labels.items(), key=lambda item: _order(item[0]))
        ]
        return DictionaryEntry(
            description=description_of(_printable(label), [(code, _printable(text)) for code, text in described]),
            categories=categories,
            missing=self._missing,
            is_text=self.is_text,
        )


class _Cells(dict[Value, str]):
    """The cells of different values are each made once."""

    def __init__(self, column: _Column) -> None:
        super().__init__()
        self._column = column

    def __missing__(self, value: Value) -> str:
        self[value] = text = self._column.cell(value)
        return text


def _order(value: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, value) if isinstance(value, str) else (False, value, "")


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


def _blocks(columns: Sequence[_Column], chunks: Iterator[list[Sequence[Value]]]) -> Iterator[list[pa.StringArray]]:
    done = 0
    for chunk in chunks:
        block = [column.texts(values) for column, values in zip(columns, chunk, strict=True)]
        del chunk  # two chunks would take the memory of two
        for number, cells in enumerate(block, 1):
            _check(cells, number, done)
        done += len(block[0])
        if len(block[0]):
            yield block


def _check(cells: pa.StringArray, number: int, done: int) -> None:
    """Refuses what no cell of any file may hold: see `check_cells`."""
    formulas, lengths = pc.starts_with(cells, "="), pc.utf8_length(cells)
    if pc.any(formulas).as_py():
        raise FileRefused("formula", at_row(done + 1 + pc.index(formulas, True).as_py()).in_column(number))
    longest = pc.max(lengths).as_py() or 0
    if longest > LONGEST_CELL:
        place = at_row(done + 1 + pc.index(lengths, longest).as_py()).in_column(number)
        raise FileRefused("long_cell", place, characters=longest, most=LONGEST_CELL)


def _rows(block: Sequence[pa.StringArray]) -> Iterator[Sequence[str]]:
    return zip(*(cells.to_pylist() for cells in block), strict=True)
