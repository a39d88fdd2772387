"""A report is made of these parts before it is drawn as HTML or PDF."""

from dataclasses import dataclass

from surveys.files.report.picture import Picture, Scale


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Text:
    text: str
    quiet: bool = False


@dataclass(frozen=True)
class Rows:
    """This is a table of texts; the first row heads its columns unless it is a list of terms and facts."""

    rows: tuple[tuple[str, ...], ...]
    headed: bool


@dataclass(frozen=True)
class Estimate:
    label: str
    picture: Picture
    share: str
    interval: str


@dataclass(frozen=True)
class Chart:
    question: str
    headings: tuple[str, str, str]
    estimates: tuple[Estimate, ...]
    scale: Scale
    ticks: tuple[str, ...]


@dataclass(frozen=True)
class Bars:
    """Bars show shares of the points of a number, each as a part of the largest; `ends` are the first and the last
    point."""

    heights: tuple[float, ...]
    ends: tuple[str, str]
    caption: str


Part = Heading | Text | Rows | Chart | Bars
