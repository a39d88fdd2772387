"""This service asks for a measured report on synthetic rows: the price is reserved, and a job measures them on the true
rows."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import UNFINISHED, Appraisal, Synthesis
from datahub.analyses.sealed import sealed
from datahub.analyses.synthesise.limits import check_synthesis
from datahub.analyses.synthesise.measured.question import Question, read_question
from datahub.analyses.synthesise.request import still_checked
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.selectors import ref_of_version
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
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
MOST_AT_ONCE = 2  # a data set has at most this many reports at work
MOST_KEPT = 50  # a synthesis has at most this many reports


@transaction.atomic
def request_report(
    *, actor: Person, permit: Permit, id: UUID, synthesis: Synthesis, fields: Mapping[str, Any]
) -> Appraisal:
    """Returns a measured report, queued with its job. The same question again gives the report there is, and is free;
    one that somebody else paid for costs the people nothing and the viewer's own share what a new one does.

    NotInThisState before there are rows; PlanRefused, NotPermitted, BudgetExceeded, NoBudget: then nothing is set
    aside.
    """
    version = synthesis.version
    data_set = locked(version.data_set_id)  # the lock makes two requests at once take turns
    synthesis = lock_row(Synthesis.objects.select_related("version", "model").filter(pk=synthesis.pk))
    if synthesis.model_id is None:
        raise NotInThisState("There are no rows yet.")
    _, question = asked_about(permit, synthesis, fields)
    own = Appraisal.objects.filter(synthesis=synthesis)
    known = known_among(own.select_related("job"), id, question.digest)
    if known is not None:
        return known
    of_one_table = Appraisal.objects.filter(synthesis__children=None)
    check_room(of_one_table.filter(synthesis__version__data_set=version.data_set_id), own)
    people = Ref("lineage", str(data_set.lineage_id))
    spend = _set_aside(permit, f"appraisal:{id}", people, synthesis, question)
    job = submit(
        kind="analyses.appraise",
        subject=permit.ref,
        owner=ref_of(actor),
        payload={"appraisal": str(id), SPEND: str(spend.pk), **asked_with(permit)},
    )
    measured_report = Appraisal.objects.create(
        id=id,
        synthesis=synthesis,
        job=job,
        spend=spend,
        digest=question.digest,
        asked=sealed(permit, permit.ref, "appraisal", id, {"asked": dict(fields)}),
    )
    about = {"synthesis": str(synthesis.pk), "appraisal": str(id), "purpose": synthesis.purpose}
    detail = {"version": version.number, **about}
    record(actor=ref_of(actor), operation="dataset.synthesise", subject=permit.ref, reason=permit.rule, detail=detail)
    return measured_report


def asked_about(permit: Permit, synthesis: Synthesis, fields: Mapping[str, Any]) -> tuple[SyntheticPlan, Question]:
    """Returns the plan and the question of a report, within the limits of the role that lets somebody ask now, as for
    the rows themselves: for their purpose, of the rows that they were made of, and at the price of the report."""
    plan, _ = still_checked(permit, synthesis)
    question = read_question(fields, plan)
    check_synthesis(permit, plan, cost=question.cost, purpose=synthesis.purpose, rows=plan.rows)
    return plan, question


def known_among(own: QuerySet[Appraisal], id: UUID, digest: str) -> Appraisal | None:
    """Returns the report of this id among those on the same rows, or the first of the same question that did not
    fail."""
    same = own.filter(digest=digest, job__state__in=[*UNFINISHED, Job.State.DONE]).order_by("created_at")
    return own.filter(pk=id).first() or same.first()


def _set_aside(permit: Permit, request: str, people: Ref, synthesis: Synthesis, question: Question) -> Spend:
    stored = answer_of(question.digest, ref_of_version(synthesis.version))
    if stored is not None:
        return reserve_stored(permit=permit, request=request, answer=stored, note=NOTE, purpose=synthesis.purpose)
    return reserve(
        permit=permit,
        request=request,
        accounts=[people, permit.viewer],
        cost=question.cost,
        note=NOTE,
        purpose=synthesis.purpose,
    )


def check_room(of_data_set: QuerySet[Appraisal], of_rows: QuerySet[Appraisal]) -> None:
    """Checks that another report may be asked for. TooMany where as many reports as are allowed are at work, or
    kept."""
    if of_data_set.filter(job__state__in=UNFINISHED).count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} reports on synthetic rows of this data set are at work. Wait for one.")
    if of_rows.count() >= MOST_KEPT:
        raise TooMany(f"There are {MOST_KEPT} reports on these rows.")
