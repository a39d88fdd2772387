"""The picture shows how far reports can tell two people apart, one row a mechanism, beside what was asked for."""

from collections.abc import Sequence

from reproductions.drawing.picture import Canvas, Picture, Scale, tick_text

_WIDTH, _LEFT, _RIGHT = 760, 210, 120
_TOP, _ROW = 34, 24


def bounds(name: str, alt: str, rows: Sequence[tuple[str, float | None]], *, limit: float, unit: str) -> Picture:
    """Returns a picture with a row for each mechanism. A row has a figure, or None for no bound; then its line leaves
    the picture."""
    canvas = Canvas(_WIDTH, _TOP + _ROW * len(rows) + 48)
    bottom = _TOP + _ROW * len(rows)
    scale = Scale(figures=(0.0, limit * 1.5), places=(_LEFT, _WIDTH - _RIGHT))
    for tick in scale.ticks():
        canvas.words(scale.at(tick), bottom + 16, tick_text(tick), look="quiet", anchor="middle")
    canvas.words(scale.at(limit * 1.5), bottom + 36, unit, look="quiet", anchor="end")
    canvas.line((scale.at(limit), _TOP - 6), (scale.at(limit), bottom), look="ink mark")
    canvas.words(scale.at(limit), _TOP - 12, "asked for", anchor="middle")
    for place, (label, figure) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        canvas.words(_LEFT - 12, y + 4, label, anchor="end")
        if figure is None:
            canvas.line((scale.at(0), y), (_WIDTH - _RIGHT, y), look="refuse mid")
            canvas.words(_WIDTH - _RIGHT + 8, y + 4, "no bound", look="refuse strong")
        else:
            canvas.line((scale.at(0), y), (scale.at(figure), y), look="accent thin")
            canvas.dot(scale.at(figure), y, 4.5, look="accent")
    return canvas.picture(name, alt)
