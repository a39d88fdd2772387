"""Reads JSON: one flat object a line, or one array of flat objects. The first objects name the columns; a field that an
object does not have is missing."""

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import END, FILE, Place, at_line
from datahub.datasets.readers.lines import BLOCK_BYTES, LONGEST_LINE, lines
from datahub.datasets.readers.table import Table, check_cells, checked_names, text_of

NAMING_OBJECTS = 1000  # so many first objects name the columns,
NAMING_LETTERS = 4_000_000  # or fewer, which hold this many letters in all
BLANKS = re.compile(r"[ \t\r\n]*")

Record = tuple[Place, dict[str, Any]]  # an object with its place in the file


def read(source: BinaryIO, *, is_array: bool = False) -> Table:
    """Reads JSON lines, or an array of objects."""
    records = _of_array(source) if is_array else _of_lines(source)
    first, letters = list[Record](), 0
    for record in records:
        first.append(record)
        letters += sum(len(cell) for cell in record[1].values() if isinstance(cell, str))
        if len(first) == NAMING_OBJECTS or letters > NAMING_LETTERS:
            break
    if not first:
        raise FileRefused("no_object", at_line(1))
    keys = list(dict.fromkeys(key for _, record in first for key in record))
    names = checked_names(keys, Place("objects", len(first)) if len(first) > 1 else first[0][0])
    return Table(names, lambda: _rows(chain(first, records), keys))


def _rows(records: Iterator[Record], keys: list[str]) -> Iterator[Sequence[str]]:
    wanted = set(keys)
    for place, record in records:
        if not record.keys() <= wanted:
            raise FileRefused("ragged_object", place, objects=NAMING_OBJECTS)
        row = [text_of(record.get(key), place) for key in keys]
        check_cells(row, place)
        yield row


def _of_lines(source: BinaryIO) -> Iterator[Record]:
    for number, text in enumerate(lines(source, "utf-8"), 1):
        if text.strip():
            yield at_line(number), _object(text, at_line(number))


def _object(text: str, place: Place) -> dict[str, Any]:
    try:
        value = _decoder(place).decode(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            raise FileRefused("cut_object", place) from None
        raise FileRefused("bad_json", place, character=error.colno) from None
    except RecursionError:
        raise FileRefused("nested_object", place) from None
    except ValueError:  # NaN, and an integer of thousands of digits, raise ValueError
        raise FileRefused("bad_number", place) from None
    return _checked(value, place)


def _of_array(source: BinaryIO) -> Iterator[Record]:
    """Yields the objects of an array while it is read."""
    text, number = _ArrayText(source), 0
    text.take("[", FILE)
    while text.peek() != "]":
        if number:
            text.take(",", Place("object", number))
        number += 1
        place = Place("object", number)
        yield place, _checked(text.value(place), place)
    text.take("]", FILE)
    if text.peek():
        raise FileRefused("after_array", END)


class _ArrayText:
    """Gives the parts of an array one after another, and holds no more of the file than an object with as many letters
    as a line may have."""

    def __init__(self, source: BinaryIO) -> None:
        self._blocks = _texts(source)
        self._text, self._at = "", 0

    def peek(self) -> str:
        """Returns the next letter that is no blank; none at the end of the file."""
        while True:
            match = BLANKS.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text) or not self._has_more():
                return self._text[self._at : self._at + 1]

    def take(self, mark: str, place: Place) -> None:
        letter = self.peek()
        if letter != mark:
            raise FileRefused("no_comma" if letter else "cut_json", place)
        self._at += 1

    def value(self, place: Place) -> Any:
        self.peek()
        while True:
            try:
                value, self._at = _decoder(place).raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > LONGEST_LINE:
                    raise FileRefused("long_object", place, most=LONGEST_LINE) from None
                is_cut = error.pos >= len(self._text.rstrip())
                if not self._has_more():
                    raise FileRefused("cut_json" if is_cut else "bad_object", place) from None
            except RecursionError:
                raise FileRefused("nested_object", place) from None
            except ValueError:  # NaN, and an integer of thousands of digits, raise ValueError
                raise FileRefused("bad_number", place) from None
            else:
                return value

    def _has_more(self) -> bool:
        """Adds a part of the file to what is not taken yet."""
        more = next(self._blocks, "")
        self._text, self._at = self._text[self._at :] + more, 0
        return bool(more)


def _texts(source: BinaryIO) -> Iterator[str]:
    """Yields the file in parts, of which each holds something."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("strict")
    ended = False
    while not ended:
        block = source.read(BLOCK_BYTES)
        ended = not block
        try:
            text = decoder.decode(block, final=ended)
        except UnicodeDecodeError:
            raise FileRefused("json_encoding", FILE) from None
        if text:
            yield text


def _decoder(place: Place) -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=lambda pairs: _fields(pairs, place), parse_constant=_no_constant)


def _checked(value: Any, place: Place) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FileRefused("not_an_object", place)
    return value


def _fields(pairs: list[tuple[str, Any]], place: Place) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise FileRefused("duplicate_field", place)
    return value


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
