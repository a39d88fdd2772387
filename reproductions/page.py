"""A page of a reproduction must hold these: nothing is shown without the reported figure, a picture and a reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from reproductions.drawing.picture import Picture

COMMAND = "scripts/reproduce"
STUDIO = "../../frontend/src/studio"


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table holds reported figures beside ours. The first column holds names; all others are figures and align to the
    right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.headings):
                raise ValueError(f"a row has {len(row)} cells under {len(self.headings)} headings: {row}")

    def markdown(self) -> str:
        rules = ["---", *["---:"] * (len(self.headings) - 1)]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (self.headings, rules, *self.rows))


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """An experiment is one section of a page. The heading is the answer; `setup` says what the publication did, `why`
    where ours differs."""

    heading: str
    setup: str
    picture: Picture
    table: Table
    why: str

    def markdown(self) -> str:
        alt = self.picture.alt
        parts = [f"## {self.heading}", self.setup, f"![{alt}]({self.picture.file})", self.table.markdown(), self.why]
        return "\n\n".join(parts)


@dataclass(frozen=True, kw_only=True)
class Page:
    """`name` is that of the command and of the file; `source` the publication, `data` what it is remade on.

    `shown` is JSON of the figures for the studio, which bundles it; empty where it shows none.
    """

    name: str
    title: str
    summary: str
    source: str
    data: str
    seed: str
    experiments: Sequence[Experiment]
    shown: str = ""

    def markdown(self) -> str:
        facts = [("Published", self.source), ("Data", self.data), ("Chance", self.seed)]
        notice = f"Remade by `{COMMAND} {self.name}`; no figure or line of this page is written by hand."
        parts = [
            f"# {self.title}",
            self.summary,
            notice,
            "\n".join(["| | |", "|---|---|", *(f"| {what} | {text} |" for what, text in facts)]),
            *(experiment.markdown() for experiment in self.experiments),
        ]
        return "\n\n".join(parts) + "\n"

    def files(self) -> dict[str, str]:
        """Returns the text of every file of this page, by its name relative to docs/reproductions."""
        return {
            f"{self.name}.md": self.markdown(),
            **{experiment.picture.file: experiment.picture.svg for experiment in self.experiments},
            **({f"{STUDIO}/{self.name}/figures.json": self.shown} if self.shown else {}),
        }


def whole(figure: float) -> str:
    """Returns a number of people, to one: 27 816."""
    return f"{round(figure):,}".replace(",", " ").replace("-", "−")


def digits(figure: float, count: int = 3) -> str:
    """`count` digits that matter, never in powers of ten: 0.0123."""
    if not figure:
        return "0"
    text = f"{float(f'{figure:.{count - 1}e}'):.{max(0, count - 1 - _magnitude(figure))}f}"
    return text.replace("-", "−")


def _magnitude(figure: float) -> int:
    return int(f"{figure:e}".split("e")[1])
