"""Files of SPSS, Stata and SAS are told by their first bytes."""

import struct
from typing import Final

SAV: Final = "sav"
POR: Final = "por"
DTA: Final = "dta"
SAS: Final = "sas7bdat"
XPORT: Final = "xpt"
STATISTICAL_KINDS: Final = (SAV, POR, DTA, SAS, XPORT)
SAS_MAGICS = (
    bytes.fromhex("00000000 00000000 00000000 c2ea8160 b31411cf bd920800 09c7318c 181f1011"),
    bytes(28) + bytes.fromhex("181f1011"),
)
OLD_STATA = range(102, 116)  # versions before 117, which begins with <stata_dta>
POR_SIGNATURE = slice(456, 464)  # behind five lines of names of the format and a table of letters
MARK_OF_ENCODING = 7, 20, 1  # of the record in which a file of SPSS states its encoding
UTF_8_STATA = 118


def statistical_kind(head: bytes) -> str:
    """Returns the kind of a file that begins with these bytes; empty if it is of none of these programs."""
    if head[:4] in {b"$FL2", b"$FL3"}:
        return SAV
    if head.startswith(b"<stata_dta>") or (head[:1] and head[0] in OLD_STATA and head[1:4] in {b"\1\1\0", b"\2\1\0"}):
        return DTA
    if head.startswith(SAS_MAGICS):
        return SAS
    if head.startswith(b"HEADER RECORD*******LIB"):
        return XPORT
    lines = head[:1024].replace(b"\r", b"").replace(b"\n", b"")
    return POR if lines[POR_SIGNATURE] == b"SPSSPORT" else ""


def states_encoding(kind: str, head: bytes) -> bool:
    """Returns whether a file states the encoding of its texts, or needs none to be stated."""
    if kind == SAV:
        return any(struct.pack(f"{order}iii", *MARK_OF_ENCODING) in head for order in "<>")
    if kind == DTA:
        _, _, release = head[:40].partition(b"<release>")
        return release[:3].isdigit() and int(release[:3]) >= UTF_8_STATA
    return kind in {SAS, POR}
