"""Reads JSON lines: one flat object a line, each with fields of the first. A field that is not there is missing."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.lines import lines
from datahub.datasets.readers.table import Table, check_cells, checked_names, text_of


def read(source: BinaryIO) -> Table:
    records = _records(source)
    first = next(records, None)
    if first is None:
        raise FileRefused("empty", "line 1", "the file holds no object.")
    names = checked_names(list(first[1]), "line 1")
    return Table(names, lambda: _rows(chain([first], records), list(first[1])))


def _rows(records: Iterator[tuple[int, dict[str, Any]]], keys: list[str]) -> Iterator[Sequence[str]]:
    wanted = set(keys)
    for number, record in records:
        place = f"line {number}"
        if not record.keys() <= wanted:
            raise FileRefused(
                "ragged",
                place,
                "the object has a field that the first one has not. Name all in the first, with null.",
            )
        row = [text_of(record.get(key), place) for key in keys]
        check_cells(row, place)
        yield row


def _records(source: BinaryIO) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines(source, "utf-8"), 1):
        if line.strip():
            yield number, _object(line, f"line {number}")


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=lambda pairs: _fields(pairs, place), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        rule = "truncated" if error.pos >= len(line.rstrip()) else "json"
        raise FileRefused(rule, place, f"this is no JSON from column {error.colno} on.") from None
    except RecursionError:
        raise FileRefused("nested", place, "the object is nested.") from None
    except ValueError:  # NaN, and an integer of thousands of digits, raise ValueError
        raise FileRefused("json", place, "a number cannot be read.") from None
    if not isinstance(value, dict):
        raise FileRefused("json", place, "the line holds no object.")
    return value


def _fields(pairs: list[tuple[str, Any]], place: str) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise FileRefused("duplicate_header", place, "the object names a field twice.")
    return value


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
