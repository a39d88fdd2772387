"""A few rows are shown as they are, beside what a release says of them: to whoever may see rows, and
to nobody else."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from datahub.analyses.anonymise.rules.figures import ShownRelease
from datahub.analyses.anonymise.rules.table import Prepared
from mechanisms.anonymity.counting import in_order, packed
from mechanisms.anonymity.hierarchy import ALL

SHOWN = 6


def side_by_side(prepared: Prepared, result: ShownRelease) -> dict[str, Any]:
    """Returns rows before and after, from the one that loses least to the one that loses most, in even steps; then one
    that is suppressed, if any is.

    `alike` is how many rows say the same in the quasi-identifying columns, itself included; 0 of a suppressed row.
    """
    columns = prepared.plan.released
    shown = [_row(prepared, result, part) for part in _parts_shown(prepared, result)]
    if prepared.suppressed:
        shown.append({"before": _before(prepared, _suppressed(prepared)), "after": [ALL] * len(columns), "alike": 0})
    return {"columns": [{"name": column.name, "role": column.role} for column in columns], "rows": shown}


def _parts_shown(prepared: Prepared, result: ShownRelease) -> list[int]:
    """Returns the parts of the release of which a row is shown. Rows that lose as much stand by what they say, not by
    how they are stored."""
    parts = result.release.parts
    lost = sum(map(result.release.lost_by_class, range(len(result.release.table.hierarchies))))
    losses, of_class = np.unique(np.round(lost, 9), return_inverse=True)
    codes = list(reversed(_codes(prepared, prepared.kept[parts.row])))
    sizes = [len(prepared.columns[column.name].values) for column in reversed(prepared.plan.released)]
    order = in_order(packed([of_class[parts.class_of], *codes], [len(losses), *sizes]))
    ends = np.cumsum(parts.amount[order])
    steps = np.linspace(0, ends[-1] - 1, SHOWN).round().astype(np.int64)
    return [int(order[place]) for place in np.searchsorted(ends, np.unique(steps), side="right")]


def _suppressed(prepared: Prepared) -> int:
    out = np.setdiff1d(np.arange(len(prepared.times)), prepared.kept)
    return int(out[np.lexsort(_codes(prepared, out))[0]])


def _codes(prepared: Prepared, rows: Any) -> list[Any]:
    return [prepared.columns[column.name].codes[rows] for column in prepared.plan.released]


def _row(prepared: Prepared, result: ShownRelease, part: int) -> dict[str, Any]:
    before = _before(prepared, int(prepared.kept[result.release.parts.row[part]]))
    of_class = int(result.classes[part])
    after = [
        result.cells[column.name].at(of_class) if column.role == "quasi" else value
        for column, value in zip(prepared.plan.released, before, strict=True)
    ]
    return {"before": before, "after": after, "alike": int(result.sizes[of_class])}


def _before(prepared: Prepared, row: int) -> Sequence[str]:
    texts = [prepared.columns[column.name] for column in prepared.plan.released]
    return [column.at(row) for column in texts]
