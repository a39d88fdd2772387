"""The owner says what each column means, and how the file is read."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.datasets.errors import NotInThisState, WishRefused
from datahub.datasets.models import Upload, Version
from datahub.datasets.readers.delimited import DELIMITERS
from datahub.datasets.readers.lines import ENCODINGS
from datahub.datasets.rules.column_texts import column_text
from datahub.datasets.rules.columns import EMPTY, check_shape
from datahub.datasets.rules.kinds_of_look import kind_of_look
from datahub.datasets.sealed import opened_size
from datahub.datasets.services.load import locked_version
from datahub.datasets.services.look import keep_columns
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit

TEXT_KINDS = ("csv", "tsv")


@transaction.atomic
def declare(*, version_id: UUID, columns: Sequence[Mapping[str, Any]], revision: int | None) -> Version:
    """Replaces the declaration of a version. It may be incomplete until the version is loaded."""
    version = _draft(version_id, Upload.State.FOUND)
    if revision is not None and revision != version.revision:
        raise NotInThisState(f"The declaration is at revision {version.revision}, not {revision}. Read it again.")
    whole = [
        {**EMPTY, "left_out": False, **column, "name_in_file": column.get("name_in_file") or column["name"]}
        for column in columns
    ]
    check_shape(whole, [column.name_in_file for column in version.columns.all()])
    keep_columns(version, whole)
    version.revision, version.figures = version.revision + 1, None  # figures were those of the former declaration
    version.save(update_fields=["revision", "figures"])
    version.upload.save(update_fields=["touched_at"])  # an upload that is being declared is not abandoned
    return version


@transaction.atomic
def read_as(*, actor: Person, permit: Permit, version_id: UUID, format: Mapping[str, Any]) -> Version:
    """Reads a file again in the format that its owner states, because the detected one is not right. A header row that
    is not stated is proposed again."""
    version = _draft(version_id, Upload.State.FOUND, Upload.State.REFUSED)
    _check_format(version, format)
    version.format = {"encoding": "", "delimiter": "", "sheet": "", **(version.format or {}), "header_row": 0, **format}
    version.revision, version.figures = version.revision + 1, None
    version.save(update_fields=["format", "revision", "figures"])
    upload = version.upload
    upload.state, upload.refusal, upload.found = Upload.State.LOOKING, None, None
    upload.save(update_fields=["state", "refusal", "found", "touched_at"])
    submit(
        kind=kind_of_look(opened_size(permit, upload)),
        subject=permit.ref,
        payload={"upload": str(upload.pk), **asked_with(permit)},
        # The key has the version's id: an upload may have the id of one that was dropped.
        key=f"datasets.look:{version.pk}:{version.revision}",
        owner=ref_of(actor),
    )
    return version


def _draft(version_id: UUID, *states: str) -> Version:
    version = locked_version(version_id)
    if version.state != Version.State.DRAFT:
        raise NotInThisState(f"The version is {version.state}; what is loaded does not change. Upload a new version.")
    if version.upload.state not in states:
        raise NotInThisState(f"The upload is {version.upload.state}; its columns are not known yet.")
    return version


def _check_format(version: Version, format: Mapping[str, Any]) -> None:
    kind = format.get("kind") or (version.format or {}).get("kind", "")
    faults: dict[str, str] = {}
    if kind in TEXT_KINDS:
        if format.get("encoding", ENCODINGS[0]) not in ENCODINGS:
            faults["encoding"] = column_text("encoding_unknown", encodings=", ".join(ENCODINGS))
        if format.get("delimiter", DELIMITERS[0]) not in DELIMITERS:
            faults["delimiter"] = column_text("delimiter_unknown")
        if version.format is None and not {"encoding", "delimiter"} <= set(format):
            faults["encoding"] = column_text("encoding_open")
    elif not kind:
        faults["kind"] = column_text("kind_open")
    if faults:
        raise WishRefused(column_text("format_refused"), fields=faults)
