"""A release is announced before it is made; and ends early when its work does."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.jobs.models import Job
from datahub.policies.services import Permit
from datahub.releases import folders
from datahub.releases.models import Release
from datahub.releases.sealed import ref_to
from datahub.vault import keyring


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
    said: Mapping[str, Any],
) -> Release:
    """With a key of its own. `said` are title, audience, licence and citation; `compared_with` is the data set that
    holds the people of the population."""
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
        **said,
    )
    keyring.create(ref_to(release))
    detail = {"version": number, "audience": release.audience}
    record(actor=permit.viewer, operation="release.make", subject=ref_to(release), reason=permit.rule, detail=detail)
    return release


def fail(release_id: UUID) -> None:
    """The work ended without a file."""
    Release.objects.filter(pk=release_id, state=Release.State.MAKING).update(state=Release.State.FAILED)


def call_off(job: Job) -> None:
    """For settings.CALLED_OFF."""
    for release in Release.objects.filter(job=job.pk, state=Release.State.MAKING):
        fail(release.pk)


def sweep() -> int:
    """Releases whose work ended while nobody was there to say so, and pieces of no release; how many folders went."""
    there = folders.there()  # first: a release names its folder before its first piece is written
    for release in Release.objects.filter(state=Release.State.MAKING):
        job = None if release.job is None else Job.objects.filter(pk=release.job).first()
        if job is None or job.ended:
            fail(release.pk)
    held = Release.objects.filter(file__in=there).exclude(state__in=Release.OVER)
    left = set(there) - set(held.values_list("file", flat=True))
    for file in left:
        folders.destroy(file)
    return len(left)
