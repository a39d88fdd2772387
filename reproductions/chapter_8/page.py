"""The textbook's three releases of Adult, and a package whose closeness is none."""

from functools import cache

import numpy as np

from mechanisms.anonymity.models.closeness import MaximumDifference
from mechanisms.anonymity.models.diversity import DistinctDiversity
from mechanisms.anonymity.models.membership import KAnonymity
from reproductions.chapter_8.people import SEED, ReleaseFigures, anonypy, column, ours
from reproductions.drawing.curves import Axis, Panel, Point, Series, curves
from reproductions.page import Experiment, Page, Table, digits, whole

K, L, T = 3, 2, "0.2"
FALSE = "k 5 p 0.2"
# Each line holds what ARX 3.9.2 gave for k = 3 on 2026-11-20: classes, C_avg, DM, and GCP by nodes of its hierarchies.
ARX = (
    ("ARX, one level a column, 0.4 % suppressed", 855, 19.0, 2.1e7, 0.0044),
    ("ARX, local", 870, 18.7, 1.09e7, 0.0023),
)
RUNS = (("k = 3", "k 3"), ("k = 3, l = 2", "k 3 l 2"), ("k = 3, t = 0.2", "k 3 p 0.2"))


@cache
def releases() -> tuple[ReleaseFigures, ...]:
    """Returns the figures of our releases: k, then l, then t."""
    k = KAnonymity(K)
    return ours([k]), ours([k, DistinctDiversity("income", L)]), ours([k, MaximumDifference("income", T)])


def remake() -> Page:
    return Page(
        name="chapter-8",
        title="Adult by age and school: three releases of a textbook, and a closeness that is none",
        summary=(
            "A textbook anonymises Adult by age and years of school with greedy cuts at medians: at least three people in each class, then two incomes "
            "in each, then shares of incomes within 0.2 of the whole. Ours holds the same models with more and smaller classes. The package that does the "
            "same cuts, anonypy, compares its distances with the wrong number when it is asked for closeness."
        ),
        source=(
            "Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapter 8, listings 6 and 7: what is run and that the shares of "
            "incomes are 0.76 and 0.24; no number of classes and no loss is known to us from it, so anonypy 0.2.1, the same algorithm, stands beside ours"
        ),
        data=(
            "Adult, all 48 842 people (`tests/adult/SOURCE.md`: UCI, CC BY 4.0); anonypy's classes as it gave them on 2026-11-23 "
            "(`reproductions/chapter_8/peer.py`, recorded in `anonypy.jsonl`)"
        ),
        seed=f"which of two equal rows goes where is drawn from seed {SEED}; no figure depends on it but by ties",
        experiments=[three_releases(), false_closeness()],
    )


def three_releases() -> Experiment:
    share = float(np.mean([value == ">50K" for value in column("income")]))
    theirs = [anonypy()[run] for _, run in RUNS]
    rows = []
    for (label, _), own, other in zip(RUNS, releases(), theirs, strict=True):
        rows += [_row(f"{label}: ours", own), _row(f"{label}: anonypy", other)]
        if label == RUNS[0][0]:
            rows += [
                (
                    f"{label}: {name}",
                    whole(classes),
                    digits(average),
                    whole(dm),
                    digits(loss, 2),
                    "not measured",
                    "not measured",
                )
                for name, classes, average, dm, loss in ARX
            ]
    ratio = digits(len(releases()[0].counts) / len(theirs[0].counts), 2)
    panels = [
        Panel(
            title=name,
            series=[
                Series(name=label, line=_in_classes_of_at_most(release))
                for (label, _), release in zip(RUNS, group, strict=True)
            ],
        )
        for name, group in (("ours", releases()), ("anonypy", theirs))
    ]
    return Experiment(
        heading=f"k, then l, then t: {', '.join(whole(len(release.counts)) for release in releases())} classes where anonypy makes {', '.join(whole(len(release.counts)) for release in theirs)}",
        setup=(
            f"Quasi-identifiers age and education-num, sensitive income, of which {digits(1 - share, 2)} and {digits(share, 2)} are the two shares, as reported. "
            "First 3-anonymous, then two incomes in each class besides, then closeness 0.2 besides k by the largest difference of the shares "
            "that are present, which the book calls t-closeness. C_avg is rows / classes / k, DM the sum of squared sizes, GCP the mean loss of a cell."
        ),
        picture=curves(
            "chapter-8-classes",
            "The share of people in classes of at most so many rows, for k, l and t. Each model needs larger classes than the one before; "
            "for closeness anonypy puts half of the people into one class.",
            panels,
            x=Axis(title="rows of the class", logarithmic=True, ticks=(10, 100, 1000, 10000)),
            y=Axis(title="share of people", ticks=(0, 0.5, 1)),
        ),
        table=Table(
            headings=("", "classes", "C_avg", "DM", "GCP", "rows of one income", "furthest class"),
            rows=rows,
        ),
        why=(
            f"At k = 3 ours makes {ratio} times as many classes as anonypy: a median that is the smallest value leaves one side of the cut empty, and "
            "anonypy then stops, though other cuts would do; the textbook's code does the same. Ours does not cut at all: it takes boxes of a tree, in "
            "the order of what they lose. Under t = 0.2 anonypy's line is no release of that closeness, as the next section shows."
        ),
    )


def _row(name: str, release: ReleaseFigures) -> tuple[str, ...]:
    classes, average, dm = release.figures(K)
    figures = (whole(classes), digits(average), whole(dm), digits(release.penalty, 2))
    return name, *figures, whole(release.homogeneous), digits(float(release.distances.max()))


def _in_classes_of_at_most(release: ReleaseFigures) -> list[Point]:
    sizes = np.sort(release.sizes)
    people = np.cumsum(sizes) / sizes.sum()
    last = np.flatnonzero(np.diff(sizes, append=0))  # The chart has one point for each size.
    return [(float(sizes[at]), float(people[at])) for at in last]


def false_closeness() -> Experiment:
    broken, own = anonypy()[FALSE], releases()[2]
    above = broken.distances > float(T)
    panels = [
        Panel(
            title=name,
            series=[
                Series(name="distance", line=_falling(release)),
                Series(name="asked: 0.2", line=[(0, float(T)), (100, float(T))]),
            ],
        )
        for name, release in (("anonypy", broken), ("ours", own))
    ]
    return Experiment(
        heading=f"Asked for 0.2, anonypy releases classes as far as {digits(float(broken.distances.max()))} from the whole",
        setup=(
            "The same columns, k = 5 and t = 0.2. The function that asks whether a class is close has its limit as an argument called p, and takes the "
            "name p again for the share of each income in its loop. What it compares with at the end is not the limit but the share of the last income "
            "that the class holds."
        ),
        picture=curves(
            "chapter-8-closeness",
            "The distance of each class from the whole, the furthest first. A third of anonypy's classes lie above the 0.2 that was asked for, up to "
            f"{digits(float(broken.distances.max()))}; all of ours lie below.",
            panels,
            x=Axis(title="classes, of 100"),
            y=Axis(title="distance", ticks=(0, 0.2, 0.4, 0.6, 0.8)),
        ),
        table=Table(
            headings=("", "anonypy, measured before", "anonypy", "ours, k = 3"),
            rows=[
                ("classes", "96", whole(len(broken.counts)), whole(len(own.counts))),
                ("furthest class", "0.761", digits(float(broken.distances.max())), digits(float(own.distances.max()))),
                (
                    "classes further than 0.2",
                    "35",
                    whole(int(above.sum())),
                    whole(int((own.distances > float(T)).sum())),
                ),
                (
                    "people in them",
                    "7 137",
                    whole(int(broken.sizes[above].sum())),
                    whole(int(own.sizes[own.distances > float(T)].sum())),
                ),
            ],
        ),
        why=(
            "What was measured before is of another machine and day, and is the same: the package draws nothing. With two incomes, both of them "
            "present, the largest difference is the earth mover's distance; where a class lacks an income the book's form counts the other alone, "
            "which for two values is as far off."
        ),
    )


def _falling(release: ReleaseFigures) -> list[Point]:
    distances = np.sort(release.distances)[::-1]
    return [(100 * (at + 1) / len(distances), float(distance)) for at, distance in enumerate(distances)]
