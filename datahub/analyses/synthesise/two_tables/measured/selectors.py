"""These selectors return the measured reports on synthetic rows of two tables, for whoever asked for the rows and may
use both."""

from typing import Any

from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.sealed import halves_of, question_of
from datahub.analyses.synthesise.measured.selectors import state_of
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.question import guarantees_of_report, read_two_tables_question, told
from datahub.analyses.synthesise.two_tables.rules.report import units_for
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text


def two_tables_reports_of(
    synthesis: Synthesis, permit: Permit, of_children: Permit, plan: TwoTablesPlan
) -> list[dict[str, Any]]:
    """Returns the measured reports on synthetic rows of two tables, the newest first."""
    rows = Appraisal.objects.filter(synthesis=synthesis).select_related("synthesis", "job", "spend", "report")
    return [whole_two_tables_report(row, permit, of_children, plan) for row in rows.order_by("-created_at")]


def whole_two_tables_report(
    measured_report: Appraisal, permit: Permit, of_children: Permit, plan: TwoTablesPlan
) -> dict[str, Any]:
    fields = question_of(permit, permit.ref, measured_report)["asked"]
    question, report = read_two_tables_question(fields, plan), measured_report.report
    return {
        **state_of(measured_report),
        "asked": fields,
        "rho": decimal_text(question.rho),
        "guarantees": guarantees_of_report(fields, question),
        "units": units_for(question.divided),
        "report": None if report is None else told(*halves_of(permit, of_children, report), plan),
    }
