"""The format of a file is detected by its contents, as a proposal that its owner confirms or corrects."""

import codecs
import re
from dataclasses import dataclass
from typing import BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import END, START, at_line
from datahub.datasets.readers.delimited import proposed_delimiter
from datahub.datasets.readers.encodings import guessed_encoding, sample_of, utf_8_share
from datahub.datasets.readers.lines import BLOCK_BYTES
from datahub.datasets.readers.statistical_kinds import statistical_kind
from datahub.datasets.readers.table import KINDS, Format
from datahub.datasets.readers.workbook import is_workbook
from datahub.datasets.readers.xlsx import DAMAGED

HEAD_BYTES = 64 * 1024
MIXED_SHARE = 0.1  # fewer lines of another encoding are valid UTF-8 by chance
# The marks by which a file states its encoding; the longer one first, where one begins with another.
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    "\ufeff".encode("gb18030"): "gb18030",
}
OTHERS = {
    b"\xd0\xcf\x11\xe0": "old_workbook",
    b"%PDF": "pdf",
    b"SQLite format 3": "database",
    b"\x1c\0\0\0\0\0\0\0ENCRYPTEDSAV": "locked",
    bytes(12) + b"\xc2\xea\x81\x63": "catalogue",
}
PACKINGS = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
JSON = re.compile(r"\s*(?:\{|\[\s*[{\]])")  # an object, or an array that begins with one
ALIKE = ({"csv", "tsv"}, {"json", "jsonl"})  # kinds whose names often have the ending of the other
BY_ENDING = {
    "csv": "csv", "tsv": "tsv", "tab": "tsv", "parquet": "parquet", "xlsx": "xlsx", "jsonl": "jsonl", "ndjson": "jsonl",
    "json": "json", "sav": "sav", "zsav": "sav", "por": "por", "dta": "dta", "sas7bdat": "sas7bdat", "xpt": "xpt",
    "xport": "xpt",
}  # fmt: skip


def detect(source: BinaryIO, *, name: str) -> Format:
    """Detects the format of a file. FileRefused if its format is not supported, or differs from the ending of its
    name."""
    source.seek(0)
    head = source.read(HEAD_BYTES)
    format = _format_of(source, head)
    ending_kind = BY_ENDING.get(name.rpartition(".")[2].lower(), "")
    if ending_kind and ending_kind != format.kind and {ending_kind, format.kind} not in ALIKE:
        raise FileRefused("wrong_ending", START, named=ending_kind, contents=format.kind)
    return format


def _format_of(source: BinaryIO, head: bytes) -> Format:
    if not head:
        raise FileRefused("empty", at_line(1))
    if head.startswith(b"PAR1"):
        return Format(kind="parquet")
    if head.startswith(b"PK"):
        return _workbook(source)
    for magic, text in OTHERS.items():
        if head.startswith(magic):
            raise FileRefused(text, START)
    for magic, packing in PACKINGS.items():
        if head.startswith(magic):
            raise FileRefused("packed", START, packing=packing)
    for known_kind in KINDS:
        if statistical_kind(head) == known_kind:
            return Format(kind=known_kind)
    encoding = proposed_encoding(source)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head).lstrip("\ufeff")
    if JSON.match(text):
        if encoding != "utf-8":
            raise FileRefused("json_encoding", at_line(1))
        return Format(kind="json" if text.lstrip().startswith("[") else "jsonl", encoding=encoding)
    delimiter = proposed_delimiter(text.rpartition("\n")[0] or text)
    return Format(kind="tsv" if delimiter == "\t" else "csv", encoding=encoding, delimiter=delimiter)


def _workbook(source: BinaryIO) -> Format:
    try:
        if is_workbook(source):
            return Format(kind="xlsx")
    except DAMAGED:
        raise FileRefused("cut_archive", END) from None
    raise FileRefused("no_workbook", START)


def proposed_encoding(source: BinaryIO) -> str:
    """Returns the encoding of the whole file: the one that its first bytes state, UTF-8 if every byte fits, or a guess.
    A file that is UTF-8 in some lines and something else in others is refused."""
    source.seek(0)
    head = source.read(HEAD_BYTES)
    marked = next((encoding for mark, encoding in MARKS.items() if head.startswith(mark)), None)
    if marked is not None:
        return marked
    if wide := _wide_encoding(head):
        return wide
    fault = _first_fault(source, "utf-8")
    if fault is None:
        return "utf-8"
    if fault.at_end:
        raise FileRefused("cut_letter", at_line(fault.line))
    sample = sample_of(source)
    guess = guessed_encoding(sample)
    is_mixed = fault.after_others and utf_8_share(sample) > MIXED_SHARE
    if guess is not None and not is_mixed and _first_fault(source, guess) is None:
        return guess
    if fault.after_others:
        raise FileRefused("mixed_encoding", at_line(fault.line))
    if _first_fault(source, "windows-1252") is not None:
        raise FileRefused("unknown_encoding", at_line(fault.line))
    return "windows-1252"


def _wide_encoding(head: bytes) -> str:
    """Returns the UTF-16 without a mark in which most of the letters are ASCII; empty if the text is none."""
    half = len(head) // 2
    nul = [head[start : 2 * half : 2].count(0) for start in (0, 1)]
    if half > 1 and 2 * max(nul) > half and 10 * min(nul) < max(nul):
        return "utf-16-le" if nul[1] > nul[0] else "utf-16-be"
    return ""


@dataclass(frozen=True, slots=True)
class _Fault:
    line: int
    after_others: bool  # true if letters beyond ASCII were read before the fault
    at_end: bool


def _first_fault(source: BinaryIO, encoding: str) -> _Fault | None:
    source.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    number, sound, ended = 1, False, False
    while not ended:
        block = source.read(BLOCK_BYTES)
        ended = not block
        try:
            text = decoder.decode(block, final=ended)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(encoding, "replace")
            return _Fault(number + before.count("\n"), sound or not before.isascii(), ended)
        number += text.count("\n")
        sound = sound or not text.isascii()
    return None
