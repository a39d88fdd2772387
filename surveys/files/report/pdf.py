"""This module writes a report as PDF. Latin text is set in Helvetica, all other text in the Chinese font that PDF
readers include."""

import io
from collections.abc import Iterable
from html import escape
from itertools import groupby

from reportlab.graphics.shapes import Circle, Drawing, Line, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from surveys.files.report.parts import Bars, Chart, Estimate, Heading, Part, Rows, Text
from surveys.files.report.picture import BARS_HEIGHT, DOT, HEIGHT, WIDTH, Picture, bars_of
from surveys.files.report.words import Words

LATIN, CHINESE = "Helvetica", "STSong-Light"
_INK, _QUIET, _ACCENT = HexColor("#1b1f22"), HexColor("#5c646a"), HexColor("#0f5c63")
_OPACITY = {"95": 0.4, "80": 0.55, "50": 0.8}
_PAGE = A4[0] - 40 * mm - 12  # The frame keeps 6 points free at each side.
_PLAIN = ParagraphStyle("plain", fontName=LATIN, fontSize=10, leading=14, textColor=_INK, wordWrap="CJK")
_STYLES = {
    "title": ParagraphStyle("title", _PLAIN, fontSize=20, leading=25, spaceAfter=8),
    "heading": ParagraphStyle("heading", _PLAIN, fontSize=13, leading=17, spaceBefore=14, spaceAfter=4),
    "plain": _PLAIN,
    "quiet": ParagraphStyle("quiet", _PLAIN, fontSize=8.5, leading=12, textColor=_QUIET, spaceAfter=2),
    "number": ParagraphStyle("number", _PLAIN, alignment=TA_RIGHT),
    "heads": ParagraphStyle("heads", _PLAIN, fontSize=8.5, leading=12, textColor=_QUIET, alignment=TA_RIGHT),
}
_LATIN_STYLES = {name: ParagraphStyle(f"{name} latin", style, wordWrap=None) for name, style in _STYLES.items()}

pdfmetrics.registerFont(UnicodeCIDFont(CHINESE))


def pdf_of(title: str, parts: Iterable[Part], words: Words) -> bytes:
    """Writes the parts as a PDF. The same contents make the same bytes, because the file does not say when it was
    made."""
    raw = io.BytesIO()
    document = SimpleDocTemplate(
        raw, pagesize=A4, leftMargin=20 * mm, rightMargin=20 * mm, topMargin=18 * mm, bottomMargin=18 * mm,
        title=title, author="DataHub", lang=words.tag, invariant=1,
    )  # fmt: skip
    story: list[Flowable] = [_paragraph(title, "title")]
    for part in parts:
        story += _part(part)
    document.build(story, onFirstPage=_number, onLaterPages=_number)
    return raw.getvalue()


def _number(canvas: object, document: SimpleDocTemplate) -> None:
    canvas.setFont(LATIN, 8)  # type: ignore[attr-defined]
    canvas.drawRightString(A4[0] - 20 * mm, 10 * mm, str(document.page))  # type: ignore[attr-defined]


def _part(part: Part) -> list[Flowable]:
    match part:
        case Heading():
            return [CondPageBreak(45 * mm), _paragraph(part.text, "heading")]
        case Text():
            return [_paragraph(part.text, "quiet" if part.quiet else "plain"), Spacer(0, 2)]
        case Rows():
            return [_rows(part), Spacer(0, 4)]
        case Chart():
            return [_chart(part), Spacer(0, 4)]
        case Bars():
            return [Spacer(0, 6), _bars(part), _paragraph(part.caption, "quiet"), Spacer(0, 2)]


def _rows(part: Rows) -> Table:
    columns = len(part.rows[0])
    first = 0.42 if columns == 2 else max(0.2, 1 / columns)
    widths = [_PAGE * first] + [_PAGE * (1 - first) / (columns - 1)] * (columns - 1)
    cells = [[_paragraph(cell, "plain") for cell in row] for row in part.rows]
    rules = [("LINEBELOW", (0, 0), (-1, -1), 0.4, _QUIET), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    rules += [("LEFTPADDING", (0, 0), (-1, -1), 0), ("BOTTOMPADDING", (0, 0), (-1, -1), 3)]
    return Table(cells, widths, repeatRows=int(part.headed), style=TableStyle(rules))


def _chart(chart: Chart) -> Table:
    answer, estimate, interval = chart.headings
    rows = [[_paragraph(answer, "quiet"), "", _paragraph(estimate, "heads"), _paragraph(interval, "heads")]]
    rows += [_estimate(estimate) for estimate in chart.estimates]
    axis = Drawing(WIDTH, 12)
    for tick, text in zip(chart.scale.ticks, chart.ticks, strict=True):
        label = _one_byte(text)
        axis.add(
            String(
                chart.scale.position(tick), 3, label, fontName=LATIN, fontSize=7, fillColor=_QUIET, textAnchor="middle"
            )
        )
    rows.append(["", axis, "", ""])
    rest = _PAGE - WIDTH - 16
    rules = [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (0, -1), 0)]
    rules += [("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 1)]
    rules += [("LEFTPADDING", (2, 0), (-1, -1), 2), ("RIGHTPADDING", (2, 0), (-1, -1), 2)]
    return Table(rows, [rest * 0.48, WIDTH + 16, rest * 0.17, rest * 0.35], repeatRows=1, style=TableStyle(rules))


def _estimate(estimate: Estimate) -> list[Flowable]:
    return [
        _paragraph(estimate.label, "plain"), _drawing(estimate.picture), _paragraph(estimate.share, "number"),
        _paragraph(estimate.interval, "number"),
    ]  # fmt: skip


def _drawing(picture: Picture) -> Drawing:
    drawing = Drawing(WIDTH, HEIGHT)
    middle = HEIGHT / 2
    for x, is_zero in picture.ticks:
        drawing.add(Line(x, 0, x, HEIGHT, strokeColor=_QUIET, strokeWidth=0.8 if is_zero else 0.25))
    for bar in picture.bars:
        fill = Color(_ACCENT.red, _ACCENT.green, _ACCENT.blue, alpha=_OPACITY[bar.confidence])
        drawing.add(Rect(bar.x, middle - bar.thickness / 2, bar.width, bar.thickness, fillColor=fill, strokeColor=None))
    drawing.add(Circle(picture.dot, middle, DOT, fillColor=_ACCENT, strokeColor=HexColor("#ffffff"), strokeWidth=0.5))
    return drawing


def _bars(part: Bars) -> Drawing:
    drawing = Drawing(WIDTH, BARS_HEIGHT + 12)
    for bar in bars_of(part.heights):
        drawing.add(Rect(bar.x, 12, bar.width, bar.thickness, fillColor=_ACCENT, strokeColor=None))
    for end, x, anchor in zip(part.ends, (0, WIDTH), ("start", "end"), strict=True):
        label = _one_byte(end)
        drawing.add(String(x, 3, label, fontName=LATIN, fontSize=7, fillColor=_QUIET, textAnchor=anchor))
    return drawing


def _paragraph(text: str, style: str) -> Paragraph:
    """Returns a paragraph; lines of Chinese break anywhere, those of Latin text at spaces."""
    words = _one_byte(text)
    chosen = _STYLES if any(not _is_latin(character) for character in words) else _LATIN_STYLES
    return Paragraph(_runs(words), chosen[style])


def _runs(text: str) -> str:
    return "".join(
        escape("".join(run)) if is_latin else f'<font name="{CHINESE}">{escape("".join(run))}</font>'
        for is_latin, run in groupby(text, _is_latin)
    )


def _one_byte(text: str) -> str:
    """Replaces the narrow space, which Helvetica does not have."""
    return text.replace("\u202f", "\u00a0")


def _is_latin(character: str) -> bool:
    """Returns whether Helvetica can show a character. The minus sign counts: ReportLab takes it from the Symbol font,
    which PDF readers have as well."""
    if character == "\u2212":
        return True
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
