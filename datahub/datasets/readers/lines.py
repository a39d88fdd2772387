"""Lines of a text file are decoded strictly and have a bounded length, whatever somebody sends."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import at_line

BLOCK_BYTES = 256 * 1024
LONGEST_LINE = 1024 * 1024  # a line has at most this many characters
ENCODINGS = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030",
    "windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254",
    "windows-1255", "windows-1256", "windows-1257", "windows-1258", "cp874", "iso-8859-1", "iso-8859-2",
    "iso-8859-5", "iso-8859-7", "iso-8859-9", "iso-8859-15", "koi8-r", "koi8-u", "big5", "shift_jis", "euc-jp",
    "euc-kr", "cp437", "cp850", "cp852", "cp866", "mac-roman",
)  # fmt: skip


def lines(source: BinaryIO, encoding: str) -> Iterator[str]:
    """Yields the lines of a file, each with its line feed. A byte order mark is no part of the first."""
    number = 1
    for text in texts(source, encoding):
        start = 0
        while start < len(text):
            line = line_at(text, start, number)
            yield line
            number, start = number + 1, start + len(line)


def texts(source: BinaryIO, encoding: str) -> Iterator[str]:
    """Yields a file in texts of whole lines; only the last line may have no line feed."""
    decoder = codecs.getincrementaldecoder("utf-8-sig" if encoding == "utf-8" else encoding)("strict")
    number, rest, ended = 1, "", False
    mark = "" if encoding == "utf-8" else "\ufeff"  # the decoders of other encodings may leave a byte order mark
    while not ended:
        block = source.read(BLOCK_BYTES)
        ended = not block
        try:
            text = decoder.decode(block, final=ended)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(error.encoding, "replace")
            place = at_line(number + before.count("\n"))
            if ended:
                raise FileRefused("cut_letter", place) from None
            raise FileRefused("wrong_encoding", place, encoding=encoding.upper()) from None
        if text and mark:
            text, mark = text.removeprefix(mark), ""
        if "\0" in text:
            raise FileRefused("nul", at_line(number + _lines_before(text)))
        whole, feed, rest = (rest + text).rpartition("\n")
        if feed:
            yield whole + feed
            number += whole.count("\n") + 1
        if len(rest) > LONGEST_LINE:
            raise too_long(number)
    if rest:
        yield rest


def line_at(text: str, start: int, number: int) -> str:
    """Returns the line that begins at `start`, with its line feed. FileRefused if it is too long."""
    end = text.find("\n", start) + 1 or len(text)
    if end - start > LONGEST_LINE + 1:
        raise too_long(number)
    return text[start:end]


def _lines_before(text: str) -> int:
    return text.count("\n", 0, text.index("\0"))


def too_long(number: int) -> FileRefused:
    return FileRefused("long_line", at_line(number), most=LONGEST_LINE)
