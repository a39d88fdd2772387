"""Counts how many rows hold each value of a version: a worker reads the rows once, and the counts are for the owner
alone."""

from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.anonymise.reading import check_size, count_values
from datahub.analyses.models import ColumnCounts, ValueCounts
from datahub.analyses.sealed import sealed_counts
from datahub.api.writes.locking import row_in
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.datasets.services.create import locked
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, permit_of_job
from datahub.policies.services import Permit

SEES = "dataset.see_rows"


@transaction.atomic
def ask_for_counts(*, actor: Person, permit: Permit, version: Version) -> None:
    """Asks for the counts of a version's values. A second call changes nothing, unless the first job ended without
    counts."""
    locked(version.data_set_id)
    check_size(permit, version)
    known = ValueCounts.objects.filter(version=version).select_related("job").first()
    if known is not None and (known.job.state == Job.State.DONE or not known.job.ended):
        return
    payload = {"version": str(version.pk), **asked_with(permit)}
    job = submit(kind="analyses.count", subject=permit.ref, owner=ref_of(actor), payload=payload)
    ValueCounts.objects.update_or_create(version=version, defaults={"job": job})
    detail = {"version": version.number}
    record(actor=permit.viewer, operation=SEES, subject=permit.ref, reason=permit.rule, detail=detail)


@transaction.atomic
def note_counts_seen(*, permit: Permit, version: Version, column: str) -> None:
    detail = {"version": version.number, "column": column}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)


def count(claim: Claim) -> None:
    """Counts the values of a version. Columns that identify are not counted: no hierarchy is made of them."""
    permit = permit_of_job(claim, SEES)
    version = row_in(Version.objects.filter(pk=UUID(claim.payload["version"])))
    check_size(permit, version)
    names = [column.name for column in version.columns.all() if column.declaration["role"] != "identifying"]
    counts = count_values(permit, version, names, lambda done, of: claim.progress(done, of, "reading")) if names else {}
    findings = {
        name: sealed_counts(permit, claim.subject, version.pk, name, of_column) for name, of_column in counts.items()
    }
    with transaction.atomic():
        claim.extend()
        locked_row = ValueCounts.objects.select_for_update().filter(version=version, job=claim.job_id).first()
        if locked_row is not None:  # without a row nobody waits for this job any more
            ColumnCounts.objects.bulk_create(
                ColumnCounts(of=locked_row, name=name, found=finding) for name, finding in findings.items()
            )
        claim.finish({"columns": len(names)})
