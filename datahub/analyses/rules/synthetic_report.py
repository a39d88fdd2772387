"""What is said of synthetic rows: their guarantee in words, and how far noise puts marginals off. All of it is free."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from datahub.analyses.rules.synthetic import SyntheticPlan, labels_of, rho_of
from mechanisms.accounting.event import decimal_text
from mechanisms.synthesis import forecast
from mechanisms.synthesis.junction_tree import Attributes


def guarantee_of_rows(said: Mapping[str, Any], plan: SyntheticPlan) -> str:
    return (
        f"({said['epsilon']}, {said['delta']})-differentially private, rho {decimal_text(plan.rho)}: "
        "whether one row was added or removed"
    )


def report_of(made: Mapping[str, Any], plan: SyntheticPlan) -> dict[str, Any]:
    """Of what was measured. `rows` is an estimate from noisy counts; how many there are is not published."""
    measured: list[tuple[Attributes, float]] = [(tuple(of), sigma) for of, sigma in made["measured"]]
    found = forecast.after(plan.domain.sizes, measured, rows=made["rows"])
    return {"rows": max(1, round(made["rows"])), "columns": columns_said(plan), **asdict(found)}


def forecasts(said: Mapping[str, Any], plan: SyntheticPlan, wanted: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Of a table of `rows` rows, which whoever asks assumes, for each budget that is wanted."""
    found = []
    for one in wanted:
        rho = rho_of(one["epsilon"], one["delta"])
        errors = forecast.before(plan.domain, plan.workload, rho=rho, rows=said["rows"])
        found.append({"epsilon": one["epsilon"], "delta": one["delta"], "rho": decimal_text(rho), **asdict(errors)})
    return {"columns": columns_said(plan), "forecasts": found}


def columns_said(plan: SyntheticPlan) -> list[dict[str, Any]]:
    return [
        {"name": column.name, "values": list(labels_of(column, attribute))}
        for column, attribute in zip(plan.columns, plan.domain.attributes, strict=True)
    ]
