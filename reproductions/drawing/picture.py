"""Pictures as small SVG files: paper and ink of the product, in light and in dark, and no other file to load."""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

# These colours repeat the tokens of frontend/src/look.css; a test compares them.
LIGHT = {"paper": "#fbfaf7", "ink": "#1b1f22", "quiet": "#5c646a", "accent": "#0f5c63", "refuse": "#b23a1e"}
DARK = {"paper": "#15181a", "ink": "#e8e6e1", "quiet": "#a3abb0", "accent": "#7cc7cc", "refuse": "#f08a6c"}
FACE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture has `alt`, a text that describes it for people who cannot see it."""

    name: str
    alt: str
    svg: str

    @property
    def file(self) -> str:
        return f"{self.name}.svg"


class Canvas:
    """A canvas collects marks; colours are given by their names in the look, never by value."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._marks: list[str] = []

    def words(self, x: float, y: float, text: str, *, look: str = "", anchor: str = "start") -> None:
        self._marks.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{look}" text-anchor="{anchor}">{_safe(text)}</text>')

    def line(self, start: tuple[float, float], end: tuple[float, float], *, look: str) -> None:
        (x1, y1), (x2, y2) = start, end
        self._marks.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{look}"/>')

    def path(self, points: Sequence[tuple[float, float]], *, look: str) -> None:
        steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._marks.append(f'<polyline points="{steps}" class="path {look}"/>')

    def dot(self, x: float, y: float, radius: float, *, look: str) -> None:
        self._marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" class="{look}"/>')

    def picture(self, name: str, alt: str) -> Picture:
        size = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" width="{self.width:.0f}" height="{self.height:.0f}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{_safe(alt)}">',
            f"<style>{_style()}</style>",
            '<rect width="100%" height="100%" class="paper"/>',
            *self._marks,
            "</svg>",
        ]
        return Picture(name=name, alt=alt, svg="\n".join(lines) + "\n")


@dataclass(frozen=True, kw_only=True)
class Scale:
    """Places on the picture for figures, evenly or by their logarithms."""

    figures: tuple[float, float]
    places: tuple[float, float]
    logarithmic: bool = False

    def at(self, figure: float) -> float:
        low, high = (self._bent(end) for end in self.figures)
        part = (self._bent(min(max(figure, self.figures[0]), self.figures[1])) - low) / (high - low)
        return self.places[0] + part * (self.places[1] - self.places[0])

    def ticks(self, about: int = 5) -> list[float]:
        low, high = self.figures
        if self.logarithmic:
            decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            steps = (1.0,) if math.log10(high / low) > 2 else (1.0, 2.0, 5.0)
            ticks = [step * 10.0**decade for decade in decades for step in steps]
        else:
            step = _step((high - low) / about)
            ticks = [step * count for count in range(math.ceil(low / step), math.floor(high / step) + 1)]
        return [figure for figure in ticks if low * 0.999 <= figure <= high * 1.001 or figure == low]

    def _bent(self, figure: float) -> float:
        return math.log10(figure) if self.logarithmic else figure


def tick_text(figure: float) -> str:
    text = f"{figure:,.10g}".replace(",", " ") if abs(figure) >= 1 else f"{figure:.10f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")


def _step(least: float) -> float:
    decade = 10.0 ** math.floor(math.log10(least))
    return next(step * decade for step in (1.0, 2.0, 5.0, 10.0) if step * decade >= least * 0.999)


def _safe(text: str) -> str:
    return html.escape(text, quote=True)


def _style() -> str:
    return " ".join(
        (
            _colours(LIGHT),
            f"@media (prefers-color-scheme: dark) {{ {_colours(DARK)} }}",
            f"text {{ font: 13px {FACE}; font-variant-numeric: tabular-nums; }}",
            ".strong { font-weight: 600; }",
            ".path { fill: none; stroke-width: 1.5; }",
            ".hair { stroke-width: 1; opacity: 0.3; }",
            ".thick { stroke-width: 5; opacity: 0.75; } .mid { stroke-width: 3; opacity: 0.6; } .thin { stroke-width: 1; }",
            ".mark { stroke-width: 2; } .dashed { stroke-dasharray: 5 4; } .hollow, .ring { stroke-width: 1.5; }",
        )
    )


def _colours(look: dict[str, str]) -> str:
    rules = [f".paper {{ fill: {look['paper']}; }} text {{ fill: {look['ink']}; }}"]
    for name in ("ink", "quiet", "accent", "refuse"):
        colour = look[name]
        rules += [
            f"line.{name}, polyline.{name} {{ stroke: {colour}; }}",
            f"text.{name}, circle.{name} {{ fill: {colour}; }}",
            f"circle.{name}.hollow {{ fill: {look['paper']}; stroke: {colour}; }}",
            f"circle.{name}.ring {{ fill: none; stroke: {colour}; }}",
        ]
    return " ".join(rules)
