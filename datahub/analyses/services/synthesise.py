"""Ask for synthetic rows: the plan is checked without the data, the price is set aside, and a job is asked for."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Synthesis
from datahub.analyses.reading import columns_of
from datahub.analyses.rules.synthetic import SyntheticPlan, read_synthetic_plan
from datahub.analyses.sealed import plan_of, sealed
from datahub.analyses.selectors.anonymisations import UNFINISHED
from datahub.analyses.selectors.syntheses import ref_of_version
from datahub.analyses.services.at_work import check_offered, kind_of_job
from datahub.analyses.services.limits import check_synthesis
from datahub.api.locking import lock_row_alone
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.datasets.services.create import locked
from datahub.jobs.models import Job
from datahub.jobs.services import call_off, submit
from datahub.ledger.models import Spend
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND
from datahub.ledger.services.reserve import check_unused, reserve, reserve_stored
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit

MOST_AT_ONCE = 2  # of one data set
MOST_KEPT = 200  # by one person, of one version


@transaction.atomic
def synthesise(*, actor: Person, permit: Permit, id: UUID, version: Version, said: Mapping[str, Any]) -> Synthesis:
    """A promise of rows. The same plan again is the synthesis that this person has, and free; one that somebody else
    paid for costs the people nothing and the viewer's own share what a new one does.

    PlanRefused, NotPermitted, BudgetExceeded, NoBudget, RequestReused, RequestReleased: then nothing is set aside.
    """
    data_set = locked(version.data_set_id)  # two requests at once take turns
    plan = checked_plan(permit, version, said)
    known = _known(actor, id, version, plan)
    if known is not None:
        return known
    check_offered(plan.engine)
    _check_room(actor, version)
    ref = Ref("dataset", str(version.data_set_id))
    people, request = Ref("lineage", str(data_set.lineage_id)), f"synthesis:{id}"
    check_unused(request)
    spend = _set_aside(permit, request, people, version, plan)
    job = submit(
        kind=kind_of_job(plan.engine),
        subject=ref,
        owner=ref_of(actor),
        payload={"synthesis": str(id), SPEND: str(spend.pk), **asked_with(permit)},
    )
    made = Synthesis.objects.create(
        id=id,
        version=version,
        asked_by=str(ref_of(actor)),
        job=job,
        spend=spend,
        digest=plan.digest,
        asked=sealed(permit, ref, "synthesis", id, {"plan": dict(said)}),
    )
    detail = {"version": version.number, "synthesis": str(id)}
    record(actor=ref_of(actor), operation="dataset.synthesise", subject=ref, reason=permit.rule, detail=detail)
    return made


def checked_plan(permit: Permit, version: Version, said: Mapping[str, Any]) -> SyntheticPlan:
    """Of a loaded version, within the limits of the role that lets somebody ask."""
    if version.state != Version.State.LOADED:
        raise NotInThisState(f"Version {version.number} is {version.state}; rows are made of what is loaded.")
    plan = read_synthetic_plan(said, columns_of(version))
    check_synthesis(permit, plan.columns)
    return plan


def check_rows_leave(permit: Permit, synthesis: Synthesis) -> None:
    """Neither rows nor what tells of them. NotPermitted where the role that lets somebody look was limited since."""
    said = plan_of(permit, permit.ref, synthesis)["plan"]
    check_synthesis(permit, read_synthetic_plan(said, columns_of(synthesis.version)).columns)


@transaction.atomic
def note_taken(permit: Permit, synthesis: Synthesis, form: str) -> None:
    """Somebody took a file of rows. It costs nothing, and is logged."""
    detail = {"synthesis": str(synthesis.pk), "form": form}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)


def delete(*, actor: Ref, rule: str, synthesis: Synthesis) -> None:
    """And calls its work off. What was spent stays spent, and the same plan is answered from what is stored."""
    jobs = Job.objects.filter(Q(pk=synthesis.job_id) | Q(pk__in=synthesis.appraisals.values("job")))
    call_off(actor=actor, rule=rule, jobs=jobs)
    with transaction.atomic():
        locked(synthesis.version.data_set_id)  # as whoever asks for a report on it
        check_called_off(jobs)
        lock_row_alone(Synthesis.objects.filter(pk=synthesis.pk)).delete()


def check_called_off(jobs: QuerySet[Job]) -> None:
    """NotInThisState where a report was asked for after the work had been called off."""
    if jobs.filter(state__in=UNFINISHED).exists():
        raise NotInThisState("A report on these rows was asked for at this moment. Delete them again.")


def _known(actor: Person, id: UUID, version: Version, plan: SyntheticPlan) -> Synthesis | None:
    own = Synthesis.objects.filter(asked_by=str(ref_of(actor))).select_related("job", "version")
    good = own.filter(version=version, job__state__in=[*UNFINISHED, Job.State.DONE])
    same = good.filter(digest=plan.digest).order_by("created_at")
    return own.filter(pk=id).first() or same.first()


def _set_aside(permit: Permit, request: str, people: Ref, version: Version, plan: SyntheticPlan) -> Spend:
    stored = answer_of(plan.digest, ref_of_version(version))
    note = "synthetic rows"
    if stored is not None:
        return reserve_stored(permit=permit, request=request, answer=stored, note=note)
    return reserve(permit=permit, request=request, accounts=[people, permit.viewer], cost=plan.cost, note=note)


def _check_room(actor: Person, version: Version) -> None:
    waiting = Synthesis.objects.filter(version__data_set=version.data_set_id, job__state__in=UNFINISHED)
    if waiting.count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} syntheses of this data set are at work. Cancel one, or wait for it.")
    if Synthesis.objects.filter(version=version, asked_by=str(ref_of(actor))).count() >= MOST_KEPT:
        raise TooMany(f"You have {MOST_KEPT} syntheses of this version. Delete one first.")
