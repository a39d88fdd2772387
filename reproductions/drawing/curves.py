"""Curves in panels side by side: closed forms as lines, what was simulated as hollow dots, names at the ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from reproductions.drawing.picture import Canvas, Picture, Scale, tick_text

_WIDTH = 760
_PANEL_HEIGHT = 300
_TOP, _BOTTOM, _LABEL = 34, 46, 15
_LOOKS = ("accent", "ink", "refuse", "quiet", "accent dashed", "ink dashed", "refuse dashed", "quiet dashed")

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Series:
    """`line` is joined and solid, `dots` are simulated; either may be empty. Colour follows the place in a panel."""

    name: str
    line: Sequence[Point] = ()
    dots: Sequence[Point] = ()


@dataclass(frozen=True, kw_only=True)
class Panel:
    title: str
    series: Sequence[Series]


@dataclass(frozen=True, kw_only=True)
class Axis:
    """`ticks` are written where they are given, else at round figures."""

    title: str
    logarithmic: bool = False
    ticks: Sequence[float] = ()


def curves(
    name: str,
    alt: str,
    panels: Sequence[Panel],
    *,
    x: Axis,
    y: Axis,
    columns: int = 2,
    labels: float = 108,
    figures: float = 52,
) -> Picture:
    """All panels share both axes. `labels` is the room for the names at the ends of the lines, `figures` that for the
    figures before the panel, in pixels."""
    rows = -(-len(panels) // columns)
    canvas = Canvas(_WIDTH, rows * _PANEL_HEIGHT)
    width = _WIDTH / columns
    across = _range(panels, 0)
    upwards = _range(panels, 1)
    for place, panel in enumerate(panels):
        left, top = place % columns * width, place // columns * _PANEL_HEIGHT
        right, low = left + width - labels, top + _PANEL_HEIGHT - _BOTTOM
        to_x = Scale(figures=across, places=(left + figures, right), logarithmic=x.logarithmic)
        to_y = Scale(figures=_padded(upwards, y), places=(low, top + _TOP), logarithmic=y.logarithmic)
        _frame(canvas, to_x, to_y, x, y)
        canvas.words(left + figures, top + 16, panel.title, look="strong")
        _draw(canvas, panel, to_x, to_y)
    return canvas.picture(name, alt)


def _frame(canvas: Canvas, to_x: Scale, to_y: Scale, x: Axis, y: Axis) -> None:
    (left, right), (bottom, top) = to_x.places, to_y.places
    for tick in y.ticks or to_y.ticks():
        canvas.line((left, to_y.at(tick)), (right, to_y.at(tick)), look="quiet hair")
        canvas.words(left - 6, to_y.at(tick) + 4, tick_text(tick), look="quiet", anchor="end")
    for tick in x.ticks or to_x.ticks():
        canvas.line((to_x.at(tick), bottom), (to_x.at(tick), bottom + 4), look="quiet mark")
        canvas.words(to_x.at(tick), bottom + 18, tick_text(tick), look="quiet", anchor="middle")
    canvas.words((left + right) / 2, bottom + 36, x.title, look="quiet", anchor="middle")
    canvas.words(right, top - 4, y.title, look="quiet", anchor="end")


def _draw(canvas: Canvas, panel: Panel, to_x: Scale, to_y: Scale) -> None:
    ends = []
    for series, look in zip(panel.series, _LOOKS[: len(panel.series)], strict=True):
        if series.line:
            canvas.path([(to_x.at(x), to_y.at(other)) for x, other in series.line], look=look)
        for x, other in series.dots:
            canvas.dot(to_x.at(x), to_y.at(other), 3.2, look=f"{look.split()[0]} hollow")
        last = (series.line or series.dots)[-1]
        ends.append((to_y.at(last[1]), series.name, look.split()[0]))
    right = to_x.places[1]
    for (y, name, look), place in zip(ends, _apart([end[0] for end in ends]), strict=True):
        if abs(place - y) > 4:
            canvas.line((right + 1, y), (right + 7, place), look="quiet hair")
        canvas.words(right + 9, place + 4, name, look=look)


def _apart(places: Sequence[float]) -> list[float]:
    """Returns the nearest places that leave a line of text between any two, in the same order from top to bottom."""
    groups: list[list[float]] = []  # Each group has a start and a number of labels.
    for place in sorted(places):
        groups.append([place, 1])
        while len(groups) > 1 and groups[-2][0] + groups[-2][1] * _LABEL > groups[-1][0]:
            start, count = groups.pop()
            before, earlier_count = groups.pop()
            together = earlier_count + count
            groups.append([(before * earlier_count + (start - earlier_count * _LABEL) * count) / together, together])
    moved = [start + _LABEL * step for start, count in groups for step in range(int(count))]
    order = sorted(range(len(places)), key=lambda index: places[index])
    positions = [0.0] * len(places)
    for index, place in zip(order, moved, strict=True):
        positions[index] = place
    return positions


def _range(panels: Sequence[Panel], side: int) -> Point:
    figures = [point[side] for panel in panels for series in panel.series for point in (*series.line, *series.dots)]
    return min(figures), max(figures)


def _padded(figures: Point, axis: Axis) -> Point:
    low, high = figures
    if axis.logarithmic:
        return low / 1.3, high * 1.3
    slack = (high - low) * 0.05 or 1.0
    return low - slack, high + slack
