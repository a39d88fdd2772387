"""This module writes a report as PDF/UA-1. Typst sets one template of ours, template/report.typ; whatever people wrote
enters it as data, and typst sees no other file and no network."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

import typst

from surveys.errors import BadQuery
from surveys.files.report.fonts import Fonts
from surveys.files.report.parts import Bars, Chart, Estimate, Heading, Part, Rows, Text
from surveys.files.report.picture import BARS_HEIGHT, DOT, HEIGHT, WIDTH, Picture, bars_of
from surveys.files.report.texts import Texts
from surveys.files.report.words import Words

Json = dict[str, Any]
ROOT = Path(__file__).parent / "template"
MOST_ROWS = 4000  # Typst sets about a thousand rows a second, in 80 kB each.
_one_at_a_time = Lock()
MOST_COLUMNS = 8  # More do not fit on a page: the others follow below, beside the first column again.
# Typst keeps what it worked out in its last ten compilations, 25 MB for a report of fifty questions: as many of an
# empty page let it go.
_REMEMBERED = 10


def pdf_of(title: str, parts: Iterable[Part], words: Words, fonts: Fonts) -> bytes:
    """Writes the parts as a PDF. The same contents make the same bytes, because the file does not say when it was
    made. BadQuery for more rows than one process should set; others wait while it sets them."""
    report = report_of(title, parts, words, fonts)
    if sum(len(part.get("rows", ())) + len(part.get("estimates", ())) for part in report["parts"]) > MOST_ROWS:
        raise BadQuery(
            "This report is too long for a PDF. Take it as a web page, which a browser prints.",
            fields={"as": f"a PDF has at most {MOST_ROWS} rows"},
        )
    with _one_at_a_time:
        return bytes(typeset(report, fonts, format="pdf", pdf_standards=["ua-1"]))


def typeset(report: Json, fonts: Fonts, **form: Any) -> Any:
    """Returns what typst makes of a report in a form. A compiler serves one thread, the fonts serve all."""
    compiler = typst.Compiler(
        root=ROOT, font_paths=fonts.files, ignore_system_fonts=True, package_path=ROOT, package_cache_path=ROOT
    )
    drawn = compiler.compile(ROOT / "report.typ", sys_inputs={"report": json.dumps(report)}, **form)
    for _ in range(_REMEMBERED + 1):
        compiler.compile(b" ", format="svg", sys_inputs=None)
    return drawn


def report_of(title: str, parts: Iterable[Part], words: Words, fonts: Fonts) -> Json:
    """Returns the data that the template draws."""
    texts = Texts(fonts, words)
    language, _, region = words.tag.partition("-")
    drawn = [each for part in parts for each in _part(part, texts)]
    for this, following in pairwise(drawn):
        this["heads-a-table"] = following["kind"] == "rows"
    return {
        "title": texts.write_heading(title),
        "language": language,
        "region": region or None,
        "rtl": texts.rtl,
        "families": fonts.families_for(words.tag),
        "width": WIDTH,
        "height": HEIGHT,
        "bars-height": BARS_HEIGHT,
        "dot": DOT,
        "parts": drawn,
        "last": texts.last_line(),
    }


def _part(part: Part, texts: Texts) -> Iterator[Json]:
    match part:
        case Heading():
            yield {"kind": "heading", "text": texts.write_heading(part.text)}
        case Text():
            yield {"kind": "text", "text": texts.write(part.text), "quiet": part.quiet, "heads-a-table": False}
        case Rows():
            yield from _rows(part, texts)
        case Chart():
            yield _chart(part, texts)
        case Bars():
            yield _bars(part, texts)


def _rows(part: Rows, texts: Texts) -> Iterator[Json]:
    columns = len(part.rows[0])
    step = MOST_COLUMNS - 1
    for first in range(1, max(2, columns), step):
        rows = [(row[0], *row[first : first + step]) for row in part.rows]
        yield {
            "kind": "rows",
            "rows": [[*map(texts.write, row)] for row in rows],
            "headed": part.headed,
            "short": _is_short(rows, len(rows[0])),
        }


def _is_short(rows: Iterable[Sequence[str]], columns: int) -> bool:
    """Returns whether a table surely fits on half a page, so that it need not be parted. A line of the page holds 80
    letters, or 40 Chinese signs."""
    letters = [max(map(len, row)) for row in rows]
    return sum(2 + most * columns // 40 for most in letters) <= 30


def _chart(chart: Chart, texts: Texts) -> Json:
    ticks = zip(chart.scale.ticks, chart.ticks, strict=True)
    return {
        "kind": "chart",
        "headings": [*map(texts.write, chart.headings)],
        "estimates": [_estimate(estimate, texts) for estimate in chart.estimates],
        "ticks": [{"x": chart.scale.position(tick), "text": texts.write(text)} for tick, text in ticks],
        "short": _is_short([(estimate.label,) for estimate in chart.estimates], columns=3),
    }


def _estimate(estimate: Estimate, texts: Texts) -> Json:
    return {
        "label": texts.write(estimate.label),
        "picture": _picture(estimate.picture),
        "share": texts.write(estimate.share),
        "interval": texts.write(estimate.interval),
    }


def _picture(picture: Picture) -> Json:
    return {
        "ticks": [{"x": x, "zero": is_zero} for x, is_zero in picture.ticks],
        "bars": [
            {"x": bar.x, "width": bar.width, "height": bar.thickness, "confidence": bar.confidence}
            for bar in picture.bars
        ],
        "dot": picture.dot,
    }


def _bars(part: Bars, texts: Texts) -> Json:
    return {
        "kind": "bars",
        "bars": [{"x": bar.x, "width": bar.width, "height": bar.thickness} for bar in bars_of(part.heights)],
        "ends": [*map(texts.write, part.ends)],
        "caption": texts.write(part.caption),
    }
