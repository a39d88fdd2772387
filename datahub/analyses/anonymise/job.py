"""A job tries every candidate on the rows of the version, and keeps what each risks and loses."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from datahub.analyses.anonymise.earlier_releases import Beside
from datahub.analyses.anonymise.figures import not_told, still_told
from datahub.analyses.anonymise.limits import check_limits_of_all
from datahub.analyses.anonymise.prepare import Models, Work, asked_in, made_of, work_of
from datahub.analyses.anonymise.rules.figures import before, figures
from datahub.analyses.anonymise.rules.plan import compared_in
from datahub.analyses.anonymise.rules.side_by_side import side_by_side
from datahub.analyses.errors import PlanRefused
from datahub.analyses.models import Anonymisation
from datahub.analyses.refusal_reasons import Why
from datahub.analyses.sealed import asked_of, sealed
from datahub.api.sentences import coded
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from datahub.releases.exact import may_see_rows
from datahub.releases.rules.states import against_public
from mechanisms.anonymity.models.model import Impossible

NOTHING_FOUND: Mapping[str, Any] = {
    "guarantee": "", "risk": None, "population": None, "utility": None, "beside": None, "public": [], "reasons": [],
}  # fmt: skip


def try_candidates(claim: Claim) -> None:
    """Tries every candidate. An impossible candidate is refused beside the others; an impossible plan ends the job.
    Both say why."""
    permit, anonymisation = permit_of_job(claim, "dataset.anonymise"), asked_in(claim)
    named = compared_in(asked_of(permit, claim.subject, anonymisation)["plan"])
    told = still_told(claim, named, permit)
    try:
        work = work_of(claim, permit, anonymisation)
        check_limits_of_all([permit, *told], work.rows.plan, work.candidates, purpose=anonymisation.purpose)
        beside, tried, rows = Beside(work), [], []
        for index, models in enumerate(work.candidates):
            claim.progress(index, len(work.candidates), "trying")
            tried_row, shown = _tried(work, beside, models)
            tried.append(tried_row)
            rows.append(shown)
    except PlanRefused as refusal:
        answer = refusal if may_see_rows(permit.viewer, claim.subject) else not_told()
        with transaction.atomic():
            claim.extend()
            _keep(permit, claim, anonymisation, {"refusal": answer.to_json()})
            claim.fail(answer.code)
        return
    claim.progress(len(tried), len(tried), "trying")
    with transaction.atomic():
        _keep(permit, claim, anonymisation, {"before": before(work.rows), "candidates": tried})
        _keep_rows(permit, claim, anonymisation, rows)
        claim.finish({"candidates": len(tried)})


def _tried(work: Work, earlier: Beside, models: Models) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Returns the figures of a candidate, and its rows before and after. `beside` says why it cannot stand beside
    earlier releases; `public` why it may not be public. The rows are for owners alone: they never lie among the
    figures."""
    try:
        result = made_of(work, models)
    except Impossible as why:
        reason = Why("impossible", why=why, rows=why.rows, **models[why.place])
        return {**NOTHING_FOUND, "refused": reason, "reasons": coded(reason)}, None
    except ValueError as why:
        return {**NOTHING_FOUND, "refused": str(why)}, None
    beside = earlier.refusal(result, models)
    shown = {
        "refused": "",
        "reasons": [],
        **figures(work.rows, result, models),
        "beside": None if beside is None else {"code": beside.code, "detail": beside.detail, "reasons": beside.reasons},
        "public": against_public(work.rows.plan.said_of_columns(), models, released_before=earlier.released_before),
    }
    return shown, side_by_side(work.rows, result)


def _keep(permit: Permit, claim: Claim, anonymisation: Anonymisation, content: Mapping[str, Any]) -> None:
    sealed_content = sealed(permit, claim.subject, "found", anonymisation.pk, content)
    Anonymisation.objects.filter(pk=anonymisation.pk).update(found=sealed_content)


def _keep_rows(
    permit: Permit, claim: Claim, anonymisation: Anonymisation, rows: Sequence[dict[str, Any] | None]
) -> None:
    beside = sealed(permit, claim.subject, "rows beside", anonymisation.pk, {"rows": rows})
    Anonymisation.objects.filter(pk=anonymisation.pk).update(rows_beside=beside)
