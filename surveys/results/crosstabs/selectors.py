"""These selectors return the stored cross-tabulations of a version."""

from typing import Any

from surveys.models import CrossTab, Version


def crosstabs_of(version: Version) -> list[dict[str, Any]]:
    """Returns the cross-tabulations of planned pairs and those on request, the oldest request first."""
    return [crosstab(kept) for kept in CrossTab.objects.filter(version=version).order_by("pk")]


def crosstab(kept: CrossTab) -> dict[str, Any]:
    """Returns a cross-tab as its page shows it. `table` is None while its job has not finished."""
    return {
        "rows": kept.rows,
        "columns": kept.columns,
        "state": "computing" if kept.result is None else "ready",
        "computed_at": kept.computed_at,
        "table": kept.result,
    }


def planned_tables_of(version: Version) -> list[dict[str, Any]]:
    return [table for table in tables_of(version) if table["planned"]]


def tables_of(version: Version) -> list[dict[str, Any]]:
    kept = CrossTab.objects.filter(version=version, result__isnull=False).order_by("pk")
    return [table for table in kept.values_list("result", flat=True) if table]
