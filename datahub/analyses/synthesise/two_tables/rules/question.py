"""This module is about a measured report on synthetic rows of two tables: these rules say what it asks, what each unit
loses, and what it tells. Nothing here reads a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from datahub.analyses.errors import nothing_measured
from datahub.analyses.synthesise.engines.marginals import model_of
from datahub.analyses.synthesise.measured.question import figures_of
from datahub.analyses.synthesise.rules.plan import rho_of
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.report import (
    ModelFields,
    PlanFields,
    columns_of_parents,
    guarantees_for,
    units_for,
    wide_columns_of_children,
)
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.common.canonical import digest
from mechanisms.synthesis.measured.two_tables import JoinedReport, MeasuredTable, measured_of, report_budget
from mechanisms.synthesis.two_tables.budget import DividedReport
from mechanisms.synthesis.two_tables.likeness import JoinedLikeness

ENGINE = "measured-report-of-two/1"  # the meaning of a report under this name never changes


@dataclass(frozen=True, kw_only=True)
class TwoTablesQuestion:
    """A question asks how close synthetic rows of two tables are to the true ones. `rho` is what either people are
    charged, `divided` what each count may spend of it and what each unit loses."""

    rho: Decimal
    divided: DividedReport
    digest: str

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=Decimal(0), epsilon=None)


def read_two_tables_question(fields: PlanFields, plan: TwoTablesPlan) -> TwoTablesQuestion:
    """Reads the question of a measured report on two tables. PlanRefused names the part that is not possible."""
    rho = rho_of(fields["epsilon"], fields["delta"])
    try:
        divided = report_budget(plan.declared, rho)
    except ValueError:
        raise nothing_measured(
            "epsilon",
            f"is {fields['epsilon']}; divided for {plan.declared.most} children that leaves nothing but noise",
        ) from None
    content = {"engine": ENGINE, "of": plan.digest, "rho": decimal_text(rho)}
    return TwoTablesQuestion(rho=rho, divided=divided, digest=digest(content))


def guarantees_of_report(fields: PlanFields, question: TwoTablesQuestion) -> list[str]:
    return [
        f"{guarantee}; in addition to that of the rows"
        for guarantee in guarantees_for(fields, units_for(question.divided))
    ]


def likeness_in(parents: ModelFields, children: ModelFields, plan: TwoTablesPlan) -> JoinedLikeness:
    return JoinedLikeness(declared=plan.declared, parents=model_of(parents), children=model_of(children))


def halves_found(report: JoinedReport) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the report, all of it noisy numbers, in two parts: one of parents, one of children and siblings."""
    siblings = None if report.siblings is None else _figures(report.siblings)
    return {"parents": _figures(report.parents)}, {"children": _figures(report.children), "siblings": siblings}


def told(parents: ModelFields, children: ModelFields, plan: TwoTablesPlan) -> dict[str, Any]:
    """Returns both halves of a measured report, with the columns of each."""
    own = wide_columns_of_children(plan)
    of_siblings = [own[index] for index in measured_of(plan.declared).siblings]
    siblings = children["siblings"]
    return {
        "parents": {**parents["parents"], "columns": _named(columns_of_parents(plan))},
        "children": {**children["children"], "columns": _named(own)},
        "siblings": None if siblings is None else {**siblings, "columns": _named(of_siblings)},
    }


def _figures(table: MeasuredTable) -> dict[str, Any]:
    return {
        "rows": max(1, round(table.rows)),
        "marginals": [{"of": list(error.attributes), **figures_of(error)} for error in table.errors],
        "propensities": [
            {"of": list(propensity.attributes), "value": propensity.value, "standard_error": propensity.standard_error}
            for propensity in table.propensities
        ],
    }


def _named(columns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"name": column["name"], "whose": column["whose"]} for column in columns]
