"""A line is one measured figure, beside the same figure of a peer where there is one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

FIELDS = ("bench", "case", "ours", "peer", "peer_name", "unit", "ratio", "goal", "better")
HEADINGS = ("case", "ours", "peer", "", "unit", "times better", "goal", "met")


class RunFailed(RuntimeError):
    """The run could not be measured, or its measurements cannot be trusted. Missing a goal is no such error."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """`goal` bounds `ratio` from below where there is a peer; else it bounds `ours` on the side `better` names."""

    bench: str
    case: str
    ours: float
    unit: str
    better: Literal["lower", "higher"]
    peer: float | None = None
    peer_name: str | None = None
    goal: float | None = None

    @property
    def ratio(self) -> float | None:
        """Returns how many times better ours is, whichever side is better."""
        if self.peer is None:
            return None
        return self.peer / self.ours if self.better == "lower" else self.ours / self.peer

    @property
    def meets_goal(self) -> bool | None:
        if self.goal is None:
            return None
        if self.ratio is not None:
            return self.ratio >= self.goal
        return self.ours <= self.goal if self.better == "lower" else self.ours >= self.goal

    def to_json(self) -> str:
        return json.dumps({field: getattr(self, field) for field in FIELDS})


def table(lines: Sequence[Line]) -> str:
    rows = [HEADINGS, *(_cells(line) for line in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([text[0], "  ".join("-" * width for width in widths), *text[1:]])


def _cells(line: Line) -> tuple[str, ...]:
    met = {None: "", True: "yes", False: "no"}[line.meets_goal]
    return (
        line.case, figure(line.ours), figure(line.peer), line.peer_name or "", line.unit, figure(line.ratio),
        figure(line.goal), met,
    )  # fmt: skip


def figure(value: float | None) -> str:
    """Three digits that matter; more would be noise."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
