"""These functions state the guarantee of synthetic rows in words, and how far noise moves their shares. All of it is
free."""

from collections.abc import Mapping, Sequence
from typing import Any

from datahub.analyses.synthesise.domain.columns import labels_of
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, rho_of
from mechanisms.accounting.event import decimal_text


def guarantee_of_rows(fields: Mapping[str, Any], plan: SyntheticPlan) -> str:
    return (
        f"({fields['epsilon']}, {fields['delta']})-differentially private, rho {decimal_text(plan.rho)}: "
        "whether one row was added or removed"
    )


def report_of(model: Mapping[str, Any], plan: SyntheticPlan) -> dict[str, Any]:
    """Returns the report on what was measured. `rows` is an estimate from noisy counts; the true number is not
    published."""
    return {"rows": max(1, round(model["rows"])), "columns": columns_said(plan), **plan.engine.after(model)}


def forecasts(table: Mapping[str, Any], plan: SyntheticPlan, wanted: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Returns the expected errors for each budget that is wanted, in a table of `rows` rows, which whoever asks
    assumes."""
    rows = []
    for budget in wanted:
        rho = rho_of(budget["epsilon"], budget["delta"])
        errors = plan.engine.before(table, rho)
        rows.append({"epsilon": budget["epsilon"], "delta": budget["delta"], "rho": decimal_text(rho), **errors})
    return {"columns": columns_said(plan), "forecasts": rows}


def columns_said(plan: SyntheticPlan) -> list[dict[str, Any]]:
    return [
        {"name": column.name, "values": list(labels_of(column, attribute))}
        for column, attribute in zip(plan.columns, plan.domain.attributes, strict=True)
    ]
