"""This service asks for candidates of a release: the plan is checked as far as it can be without the data, and a job is
queued."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.anonymise.figures import Figures, check_told
from datahub.analyses.anonymise.limits import check_limits_of_all
from datahub.analyses.anonymise.population import lineage_of, named_population
from datahub.analyses.anonymise.reading import check_size, declared_columns
from datahub.analyses.anonymise.rules.anonymity_models import against
from datahub.analyses.anonymise.rules.plan import Compared, Plan, candidates_of, compared_in, for_no_rows, read_plan
from datahub.analyses.models import UNFINISHED, Anonymisation
from datahub.analyses.sealed import sealed
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row_alone
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.datasets.services.create import locked
from datahub.jobs.models import Job
from datahub.jobs.services import call_off, submit
from datahub.ledger.services import recovery
from datahub.ledger.services.limits import unbounded_together
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit

MOST_AT_ONCE = 2  # a data set has at most two jobs, because others wait for the same worker
MOST_KEPT = 50  # a version has at most this many anonymisations


def ask(
    *,
    actor: Person,
    permit: Permit,
    figures: Figures,
    of_population: Permit | None,
    id: UUID,
    version: Version,
    fields: Mapping[str, Any],
) -> Anonymisation:
    """Asks for candidates, and returns the anonymisation with the job that will work them out. `of_population` is for
    the data set that the plan compares with, if it names one.

    PlanRefused names every fault; under an id that exists, that one is answered. For whoever may not see the rows, a
    refusal depends on the plan and the declaration alone; if they are told no figures either, the plan is kept and no
    job is asked for; if they are, the people are written down as without a bound before anything is worked out.
    """
    if figures.unbounded:
        recovery.begin()
    with transaction.atomic():
        # The lock makes two requests at once take turns, and keeps a job from beginning while the data set is deleted.
        locked(version.data_set_id)
        known = Anonymisation.objects.filter(pk=id).select_related("job", "version").first()
        if known is not None:
            return known
        check_told(permit, figures, compared_in(fields["plan"]))
        plan_said = for_no_rows(fields["plan"]) if permit.ref in figures.hidden_from else fields["plan"]
        plan, candidates = _checked(permit, figures, of_population, version, {**fields, "plan": plan_said})
        _check_room(version)
        wish = {"plan": _as_json(plan_said, plan), "candidates": candidates}
        purpose = fields.get("purpose", "")
        return _begun(actor, permit, figures, of_population, id, version, plan, wish, purpose)


def _checked(
    permit: Permit, figures: Figures, of_population: Permit | None, version: Version, fields: Mapping[str, Any]
) -> tuple[Plan, list[list[dict[str, Any]]]]:
    size = check_size(permit, version)
    plan = read_plan(fields["plan"], declared_columns(version))
    candidates = candidates_of(fields["candidates"], plan, None if permit.ref in figures.hidden_from else size)
    of_plan = [permit, *figures.unbounded, *([] if of_population is None else [of_population])]
    check_limits_of_all(of_plan, plan, candidates, purpose=fields.get("purpose", ""))
    if plan.population is None or of_population is None:
        return plan, candidates
    rows = None if figures.hidden_from else size
    name = named_population(of_population, plan.population, plan, version, rows)
    return plan, [against(models, name) for models in candidates]


def _begun(
    actor: Person,
    permit: Permit,
    figures: Figures,
    of_population: Permit | None,
    id: UUID,
    version: Version,
    plan: Plan,
    wish: Mapping[str, Any],
    purpose: str,
) -> Anonymisation:
    ref = Ref("dataset", str(version.data_set_id))
    job = None
    if figures.are_told:
        payload = {"anonymisation": str(id), **asked_with(permit)}
        job = submit(kind="analyses.candidates", subject=ref, owner=ref_of(actor), payload=payload)
    anonymisation = Anonymisation.objects.create(
        id=id,
        version=version,
        asked_by=str(ref_of(actor)),
        job=job,
        unbounded=bool(figures.unbounded),
        purpose=purpose,
        asked=sealed(permit, ref, "asked", id, wish),
    )
    if figures.unbounded:
        told = [(account, lineage_of(account.ref)) for account in figures.unbounded]
        unbounded_together(told, reason=f"figures of candidates {id}")
    detail = {"version": version.number, "candidates": len(wish["candidates"]), "purpose": purpose}
    record(actor=ref_of(actor), operation="dataset.anonymise", subject=ref, reason=permit.rule, detail=detail)
    if plan.population is not None and of_population is not None:
        note_use_of_population(of_population, plan.population, ref, purpose)
    return anonymisation


def _as_json(plan_fields: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Returns the plan as it was asked for, with the population's data set as a text."""
    kept = {part: value for part, value in plan_fields.items() if part != "population"}
    return kept if plan.population is None else {**kept, "population": asdict(plan.population)}


def note_use_of_population(permit: Permit, named: Compared, of: Ref, purpose: str) -> None:
    """Records in the audit log whose rows were compared with a population, for those who look after it. Call it last in
    a transaction."""
    detail = {"version": named.version, "population_of": str(of), "purpose": purpose}
    record(actor=permit.viewer, operation="dataset.anonymise", subject=permit.ref, reason=permit.rule, detail=detail)


@transaction.atomic
def note_look(permit: Permit, anonymisation: Anonymisation) -> None:
    """Records in the audit log that somebody saw rows of an anonymisation as they are."""
    detail = {"anonymisation": str(anonymisation.pk)}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)


def delete(*, actor: Ref, rule: str, anonymisation: Anonymisation) -> None:
    """Deletes an anonymisation and cancels its job. What was released of it stays."""
    if anonymisation.job_id is not None:
        call_off(actor=actor, rule=rule, jobs=Job.objects.filter(pk=anonymisation.job_id))
    with transaction.atomic():
        lock_row_alone(Anonymisation.objects.filter(pk=anonymisation.pk)).delete()


def _check_room(version: Version) -> None:
    of_data_set = Anonymisation.objects.filter(version__data_set=version.data_set_id)
    if of_data_set.filter(job__state__in=UNFINISHED).count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} anonymisations of this data set are at work. Cancel one, or wait for it.")
    if of_data_set.filter(version=version).count() >= MOST_KEPT:
        raise TooMany(f"This version has {MOST_KEPT} anonymisations. Delete one first.")
