"""The picture of an estimate is a dot with its 50, 80 and 95 % interval, as shapes that both kinds of report draw."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 210.0, 20.0  # The size is in points.
_THICKNESS = {"95": 4.0, "80": 7.0, "50": 10.0}
_STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0)
_MOST_TICKS = 6
DOT = 4.0
BARS_HEIGHT = 56.0


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    ticks: tuple[float, ...]

    def position(self, share: float) -> float:
        return WIDTH * (share - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    thickness: float
    confidence: str


@dataclass(frozen=True)
class Picture:
    """This is a drawing of one estimate: positions in points from the left; the dot and the bars lie in the middle of
    the height."""

    ticks: tuple[tuple[float, bool], ...]  # Each tick has a position, and whether it marks zero.
    bars: tuple[Bar, ...]
    dot: float


def bars_of(heights: Sequence[float]) -> list[Bar]:
    """Returns a bar for each share, side by side over the whole width; the thickness of a bar is its height."""
    width = WIDTH / len(heights)
    return [
        Bar(place * width, width * 0.9, height * BARS_HEIGHT, confidence="") for place, height in enumerate(heights)
    ]


def scale_over(intervals: Sequence[Sequence[float]]) -> Scale:
    """Holds every interval and zero; its ticks are round numbers. As the page's own scale."""
    least = min(0.0, *(low for low, _ in intervals))
    most = max(0.01, *(high for _, high in intervals))
    step = next((size for size in _STEPS if (most - least) / size <= _MOST_TICKS), 10.0)
    room = (most - least) * 0.02
    first, last = math.ceil((least - room) / step), math.floor((most + room) / step)
    ticks = tuple(place * step for place in range(first, last + 1))
    return Scale(least - room if least < 0 else 0.0, most + room, ticks)


def picture_of(share: float, intervals: Mapping[str, Sequence[float]], scale: Scale) -> Picture:
    bars = []
    for confidence, thickness in _THICKNESS.items():
        low, high = (scale.position(end) for end in intervals[confidence])
        bars.append(Bar(low, high - low, thickness, confidence))
    return Picture(tuple((scale.position(tick), tick == 0) for tick in scale.ticks), tuple(bars), scale.position(share))
