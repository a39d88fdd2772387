"""Levels are shown together where too few people chose one of them."""

from collections.abc import Sequence


def groups(reports: Sequence[int], least: int) -> list[list[int]]:
    """Returns groups of neighbouring levels, each group with at least `least` reports; a level nobody chose counts as
    too small.

    A small level joins the next, less protective one; what is left at the end joins the group before it.
    """
    clusters: list[list[int]] = []
    waiting: list[int] = []
    for level in range(len(reports)):
        waiting.append(level)
        if sum(reports[member] for member in waiting) >= least:
            clusters.append(waiting)
            waiting = []
    if waiting and clusters:
        clusters[-1].extend(waiting)
    return clusters
