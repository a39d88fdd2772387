"""One parameter is varied, and the ten mechanisms are tried at each of its values: exactly, and on drawn people."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole
from reproductions.suldp.setting import PEOPLE, Setting, sets_of
from reproductions.suldp.ten import CORRECTED, PUBLISHED, Entry

SEED = 2022  # The seed is the year of the publication.
REPETITIONS = 10


@dataclass(frozen=True, kw_only=True)
class Point:
    """Errors at one value: n times the mean squared error over all answers, of each mechanism in its group's order."""

    x: float
    exact: Mapping[str, Sequence[float]]
    drawn: Mapping[str, Sequence[float]]


Reported = Callable[[str, int], Sequence[str]]
GROUPS: Mapping[str, Sequence[Entry]] = {"as published": PUBLISHED, "as corrected": CORRECTED}


@dataclass(frozen=True, kw_only=True)
class Sweep:
    name: str
    axis: Axis
    settings: Sequence[tuple[float, Setting]]

    @cached_property
    def exact(self) -> list[Point]:
        """Returns the points from the closed forms for the people drawn; nothing is perturbed."""
        return [self._point(x, setting, draws=0) for x, setting in self.settings]

    @cached_property
    def points(self) -> list[Point]:
        return [self._point(x, setting, draws=REPETITIONS) for x, setting in self.settings]

    def _point(self, x: float, setting: Setting, draws: int) -> Point:
        entropy = SeededEntropy(SEED)
        truth = sets_of(setting, entropy)
        shares = truth.mean(axis=0)
        exact: dict[str, list[float]] = {group: [] for group in GROUPS}
        drawn: dict[str, list[float]] = {group: [] for group in GROUPS}
        for group, entries in GROUPS.items():
            for entry in entries:
                tried = entry.make(setting)
                exact[group].append(float(tried.variances(setting, shares).mean()))
                errors = [float(np.mean((tried.estimates(truth, entropy) - shares) ** 2)) for _ in range(draws)]
                drawn[group].append(PEOPLE * float(np.mean(errors)) if errors else math.nan)
        return Point(x=x, exact=exact, drawn=drawn)

    def best(self, group: str) -> list[str]:
        """Returns the mechanism with the least error at each value."""
        return [GROUPS[group][int(np.argmin(point.exact[group]))].name for point in self.exact]

    def best_in_words(self, group: str) -> str:
        counts = Counter(self.best(group))
        return " and ".join(f"{name} at {count} of {len(self.settings)}" for name, count in counts.most_common())

    def growth(self, group: str, place: int, start: int, end: int) -> float:
        """Returns the power of x with which the error grows between two of the values."""
        first, last = self.exact[start], self.exact[end]
        return math.log(last.exact[group][place] / first.exact[group][place]) / math.log(last.x / first.x)

    def table(self, headings: Sequence[str], reported: Reported) -> Table:
        """`reported` gives, for a group and a place in it, the cells between the name and the errors. Mechanisms of
        which all errors are the same share a row."""
        names: dict[tuple[str, ...], str] = {}
        cells: dict[tuple[str, ...], Sequence[str]] = {}
        for group, entries in GROUPS.items():
            for place, entry in enumerate(entries):
                errors = tuple(_figure(point.exact[group][place]) for point in self.exact)
                names[errors] = "; ".join(filter(None, (names.get(errors), f"{entry.name}, {group}")))
                cells.setdefault(errors, reported(group, place))
        return Table(
            headings=("n × mean squared error", *headings, *(f"{x:g}" for x, _ in self.settings)),
            rows=[(names[errors], *cells[errors], *errors) for errors in names],
        )

    def experiment(self, *, heading: str, setup: str, table: Table, why: str) -> Experiment:
        drawn = [dot for point in self.points for group in GROUPS for dot in point.drawn[group]]
        exact = [dot for point in self.points for group in GROUPS for dot in point.exact[group]]
        ratios = np.array(drawn) / np.array(exact)
        mean, least, most = digits(float(ratios.mean())), digits(float(ratios.min()), 2), digits(float(ratios.max()), 2)
        return Experiment(
            heading=heading,
            setup=setup,
            picture=curves(
                f"suldp-{self.name}",
                f"Error against {self.axis.title}: five mechanisms as published on the left, five as corrected on the right. Lines are "
                "closed forms; the rings, which lie about them, are drawn. All figures are in the table.",
                [self._panel(group) for group in GROUPS],
                x=Axis(title=self.axis.title, logarithmic=self.axis.logarithmic, ticks=[x for x, _ in self.settings]),
                y=Axis(title="n × mean squared error", logarithmic=True),
                labels=116,
                figures=74,
            ),
            table=table,
            why=(
                f"{why}\n\nThe table is of closed forms for the people of each setting. {REPETITIONS} draws for each of its {len(ratios)} cells "
                f"give {mean} times as much in the mean, from {least} to {most}."
            ),
        )

    def _panel(self, group: str) -> Panel:
        return Panel(
            title=group,
            series=[
                Series(
                    name=entry.name,
                    line=[(point.x, point.exact[group][place]) for point in self.points],
                    dots=[(point.x, point.drawn[group][place]) for point in self.points],
                )
                for place, entry in enumerate(GROUPS[group])
            ],
        )


def _figure(figure: float) -> str:
    return whole(figure) if figure >= 1000 else digits(figure)


EPSILON = Sweep(
    name="epsilon",
    axis=Axis(title="epsilon", logarithmic=True),
    settings=[(float(text), Setting(epsilon=text)) for text in ("0.25", "0.5", "1", "2", "4")],
)
SENSITIVE = Sweep(
    name="sensitive",
    axis=Axis(title="sensitive answers, of 128", logarithmic=True),
    settings=[(float(count), Setting(sensitive=count)) for count in (8, 16, 32, 64, 96, 120)],
)
ANSWERS = Sweep(
    name="answers",
    axis=Axis(title="answers, a quarter sensitive", logarithmic=True),
    settings=[(float(d), Setting(answers=d, sensitive=d // 4)) for d in (16, 32, 64, 128, 256, 512, 1024)],
)
MEMBERS = Sweep(
    name="members",
    axis=Axis(title="answers that each person holds", logarithmic=True),
    settings=[(float(m), Setting(members=m)) for m in (1, 2, 4, 8, 16, 32, 64)],
)
SWEEPS = (EPSILON, SENSITIVE, ANSWERS, MEMBERS)
