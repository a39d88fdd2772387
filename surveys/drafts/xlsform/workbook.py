"""The cells of a small workbook, read from the parts of its archive that hold them, with limits on every size.

Tables are read by datahub.datasets in a process of their own, because they may be of any size. A form is small: what
its parts may unpack to is bounded before they are unpacked, and nothing but texts of cells is kept.
"""

import io
import lzma
import posixpath
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from surveys.drafts.importing.xml_events import read_xml, refused
from surveys.drafts.unfit import unfit

MOST_PARTS, MOST_PART_BYTES = 1000, 8 * 1024**2
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 20_000, 300, 200_000
DAY_NUMBERS = {14, 15, 16, 17, 22}  # The formats of days that every workbook knows by number.
FIRST_DAY = date(1899, 12, 30)

OLD = b"\xd0\xcf\x11\xe0"  # The first bytes of a workbook in the old format, and of one with a password.
OLD_WORKBOOK = "This workbook is in the old format .xls, or has a password. Save it as .xlsx, without a password."
NO_WORKBOOK = "This file ends in .xlsx but is no workbook. Open it in a spreadsheet program and save it as .xlsx."

Cells = dict[int, dict[int, str]]  # By row and column, from 1.


class Workbook:
    """This is an open workbook. `formulas` are the cells whose stored results were read, and `without_result` those
    that have none."""

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
            parts = self._archive.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise unfit(OLD_WORKBOOK if content.startswith(OLD) else NO_WORKBOOK) from error
        if len(parts) > MOST_PARTS:
            raise refused("the workbook", f"has {len(parts)} parts; at most {MOST_PARTS} are read")
        self._left = MOST_PART_BYTES
        self.formulas: list[str] = []
        self.without_result: list[str] = []
        self._parts = {part.filename: part for part in parts}
        self._sheets = self._sheet_parts()
        self._texts = self._shared_texts()
        self._days = self._day_styles()

    @property
    def names(self) -> list[str]:
        return list(self._sheets)

    def cells(self, name: str) -> Cells:
        reader = _SheetReader(name, self._texts, self._days)
        self._events(self._sheets[name], reader.start, reader.end, reader.text)
        self.formulas += reader.formulas
        self.without_result += reader.without_result
        return reader.cells

    def _content(self, name: str) -> bytes:
        part = self._parts.get(name)
        if part is None:
            raise unfit(NO_WORKBOOK)
        if part.file_size > self._left:
            raise refused(name[:100], f"with the other parts unpacks to more than {MOST_PART_BYTES} bytes")
        try:
            with self._archive.open(part) as opened:
                content = opened.read(self._left + 1)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError) as error:
            raise refused(name[:100], "cannot be unpacked") from error
        self._left -= len(content)
        if self._left < 0:
            raise refused(name[:100], f"with the other parts unpacks to more than {MOST_PART_BYTES} bytes")
        return content

    def _events(
        self,
        name: str,
        start: Callable[[str, Mapping[str, str]], None],
        end: Callable[[str], None] = lambda _: None,
        text: Callable[[str], None] = lambda _: None,
    ) -> None:
        read_xml(self._content(name), name[:100], start=start, end=end, text=text)

    def _sheet_parts(self) -> dict[str, str]:
        """Returns the part of each sheet by the sheet's name, in the order of the book."""
        targets: dict[str, str] = {}
        sheets: dict[str, str] = {}

        def relation(element: str, attributes: Mapping[str, str]) -> None:
            if element == "Relationship" and attributes.get("Type", "").endswith("/worksheet"):
                target = attributes.get("Target", "")
                targets[attributes.get("Id", "")] = posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")

        def sheet(element: str, attributes: Mapping[str, str]) -> None:
            if element == "sheet" and attributes.get("id") in targets:
                sheets.setdefault(attributes.get("name", ""), targets[attributes["id"]])

        self._events("xl/_rels/workbook.xml.rels", relation)
        self._events("xl/workbook.xml", sheet)
        return sheets

    def _shared_texts(self) -> list[str]:
        texts: list[str] = []
        open_elements: list[str] = []

        def start(element: str, _: Mapping[str, str]) -> None:
            open_elements.append(element)
            if element == "si":
                texts.append("")

        def text(words: str) -> None:
            if open_elements[-1:] == ["t"] and "rPh" not in open_elements and texts:
                texts[-1] += words

        def end(_: str) -> None:
            open_elements.pop()

        if "xl/sharedStrings.xml" in self._parts:
            self._events("xl/sharedStrings.xml", start, end, text)
        return texts

    def _day_styles(self) -> frozenset[int]:
        """Returns the cell styles by which a number is shown as a day."""
        own_days: set[str] = set()
        styles: list[bool] = []
        inside: list[str] = []

        def start(element: str, attributes: Mapping[str, str]) -> None:
            inside.append(element)
            code = attributes.get("formatCode", "").lower()
            if element == "numFmt" and "y" in code and "d" in code:
                own_days.add(attributes.get("numFmtId", ""))
            elif element == "xf" and inside[-2:-1] == ["cellXfs"]:
                id = attributes.get("numFmtId", "0")
                styles.append(id in own_days or (id.isascii() and id.isdigit() and int(id) in DAY_NUMBERS))

        def end(_: str) -> None:
            inside.pop()

        if "xl/styles.xml" in self._parts:
            self._events("xl/styles.xml", start, end)
        return frozenset(number for number, is_day in enumerate(styles) if is_day)


class _SheetReader:
    def __init__(self, name: str, texts: list[str], days: frozenset[int]) -> None:
        self.cells: Cells = {}
        self.formulas: list[str] = []
        self.without_result: list[str] = []
        self._name, self._texts, self._days = name, texts, days
        self._row = self._column = self._count = 0
        self._type = self._style = self._value = self._inline = ""
        self._has_formula = False
        self._inside = ""

    def start(self, element: str, attributes: Mapping[str, str]) -> None:
        if element == "row":
            self._row = _whole(attributes.get("r")) or self._row + 1
            self._column = 0
        elif element == "c":
            self._column = _column(attributes.get("r", "")) or self._column + 1
            self._type, self._style = attributes.get("t", "n"), attributes.get("s", "0")
            self._value = self._inline = ""
            self._has_formula = False
        elif element == "f":
            self._has_formula = True
        self._inside = element

    def text(self, words: str) -> None:
        if self._inside == "v":
            self._value += words
        elif self._inside == "t":
            self._inline += words

    def end(self, element: str) -> None:
        self._inside = ""
        if element != "c":
            return
        place = f"{self._name} {_letters(self._column)}{self._row}"
        value = self._text_of_cell()
        if self._has_formula:
            (self.formulas if value else self.without_result).append(place)
        if not value.strip():
            return
        self._count += 1
        if self._row > MOST_ROWS or self._column > MOST_COLUMNS or self._count > MOST_CELLS:
            rule = f"at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_CELLS} cells are read"
            raise refused(f"sheet {self._name[:40]}", f"is larger than a form: {rule}")
        self.cells.setdefault(self._row, {})[self._column] = value

    def _text_of_cell(self) -> str:
        if self._type == "s":
            place = _whole(self._value)
            return self._texts[place] if self._value.strip() and place < len(self._texts) else ""
        if self._type == "inlineStr":
            return self._inline
        if self._type == "b":
            return "TRUE" if self._value.strip() == "1" else "FALSE"
        if self._type == "e":
            return ""
        return _number_text(self._value, is_day=_whole(self._style) in self._days) if self._type == "n" else self._value


def _number_text(value: str, *, is_day: bool) -> str:
    """Returns a number as a form writes it: 3 and not 3.0, and a day as 2026-12-01."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if not number.is_finite() or abs(number) >= 10**15:
        return value
    if is_day and 1 <= number < 2_900_000:
        return (FIRST_DAY + timedelta(days=int(number))).isoformat()
    number = round(number, 10)
    return f"{number:f}".rstrip("0").rstrip(".") if "." in f"{number:f}" else f"{number:f}"


def rows(cells: Cells) -> Iterator[tuple[int, dict[int, str]]]:
    for number in sorted(cells):
        yield number, cells[number]


def _whole(text: str | None) -> int:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _column(reference: str) -> int:
    number = 0
    for letter in reference[:4]:
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
