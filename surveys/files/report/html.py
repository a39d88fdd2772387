"""This module writes a report as one HTML file that loads nothing and can be printed."""

from collections.abc import Iterable
from html import escape

from surveys.files.report.parts import Bars, Chart, Estimate, Heading, Part, Rows, Text
from surveys.files.report.picture import BARS_HEIGHT, DOT, HEIGHT, WIDTH, Picture, bars_of
from surveys.files.report.words import Words

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1b1f22; --quiet: #5c646a; --accent: #0f5c63; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181a; --ink: #e8e6e1; --quiet: #a3abb0; --accent: #7cc7cc; }
}
@media print { :root { --paper: #ffffff; --ink: #000000; --quiet: #444444; --accent: #0f5c63; } }
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.75rem; line-height: 1.2; } h2 { font-size: 1.25rem; line-height: 1.2; margin-top: 2rem; }
section { break-inside: avoid; } .quiet { color: var(--quiet); font-size: .875rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .25rem 1rem .25rem 0; text-align: start; vertical-align: top; }
th { font-weight: 600; } tbody th { font-weight: 400; } .number { text-align: end; white-space: nowrap; }
tr { border-bottom: 1px solid var(--quiet); } .chart tr { border: 0; } .terms th { width: 40%; }
.bars { margin-top: 1rem; }
svg { display: block; overflow: visible; fill: var(--accent); }
.b95 { opacity: .4; } .b80 { opacity: .55; } .b50 { opacity: .8; }
line { stroke: var(--quiet); stroke-width: .5; opacity: .5; } line.zero { opacity: 1; stroke-width: 1; }
text { fill: var(--quiet); font-size: 11px; } circle { stroke: var(--paper); }
"""

_ZERO = ' class="zero"'


def html_of(title: str, parts: Iterable[Part], words: Words) -> bytes:
    sections: list[list[str]] = [[]]
    for part in parts:
        if isinstance(part, Heading):
            sections.append([])
        sections[-1].append(_part(part))
    body = "".join(f"<section>{''.join(section)}</section>\n" for section in sections)
    return (
        f'<!doctype html>\n<html lang="{words.tag}">\n<head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n{body}</main></body>\n</html>\n"
    ).encode()


def _part(part: Part) -> str:
    match part:
        case Heading():
            return f"<h2>{escape(part.text)}</h2>"
        case Text():
            quiet = ' class="quiet"' if part.quiet else ""
            return f"<p{quiet}>{escape(part.text)}</p>"
        case Rows():
            return _rows(part)
        case Chart():
            return _chart(part)
        case Bars():
            return _bars(part)


def _rows(part: Rows) -> str:
    first, *rest = part.rows
    head = "<thead><tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in first) + "</tr></thead>"
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in (rest if part.headed else part.rows)
    )
    kind = "" if part.headed else ' class="terms"'
    return f'<div class="wide"><table{kind}>{head if part.headed else ""}<tbody>{body}</tbody></table></div>'


def _chart(chart: Chart) -> str:
    answer, estimate, interval = (escape(heading) for heading in chart.headings)
    head = (
        f'<tr><th scope="col">{answer}</th><td></td><th scope="col" class="number">{estimate}</th>'
        f'<th scope="col" class="number">{interval}</th></tr>'
    )
    body = "".join(_estimate(estimate) for estimate in chart.estimates)
    axis = "".join(
        f'<text x="{chart.scale.position(tick):.1f}" y="12" text-anchor="middle">{escape(text)}</text>'
        for tick, text in zip(chart.scale.ticks, chart.ticks, strict=True)
    )
    foot = f'<tr aria-hidden="true"><td></td><td><svg width="{WIDTH}" height="16">{axis}</svg></td></tr>'
    return (
        f'<div class="wide"><table class="chart"><thead>{head}</thead><tbody>{body}</tbody>'
        f"<tfoot>{foot}</tfoot></table></div>"
    )


def _bars(part: Bars) -> str:
    bars = "".join(
        f'<rect x="{bar.x:.1f}" width="{bar.width:.1f}" y="{BARS_HEIGHT - bar.thickness:.1f}" '
        f'height="{bar.thickness:.1f}"/>'
        for bar in bars_of(part.heights)
    )
    low, high = (escape(end) for end in part.ends)
    ends = (
        f'<text x="0" y="{BARS_HEIGHT + 12}">{low}</text>'
        f'<text x="{WIDTH}" y="{BARS_HEIGHT + 12}" text-anchor="end">{high}</text>'
    )
    return (
        f'<svg class="bars" width="{WIDTH}" height="{BARS_HEIGHT + 16}" aria-hidden="true">{bars}{ends}</svg>'
        f'<p class="quiet">{escape(part.caption)}</p>'
    )


def _estimate(estimate: Estimate) -> str:
    return (
        f'<tr><th scope="row">{escape(estimate.label)}</th><td>{_svg(estimate.picture)}</td>'
        f'<td class="number">{escape(estimate.share)}</td><td class="number">{escape(estimate.interval)}</td></tr>'
    )


def _svg(picture: Picture) -> str:
    middle = HEIGHT / 2
    lines = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{HEIGHT}"{_ZERO if is_zero else ""}/>'
        for x, is_zero in picture.ticks
    )
    bars = "".join(
        f'<rect class="b{bar.confidence}" x="{bar.x:.1f}" width="{bar.width:.1f}" '
        f'y="{middle - bar.thickness / 2}" height="{bar.thickness}"/>'
        for bar in picture.bars
    )
    dot = f'<circle cx="{picture.dot:.1f}" cy="{middle}" r="{DOT}"/>'
    return f'<svg width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">{lines}{bars}{dot}</svg>'
