"""The letters of a PDF in the order in which they stand in the file, as a reader that honours ActualText takes them.

pypdf alone passes over ActualText, which says what glyphs mean that stand for more than one letter.
"""

import io
import unicodedata
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

from surveys.files.report.fonts import FOLDER, fonts_in

OWN_FONTS = fonts_in(FOLDER / "none")
WITHOUT_WIDTH = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0f"


def squeezed(text: str) -> str:
    """Returns a text in Unicode's composed form, without blanks and signs that have no width."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter for letter in composed if not letter.isspace() and letter not in WITHOUT_WIDTH)


def text_in(pdf: bytes) -> str:
    return squeezed("".join(meaning for _, meaning in _glyphs(pdf)))


def glyphs_in(pdf: bytes) -> list[int]:
    """Returns the number of each glyph that is drawn; 0 is the empty box of every font."""
    return [glyph for glyph, _ in _glyphs(pdf) if glyph is not None]


def _glyphs(pdf: bytes) -> Iterator[tuple[int | None, str]]:
    """Yields each glyph with its meaning. The glyphs of an ActualText mean nothing; what they mean together comes
    after them, without a glyph."""
    for page in PdfReader(io.BytesIO(pdf)).pages:
        meanings: dict[int, str] = {}
        open_spans: list[str | None] = []
        for operands, operator in ContentStream(page["/Contents"], page.pdf).operations:
            if operator == b"Tf":
                meanings = _meanings(_dictionary(_dictionary(page["/Resources"])["/Font"])[operands[0]])
            elif operator in (b"BDC", b"BMC"):
                properties = operands[1] if len(operands) > 1 else {}
                open_spans.append(properties.get("/ActualText") if isinstance(properties, dict) else None)
            elif operator == b"EMC" and (actual := open_spans.pop()) is not None:
                yield None, actual
            elif operator in (b"Tj", b"TJ"):
                covered = any(span is not None for span in open_spans)
                for glyph in _shown(operands[0]):
                    yield glyph, "" if covered else meanings[glyph]


def _dictionary(value: Any) -> Any:
    return value.get_object()


def _shown(operand: Any) -> Iterator[int]:
    for text in operand if isinstance(operand, list) else [operand]:
        if not isinstance(text, int | float):
            raw = text.original_bytes
            yield from (int.from_bytes(raw[start : start + 2]) for start in range(0, len(raw), 2))


def _meanings(font: Any) -> dict[int, str]:
    """Returns what each glyph of a font means by its table ToUnicode, as typst writes it: one glyph a line."""
    pairs = (line.split() for line in font["/ToUnicode"].get_data().decode().splitlines())
    return {
        int(pair[0][1:-1], 16): bytes.fromhex(pair[1][1:-1]).decode("utf-16-be")
        for pair in pairs
        if len(pair) == 2 and pair[0].startswith("<") and len(pair[1]) > 2 and pair[0] != "<0000>"
    }
