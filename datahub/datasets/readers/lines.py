"""Lines of a text file, decoded strictly and of bounded length, whatever somebody sends."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from datahub.datasets.errors import FileRefused

BLOCK_BYTES = 256 * 1024
LONGEST_LINE = 1024 * 1024  # characters
ENCODINGS = ("utf-8", "utf-16", "gb18030", "windows-1252")


def lines(source: BinaryIO, encoding: str) -> Iterator[str]:
    """Yields the lines of a file, each with its line feed. A byte order mark is no part of the first."""
    decoder = codecs.getincrementaldecoder("utf-8-sig" if encoding == "utf-8" else encoding)("strict")
    number, rest, ended = 1, "", False
    while not ended:
        block = source.read(BLOCK_BYTES)
        ended = not block
        try:
            text = decoder.decode(block, final=ended)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(error.encoding, "replace")
            place = f"line {number + before.count(chr(10))}"
            rule = "truncated" if ended else "encoding"
            detail = "the file ends in the middle of a character." if ended else f"a byte is no {encoding}."
            raise FileRefused(rule, place, detail) from None
        if "\0" in text:
            raise FileRefused(
                "nul", f"line {number + _lines_before(text)}", "there is a NUL character, which is no text."
            )
        *whole, rest = (rest + text).split("\n")
        for line in whole:
            if len(line) > LONGEST_LINE:
                raise too_long(number)
            yield line + "\n"
            number += 1
        if len(rest) > LONGEST_LINE:
            raise too_long(number)
    if rest:
        yield rest


def _lines_before(text: str) -> int:
    return text.count("\n", 0, text.index("\0"))


def too_long(number: int, what: str = "the line") -> FileRefused:
    return FileRefused("long_line", f"line {number}", f"{what} has more than {LONGEST_LINE} characters.")
