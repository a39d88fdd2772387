"""A job makes the chosen candidate again, compares it with earlier releases, and passes it on to be kept."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.anonymise.earlier_releases import Beside, check_alone, people_of_version
from datahub.analyses.anonymise.figures import not_told
from datahub.analyses.anonymise.limits import check_limits, check_limits_of_population
from datahub.analyses.anonymise.population import population_for
from datahub.analyses.anonymise.prepare import Models, asked_in, made_of, work_of
from datahub.analyses.anonymise.reading import check_size, declared_columns
from datahub.analyses.anonymise.rules import release_files
from datahub.analyses.anonymise.rules.anonymity_models import AGAINST, compares
from datahub.analyses.anonymise.rules.figures import before, figures
from datahub.analyses.anonymise.rules.plan import Plan, read_plan
from datahub.analyses.anonymise.rules.population import as_file, check_name
from datahub.analyses.anonymise.rules.side_by_side import side_by_side
from datahub.analyses.errors import (
    IntersectionUnproven,
    Intersects,
    NeedsDifferentialPrivacy,
    NotInThisState,
    PlanRefused,
)
from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import asked_of, found_of
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.datasets.services.create import locked_with_people
from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from datahub.ledger.services import recovery
from datahub.policies.jobs import asked_with, permit_of_job
from datahub.policies.services import Permit
from datahub.releases.exact import may_see_rows
from datahub.releases.limits import terms_of
from datahub.releases.models import Release
from datahub.releases.rules.guarantees import guarantee_of, least_k
from datahub.releases.rules.states import against_public, promised_not
from datahub.releases.rules.tables import FORMS, Blocks
from datahub.releases.selectors import counting_of
from datahub.releases.services.begin import announce, fail
from datahub.releases.services.keep import Handed, keep

INSTEAD = "Make synthetic data instead, or give the table to named recipients."


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """A chosen candidate comes with what its job found: `beside` says why it could not stand beside an earlier release
    then."""

    number: int
    plan: Plan
    models: Models
    guarantee: str
    beside: Mapping[str, str] | None


def choose(
    *,
    actor: Person,
    permit: Permit,
    of_population: Permit | None,
    id: UUID,
    anonymisation: Anonymisation,
    fields: Mapping[str, Any],
) -> Release:
    """Begins a release of the chosen candidate and returns it; `of_population` as for `ask`. Under an id that exists,
    that one is answered."""
    recovery.begin()
    with transaction.atomic():
        locked_with_people(anonymisation.version.data_set_id)
        known = Release.objects.filter(pk=id, data_set=str(permit.ref)).first()
        if known is not None:
            return known
        chosen = _chosen(permit, anonymisation, fields["candidate"])
        limits = check_limits(permit, chosen.plan, least=least_k(chosen.models), purpose=anonymisation.purpose)
        rows = check_size(permit, anonymisation.version)
        population = _population(of_population, anonymisation, chosen, rows)
        _check_others(chosen, people_of_version(anonymisation.version), fields["audience"])
        public = fields["audience"] == Release.Audience.PUBLIC
        return _announced(
            actor,
            permit,
            of_population,
            id,
            anonymisation,
            chosen,
            population,
            fields,
            second_person=public or limits.four_eyes,
        )


def _chosen(permit: Permit, anonymisation: Anonymisation, number: int) -> Chosen:
    """Returns the candidate of this number: one that was tried, or one of a plan that somebody keeps who is told no
    figures."""
    wish = asked_of(permit, permit.ref, anonymisation)
    tried = _tried(permit, anonymisation)
    if number >= len(wish["candidates"]):
        many = len(wish["candidates"])
        raise PlanRefused(f"There are {many} candidates.", fields={"candidate": "is none of them"})
    if tried is not None and tried[number]["refused"]:
        why = "This candidate was refused; its anonymisation says why."
        raise PlanRefused(why, fields={"candidate": "was refused"})
    plan, models = read_plan(wish["plan"], declared_columns(anonymisation.version)), wish["candidates"][number]
    return Chosen(
        number=number,
        plan=plan,
        models=models,
        guarantee=guarantee_of(models, [column.name for column in plan.of("quasi")]),
        beside=None if tried is None else tried[number]["beside"],
    )


def _tried(permit: Permit, anonymisation: Anonymisation) -> Sequence[Mapping[str, Any]] | None:
    """Returns the figures that the job computed for each candidate; None where no job tried them, because the asker
    sees no figures."""
    if anonymisation.job_id is None:
        return None
    tried = (found_of(permit, permit.ref, anonymisation) or {}).get("candidates")
    if tried is None:
        raise NotInThisState("Nothing was found yet; choose among candidates when they are there.")
    return tried  # type: ignore[no-any-return]  # the note is JSON


def _population(permit: Permit | None, anonymisation: Anonymisation, chosen: Chosen, rows: int) -> Version | None:
    """Returns the version of the population that the chosen candidate is compared with; None if it is compared with
    none."""
    named = chosen.plan.population
    if permit is None or named is None or not compares(chosen.models):
        return None
    check_limits_of_population(permit, chosen.plan, purpose=anonymisation.purpose)
    for model in chosen.models:
        # A plan that was asked for earlier may contain names that are refused now.
        check_name(model.get(AGAINST, ""))
    return population_for(permit, named, chosen.plan, anonymisation.version, rows)


def _check_others(chosen: Chosen, people: Ref, audience: str) -> None:
    """Refuses a candidate that may not stand beside earlier releases, as far as was found (the job compares again, with
    what was released since), or may not go to this audience."""
    check_alone(people)
    if chosen.beside is not None:
        refusals = {refusal.code: refusal for refusal in (Intersects, IntersectionUnproven)}
        raise refusals[chosen.beside["code"]](chosen.beside["detail"])
    if audience == Release.Audience.PUBLIC:
        before = counting_of(people).exists()
        against = against_public(chosen.plan.said_of_columns(), chosen.models, released_before=before)
        if against:
            said_why = [reason["detail"] for reason in against]
            raise NeedsDifferentialPrivacy(" ".join((*said_why, INSTEAD)), fields={"audience": said_why})


def _announced(
    actor: Person,
    permit: Permit,
    of_population: Permit | None,
    id: UUID,
    anonymisation: Anonymisation,
    chosen: Chosen,
    population: Version | None,
    fields: Mapping[str, Any],
    *,
    second_person: bool,
) -> Release:
    """Announces the release of a chosen candidate and queues the job that makes it."""
    release = announce(
        permit=permit,
        id=id,
        kind=Release.Kind.ANONYMISED,
        version=Ref("dataset_version", str(anonymisation.version_id)),
        number=anonymisation.version.number,
        people=people_of_version(anonymisation.version),
        columns=chosen.plan.said_of_columns(),
        guarantee=chosen.guarantee,
        models=chosen.models,
        population=None if population is None else people_of_version(population),
        compared_with=None if population is None else Ref("dataset", str(population.data_set_id)),
        second_person=second_person,
        purpose=anonymisation.purpose,
        noise=None,
        fields={part: fields[part] for part in ("title", "audience", "licence", "citation")},
        of_population=None if population is None else of_population,
    )
    wish = {"anonymisation": str(anonymisation.pk), "candidate": chosen.number, "release": str(id)}
    payload = {**wish, **asked_with(permit)}
    job = submit(kind="analyses.release", subject=permit.ref, owner=ref_of(actor), payload=payload)
    release.job = job.pk
    release.save(update_fields=["job"])
    return release


def make(claim: Claim) -> None:
    """Makes an announced release; if anything ends the job early, the release is marked as failed and nothing of it is
    left."""
    release_id = UUID(claim.payload["release"])
    try:
        permit = permit_of_job(claim, "dataset.anonymise")
        keep(claim, permit, release_id, _told(claim, permit))
    except Problem:
        with transaction.atomic():
            claim.extend()  # ClaimLost: another attempt has taken over
            fail(release_id)
        raise


def _told(claim: Claim, permit: Permit) -> Handed:
    """Makes the release of a job. PlanRefused says why to whoever may see the rows, and to others the same of
    everything that rows are the reason of."""
    try:
        return _handed(claim, permit)
    except PlanRefused:
        if may_see_rows(permit.viewer, claim.subject):
            raise
        raise not_told() from None


def _handed(claim: Claim, permit: Permit) -> Handed:
    work = work_of(claim, permit, asked_in(claim))
    rows, models = work.rows, work.candidates[claim.payload["candidate"]]
    limits = check_limits(permit, rows.plan, least=least_k(models), purpose=work.purpose)
    claim.progress(0, 0, "making")
    try:
        result = made_of(work, models)
    except ValueError as why:
        raise PlanRefused(str(why)) from None
    claim.progress(0, 0, "comparing")
    earlier = Beside(work)
    beside = earlier.refusal(result, models)
    if beside is not None:
        raise beside
    table, trees = release_files.written(rows, result), release_files.trees(rows)
    population = b"" if work.people is None or not compares(models) else as_file(work.people)
    digests = {file: hashlib.sha256(content).hexdigest() for file, content in trees.items()}
    claim.progress(0, 0, "verifying")
    return Handed(
        tables={form: Blocks(partial(write, table.names, table.lines)) for form, write in FORMS.items()},
        card=release_files.card(
            rows,
            table,
            models,
            digests,
            hashlib.sha256(population).hexdigest() if population else "",
            terms=terms_of(limits, work.purpose),
        ),
        population=population,
        trees=trees,
        original=Blocks(partial(release_files.original, rows)),
        assignment=release_files.assignment(rows, table),
        classes=Blocks(earlier.class_map(result, models).blocks),
        rows=side_by_side(rows, result),
        report={
            **figures(rows, result, models),
            "before": before(rows),
            "promised": [result.release.guarantee],
            "not_promised": promised_not(of_people=compares(models)),
        },
    )
