"""The format of a file is detected by its contents, as a proposal that its owner confirms or corrects."""

import codecs
from dataclasses import dataclass
from typing import BinaryIO

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.delimited import proposed_delimiter
from datahub.datasets.readers.lines import BLOCK_BYTES
from datahub.datasets.readers.table import Format
from datahub.datasets.readers.workbook import is_workbook
from datahub.datasets.readers.xlsx import DAMAGED

HEAD_BYTES = 64 * 1024
# In GB 2312 the first byte of a character in use, ideograph or sign, is at least this.
FIRST_OF_PAIRS = 0xA1
PAIRS_SHARE = 0.9
OTHERS = {
    b"\x1f\x8b": "a gzip archive. Unpack it first",
    b"\xd0\xcf\x11\xe0": "a workbook of before 2007. Save it as .xlsx or CSV",
    b"%PDF": "a PDF. Save the table as CSV",
    b"SQLite format 3": "a database. Export the table as CSV",
    b"BZh": "a bzip2 archive. Unpack it first",
    b"\xfd7zXZ": "an xz archive. Unpack it first",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive. Unpack it first",
}
BY_ENDING = {
    "csv": "csv", "tsv": "tsv", "tab": "tsv", "parquet": "parquet", "xlsx": "xlsx", "jsonl": "jsonl", "ndjson": "jsonl",
}  # fmt: skip


def detect(source: BinaryIO, *, name: str) -> Format:
    """Detects the format of a file. FileRefused if its format is not supported, or differs from the ending of its
    name."""
    source.seek(0)
    head = source.read(HEAD_BYTES)
    format = _format_of(source, head)
    ending_kind = BY_ENDING.get(name.rpartition(".")[2].lower(), "")
    if ending_kind and ending_kind != format.kind and {ending_kind, format.kind} != {"csv", "tsv"}:
        raise FileRefused(
            "wrong_magic", "the first bytes", f"the name says {ending_kind}, and the bytes say {format.kind}."
        )
    return format


def _format_of(source: BinaryIO, head: bytes) -> Format:
    if not head:
        raise FileRefused("empty", "line 1", "the file is empty.")
    if head.startswith(b"PAR1"):
        return Format(kind="parquet")
    if head.startswith(b"PK"):
        return _workbook(source)
    for magic, kind in OTHERS.items():
        if head.startswith(magic):
            raise FileRefused("wrong_magic", "the first bytes", f"this is {kind}.")
    encoding = proposed_encoding(source)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head).lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        if encoding != "utf-8":
            raise FileRefused("encoding", "line 1", "JSON lines are written in UTF-8.")
        return Format(kind="jsonl", encoding=encoding)
    delimiter = proposed_delimiter(text.rpartition("\n")[0] or text)
    return Format(kind="tsv" if delimiter == "\t" else "csv", encoding=encoding, delimiter=delimiter)


def _workbook(source: BinaryIO) -> Format:
    try:
        if is_workbook(source):
            return Format(kind="xlsx")
    except DAMAGED:
        raise FileRefused("truncated", "the end of the file", "the list of its parts cannot be read.") from None
    raise FileRefused("wrong_magic", "the first bytes", "this is a zip archive, and no workbook. Unpack it first.")


def proposed_encoding(source: BinaryIO) -> str:
    """Returns the encoding of the whole file. One that is UTF-8 in some lines and something else in others is
    refused."""
    source.seek(0)
    start = source.read(2)
    if start in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        return "utf-16"
    fault = _first_fault(source, "utf-8")
    if fault is None:
        return "utf-8"
    if _is_chinese(source):
        return "gb18030"
    if fault.at_end:
        raise FileRefused("truncated", f"line {fault.line}", "the file ends in the middle of a letter.")
    if fault.after_others:
        detail = "up to here the file is UTF-8, and from here on it is not. Save it in one encoding."
        raise FileRefused("mixed_encoding", f"line {fault.line}", detail)
    if _first_fault(source, "windows-1252") is not None:
        raise FileRefused("encoding", f"line {fault.line}", "the encoding cannot be told from the letters. Choose it.")
    return "windows-1252"


@dataclass(frozen=True, slots=True)
class _Fault:
    line: int
    after_others: bool  # true if letters beyond ASCII were read before the fault
    at_end: bool


def _first_fault(source: BinaryIO, encoding: str) -> _Fault | None:
    source.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    line, sound, ended = 1, False, False
    while not ended:
        block = source.read(BLOCK_BYTES)
        ended = not block
        try:
            text = decoder.decode(block, final=ended)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(encoding, "replace")
            return _Fault(line + before.count("\n"), sound or not before.isascii(), ended)
        line += text.count("\n")
        sound = sound or not text.isascii()
    return None


def _is_chinese(source: BinaryIO) -> bool:
    """Returns whether a text is Chinese in GB 18030. Nearly all beyond ASCII are pairs of high bytes. In Western texts
    a letter with a mark stands between others."""
    source.seek(0)
    try:
        text = codecs.getincrementaldecoder("gb18030")("strict").decode(source.read(4 * BLOCK_BYTES))
    except UnicodeDecodeError:
        return False
    beyond = [letter.encode("gb18030") for letter in text if letter > "\x7f"]
    pairs = sum(len(pair) == 2 and min(pair) >= FIRST_OF_PAIRS for pair in beyond)
    return bool(beyond) and pairs >= PAIRS_SHARE * len(beyond)
