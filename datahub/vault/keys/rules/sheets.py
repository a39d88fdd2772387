"""Recovery sheets are printed on paper; these rules say what is on them, and how a sheet is read back from what
somebody typed."""

import base64
import re
from dataclasses import dataclass, field
from hashlib import sha256

from datahub.vault.errors import RecoveryRefused

NEEDED, MADE = 3, 5
SECRET_BYTES, CHECK_BYTES = 32, 4
_CODE = re.compile(r"DH1-([0-9a-f]{16})-([0-9a-f]{8})-([1-9])-([A-Z2-7]{58})")


@dataclass(frozen=True, slots=True)
class Sheet:
    root: str  # sheets share the root key of this id
    set: str  # the five sheets of one printing have this id in common
    number: int
    share: bytes = field(repr=False)

    def code(self) -> str:
        head = f"DH1-{self.root}-{self.set}-{self.number}"
        text = base64.b32encode(self.share + _check(head, self.share)).decode().rstrip("=")
        return f"{head}-{text}"

    def page(self, day: str) -> str:
        head, text = self.code().rsplit("-", 1)
        rows = [
            " ".join(text[at : at + 4] for at in range(start, min(start + 20, len(text)), 4)) for start in (0, 20, 40)
        ]
        return "\n".join(
            [
                f"DataHub recovery sheet {self.number} of {MADE}, made on {day}",
                "",
                f"Any {NEEDED} of the {MADE} sheets give back the root key of all data sets. Two say nothing about it.",
                "Keep it on paper, apart from the other sheets and from the server. To use it, type the code below",
                "into a text file and run: manage.py vault recover --sheet FILE --sheet FILE --sheet FILE",
                "",
                f"{head}-",
                *rows,
                "",
            ]
        )


def read(text: str) -> Sheet:
    """Returns the sheet in a text: a whole page or its code alone; spaces, line ends and the case of letters do not
    matter."""
    start = text.find("DH1-")
    packed = re.sub(r"\s", "", text[start:] if start >= 0 else text)
    head, dash, letters = packed.rpartition("-")
    match = _CODE.fullmatch(head.replace("dh1", "DH1") + dash + letters.upper())
    if match is None:
        raise RecoveryRefused("This is no recovery sheet, or letters of it are missing.")
    root, set, number, code = match.groups()
    raw = base64.b32decode(code + "=" * (-len(code) % 8))
    sheet = Sheet(root, set, int(number), raw[:SECRET_BYTES])
    if not sheet.code().endswith(code):  # this also compares the check letters and the unused bits of the last letter
        raise RecoveryRefused(f"Sheet {number} was not typed as it was printed.")
    return sheet


def belong_together(sheets: list[Sheet]) -> dict[int, bytes]:
    """Returns the shares of sheets that were made together; RecoveryRefused says what is wrong with this choice of
    sheets."""
    if len({(sheet.root, sheet.set) for sheet in sheets}) != 1:
        raise RecoveryRefused("These sheets were not made together.")
    shares = {sheet.number: sheet.share for sheet in sheets}
    if len(shares) < NEEDED:
        raise RecoveryRefused(f"These are {len(shares)} different sheets; it takes {NEEDED}.")
    return shares


def _check(head: str, share: bytes) -> bytes:
    return sha256(b"datahub recovery sheet" + head.encode() + share).digest()[:CHECK_BYTES]
