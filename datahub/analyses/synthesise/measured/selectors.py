"""These selectors return the measured reports on synthetic rows, for whoever asked for the rows."""

from typing import Any

from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.sealed import question_of, report_in
from datahub.analyses.synthesise.measured.question import guarantee_of_report, read_question
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.selectors import plan_read
from datahub.jobs.selectors import progress_of
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text


def measured_reports_of(synthesis: Synthesis, permit: Permit) -> list[dict[str, Any]]:
    """Returns the measured reports on the rows of a synthesis, the newest first."""
    rows = Appraisal.objects.filter(synthesis=synthesis).select_related("synthesis", "job", "spend", "report")
    _, plan = plan_read(synthesis, permit)
    return [_shown(row, plan, permit) for row in rows.order_by("-created_at")]


def whole_report(measured_report: Appraisal, permit: Permit) -> dict[str, Any]:
    _, plan = plan_read(measured_report.synthesis, permit)
    return _shown(measured_report, plan, permit)


def _shown(measured_report: Appraisal, plan: SyntheticPlan, permit: Permit) -> dict[str, Any]:
    fields = question_of(permit, permit.ref, measured_report)["asked"]
    question = read_question(fields, plan)
    return {
        **state_of(measured_report),
        "asked": fields,
        "rho": decimal_text(question.rho),
        "guarantee": guarantee_of_report(fields, question),
        "report": None if measured_report.report is None else report_in(permit, permit.ref, measured_report.report),
    }


def state_of(measured_report: Appraisal) -> dict[str, Any]:
    """Returns the state and progress of a measured report. Neither depends on a row of the data."""
    job = measured_report.job
    return {
        "id": measured_report.pk,
        "state": job.state,
        "error": job.error,
        "progress": progress_of(job),
        "spend": measured_report.spend.state,
        "created_at": measured_report.created_at,
    }
