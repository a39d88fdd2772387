"""A dot with graded interval for each answer, beside what was reported and what is true."""

from collections.abc import Sequence
from dataclasses import dataclass

from reproductions.drawing.picture import Canvas, Picture, Scale, tick_text

_WIDTH = 760
_ROW = 26
_TOP = 34
_PLOT_RIGHT = 28
_LOOKS = ("thick", "mid", "thin")  # The line styles of the 50, 80 and 95 % intervals.


@dataclass(frozen=True, kw_only=True)
class Row:
    """This is a row of the picture: `intervals` are those of 50, 80 and 95 % around `ours`. `reported` and `truth` may be
    missing."""

    label: str
    ours: float
    intervals: Sequence[tuple[float, float]]
    reported: float | None = None
    truth: float | None = None


@dataclass(frozen=True, kw_only=True)
class Legend:
    """A legend says what the three marks are called, and where the second and the third begin, in pixels."""

    ours: str = "ours, with 50, 80 and 95 % intervals"
    truth: str = "truth"
    reported: str = "reported"
    places: tuple[float, float] = (290, 360)


_OF_ESTIMATES = Legend()


def dots(
    name: str,
    alt: str,
    rows: Sequence[Row],
    *,
    unit: str,
    labels: float = 160,
    row: float = _ROW,
    legend: Legend = _OF_ESTIMATES,
) -> Picture:
    """`labels` is the room for the labels on the left, `row` the height of a row, both in pixels."""
    canvas = Canvas(_WIDTH, _TOP + row * len(rows) + 48)
    figures = [figure for row in rows for figure in _figures(row)]
    slack = (max(figures) - min(figures)) * 0.03 or 1.0
    scale = Scale(figures=(min(figures) - slack, max(figures) + slack), places=(labels + 12, _WIDTH - _PLOT_RIGHT))
    bottom = _TOP + row * len(rows)
    for tick in scale.ticks():
        canvas.line((scale.at(tick), _TOP - 4), (scale.at(tick), bottom), look="quiet hair")
        canvas.words(scale.at(tick), bottom + 16, tick_text(tick), look="quiet", anchor="middle")
    canvas.words(_WIDTH - _PLOT_RIGHT, bottom + 36, unit, look="quiet", anchor="end")
    _legend(canvas, rows, legend)
    for place, picture_row in enumerate(rows):
        y = _TOP + row * (place + 0.5)
        if picture_row.label:
            canvas.words(labels, y + 4, picture_row.label, anchor="end")
        _marks(canvas, scale, picture_row, y, min(row / 2 - 1, 9))
    return canvas.picture(name, alt)


def _marks(canvas: Canvas, scale: Scale, row: Row, y: float, half: float) -> None:
    for (low, high), look in zip(reversed(row.intervals), reversed(_LOOKS), strict=True):
        canvas.line((scale.at(low), y), (scale.at(high), y), look=f"accent {look}")
    if row.truth is not None:
        canvas.line((scale.at(row.truth), y - half), (scale.at(row.truth), y + half), look="ink mark")
    canvas.dot(scale.at(row.ours), y, min(4.5, half), look="accent")
    if row.reported is not None:
        canvas.dot(scale.at(row.reported), y, min(5, half), look="refuse ring")


def _legend(canvas: Canvas, rows: Sequence[Row], legend: Legend) -> None:
    second, third = legend.places
    canvas.dot(20, 14, 4.5, look="accent")
    canvas.words(30, 18, legend.ours)
    if any(row.truth is not None for row in rows):
        canvas.line((second, 6), (second, 22), look="ink mark")
        canvas.words(second + 8, 18, legend.truth)
    if any(row.reported is not None for row in rows):
        canvas.dot(third, 14, 5, look="refuse ring")
        canvas.words(third + 11, 18, legend.reported)


def _figures(row: Row) -> list[float]:
    beside = [figure for figure in (row.truth, row.reported) if figure is not None]
    return [row.ours, *beside, *(end for interval in row.intervals for end in interval)]
