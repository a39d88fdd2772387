"""How the estimates of a simulated survey settle: the same results from part of the reports."""

from collections.abc import Sequence
from typing import Any

from surveys.rules.definition import Definition
from surveys.rules.estimate import results, tally

SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
SHOWN = ("reports", "levels", "questions", "guarantee", "method")


def sizes_below(reports: int, shown_from: int) -> list[int]:
    return [size for size in SIZES if shown_from <= size < reports]


def steps(definition: Definition, reports: Sequence[tuple[int, bytes]], sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Results of the first of `reports` (level, record), which stand in an order that says nothing of anybody."""
    return [_step(definition, reports[:size]) for size in sizes]


def _step(definition: Definition, reports: Sequence[tuple[int, bytes]]) -> dict[str, Any]:
    tallies = {
        level.id: tally(level, [record for chosen, record in reports if chosen == level.id])
        for level in definition.levels
    }
    found = results(definition, tallies)
    return {name: found[name] for name in SHOWN}
