"""A preview says what the store would leak, before the load: a job counts the values of each column and attacks it."""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

import pyarrow as pa
from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.writes.locking import lock_row, row_in
from datahub.datasets.errors import NotInThisState
from datahub.datasets.models import Upload, Version
from datahub.datasets.readers.table import Format
from datahub.datasets.rules.blocks import in_blocks
from datahub.datasets.rules.columns import Column, declared, kept
from datahub.datasets.rules.domain import Value
from datahub.datasets.rules.intake import Intake
from datahub.datasets.rules.preview import digest_of, outlooks, stride
from datahub.datasets.rules.steps import ROWS_A_STEP, done_in_steps
from datahub.datasets.sealed import opened_found, opened_size, rows_found, sealed_found
from datahub.datasets.selectors.previews import KIND, WORKING, columns_of, jobs_of, kept_preview
from datahub.datasets.services.load import locked_version
from datahub.datasets.services.look import pieces_of
from datahub.datasets.services.read_apart import opened
from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, join, permit_of_job
from datahub.policies.services import Permit
from datahub.vault.collections.file_chunks import as_file


@transaction.atomic
def ask_for_preview(*, actor: Person, permit: Permit, version_id: UUID) -> None:
    """Asks for a preview of what is declared now. SchemaRefused names what is not declared. A second call changes
    nothing."""
    version = locked_version(version_id)
    if version.state != Version.State.DRAFT or version.upload.state != Upload.State.FOUND:
        raise NotInThisState(f"The version is {version.state} and its file {version.upload.state}: nothing to look at.")
    columns = columns_of(version)
    declared(columns)
    payload = {"upload": str(version.upload.pk), "digest": digest_of(columns), **asked_with(permit)}
    waiting = jobs_of(version).filter(state__in=WORKING, payload__digest=payload["digest"])
    if kept_preview(version, opened_found(permit, version.upload)) is not None:
        return
    join(waiting, permit)
    if not waiting.exists():
        submit(kind=KIND, subject=permit.ref, payload=payload, owner=ref_of(actor))


def preview(claim: Claim) -> None:
    """Makes the preview of a file; it is made of the data, so it is kept with the upload, for its owner, and never in
    the job."""
    permit = permit_of_job(claim, "dataset.administer")
    upload = row_in(Upload.objects.select_related("version").filter(pk=UUID(claim.payload["upload"])))
    declarations = columns_of(upload.version)
    columns, digest = declared(declarations), digest_of(declarations)
    total = rows_found(permit, upload)
    every = stride(total)
    rows, counts = _counted(claim, permit, upload, columns, kept(declarations), every)
    key = secrets.token_bytes(32)
    leaks: list[dict[str, Any]] = []
    for column, seen in zip(columns, counts, strict=True):
        leaks.append({"name": column.name, "ways": [asdict(outlook) for outlook in outlooks(column, seen, key, every)]})
        claim.progress(done_in_steps(total), 0, "attacking")
    with transaction.atomic():
        claim.extend()
        locked_row = lock_row(Upload.objects.filter(pk=upload.pk))
        findings = opened_found(permit, locked_row)
        if locked_row.state == Upload.State.FOUND and findings is not None:
            findings["preview"] = {"digest": digest, "rows": rows, "columns": leaks}
            locked_row.found = sealed_found(permit, locked_row.pk, findings)
            locked_row.save(update_fields=["found", "touched_at"])
        claim.finish({"columns": len(leaks)})


def _counted(
    claim: Claim, permit: Permit, upload: Upload, columns: list[Column], indexes: list[int], every: int
) -> tuple[int, list[Counter[Value]]]:
    """Returns how many rows were examined, and how often each value stands in them, without the rows that a load would
    drop."""
    size = opened_size(permit, upload)
    source = as_file(pieces_of(permit, upload), size=size, chunk_size=upload.chunk_size)
    intake = Intake(columns)
    counts = [Counter[Value]() for _ in columns]
    with opened(source, format=Format(**(upload.version.format or {})), size=size) as table:
        for block in in_blocks(_every(claim, table.only(indexes).rows(), every)):
            for seen, values in zip(counts, intake.take_block(block), strict=True):
                seen.update(values.to_pylist() if isinstance(values, pa.DictionaryArray) else values)
    return intake.counted.kept, counts


def _every(claim: Claim, rows: Iterator[Sequence[str]], every: int) -> Iterator[Sequence[str]]:
    for number, row in enumerate(rows):
        if number % ROWS_A_STEP == 0:
            claim.progress(number, 0, "reading")
        if number % every == 0:
            yield row
