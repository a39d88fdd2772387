"""A job reads the whole file once: is it whole, what is it, and what may its columns be? The owner confirms."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.api.writes.locking import row_in
from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import FILE
from datahub.datasets.models import Column, Upload, Version
from datahub.datasets.pieces import of_upload
from datahub.datasets.readers.table import Format
from datahub.datasets.rules.columns import EMPTY, has_different_names
from datahub.datasets.rules.proposals import Proposals
from datahub.datasets.rules.steps import done_in_steps
from datahub.datasets.sealed import opened_checksum, opened_size, opened_sources, sealed_found, sealed_refusal
from datahub.datasets.services.read_apart import detect, opened
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from datahub.vault.collections.file_chunks import Pieces, SealedFile, buffered
from datahub.vault.keys import keyring


def pieces_of(permit: Permit, upload: Upload) -> Pieces:
    return of_upload(upload.pk, keyring.keys_of(permit, permit.ref))


def look(claim: Claim) -> None:
    permit = permit_of_job(claim, "dataset.administer")
    upload = row_in(Upload.objects.select_related("version").filter(pk=UUID(claim.payload["upload"])))
    try:
        format, findings, proposals = _look(claim, permit, upload)
    except FileRefused as refusal:
        _refuse(claim, permit, upload, refusal)
        return
    with transaction.atomic():
        if _is_awaited(claim, upload):
            keep_columns(upload.version, proposals)
            Version.objects.filter(pk=upload.version_id).update(format=format)
            Upload.objects.filter(pk=upload.pk).update(
                state=Upload.State.FOUND, found=sealed_found(permit, upload.pk, findings)
            )
        claim.finish({"columns": len(proposals)})


def _is_awaited(claim: Claim, upload: Upload) -> bool:
    """Returns whether the version is still a draft whose file is being read: else it is declared, loaded or deleted by
    now."""
    claim.extend()
    version = Version.objects.select_for_update(no_key=True).filter(pk=upload.version_id).first()
    if version is None or version.state != Version.State.DRAFT:
        return False
    return Upload.objects.filter(pk=upload.pk, state=Upload.State.LOOKING).exists()


def keep_columns(version: Version, columns: Sequence[dict[str, Any]]) -> None:
    version.columns.all().delete()
    Column.objects.bulk_create(
        Column(
            version=version,
            place=index,
            name=column["name"],
            name_in_file=column["name_in_file"],
            is_left_out=column["left_out"],
            declaration={field: column[field] for field in EMPTY if field != "name"},
        )
        for index, column in enumerate(columns)
    )


def _look(claim: Claim, permit: Permit, upload: Upload) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    size = opened_size(permit, upload)
    file = SealedFile(pieces_of(permit, upload), size=size, chunk_size=upload.chunk_size)
    source = buffered(file)
    try:
        format = Format(**upload.version.format) if upload.version.format else detect(source, name=upload.name)
    finally:  # an incomplete file is reported as such, before any other fault of it
        _check_sum(permit, file, upload)
    with opened(source, format=format, size=size) as table:
        seen = Proposals(table.names, table.dictionary)
        for block in table.blocks():
            seen.add(block)
            claim.progress(done_in_steps(seen.rows), 0, "reading")
    earlier = _declared_before(permit, upload.version)
    findings = {
        "rows": seen.rows,
        "sheets": list(table.sheets),
        "values": seen.values(),
        "signs": seen.signs(),
        "notations": seen.notations(),
        "ids": seen.ids(),
    }
    read_format = replace(format, header_row=table.header_row, encoding=format.encoding or table.encoding)
    return asdict(read_format), findings, _proposals(seen.columns(), seen.ids(), earlier)


def _proposals(
    columns: Sequence[dict[str, Any]], ids: Sequence[bool], earlier: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Returns the earlier declarations where there are any; a column of ids is proposed to be left out, unless nothing
    would stay. If a name of one is now that of another column as well, all columns have their names in the file."""
    proposals: list[dict[str, Any]] = []
    for column, is_id in zip(columns, ids, strict=True):
        source = column["name"]
        left_out = is_id and not all(ids) and source not in earlier
        proposals.append({**column, "name_in_file": source, "left_out": left_out, **earlier.get(source, {})})
    if has_different_names(proposals):
        return proposals
    return [{**proposal, "name": proposal["name_in_file"]} for proposal in proposals]


def _declared_before(permit: Permit, version: Version) -> dict[str, dict[str, Any]]:
    """Returns the declarations of the newest loaded version, by the names of its file: a new version with the same
    columns need not be declared again, and what was left out is left out."""
    loaded = Version.objects.filter(data_set=version.data_set_id, state=Version.State.LOADED)
    newest = loaded.order_by("-number").first()
    if newest is None:
        return {}
    names = dict(opened_sources(permit, newest))
    declarations = {column.name: {"name": column.name, **column.declaration} for column in newest.columns.all()}
    return {source: declarations[name] if name else {"left_out": True} for source, name in names.items()}


def _check_sum(permit: Permit, file: SealedFile, upload: Upload) -> None:
    checksum = opened_checksum(permit, upload.pk, upload.checksum)
    if checksum and file.sha256() != checksum:
        raise FileRefused("checksum", FILE)


def _refuse(claim: Claim, permit: Permit, upload: Upload, refusal: FileRefused) -> None:
    refusal_fields = {
        "rule": refusal.rule,
        "place": refusal.place,
        "detail": refusal.reason,
        "reasons": refusal.reasons(),
    }
    with transaction.atomic():
        if _is_awaited(claim, upload):
            Upload.objects.filter(pk=upload.pk).update(
                state=Upload.State.REFUSED, refusal=sealed_refusal(permit, upload.pk, refusal_fields)
            )
        claim.finish({"refused": refusal.rule})
