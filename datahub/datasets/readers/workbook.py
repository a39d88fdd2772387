"""This module is about a workbook as openpyxl reads it, with four doors shut: document types, parts and rows too large,
and warnings.

What is held whole is bounded where it is read, whatever the part is called and whatever it says it is; the rows of a
sheet are streamed, and no row may go on without an end. openpyxl warns with the value of a cell, so its warnings are
nobody's to read.
"""

import io
import warnings
import zipfile
from collections.abc import Iterator
from typing import IO, Any, BinaryIO
from xml.etree.ElementTree import ParseError, XMLParser

from openpyxl.packaging.manifest import Manifest
from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet import _read_only
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser
from openpyxl.xml.constants import ARC_CONTENT_TYPES, SHARED_STRINGS, XLSM, XLSX, XLTM, XLTX
from openpyxl.xml.functions import fromstring

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import at_part

MOST_WHOLE = 8 * 1024**2  # a part that becomes an XML tree may unpack to this many bytes
MOST_TEXTS = 32 * 1024**2  # the list of shared texts may unpack to this many bytes
# From one row's end to the next a sheet has at most so many bytes; so has any part before its first element.
MOST_OF_A_ROW = 2 * 1024**2
BLOCK_BYTES = 64 * 1024
NOTHING = b"<nothing/>"
BOOKS = {XLSX, XLSM, XLTX, XLTM}


class Archive(zipfile.ZipFile):
    """Gives no part whole that is too large for it, and no more of another than may belong to one row.

    While the book is opened there is nothing in any sheet: openpyxl looks for its dimensions, if need be to its end,
    and those are not believed.
    """

    streamed: "_Streamed | None" = None
    most = 0

    def read(self, name: str | zipfile.ZipInfo, pwd: bytes | None = None) -> bytes:
        part = name if isinstance(name, zipfile.ZipInfo) else self.getinfo(name)
        check_whole(part, MOST_WHOLE)
        with super().open(part, pwd=pwd) as member:
            return member.read()

    def open(self, name: str | zipfile.ZipInfo, *_mode: Any, **_more: Any) -> Any:
        if not self.most:
            return io.BytesIO(NOTHING)
        self.streamed = _Streamed(super().open(name), self.most)
        return self.streamed


class _Streamed:
    """A streamed part is read as it is unpacked: at most `most` bytes, and as many again after each row."""

    def __init__(self, part: IO[bytes], most: int) -> None:
        self._part, self._most, self._passed = part, most, 0

    def read(self, size: int) -> bytes:
        content = self._part.read(size)
        self._passed += len(content)
        if self._passed > self._most:
            raise _refused(self._part.name, self._most)
        return content

    def had_a_row(self) -> None:
        self._passed = 0

    def close(self) -> None:
        self._part.close()

    def __enter__(self) -> "_Streamed":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class _Reader(ExcelReader):  # type: ignore[misc]  # openpyxl has no types
    def __init__(self, source: BinaryIO) -> None:
        super().__init__(source, read_only=True, keep_links=False, data_only=True)
        self.archive = Archive(source)

    def read_strings(self) -> None:
        texts = self.package.find(SHARED_STRINGS)
        if texts is None:
            return
        check_whole(self.archive.getinfo(texts.PartName[1:]), MOST_TEXTS)
        self.archive.most = MOST_TEXTS
        super().read_strings()
        self.archive.most = 0

    def read_chartsheet(self, sheet: Any, rel: Any) -> None:
        """Skips a chart sheet, which holds no cells; a part that calls itself a chart sheet would be read whole."""


class _Prolog:
    """The prolog of an XML part is all that stands before its first element, as the parser that reads the part sees
    it."""

    begun = has_document_type = False

    def doctype(self, *_said: str | None) -> None:
        self.has_document_type = True

    def start(self, *_said: Any) -> None:
        self.begun = True


class _Parser(WorkSheetParser):  # type: ignore[misc]  # openpyxl has no types
    """Reads a formula as the result that is stored beside it, and marks one without a result, which openpyxl takes for
    an empty cell."""

    def parse_cell(self, element: Any) -> dict[str, Any]:
        cell: dict[str, Any] = super().parse_cell(element)
        is_formula = element.find(FORMULA_TAG) is not None
        if is_formula and cell["value"] is None and element.get("t") != "str":  # a text may be empty
            cell |= {"value": "", "data_type": "f"}
        return cell


_read_only.WorkSheetParser = _Parser  # openpyxl has no other place to state it


def opened(source: BinaryIO) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = _Reader(source)
        reader.read()
    reader.archive.most = MOST_OF_A_ROW
    return reader.wb


def rows_of(sheet: Any) -> Iterator[Any]:
    rows = iter(sheet.iter_rows())
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            row = next(rows, None)
        if row is None:
            return
        sheet.parent._archive.streamed.had_a_row()
        yield row


def is_workbook(source: BinaryIO) -> bool:
    """Returns whether a file is a workbook, by the content type of its parts, which may have any name."""
    with Archive(source) as archive:
        archive.most = MOST_OF_A_ROW
        if ARC_CONTENT_TYPES not in archive.NameToInfo:
            return False
        refuse_document_type(archive, archive.getinfo(ARC_CONTENT_TYPES))
        manifest = Manifest.from_tree(fromstring(archive.read(ARC_CONTENT_TYPES)))
    return any(part.ContentType in BOOKS for part in (*manifest.Override, *manifest.Default))


def check_whole(part: zipfile.ZipInfo, most: int) -> None:
    if part.file_size > most:
        raise _refused(part.filename, most)


def refuse_document_type(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Refuses a part with a document type, which could define texts that grow without end. What is no XML is nothing
    that a part is made of."""
    prolog = _Prolog()
    parser = XMLParser(target=prolog)  # noqa: S314 - this parser finds the attack
    with archive.open(part) as opened_part:
        passed = 0
        while not prolog.begun and (block := opened_part.read(BLOCK_BYTES)):
            passed += len(block)
            if passed > MOST_OF_A_ROW:
                raise _refused(part.filename, MOST_OF_A_ROW)
            try:
                parser.feed(block)
            except (ParseError, LookupError, ValueError):
                break
            finally:
                if prolog.has_document_type:
                    raise FileRefused("entities", at_part(part.filename))


def _refused(name: str, most: int) -> FileRefused:
    return FileRefused("large_part", at_part(name), most=most)
