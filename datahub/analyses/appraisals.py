"""How good synthetic rows are, for whoever asked for the rows."""

from typing import Any

from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.reading import columns_of
from datahub.analyses.rules.appraisal import guarantee_of_report, read_question
from datahub.analyses.rules.synthetic import read_synthetic_plan
from datahub.analyses.sealed import appraisal_asked, plan_of, report_in
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text


def appraisals_of(synthesis: Synthesis, permit: Permit) -> list[dict[str, Any]]:
    """The newest first."""
    plan = read_synthetic_plan(plan_of(permit, permit.ref, synthesis)["plan"], columns_of(synthesis.version))
    found = []
    for one in _held(synthesis):
        said = appraisal_asked(permit, permit.ref, one)["asked"]
        question, job = read_question(said, plan), one.job
        found.append(
            {
                "id": one.pk,
                "state": job.state,
                "error": job.error,
                "progress": {"done": job.progress_done, "total": job.progress_total, "note": job.progress_note},
                "spend": one.spend.state,
                "asked": said,
                "rho": decimal_text(question.rho),
                "guarantee": guarantee_of_report(said, question),
                "report": None if one.report is None else report_in(permit, permit.ref, one.report),
                "created_at": one.created_at,
            }
        )
    return found


def _held(synthesis: Synthesis) -> list[Appraisal]:
    held = Appraisal.objects.filter(synthesis=synthesis).select_related("job", "spend", "report")
    return list(held.order_by("-created_at"))
