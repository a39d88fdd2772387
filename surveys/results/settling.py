"""The estimates of a simulated survey settle: this module computes the results from part of the reports."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from mechanisms.ldp.advice.evaluation import people_of
from surveys.publishing.definition import Definition
from surveys.reports.report_fields import pieces_of, tallies
from surveys.results.estimate import is_shown, results
from surveys.results.kinds.all import KINDS

Reports = Sequence[tuple[int, bytes]]  # The level and record of each report, of one block or whole.
People = Mapping[int, int] | None  # The number of people, by level.
SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
SHOWN = ("reports", "levels", *(kind.results for kind in KINDS), "guarantee", "method")


def sizes_below(reports: int, shown_from: int) -> list[int]:
    return [size for size in SIZES if shown_from <= size < reports]


def steps(
    definition: Definition,
    reports: Mapping[str, Reports],
    sizes: Sequence[int],
    people: People = None,
) -> list[dict[str, Any]]:
    """Returns the results of the first of `reports`, by block, which stand in an order that says nothing of anybody.

    Where some of the blocks are sent, so many `people` of each level sent all of `reports`: a step of fewer people has
    as large a part of each block, and there is none of so few that no question has enough.
    """
    if people is None:
        each = [_step(definition, {block: own[:size] for block, own in reports.items()}) for size in sizes]
        return [step for step in each if step]
    every = sum(people.values())
    parts = [number / every for number in people.values()]
    each = [
        _step(
            definition,
            {block: own[: len(own) * size // every] for block, own in reports.items()},
            dict(zip(people, people_of(parts, size).tolist(), strict=True)),
        )
        for size in sizes
    ]
    return [step for step in each if step]


def _step(definition: Definition, reports: Mapping[str, Reports], people: People = None) -> dict[str, Any] | None:
    stored: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for block, kept in reports.items():
        for level, record in kept:
            stored[block, level].append(record)
    counted = tallies(definition, pieces_of(definition, stored), people)
    return step_of(results(definition, counted, distributions=False)) if is_shown(definition, counted) else None


def step_of(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the part of results that a step shows; a kind of estimate is left out where the version has none of
    it.
    """
    return {name: outcome[name] for name in SHOWN if name in outcome}
