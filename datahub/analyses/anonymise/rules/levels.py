"""The levels of a hierarchy are shown from the values up to `*`, with the number of rows under each of its nodes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datahub.analyses.anonymise.rules import hierarchies
from datahub.analyses.anonymise.rules.plan import UNLISTED, Declared
from datahub.analyses.errors import PlanRefused
from mechanisms.anonymity.hierarchy import SUPPRESSED, Hierarchy

MOST_NAMED = 400  # a level with more nodes is shown without their names
Counts = Sequence[tuple[str | None, int]]  # counts have each value, None if it is missing, and its number of rows


@dataclass(frozen=True, kw_only=True)
class LevelsRequest:
    """A levels request names a column and the hierarchy whose levels are wanted, as a plan writes them."""

    declared: Declared
    hierarchy: Mapping[str, Any]
    unlisted: str
    missing: str


def levels_of(request: LevelsRequest, counts: Counts) -> dict[str, Any]:
    """Returns the levels from the values to `*`, and which values the hierarchy does not list. PlanRefused for what
    makes no tree.

    What is missing is a value like any other, written as the plan says, and stands under no rule.
    """
    faults = dict(hierarchies.faults(request.declared, request.hierarchy))
    if faults:
        raise PlanRefused("This makes no hierarchy.", fields=faults)
    present = [value for value, _ in counts if value is not None]
    if request.missing in present:
        raise PlanRefused(
            f"{request.missing!r} is a value of {request.declared.name}; choose another text for what is missing.",
            fields={"missing": "is a value of the column"},
        )
    tree = hierarchies.build_hierarchy(request.declared.name, request.hierarchy, request.declared.values, present)
    values = [request.missing if value is None else value for value, _ in counts]
    rows = np.array([many for _, many in counts], dtype=np.int64)
    unlisted = tree.encode_or_suppress(values) == SUPPRESSED
    shown = hierarchies.with_policy(tree, request.unlisted, values) if request.unlisted != UNLISTED[0] else tree
    return {
        "rows": int(rows.sum()),
        "unlisted": {
            "values": int(unlisted.sum()),
            "rows": int(rows[unlisted].sum()),
            "first": next((value for value, out in zip(values, unlisted, strict=True) if out), ""),
        },
        "levels": _levels(shown, np.repeat(shown.encode_or_suppress(values), rows)),
    }


def _levels(tree: Hierarchy, codes: Any) -> list[dict[str, Any]]:
    side_by_side = np.lexsort(tree.nodes)  # nodes are sorted by their node of the highest level first
    return [
        _level([nodes[node] for node in dict.fromkeys(tree.nodes[level, side_by_side].tolist())], tree.loss[level])
        for level, nodes in enumerate(tree.preview(codes))
    ]


def _level(nodes: Sequence[tuple[str, int, int]], loss: Any) -> dict[str, Any]:
    covered_rows = [rows for _, _, rows in nodes if rows > 0]
    covered = [covers for _, covers, _ in nodes]
    named = [{"name": name, "covers": covers, "rows": rows} for name, covers, rows in nodes]
    return {
        "nodes": len(nodes),
        "least_covered": min(covered),
        "most_covered": max(covered),
        "empty": len(nodes) - len(covered_rows),
        "fewest_rows": min(covered_rows, default=0),
        "most_rows": max(covered_rows, default=0),
        "loss": round(float(loss.mean()), 6),
        "named": named if len(named) <= MOST_NAMED else [],
    }
