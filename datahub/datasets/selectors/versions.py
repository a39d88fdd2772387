"""These selectors return the files of a data set, for whoever administers it, because they are made of the data."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from datahub.datasets.models import Upload, Version
from datahub.datasets.pieces import chunks_of
from datahub.datasets.rules.kinds_of_look import LOOKS
from datahub.datasets.sealed import (
    opened_checksum,
    opened_figures,
    opened_found,
    opened_refusal,
    opened_size,
    opened_sources,
)
from datahub.datasets.selectors.previews import columns_of
from datahub.jobs.models import Job
from datahub.policies.services import Permit


def versions_of(data_set_id: UUID) -> QuerySet[Version]:
    return Version.objects.filter(data_set=data_set_id).select_related("upload")


def version_of(data_set_id: UUID, number: int) -> Version:
    return get_object_or_404(versions_of(data_set_id), number=number)


def upload_of(data_set_id: UUID, upload_id: UUID) -> Upload:
    return get_object_or_404(Upload.objects.select_related("version"), pk=upload_id, version__data_set=data_set_id)


def whole(version: Version, permit: Permit) -> dict[str, Any]:
    figures = opened_figures(permit, version)
    is_loaded = version.state == Version.State.LOADED
    upload = of_upload(version.upload, permit)
    return {
        "id": version.pk,
        "number": version.number,
        "state": version.state,
        "format": version.format,
        "revision": version.revision,
        **_columns(version, permit),
        "rows": figures.kept if figures is not None and is_loaded else None,
        "size": upload["size"] if is_loaded else None,
        "sha256": opened_checksum(permit, version.pk, version.checksum),
        "counted": None if figures is None else asdict(figures),
        "created_at": version.created_at,
        "loaded_at": version.loaded_at,
        "upload": upload,
        "progress": _progress(version),
    }


def _columns(version: Version, permit: Permit) -> dict[str, Any]:
    """Returns the columns with their names in the file, and the names of those that are left out. A draft has all."""
    columns = columns_of(version)
    if version.state != Version.State.LOADED:
        return {"columns": columns, "left_out": [column["name_in_file"] for column in columns if column["left_out"]]}
    names = opened_sources(permit, version)
    sources = {name: source for source, name in names if name}
    return {
        "columns": [{**column, "name_in_file": sources.get(column["name"], "")} for column in columns],
        "left_out": [source for source, name in names if not name],
    }


def of_upload(upload: Upload, permit: Permit) -> dict[str, Any]:
    """Returns an upload as its page shows it. `received` names the stored pieces: a client that was interrupted sends
    the others."""
    size = opened_size(permit, upload)
    return {
        "id": upload.pk,
        "version": upload.version.number,
        "name": upload.name,
        "size": size,
        "sha256": opened_checksum(permit, upload.pk, upload.checksum),
        "chunk_size": upload.chunk_size,
        "chunks": chunks_of(size, upload.chunk_size),
        "received": sorted(upload.received.values_list("number", flat=True)),
        "state": upload.state,
        "refusal": opened_refusal(permit, upload),
        "found": opened_found(permit, upload),
    }


def _progress(version: Version) -> dict[str, Any] | None:
    """Returns the progress of the job that reads or loads the version, while there is one."""
    kinds = (*LOOKS, "datasets.load")
    jobs = Job.objects.filter(kind__in=kinds, subject=f"dataset:{version.data_set_id}").order_by("-created_at")
    job = jobs.first()
    if job is None or job.payload.get("upload") != str(version.upload.pk):
        return None
    return {"state": job.state, "error": job.error, "done": job.progress_done, "total": job.progress_total}
