"""A release is announced here before it is made, and fails here when its work ends early."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.jobs.models import Job
from datahub.ledger.services.limits import unbounded_together
from datahub.policies.services import Permit
from datahub.releases import folders
from datahub.releases.exact import may_see_rows
from datahub.releases.models import Release
from datahub.releases.sealed import ref_to
from datahub.vault.keys import keyring


@transaction.atomic
def announce(
    *,
    permit: Permit,
    id: UUID,
    kind: Release.Kind,
    version: Ref,
    number: int,
    people: Ref,
    population: Ref | None,
    compared_with: Ref | None,
    columns: Sequence[Mapping[str, str]],
    guarantee: str,
    models: Sequence[Mapping[str, Any]],
    second_person: bool,
    purpose: str,
    noise: Mapping[str, Any] | None,
    fields: Mapping[str, Any],
    of_population: Permit | None = None,
) -> Release:
    """Announces a release, with a key of its own. `noise` says how synthetic rows were drawn: rho, mechanisms, and
    which rows were read. `fields` are title, audience, licence and citation; `compared_with` is the data set that holds
    the people of the population, and `of_population` the permit for it. Call `recovery.begin` before."""
    release = Release.objects.create(
        id=id,
        kind=kind,
        data_set=str(permit.ref),
        version=str(version),
        number=number,
        people=str(people),
        population="" if population is None else str(population),
        compared_with="" if compared_with is None else str(compared_with),
        made_by=str(permit.viewer),
        columns=list(columns),
        guarantee=guarantee,
        anonymity_models=[dict(model) for model in models],
        second_person=second_person,
        purpose=purpose,
        noise=noise,
        **fields,
    )
    keyring.create(ref_to(release))
    mark_at_once(permit, of_population, release)
    detail = {"version": number, "audience": release.audience, "purpose": purpose}
    record(actor=permit.viewer, operation="release.make", subject=ref_to(release), reason=permit.rule, detail=detail)
    return release


def mark_at_once(permit: Permit, of_population: Permit | None, release: Release) -> None:
    """Notes in the ledger that no budget bounds any more what is known of the people, before anything is worked out.

    Whether the work succeeds already tells of the rows, so this is done at the start, unless whoever makes the release
    may see the rows anyway. Synthetic data need no note: a budget paid for them.

    Call it in a transaction of the ledger's, after `recovery.begin` and before the log is taken.
    """
    if release.kind == Release.Kind.ANONYMISED and not may_see_rows(permit.viewer, permit.ref):
        unbounded_together(who_is_told_of(permit, of_population, release), reason=reason_of(release))


def who_is_told_of(permit: Permit, of_population: Permit | None, release: Release) -> list[tuple[Permit, Ref]]:
    """Returns the people behind the rows, and those of the population, each with the permit that covers them."""
    told = [(permit, Ref.parse(release.people))]
    if of_population is not None and release.population != release.people:
        told.append((of_population, Ref.parse(release.population)))
    return told


def reason_of(release: Release) -> str:
    """Returns the reason under which the ledger notes a release: the same text when it is asked for and when it is
    kept."""
    return f"release {release.pk}: {release.guarantee}"[:200]


def fail(release_id: UUID) -> None:
    """Marks a release that is being made as failed: its work ended without a file."""
    Release.objects.filter(pk=release_id, state=Release.State.MAKING).update(state=Release.State.FAILED)


def call_off(job: Job) -> None:
    """Fails the releases whose job is cancelled; settings.CALLED_OFF names this function."""
    for release in Release.objects.filter(job=job.pk, state=Release.State.MAKING):
        fail(release.pk)


def sweep() -> int:
    """Fails releases whose work ended while nobody was there to say so, and destroys the folders that belong to no
    release; returns how many folders it destroyed."""
    there = folders.there()  # folders are read first: a release names its folder before its first piece is written
    for release in Release.objects.filter(state=Release.State.MAKING):
        job = None if release.job is None else Job.objects.filter(pk=release.job).first()
        if job is None or job.ended:
            fail(release.pk)
    rows = Release.objects.filter(file__in=there).exclude(state__in=Release.OVER)
    left = set(there) - set(rows.values_list("file", flat=True))
    for file in left:
        folders.destroy(file)
    return len(left)
