"""A workbook as openpyxl reads it, with three doors shut: document types, parts too large to hold, and warnings.

What is held whole is bounded where it is read, whatever the part is called and whatever it says it is; the rows of a
sheet are streamed. openpyxl warns with the value of a cell, so its warnings are nobody's to read.
"""

import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError, XMLParser

from openpyxl.packaging.manifest import Manifest
from openpyxl.reader.excel import ExcelReader
from openpyxl.xml.constants import ARC_CONTENT_TYPES, SHARED_STRINGS, XLSM, XLSX, XLTM, XLTX
from openpyxl.xml.functions import fromstring

from datahub.datasets.errors import FileRefused

MOST_WHOLE = 8 * 1024**2  # unpacked bytes of a part of which a tree is made
MOST_TEXTS = 32 * 1024**2  # of the list of texts, which is made a list
BLOCK_BYTES = 64 * 1024
BOOKS = {XLSX, XLSM, XLTX, XLTM}


class Archive(zipfile.ZipFile):
    """Gives no part whole that is too large for it."""

    def read(self, name: str | zipfile.ZipInfo, pwd: bytes | None = None) -> bytes:
        part = name if isinstance(name, zipfile.ZipInfo) else self.getinfo(name)
        check_whole(part, MOST_WHOLE)
        return super().read(part, pwd)


class _Reader(ExcelReader):  # type: ignore[misc]  # openpyxl has no types
    def __init__(self, source: BinaryIO) -> None:
        super().__init__(source, read_only=True, keep_links=False)
        self.archive = Archive(source)

    def read_strings(self) -> None:
        texts = self.package.find(SHARED_STRINGS)
        if texts is not None:
            check_whole(self.archive.getinfo(texts.PartName[1:]), MOST_TEXTS)
        super().read_strings()

    def read_chartsheet(self, sheet: Any, rel: Any) -> None:
        """It holds no cells; and what calls itself one would be read whole."""


class _Prolog:
    """What stands before the first element of a part, as the parser that will read it sees it."""

    begun = has_document_type = False

    def doctype(self, *_said: str | None) -> None:
        self.has_document_type = True

    def start(self, *_said: Any) -> None:
        self.begun = True


def opened(source: BinaryIO) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = _Reader(source)
        reader.read()
    return reader.wb


def rows_of(sheet: Any) -> Iterator[Any]:
    rows = iter(sheet.iter_rows())
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            row = next(rows, None)
        if row is None:
            return
        yield row


def is_workbook(source: BinaryIO) -> bool:
    """By the content type of its parts, which may have any name."""
    with Archive(source) as archive:
        if ARC_CONTENT_TYPES not in archive.NameToInfo:
            return False
        refuse_document_type(archive, archive.getinfo(ARC_CONTENT_TYPES))
        said = Manifest.from_tree(fromstring(archive.read(ARC_CONTENT_TYPES)))
    return any(part.ContentType in BOOKS for part in (*said.Override, *said.Default))


def check_whole(part: zipfile.ZipInfo, most: int) -> None:
    if part.file_size > most:
        said = f"it unpacks to {part.file_size} bytes; {most} are read. Save the table as CSV."
        raise FileRefused("too_large", f"part {part.filename[:80]}", said)


def refuse_document_type(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """It could define texts that grow without end. What is no XML is nothing that a part is made of."""
    prolog = _Prolog()
    parser = XMLParser(target=prolog)  # noqa: S314 - it is what finds the attack
    with archive.open(part) as opened_part:
        while not prolog.begun and (block := opened_part.read(BLOCK_BYTES)):
            try:
                parser.feed(block)
            except (ParseError, LookupError, ValueError):
                break
            finally:
                if prolog.has_document_type:
                    raise FileRefused("entities", f"part {part.filename[:80]}", "the part defines a document type.")
