"""One attack on several releases: figures, their picture and table, and the same figures for the studio."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mechanisms.anonymity.attacks.outcome import Outcome
from mechanisms.common.intervals import wilson
from reproductions.drawing.dots import Legend, Row, dots
from reproductions.drawing.picture import Picture
from reproductions.page import Experiment, Table, digits, whole

CONFIDENCES = (0.5, 0.8, 0.95)


@dataclass(frozen=True, kw_only=True)
class Case:
    """`against` the release, in words; `release` a slug that the studio has words for. `promised` None: nothing is."""

    against: str
    release: str
    outcome: Outcome
    promised: float | None = None

    @property
    def verdict(self) -> str:
        if self.promised is None:
            return "nothing promised"
        return "kept" if self.outcome.within(self.promised) else "broken"

    def intervals(self) -> list[tuple[float, float]]:
        right = np.array([round(self.outcome.success * self.outcome.people)])
        limits = [wilson(right, self.outcome.people, confidence)[0] for confidence in CONFIDENCES]
        return [(float(low), float(high)) for low, high in limits]

    def figures(self) -> dict[str, Any]:
        return {
            "release": self.release,
            "people": self.outcome.people,
            "success": round(self.outcome.success, 5),
            "intervals": [[round(low, 5), round(high, 5)] for low, high in self.intervals()],
            "without": round(self.outcome.without, 5),
            "advantage": round(self.outcome.advantage, 5),
            "standard_error": round(self.outcome.standard_error, 5),
            "promised": None if self.promised is None else round(self.promised, 5),
        }


@dataclass(frozen=True, kw_only=True)
class Room:
    """A room shows one attack, by its `slug`; the sentences are those of the page. `beside` names the comparison
    without the release."""

    slug: str
    heading: str
    setup: str
    alt: str
    why: str
    cases: Sequence[Case]
    beside: str = "the release"

    def experiment(self) -> Experiment:
        return Experiment(
            heading=self.heading, setup=self.setup, picture=self._picture(), table=self._table(), why=self.why
        )

    def figures(self) -> dict[str, Any]:
        return {"attack": self.slug, "cases": [case.figures() for case in self.cases]}

    def _picture(self) -> Picture:
        rows = [
            Row(
                label=case.against,
                ours=case.outcome.success,
                intervals=case.intervals(),
                truth=case.outcome.without,
                reported=case.promised,
            )
            for case in self.cases
        ]
        legend = Legend(
            ours=f"right with {self.beside}, 50, 80 and 95 % intervals",
            truth="right without it",
            reported="the most that is promised",
            places=(365, 500),
        )
        return dots(
            f"attacks-{self.slug}", self.alt, rows, unit="share of the attacked people", labels=300, legend=legend
        )

    def _table(self) -> Table:
        return Table(
            headings=(
                "against",
                "people",
                "right",
                f"without {self.beside}",
                "advantage",
                "standard error",
                "promised at most",
                "",
            ),
            rows=[
                (
                    case.against,
                    whole(case.outcome.people),
                    digits(case.outcome.success),
                    digits(case.outcome.without),
                    digits(case.outcome.advantage),
                    digits(case.outcome.standard_error, 2),
                    "–" if case.promised is None else digits(case.promised),
                    case.verdict,
                )
                for case in self.cases
            ],
        )


def percent(share: float) -> str:
    return f"{100 * share:.3g} %"
