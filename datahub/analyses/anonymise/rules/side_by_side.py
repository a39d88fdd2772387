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
    sizes = np.bincount(result.classes)
    shown = [
        _row(prepared, result, index, int(sizes[result.classes[index]])) for index in _row_indices(prepared, result)
    ]
    if prepared.suppressed:
        shown.append({"before": _before(prepared, _suppressed(prepared)), "after": [ALL] * len(columns), "alike": 0})
    return {"columns": [{"name": column.name, "role": column.role} for column in columns], "rows": shown}


def _row_indices(prepared: Prepared, result: ShownRelease) -> list[int]:
    """Returns the places of the rows that are shown, among those that are kept. Rows that lose as much stand by what
    they say, not by how they are stored."""
    lost = sum(map(result.release.lost_by_class, range(len(result.release.table.hierarchies))))
    losses, of_class = np.unique(np.round(lost, 9), return_inverse=True)
    of_row = of_class[result.release.class_of_row]
    codes = list(reversed(_codes(prepared, prepared.kept)))
    sizes = [len(prepared.columns[column.name].values) for column in reversed(prepared.plan.released)]
    order = in_order(packed([of_row, *codes], [len(losses), *sizes]))
    steps = np.linspace(0, len(order) - 1, SHOWN).round().astype(np.int64)
    return [int(order[step]) for step in np.unique(steps)]


def _suppressed(prepared: Prepared) -> int:
    out = np.setdiff1d(np.arange(prepared.rows), prepared.kept)
    return int(out[np.lexsort(_codes(prepared, out))[0]])


def _codes(prepared: Prepared, rows: Any) -> list[Any]:
    return [prepared.columns[column.name].codes[rows] for column in prepared.plan.released]


def _row(prepared: Prepared, result: ShownRelease, index: int, alike: int) -> dict[str, Any]:
    before = _before(prepared, int(prepared.kept[index]))
    after = [
        result.cells[column.name].at(int(result.classes[index])) if column.role == "quasi" else value
        for column, value in zip(prepared.plan.released, before, strict=True)
    ]
    return {"before": before, "after": after, "alike": alike}


def _before(prepared: Prepared, row: int) -> Sequence[str]:
    texts = [prepared.columns[column.name] for column in prepared.plan.released]
    return [column.at(row) for column in texts]
