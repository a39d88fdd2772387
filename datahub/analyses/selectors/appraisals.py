"""How good synthetic rows are, for whoever asked for the rows."""

from typing import Any

from datahub.analyses.models import Appraisal, JoinedAppraisal, Synthesis
from datahub.analyses.reading import columns_of
from datahub.analyses.rules.appraisal import guarantee_of_report, read_question
from datahub.analyses.rules.synthetic import SyntheticPlan, read_synthetic_plan
from datahub.analyses.sealed import appraisal_asked, plan_of, report_in
from datahub.analyses.selectors.syntheses import check_as_asked
from datahub.jobs.selectors import progress_of
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text


def appraisals_of(synthesis: Synthesis, permit: Permit) -> list[dict[str, Any]]:
    """The newest first."""
    held = Appraisal.objects.filter(synthesis=synthesis).select_related("job", "spend", "report")
    plan = _plan_of(synthesis, permit)
    return [_shown(one, plan, permit) for one in held.order_by("-created_at")]


def whole_appraisal(appraisal: Appraisal, permit: Permit) -> dict[str, Any]:
    return _shown(appraisal, _plan_of(appraisal.synthesis, permit), permit)


def _plan_of(synthesis: Synthesis, permit: Permit) -> SyntheticPlan:
    plan = read_synthetic_plan(plan_of(permit, permit.ref, synthesis)["plan"], columns_of(synthesis.version))
    check_as_asked(synthesis, plan)
    return plan


def _shown(appraisal: Appraisal, plan: SyntheticPlan, permit: Permit) -> dict[str, Any]:
    said = appraisal_asked(permit, permit.ref, appraisal)["asked"]
    question = read_question(said, plan)
    return {
        **state_of(appraisal),
        "asked": said,
        "rho": decimal_text(question.rho),
        "guarantee": guarantee_of_report(said, question),
        "report": None if appraisal.report is None else report_in(permit, permit.ref, appraisal.report),
    }


def state_of(appraisal: Appraisal | JoinedAppraisal) -> dict[str, Any]:
    """How far it is, which no row decides."""
    job = appraisal.job
    return {
        "id": appraisal.pk,
        "state": job.state,
        "error": job.error,
        "progress": progress_of(job),
        "spend": appraisal.spend.state,
        "created_at": appraisal.created_at,
    }
