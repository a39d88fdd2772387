"""This service asks for synthetic rows: the plan is checked without the data, the price is reserved, and a job is
queued."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import UNFINISHED, Synthesis
from datahub.analyses.sealed import sealed
from datahub.analyses.synthesise.limits import check_synthesis
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, read_synthetic_plan
from datahub.analyses.synthesise.rules.rows_read import types_of
from datahub.analyses.synthesise.run_engine import check_offered, kind_of_job
from datahub.analyses.synthesise.selectors import columns_of, plan_read, ref_of_version
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row_alone
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.datasets.rules.columns import Column
from datahub.datasets.services.create import locked
from datahub.jobs.models import Job
from datahub.jobs.services import call_off, submit
from datahub.ledger.models import Spend
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND
from datahub.ledger.services.reserve import check_unused, reserve, reserve_stored
from datahub.policies.decide.conditions import COLUMN_TYPES, Comparison, refusal_of
from datahub.policies.decide.obligations import Obligations
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit
from datahub.policies.write.policy_json import write_rows
from datahub.releases.errors import NotPermitted

NOTE = "synthetic rows"
MOST_AT_ONCE = 2  # a data set has at most this many syntheses at work
MOST_KEPT = 200  # one person keeps at most this many syntheses of a version


@transaction.atomic
def synthesise(
    *, actor: Person, permit: Permit, id: UUID, version: Version, fields: Mapping[str, Any], purpose: str
) -> Synthesis:
    """Returns a synthesis, queued with its job, of the rows that the viewer's role shows. The same plan again for the
    same purpose gives the one that this person has, and is free; one that somebody else paid for costs the people
    nothing and the viewer's own share what a new one does.

    PlanRefused, NotPermitted, BudgetExceeded, NoBudget, RequestReused, RequestReleased: then nothing is set aside.
    """
    data_set = locked(version.data_set_id)  # the lock makes two requests at once take turns
    plan = checked_plan(permit, version, fields, purpose)
    known = known_synthesis(actor, id, version, plan.digest, purpose)
    if known is not None:
        return known
    check_offered(plan.engine)
    check_room(Synthesis.objects.filter(children=None), actor, version)
    ref = Ref("dataset", str(version.data_set_id))
    people, request = Ref("lineage", str(data_set.lineage_id)), f"synthesis:{id}"
    check_unused(request)
    spend = _set_aside(permit, request, people, version, plan, purpose)
    job = submit(
        kind=kind_of_job(plan.engine),
        subject=ref,
        owner=ref_of(actor),
        payload={"synthesis": str(id), SPEND: str(spend.pk), **asked_with(permit)},
    )
    synthesis = Synthesis.objects.create(
        id=id,
        version=version,
        asked_by=str(ref_of(actor)),
        job=job,
        spend=spend,
        digest=plan.digest,
        purpose=purpose,
        asked=sealed(permit, ref, "synthesis", id, {"plan": dict(fields), "rows": write_rows(plan.rows)}),
    )
    detail = {"version": version.number, "synthesis": str(id), "purpose": purpose}
    record(actor=ref_of(actor), operation="dataset.synthesise", subject=ref, reason=permit.rule, detail=detail)
    return synthesis


def checked_plan(permit: Permit, version: Version, fields: Mapping[str, Any], purpose: str) -> SyntheticPlan:
    """Returns the plan of a loaded version, within the limits of the role that lets somebody ask, and of the rows that
    it shows."""
    check_loaded(version)
    columns = columns_of(version)
    plan = read_synthetic_plan(fields, columns)
    limits = check_synthesis(permit, plan, cost=plan.cost, purpose=purpose, rows=None)
    check_rows_known(limits.rows, columns)
    return replace(plan, rows=limits.rows)


def check_loaded(version: Version) -> None:
    """Checks that a version is loaded. NotInThisState names the state of a version that has no rows to read."""
    if version.state != Version.State.LOADED:
        raise NotInThisState(f"Version {version.number} is {version.state}; rows are made of what is loaded.")


def check_rows_known(rows: frozenset[Comparison], columns: Sequence[Column]) -> None:
    """Checks that a version has the columns by which a role shows rows. NotPermitted where a role shows rows by a
    column that this version does not have: it shows none of them."""
    types = types_of(columns)
    if any(refusal_of(row, COLUMN_TYPES.get(types.get(row.subject))) for row in rows):
        raise NotPermitted("Your role shows rows of this data set by a column that this version does not have.")


def still_checked(permit: Permit, synthesis: Synthesis) -> tuple[SyntheticPlan, Obligations]:
    """Returns the plan of a synthesis, and the limits that it keeps to now. NotPermitted where the role that lets
    somebody look was limited since, NotInThisState where the columns are declared otherwise."""
    check_loaded(synthesis.version)
    _, plan = plan_read(synthesis, permit)
    return plan, check_synthesis(permit, plan, cost=plan.cost, purpose=synthesis.purpose, rows=plan.rows)


@transaction.atomic
def note_taken(permit: Permit, synthesis: Synthesis, form: str) -> None:
    """Records in the audit log that somebody downloaded a file of synthetic rows, which costs no budget."""
    detail = {"synthesis": str(synthesis.pk), "form": form}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)


def delete(*, actor: Ref, rule: str, synthesis: Synthesis) -> None:
    """Deletes a synthesis and cancels its jobs. What was spent stays spent, and the same plan is answered from what is
    stored."""
    jobs = Job.objects.filter(Q(pk=synthesis.job_id) | Q(pk__in=synthesis.appraisals.values("job")))
    call_off(actor=actor, rule=rule, jobs=jobs)
    with transaction.atomic():
        # Whoever asks for a report on the synthesis locks the same data sets.
        lock_data_sets(synthesis.version, synthesis.children)
        if jobs.filter(state__in=UNFINISHED).exists():
            raise NotInThisState("A report on these rows was asked for at this moment. Delete them again.")
        lock_row_alone(Synthesis.objects.filter(pk=synthesis.pk)).delete()


def lock_data_sets(version: Version, children: Version | None) -> None:
    """Locks the data sets of a synthesis. Two requests at once take turns, whichever of the two tables they are
    about."""
    data_sets = {table.data_set_id for table in (version, children) if table is not None}
    for data_set in sorted(data_sets):  # data sets are locked in one order, so that no two requests wait for each other
        locked(data_set)


def known_synthesis(actor: Person, id: UUID, version: Version, digest: str, purpose: str) -> Synthesis | None:
    """Returns the synthesis of this id, or the first of this person for the same plan and purpose that did not fail."""
    own = Synthesis.objects.filter(asked_by=str(ref_of(actor))).select_related("job", "version")
    good = own.filter(version=version, job__state__in=[*UNFINISHED, Job.State.DONE])
    same = good.filter(digest=digest, purpose=purpose).order_by("created_at")
    return own.filter(pk=id).first() or same.first()


def _set_aside(permit: Permit, request: str, people: Ref, version: Version, plan: SyntheticPlan, purpose: str) -> Spend:
    stored = answer_of(plan.digest, ref_of_version(version))
    if stored is not None:
        return reserve_stored(permit=permit, request=request, answer=stored, note=NOTE, purpose=purpose)
    accounts = [people, permit.viewer]
    return reserve(permit=permit, request=request, accounts=accounts, cost=plan.cost, note=NOTE, purpose=purpose)


def check_room(syntheses: QuerySet[Synthesis], actor: Person, version: Version) -> None:
    """Checks that another synthesis may be asked for. TooMany where as many as are allowed are at work of the data set,
    or kept by this person of the version. `syntheses` are those of one table, or those of two."""
    waiting = syntheses.filter(version__data_set=version.data_set_id, job__state__in=UNFINISHED)
    if waiting.count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} syntheses of this data set are at work. Cancel one, or wait for it.")
    if syntheses.filter(version=version, asked_by=str(ref_of(actor))).count() >= MOST_KEPT:
        raise TooMany(f"You have {MOST_KEPT} syntheses of this version. Delete one first.")
