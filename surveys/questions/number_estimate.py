"""This module is about number questions of which a mean or a distribution is wanted: what is sent is a place on a grid,
not a bin.

A number beyond the bounds counts as the bound it is beyond, and the question says so. To refuse it would tell, of
everybody whose report came, that their number lies between the bounds; `drafts.reachability` says why nothing may.
"""

from collections.abc import Mapping
from typing import Any

from mechanisms.ldp.numbers.grid import WIDEST, Grid
from surveys.questions.checks import Faults, is_object, whole

MEAN, DISTRIBUTION = "mean", "distribution"
WANTED = (MEAN, DISTRIBUTION)
STEPS_IF_SKIPPABLE = 1  # A mean that may be skipped, or not asked, has a grid of one step.
FURTHEST_NUMBER = 10**12
MOST_STEPS = {
    # A report has two bytes at any epsilon; the grid adds no bias, and a finer one hardly reduces the error.
    MEAN: 1000,
    DISTRIBUTION: 100,  # With more steps, hardly anybody would be at a point.
}

Item = Mapping[str, Any]


def estimate_of(item: Item) -> Mapping[str, Any] | None:
    """Returns the estimate that is wanted of a number beside bins; None for every other question."""
    wanted: Mapping[str, Any] | None = item["number"].get("estimate") if "number" in item else None
    return wanted


def grid_of(wanted: Mapping[str, Any]) -> Grid:
    """Returns the grid of a number whose mean or distribution is estimated, from an estimate or from a field."""
    return Grid(low=wanted["low"], high=wanted["high"], steps=wanted["steps"])


def check_estimate(wanted: Any, where: str, faults: Faults) -> None:
    if not is_object(wanted, where, ("of", "low", "high", "steps"), faults):
        return
    if wanted.get("of") not in WANTED:
        faults.setdefault(f"{where}.of", f"is one of {', '.join(WANTED)}")
    for name in ("low", "high"):
        whole(wanted.get(name), f"{where}.{name}", -FURTHEST_NUMBER, FURTHEST_NUMBER, faults)
    whole(wanted.get("steps"), f"{where}.steps", 1, max(MOST_STEPS.values()), faults)


def finish_estimate(number: Mapping[str, Any], where: str, faults: Faults) -> None:
    """Checks that an estimate of a number is complete; the number has passed `check_item`."""
    wanted = number["estimate"]
    if number["edges"]:
        faults[f"{where}.edges"] = f"must be empty, as the {wanted['of']} is wanted: no bin is sent"
    for name in ("least", "most"):
        if number[name] is not None:
            faults[f"{where}.{name}"] = "must be null: a number beyond the bounds of the estimate counts as the bound"
    width = wanted["high"] - wanted["low"]
    if not 0 < width <= WIDEST:
        faults[f"{where}.estimate.high"] = f"is {width} above low; it lies 1 to {WIDEST} above it"
    elif wanted["steps"] > width:
        faults[f"{where}.estimate.steps"] = f"is {wanted['steps']}; from low to high there are {width} whole numbers"
    elif wanted["steps"] > MOST_STEPS[wanted["of"]]:
        rule = f"a {wanted['of']} has at most {MOST_STEPS[wanted['of']]}"
        faults[f"{where}.estimate.steps"] = f"is {wanted['steps']}; {rule}"


def why_not_asked(item: Item, *, may_be_unasked: bool) -> tuple[str, str] | None:
    """Returns the field and the rule by which a number is refused that is estimated and that somebody may not have, or
    None.

    One report says that there is none, as hidden as a number: the one of a mean whose numbers go to either bound.
    """
    wanted = estimate_of(item)
    if wanted is None or not (item["may_skip"] or may_be_unasked):
        return None
    if wanted["of"] == MEAN:
        rule = "must be 1, as somebody may have no number: what is sent is either bound, or that there is none"
        return None if wanted["steps"] == STEPS_IF_SKIPPABLE else ("number.estimate.steps", rule)
    if may_be_unasked:
        return "number.estimate", f"needs a question that everybody is asked: a {wanted['of']} has no report for others"
    return "may_skip", f"must be false, as the {wanted['of']} is wanted: no report says that somebody skipped"
