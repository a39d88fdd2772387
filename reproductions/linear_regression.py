"""Linear regression from perturbed moments on Adult, beside the published one of a curator who adds noise once."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.models.class_moments import Bounded
from mechanisms.ldp.models.linear_regression import linear_regression
from mechanisms.ldp.models.perturbed_moments import PerturbedMoments
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Page, Table, digits, whole
from tests.adult.rows import Cell, columns, rows

SEED = 1994
REPETITIONS = 20
EPSILONS = ("0.5", "1", "2", "3", "4", "6", "8")
AT = "1"  # The reported figure is for this epsilon.
CROWDS = (442, 4_000, 32_000, 260_000)
REPORTED = (0.54, 0.48)  # The reported R2 without and with noise, for 442 people and ten numbers.
KEPT = REPORTED[1] / REPORTED[0]

BOUNDS = {  # The census form sets these bounds, not the data.
    "age": Bounded(low=17, high=90),
    "education": Bounded(low=1, high=16),
    "hours": Bounded(low=1, high=99),
    "married": Bounded(low=0, high=1),
    "income": Bounded(low=0, high=1),
}
CHOSEN: dict[str, tuple[str, ...]] = {
    "two numbers": ("education", "married"),
    "four numbers": ("education", "married", "age", "hours"),
}

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """These are the quarters of R2 over repetitions."""

    low: float
    middle: float
    high: float

    def __str__(self) -> str:
        return f"{digits(self.middle, 2)} ({digits(self.low, 2)} to {digits(self.high, 2)})"


@cache
def people(split: str) -> dict[str, Integers]:
    """Returns what these people have for each name of BOUNDS: a number, or 0 and 1 for no and yes."""
    kept = [row for row in rows() if row[columns().index("split")] == split]

    def column(name: str) -> list[Cell]:
        return [row[columns().index(name)] for row in kept]

    return {
        "age": np.array(column("age"), dtype=np.int64),
        "education": np.array(column("education-num"), dtype=np.int64),
        "hours": np.array(column("hours-per-week"), dtype=np.int64),
        "married": np.array([str(cell).startswith("Married") for cell in column("marital-status")], dtype=np.int64),
        "income": np.array([str(cell).startswith(">50K") for cell in column("income")], dtype=np.int64),
    }


def table_of(split: str, chosen: str) -> Integers:
    """[people, numbers], the outcome last."""
    return np.stack([people(split)[name] for name in (*CHOSEN[chosen], "income")], axis=1)


def explained(outcome: Integers, foretold: Floats) -> float:
    """Returns R2: 1 explains all of the variance, 0 as little as the mean alone, and a value below 0 is worse than the
    mean."""
    return float(1 - ((outcome - foretold) ** 2).sum() / ((outcome - outcome.mean()) ** 2).sum())


@cache
def without_noise(chosen: str) -> float:
    training, others = table_of("train", chosen), table_of("test", chosen)
    ones = np.ones((len(training), 1))
    line, *_ = np.linalg.lstsq(np.hstack([ones, training[:, :-1]]), training[:, -1].astype(np.float64), rcond=None)
    return explained(others[:, -1], line[0] + others[:, :-1] @ line[1:])


@cache
def with_noise(chosen: str, epsilon: str, crowd: int | None = None) -> Spread:
    """Returns R2 on the test people of lines learnt from the training people, or from a number of people drawn from
    these."""
    training, others = table_of("train", chosen), table_of("test", chosen)
    numbers = tuple(BOUNDS[name] for name in (*CHOSEN[chosen], "income"))
    moments = PerturbedMoments(numbers=numbers, epsilon=epsilon)
    scores = []
    for repetition in range(REPETITIONS):
        entropy = SeededEntropy(SEED + repetition)
        told = training if crowd is None else training[entropy.words(crowd) % np.uint32(len(training))]
        line = linear_regression(moments.moments(moments.count(moments.perturb_many(told, entropy))), numbers)
        scores.append(explained(others[:, -1], line.foretell(others[:, :-1])))
    low, middle, high = np.quantile(scores, [0.25, 0.5, 0.75]).tolist()
    return Spread(low, middle, high)


def remake() -> Page:
    return Page(
        name="linear-regression",
        title="Linear regression of perturbed moments",
        summary=(
            "A line of least squares needs the means, squares and products of the numbers and nothing else. Where a curator who is trusted with "
            "the data adds noise to them once, a few hundred people are enough; where each person tells one of them, perturbed, it takes many thousands."
        ),
        source=(
            "Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapter 3, with the Wishart noise on second moments of Sheffet: a "
            "central mechanism. No figure for regression under local privacy is reported there; the mechanism here is that of Wang, Xiao, Yang "
            "and others 2019, arXiv:1907.00782"
        ),
        data=(
            "Adult, 32 561 people for training, who are asked, and 16 281 for testing, who are foretold (`tests/adult/SOURCE.md`); the reported "
            "figure is of the diabetes data of Efron and others 2004, which are not in this repository"
        ),
        seed=f"seeds from {SEED} on, one for each of {REPETITIONS} repetitions; a figure is the median, in brackets the middle half",
        experiments=[against_epsilon(), against_people()],
    )


def against_epsilon() -> Experiment:
    kept = {chosen: with_noise(chosen, AT).middle / without_noise(chosen) for chosen in CHOSEN}
    enough = {
        chosen: next(
            epsilon for epsilon in EPSILONS if with_noise(chosen, epsilon).middle >= KEPT * without_noise(chosen)
        )
        for chosen in CHOSEN
    }
    rows = [("10 numbers, 442 people, no noise", digits(REPORTED[0], 2), "")]
    rows.append((f"10 numbers, 442 people, epsilon {AT}, a trusted curator", digits(REPORTED[1], 2), ""))
    for chosen in CHOSEN:
        rows.append((f"{chosen}, no noise", "", digits(without_noise(chosen), 3)))
        rows += [(f"{chosen}, epsilon {epsilon}", "", str(with_noise(chosen, epsilon))) for epsilon in EPSILONS]
    return Experiment(
        heading=(
            f"With two numbers epsilon {AT} keeps {100 * kept['two numbers']:.0f} % of what a line explains, "
            f"with four {100 * kept['four numbers']:.0f} %"
        ),
        setup=(
            "Whether somebody earns over 50 000 is foretold from education and being married, and from age and hours of work too. Each person "
            "tells one mean, square or product (several from epsilon 5 on) by the Piecewise mechanism; R² is that on people who were not asked. "
            f"Reported, of other data and by another mechanism: R² falls from {REPORTED[0]} to {REPORTED[1]} at epsilon {AT}, so "
            f"{100 * KEPT:.0f} % is kept."
        ),
        picture=curves(
            "linear-regression-epsilon",
            "Two panels of R² on people who were not asked against epsilon. With two numbers the median soon reaches the line without noise; "
            "with four numbers it starts lower, its middle half is wide, and it comes near only at larger epsilon.",
            [
                panel(chosen, [(float(epsilon), with_noise(chosen, epsilon)) for epsilon in EPSILONS])
                for chosen in CHOSEN
            ],
            x=Axis(title="epsilon"),
            y=Axis(title="R²; below 0 is drawn as 0"),
            labels=86,
        ),
        table=Table(headings=("", "reported", "ours"), rows=rows),
        why=(
            "These are not the same data: ours explain less even without noise, so that what compares is the part that is kept. And it is not the same "
            "promise: the reported noise is added once to sums that a curator computed from plain numbers, and its error falls as 1 / n; here nobody "
            f"sees a plain number, and the error falls as 1 / √n. As much as reported is kept from epsilon {enough['two numbers']} on with two numbers, "
            f"from {enough['four numbers']} with four."
        ),
    )


def against_people() -> Experiment:
    def keeps(chosen: str, crowd: int) -> bool:
        return with_noise(chosen, AT, crowd).middle >= KEPT * without_noise(chosen)

    enough = {chosen: next((crowd for crowd in CROWDS if keeps(chosen, crowd)), None) for chosen in CHOSEN}
    people_needed = {
        chosen: "more than " + whole(CROWDS[-1]) if many is None else whole(many) for chosen, many in enough.items()
    }
    rows: list[tuple[str, ...]] = [("442 people, a trusted curator", f"{100 * KEPT:.0f} %", "", "")]
    for crowd in CROWDS:
        spreads = [with_noise(chosen, AT, crowd) for chosen in CHOSEN]
        parts = [100 * spread.middle / without_noise(chosen) for spread, chosen in zip(spreads, CHOSEN, strict=True)]
        rows.append((f"{whole(crowd)} people", "", *(kept_text(part) for part in parts)))
    return Experiment(
        heading=f"At epsilon {AT} {people_needed['two numbers']} people are enough for two numbers, {people_needed['four numbers']} for four",
        setup=(
            f"The same at epsilon {AT}, of so many people drawn with repetition from those for training; 442 is as many as the reported figure has. "
            "How much of R² is kept, by the median."
        ),
        picture=curves(
            "linear-regression-people",
            f"Two panels of R² at epsilon {AT} against the number of people, from 442 to 260 000. With 442 people nothing is explained; with "
            "hundreds of thousands nearly as much as without noise.",
            [panel(chosen, [(float(crowd), with_noise(chosen, AT, crowd)) for crowd in CROWDS]) for chosen in CHOSEN],
            x=Axis(title="people", logarithmic=True, ticks=(1_000, 10_000, 100_000)),
            y=Axis(title="R²; below 0 is drawn as 0"),
            labels=86,
        ),
        table=Table(headings=("", "reported", *(f"ours, {chosen}" for chosen in CHOSEN)), rows=rows),
        why=(
            "This is the price of trusting nobody, and no better mechanism lifts it: an error of 1 / √n cannot be avoided when each report is private "
            "by itself. With too few people the noisy covariance has a direction of next to no variance; the ridge that then holds the line is said by "
            "the model's card, and no interval is given."
        ),
    )


def kept_text(part: float) -> str:
    return f"{part:.0f} %" if part > 0 else "nothing"


def panel(chosen: str, spreads: list[tuple[float, Spread]]) -> Panel:
    first, last = spreads[0][0], spreads[-1][0]
    plain = without_noise(chosen)
    return Panel(
        title=f"From {chosen}",
        series=[
            Series(name="median", line=[(at, max(0.0, spread.middle)) for at, spread in spreads]),
            Series(name="no noise", line=[(first, plain), (last, plain)]),
            Series(name=f"{100 * KEPT:.0f} % kept", line=[(first, KEPT * plain), (last, KEPT * plain)]),
            Series(
                name="middle half",
                line=(),
                dots=[(at, max(0.0, end)) for at, spread in spreads for end in (spread.low, spread.high)],
            ),
        ],
    )
