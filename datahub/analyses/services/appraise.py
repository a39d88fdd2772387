"""Ask how good synthetic rows are: the price is set aside, and a job measures them on the true rows."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.rules.appraisal import Question, read_question
from datahub.analyses.rules.synthetic import SyntheticPlan
from datahub.analyses.sealed import plan_of, sealed
from datahub.analyses.selectors.anonymisations import UNFINISHED
from datahub.analyses.selectors.syntheses import check_as_asked, ref_of_version
from datahub.analyses.services.synthesise import checked_plan
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.datasets.services.create import locked
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.ledger.models import Spend
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND
from datahub.ledger.services.reserve import reserve, reserve_stored
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit

NOTE = "how good synthetic rows are"
MOST_AT_ONCE = 2  # of one data set
MOST_KEPT = 50  # of one synthesis


@transaction.atomic
def appraise(*, actor: Person, permit: Permit, id: UUID, synthesis: Synthesis, said: Mapping[str, Any]) -> Appraisal:
    """A promise of a report. The same question again is the one there is, and free; one that somebody else paid for
    costs the people nothing and the viewer's own share what a new one does.

    NotInThisState before there are rows; PlanRefused, NotPermitted, BudgetExceeded, NoBudget: then nothing is set
    aside.
    """
    version = synthesis.version
    data_set = locked(version.data_set_id)  # two requests at once take turns
    if synthesis.model_id is None:
        raise NotInThisState("There are no rows yet.")
    _, question = asked_about(permit, permit.ref, synthesis, said)
    known = _known(id, synthesis, question)
    if known is not None:
        return known
    _check_room(synthesis)
    people = Ref("lineage", str(data_set.lineage_id))
    spend = _set_aside(permit, f"appraisal:{id}", people, synthesis, question)
    job = submit(
        kind="analyses.appraise",
        subject=permit.ref,
        owner=ref_of(actor),
        payload={"appraisal": str(id), SPEND: str(spend.pk), **asked_with(permit)},
    )
    made = Appraisal.objects.create(
        id=id,
        synthesis=synthesis,
        job=job,
        spend=spend,
        digest=question.digest,
        asked=sealed(permit, permit.ref, "appraisal", id, {"asked": dict(said)}),
    )
    detail = {"version": version.number, "synthesis": str(synthesis.pk), "appraisal": str(id)}
    record(actor=ref_of(actor), operation="dataset.synthesise", subject=permit.ref, reason=permit.rule, detail=detail)
    return made


def asked_about(
    permit: Permit, data_set: Ref, synthesis: Synthesis, said: Mapping[str, Any]
) -> tuple[SyntheticPlan, Question]:
    """Within the limits of the role that lets somebody ask now, as for the rows themselves."""
    plan = checked_plan(permit, synthesis.version, plan_of(permit, data_set, synthesis)["plan"])
    check_as_asked(synthesis, plan)
    return plan, read_question(said, plan)


def _known(id: UUID, synthesis: Synthesis, question: Question) -> Appraisal | None:
    own = Appraisal.objects.filter(synthesis=synthesis).select_related("job")
    same = own.filter(digest=question.digest, job__state__in=[*UNFINISHED, Job.State.DONE]).order_by("created_at")
    return own.filter(pk=id).first() or same.first()


def _set_aside(permit: Permit, request: str, people: Ref, synthesis: Synthesis, question: Question) -> Spend:
    stored = answer_of(question.digest, ref_of_version(synthesis.version))
    if stored is not None:
        return reserve_stored(permit=permit, request=request, answer=stored, note=NOTE)
    return reserve(permit=permit, request=request, accounts=[people, permit.viewer], cost=question.cost, note=NOTE)


def _check_room(synthesis: Synthesis) -> None:
    of_data_set = Appraisal.objects.filter(synthesis__version__data_set=synthesis.version.data_set_id)
    if of_data_set.filter(job__state__in=UNFINISHED).count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} reports on synthetic rows of this data set are at work. Wait for one.")
    if Appraisal.objects.filter(synthesis=synthesis).count() >= MOST_KEPT:
        raise TooMany(f"There are {MOST_KEPT} reports on these rows.")
