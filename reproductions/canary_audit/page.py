"""The page shows how much of its budget a release shows by a canary, ours and the published one that has no
guarantee."""

from reproductions.canary_audit.shown import GROWING, figures, growth
from reproductions.canary_audit.trials import (
    BOUNDS,
    CODES,
    DELTA,
    EPSILON,
    ERROR,
    FIRSTS,
    RUNS,
    SEED,
    TREE_RUNS,
    Canary,
    gaussian,
    published,
    tree,
)
from reproductions.drawing.bounds import bounds
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Page, Table, digits

CANARIES: dict[Canary, str] = {
    "value": "new values",
    "combination": "new combination",
    "double": "double of a loner",
}


def remake() -> Page:
    return Page(
        name="canary-audit",
        title="How much a release shows by a canary",
        summary=(
            "A canary is a row made to be found. Rows are synthesised many times without it and with it, and whoever knows it guesses which it was. "
            "How often the guess is right bounds from below how much privacy was spent. A lower bound can refute a claim and never prove one."
        ),
        source=(
            "no figure of it. The publication of the algorithm that is tried here (Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapter 6) calls "
            "its rows differentially private and was not audited"
        ),
        data=(
            "Twenty made-up people. For the tree of marginals two attributes of four values: ten have the first of both, nine the second, one alone the third. For the "
            "Gaussian model nineteen of a class lie on a line, one is alone in the other. For the published algorithm all are of one class, in groups of at least 5"
        ),
        seed=(
            f"seeds from {SEED} on; {TREE_RUNS} runs of the tree on either side, {RUNS} of all others. The library draws its noise by OpenDP, which takes no seed; here "
            "a seeded stream of the same distributions stands in its place. A quarter of the runs picks events, the rest bounds them (Clopper and Pearson): all bounds "
            f"of the page hold together but with probability {ERROR:.6f}"
        ),
        experiments=[ours(), theirs()],
        shown=figures(),
    )


def ours() -> Experiment:
    sides_by_name = {
        f"{engine}: {called}": sides(canary)
        for engine, sides in (("tree", tree), ("Gaussian", gaussian))
        for canary, called in CANARIES.items()
    }
    shown = {name: sides.shown().spent for name, sides in sides_by_name.items()}
    below = sum(spent <= float(EPSILON) for spent in shown.values())
    return Experiment(
        heading=f"Of ours, {below} of {len(shown)} canaries show no more than the epsilon of {EPSILON} that is claimed",
        setup=(
            f"Both engines claim ({EPSILON}, {DELTA})-differential privacy for a row that is added. What leaves is looked at: the number of rows, marginals of the model or noisy "
            "moments, and twenty rows drawn of it, each by itself and in the direction in which they tell the two sides apart best. The canary has values that nobody has, a "
            f"combination of common values that nobody has, or it doubles the one who was alone. {len(CODES)} canaries for each engine."
        ),
        picture=bounds(
            "canary-audit-ours",
            "A row for each engine and canary, with a dot at the epsilon that it shows at least, near zero in every row, and a line at the epsilon that is claimed.",
            list(shown.items()),
            limit=float(EPSILON),
            unit="epsilon shown at least",
        ),
        table=Table(
            headings=("", "reported", "shown at least", "claimed", "could have been shown"),
            rows=[
                (name, "", digits(shown[name], 2), EPSILON, digits(sides.most, 2))
                for name, sides in sides_by_name.items()
            ],
        ),
        why=(
            "The last column is what so many runs would show of an event that always happens on one side and never on the other: it lies above the "
            "claim, so that a count without noise or bounds learnt from the data, which tell the sides apart in every run, would have been found. That "
            f"a bound is 0 says no more than that: an epsilon of {EPSILON} with so small a delta stands for noise in which one row of twenty hardly "
            "shows, and more runs would raise the bound a little."
        ),
    )


def theirs() -> Experiment:
    described, coded, best = published("as_described"), published("as_coded"), gaussian("value")
    copied = sum(
        int((side[:, 2] == first).all())
        for side, first in zip((coded.without, coded.with_it), FIRSTS[:, 2], strict=True)
    )
    ends = {"As described": described, "As coded": coded}
    largest = max(sides.shown(delta=0.0).spent for sides in ends.values())
    return Experiment(
        heading=f"The published algorithm shows {digits(largest, 2)} for an epsilon of {EPSILON}, and more with every run: its ratio has no bound",
        setup=(
            "One of twenty people has other numbers on the second side, two of them far from all others; as many people and as many of the class, so that neither of these, "
            f"which leave without noise, gives the sides away. Epsilon is set to {EPSILON}. No delta is granted."
        ),
        picture=curves(
            "canary-audit-published",
            "Lower bounds on epsilon against the number of runs. Those of the published algorithm, as described and as coded, rise in a straight line over the "
            "logarithm of the runs, far above the claim, where that of our model stays at the bottom.",
            [
                Panel(
                    title="Epsilon shown at least",
                    series=[
                        Series(name="ours", line=growth(best)),
                        Series(name="claimed", line=[(float(runs), float(EPSILON)) for runs in GROWING]),
                        Series(name="as coded", line=growth(coded)),
                        Series(name="as described", line=growth(described)),
                    ],
                )
            ],
            x=Axis(title="runs of either side", logarithmic=True, ticks=GROWING),
            y=Axis(title="epsilon"),
            labels=110,
        ),
        table=Table(
            headings=("", "reported", "shown at least", "so many runs could show", "by construction"),
            rows=[
                (name, EPSILON, digits(sides.shown(delta=0.0).spent, 2), digits(sides.most, 2), "no bound")
                for name, sides in ends.items()
            ],
        ),
        why=(
            "What is shown is as much as so many runs can show, or nearly: the sides are hardly ever taken for each other, and the bound of what is copied would grow with "
            "the logarithm of the runs for ever. No run is needed to know that. As coded, the last column is copied, bit by bit: two people with 0.1 and 0.2 there come out with 0.1 and with 0.2 "
            f"({copied} of 2 sides did so in all {RUNS} runs each), an event of chance 1 on one side and 0 on the other, whose ratio is infinite. As described, the class of every row "
            "is copied: two tables that differ in one class have no output in common. So for no epsilon, however large, and no delta below 1 is either of them differentially "
            f"private. {BOUNDS} bounds share the error of this page, also where fewer are shown."
        ),
    )
