"""These functions state the guarantee of synthetic rows of two tables for each unit, and how far noise moves their
marginals. They cost nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.rules.report import columns_said
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.rows import most_parents
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.synthesis import forecast
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.two_tables.budget import DividedReport, DividedRho

NUMBER = "number of children"
OF_A_PARENT = "everything of one key in both tables, or one row of the parents, was added or removed"
OF_A_CHILD = "one row of the children was added or removed"
ModelFields = Mapping[str, Any]
PlanFields = Mapping[str, Any]


def units_of(plan: TwoTablesPlan) -> list[dict[str, str]]:
    """Returns the units whose presence is hidden, with the budget each loses at most: no more than what both are
    charged."""
    return units_for(plan.divided)


def units_for(divided: DividedRho | DividedReport) -> list[dict[str, str]]:
    return [
        {"unit": "a parent with all its children", "neighbours": OF_A_PARENT, "rho": _rho(divided.for_a_parent)},
        {"unit": "a child", "neighbours": OF_A_CHILD, "rho": _rho(divided.for_a_child)},
    ]


def guarantees_of(fields: PlanFields, plan: TwoTablesPlan) -> list[str]:
    return guarantees_for(fields, units_of(plan))


def guarantees_for(fields: PlanFields, units: Sequence[Mapping[str, str]]) -> list[str]:
    return [
        f"({fields['epsilon']}, {fields['delta']})-differentially private, rho {unit['rho']}: "
        f"whether {unit['neighbours']}"
        for unit in units
    ]


def report_of(parents: ModelFields, children: ModelFields, plan: TwoTablesPlan) -> dict[str, Any]:
    """Returns the report of what was measured. Numbers of rows are estimates from noisy counts; `children` are those
    that count, of each parent at most as many as the plan says."""
    return {
        "parents": _after(parents, plan.declared.counted_parents, columns_of_parents(plan)),
        "children": _after(children, plan.declared.counted_children, columns_of_children(plan)),
        "most_parents": most_parents(parents, plan),
    }


def forecasts(table: PlanFields, plans: Sequence[tuple[Mapping[str, str], TwoTablesPlan]]) -> dict[str, Any]:
    """Returns the expected errors for each budget, with the plan that it makes, for numbers of rows that whoever asks
    assumes."""
    rows = []
    for budget, plan in plans:
        parents = forecast.before(
            plan.declared.counted_parents, plan.for_parents, rho=plan.divided.of_parents, rows=table["parents_assumed"]
        )
        children = forecast.before(
            plan.declared.counted_children,
            plan.for_children,
            rho=plan.divided.of_a_child_row,
            rows=table["children_assumed"],
        )
        errors = {"parents": asdict(parents), "children": asdict(children)}
        rows.append({**budget, "rho": decimal_text(plan.rho), "units": units_of(plan), **errors})
    _, first = plans[0]
    return {"parents": columns_of_parents(first), "children": columns_of_children(first), "forecasts": rows}


def columns_of_parents(plan: TwoTablesPlan) -> list[dict[str, Any]]:
    """Returns the columns of the parents' model: their own, and the number of children."""
    own = _whose("parents", plan.parents)
    many = [str(number) for number in range(plan.declared.most + 1)]
    return [*own, {"name": NUMBER, "values": many, "whose": "number"}]


def columns_of_children(plan: TwoTablesPlan) -> list[dict[str, Any]]:
    """Returns the columns of the children's model: the context, and their own."""
    of_parents = _whose("parents", plan.parents)
    return [*(of_parents[index] for index in plan.declared.places), *_whose("children", plan.children)]


def wide_columns_of_children(plan: TwoTablesPlan) -> list[dict[str, Any]]:
    """Returns the columns of children in a report: all of their parent's, and their own."""
    return [*_whose("parents", plan.parents), *_whose("children", plan.children)]


def _whose(whose: str, plan: SyntheticPlan) -> list[dict[str, Any]]:
    return [{**column, "whose": whose} for column in columns_said(plan)]


def _after(model: ModelFields, domain: Domain, columns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    measured: list[tuple[Attributes, float]] = [(tuple(of), sigma) for of, sigma in model["measured"]]
    errors = forecast.after(domain, measured, rows=model["rows"])
    return {"rows": max(1, round(model["rows"])), "columns": list(columns), **asdict(errors)}


def _rho(cost: Cost) -> str:
    return decimal_text(cost.rho)
