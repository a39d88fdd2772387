"""The page shows a textbook's synthesis study beside a Gaussian model whose guarantee holds."""

from statistics import median

import numpy as np

from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.drawing.dots import Legend, Row, dots
from reproductions.gaussian_model.people import people
from reproductions.gaussian_model.trials import (
    DELTA,
    REPETITIONS,
    SEED,
    SETS,
    Maker,
    learnt_of_real,
    moved,
    outcome,
)
from reproductions.page import Experiment, Page, Table, digits

NAMES = {"diabetes": "Diabetes", "breast": "Breast cancer", "australian": "Australian credit"}
EPSILONS = ("0.1", "0.2", "0.4", "0.7", "1")
SIZES = (25, 50, 75, 100)
AT = "0.4"  # The publication reports that more epsilon gains little from here on.
MAKERS: dict[Maker, str] = {"ours": "ours", "described": "as described", "coded": "as coded"}


def remake() -> Page:
    return Page(
        name="gaussian-model",
        title="A Gaussian model with a guarantee, beside the published one",
        summary=(
            "A textbook makes rows by grouping similar people and drawing from normal distributions with noise on their means and covariances. "
            "What it publishes is useful, and is not private: its groups come from the raw rows, its code adds noise hundreds of times smaller than its "
            "text asks for, and copies one column. The same idea with declared bounds, classes in place of groups and noise for what a row can move is "
            "differentially private; this page says what that costs."
        ),
        source=(
            "Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapter 6: feature-level micro-aggregation and its study on three data "
            "sets, of which we know the shape that is reported and no table of figures"
        ),
        data=(
            "Diabetes, 768 people and 8 numbers; breast cancer, 683 and 9; Australian credit, 686 and 14, without those who lack a value "
            "(`reproductions/data/README.md`). The bounds of the numbers are written down in `reproductions/gaussian_model/people.py`"
        ),
        seed=(
            f"seeds from {SEED} on, one for each of {REPETITIONS} repetitions; a figure is the mean with its standard error. The library draws its noise by "
            "OpenDP, which takes no seed; here normal noise of the same scale is rounded in its place"
        ),
        experiments=[by_epsilon(), by_size(), by_one_row()],
    )


def by_epsilon() -> Experiment:
    first, last = EPSILONS[0], EPSILONS[-1]
    wins = [
        name for name in NAMES if outcome(name, "ours", last).real.mean > outcome(name, "described", last).real.mean
    ]
    lost = {name: 100 * (learnt_of_real(name).mean - outcome(name, "ours", last).real.mean) for name in NAMES}
    flat = {
        name: 100 * (outcome(name, "coded", last).real.mean - outcome(name, "coded", first).real.mean) for name in NAMES
    }
    rows: list[tuple[str, ...]] = []
    for name, title in NAMES.items():
        rows.append((f"{title}, real rows", "", *[str(learnt_of_real(name))] * 2, ""))
        for maker, called in MAKERS.items():
            ends = [outcome(name, maker, epsilon) for epsilon in (first, last)]
            remark = f"little more from {AT} on" if maker == "coded" else ""
            rows.append((f"{title}, {called}", remark, *(str(end.real) for end in ends), str(ends[1].synthetic)))
    return Experiment(
        heading=(
            f"At epsilon {last} a guarantee costs {min(lost.values()):.0f} to {max(lost.values()):.0f} points, and beats the text that has none on "
            f"{len(wins)} of {len(NAMES)}"
        ),
        setup=(
            "Rows are made of four fifths of the people; a logistic regression learns the class from them and foretells it for the fifth that is left "
            "(train on synthetic, test on real). The last column is the other setting: learnt of real rows and tried on made ones. Groups of at least "
            f"25 people, columns in {SETS} sets."
        ),
        picture=curves(
            "gaussian-model-epsilon",
            "Three panels, one for each data set, of the share of people rightly foretold against epsilon. The published code is a flat line near that of "
            "real rows. Our model rises towards it from the smallest epsilon on, and the algorithm as described stays below.",
            [panel(name, title) for name, title in NAMES.items()],
            x=Axis(title="epsilon", logarithmic=True, ticks=(0.1, 0.2, 0.4, 1)),
            y=Axis(title="% rightly foretold"),
            labels=96,
        ),
        table=Table(
            headings=("", "reported", f"epsilon {first}", f"epsilon {last}", f"epsilon {last}, tried on made rows"),
            rows=rows,
        ),
        why=(
            f"Ours is ({last}, {DELTA})-differentially private for a person who is added or removed, the others are not private at all, whatever "
            "epsilon says. As coded, the noise is divided once more by the number of rows of the class, and the last column is the real one: accuracy "
            f"changes by {points(min(flat.values()))} to {points(max(flat.values()))} points from epsilon {first} to {last}, because there is next to "
            "no noise to lessen. With the noise that the text asks for, which we take to be of one scale for means and covariances, such accuracy is "
            "out of reach. Ours gets by with less noise, as it releases few moments of many rows, where each group of 25 has moments of its own. Rows "
            "are shortened to half of the squared length of the corners, the library's default. That default was chosen after five settings had been "
            "tried on these same three data sets: what ours reaches here is slightly optimistic, and the choice is not covered by the guarantee on "
            "these sets."
        ),
    )


def panel(name: str, title: str) -> Panel:
    first, last = float(EPSILONS[0]), float(EPSILONS[-1])
    real, usual = 100 * learnt_of_real(name).mean, 100 * people(name).usual
    return Panel(
        title=title,
        series=[
            *(
                Series(
                    name=called,
                    line=[(float(epsilon), 100 * outcome(name, maker, epsilon).real.mean) for epsilon in EPSILONS],
                )
                for maker, called in MAKERS.items()
            ),
            Series(name="real rows", line=[(first, real), (last, real)]),
            Series(name="larger class", line=[(first, usual), (last, usual)]),
        ],
    )


def by_size() -> Experiment:
    makers: dict[Maker, str] = {"described": "As described", "coded": "As coded"}
    shares = {
        (name, maker): [outcome(name, maker, AT, least).real.mean for least in SIZES]
        for name in NAMES
        for maker in makers
    }
    worst = {maker: sum(int(np.argmin(shares[name, maker])) == 0 for name in NAMES) for maker in makers}
    best = {maker: sum(int(np.argmax(shares[name, maker])) == len(SIZES) - 1 for name in NAMES) for maker in makers}
    rows = [
        (
            f"{title}, {called.lower()}",
            "25 worst, 100 mostly best",
            *(str(outcome(name, maker, AT, least).real) for least in SIZES),
        )
        for name, title in NAMES.items()
        for maker, called in makers.items()
    ]
    return Experiment(
        heading=(
            f"As described, groups of 25 are worst on {worst['described']} of 3 data sets and of 100 best on {best['described']}; as coded, on "
            f"{worst['coded']} and {best['coded']}"
        ),
        setup=f"The same at epsilon {AT}, with groups of at least 25, 50, 75 and 100 people. Our model has no groups: its classes are declared.",
        picture=curves(
            "gaussian-model-size",
            "Two panels of the share of people rightly foretold against the size of groups, a line for each data set. As described, lines lie lower "
            "and are uneven; as coded, they are high and nearly flat.",
            [
                Panel(
                    title=called,
                    series=[
                        Series(
                            name=title,
                            line=[
                                (least, 100 * share) for least, share in zip(SIZES, shares[name, maker], strict=True)
                            ],
                        )
                        for name, title in NAMES.items()
                    ],
                )
                for maker, called in makers.items()
            ],
            x=Axis(title="people in a group, at least", ticks=SIZES),
            y=Axis(title="% rightly foretold"),
            labels=126,
        ),
        table=Table(headings=("", "reported", *(f"k = {least}" for least in SIZES)), rows=rows),
        why=(
            "Larger groups get less noise, as its scale is 2 d / k: where there is noise, larger ones are expected to do better, and the standard errors say where that is more than chance. Where the code has divided it away, there is "
            "hardly a difference left to put in order."
        ),
    )


def by_one_row() -> Experiment:
    moves = {name: moved(name) for name in NAMES}
    times = {name: max(move.shifts) / move.allowed for name, move in moves.items()}
    rows = [
        (
            NAMES[name],
            digits(move.allowed, 2),
            digits(median(move.shifts), 2),
            digits(max(move.shifts), 2),
            f"{100 * median(move.changed):.0f} %, {100 * max(move.changed):.0f} %",
        )
        for name, move in moves.items()
    ]
    return Experiment(
        heading=f"One person who is replaced moves the means of all groups up to {min(times.values()):.0f} to {max(times.values()):.0f} times as far as the noise is for",
        setup=(
            "One of 40 people in turn is replaced by another of the same data set. Groups of 25 are formed anew, on all columns from −1 to 1, and compared "
            "in the order in which they are formed: how far do all means move, as the sum of all differences? The noise of the publication is for 2 d / k: that of "
            "groups which stay the same."
        ),
        picture=dots(
            "gaussian-model-one-row",
            "For each of three data sets, how far the means of all groups move when one person is replaced, as a dot with intervals over forty people, beside a ring "
            "at the distance for which the published noise is made, which lies at the left end of them.",
            [
                Row(
                    label=NAMES[name],
                    ours=median(move.shifts),
                    intervals=[spread(move.shifts, part) for part in (50, 80, 95)],
                    reported=move.allowed,
                )
                for name, move in moves.items()
            ],
            unit="sum of all differences of means",
            legend=Legend(
                ours="median of 40 people; 50, 80 and 95 % of them", reported="what the noise is for", places=(360, 380)
            ),
        ),
        table=Table(
            headings=("", "reported: 2 d / k", "median", "largest", "groups that changed: median, largest"), rows=rows
        ),
        why=(
            "A group is found by looking for the people furthest from the middle, so that one person decides who is in the next group, and the one after. Such a sum "
            "over all groups would have to be the sensitivity, and the noise as many times larger. There is a pair of tables that settles it "
            "without any measurement: the class of each person leaves as it is, so that two tables which differ in one class have no output in common, for no "
            "epsilon however large. A test of the library shows both, and that the code gives the last column away bit by bit."
        ),
    )


def spread(shifts: list[float], part: int) -> tuple[float, float]:
    low, high = np.quantile(shifts, [0.5 - part / 200, 0.5 + part / 200]).tolist()
    return low, high


def points(difference: float) -> str:
    return f"{difference:.1f}".replace("-", "−")
