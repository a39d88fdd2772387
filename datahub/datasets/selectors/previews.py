"""This module is about the leakage preview of a draft, for whoever administers the data set: it is made of the data."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from datahub.datasets.models import Upload, Version
from datahub.datasets.rules.preview import digest_of
from datahub.datasets.sealed import opened_found
from datahub.jobs.models import Job
from datahub.policies.services import Permit

KIND = "datasets.preview"
WORKING = (Job.State.QUEUED, Job.State.RUNNING)


def preview_of(version: Version, permit: Permit) -> dict[str, Any]:
    """Returns the preview for the columns as they are declared now. How a column is sealed may have changed since,
    because every way was tried."""
    findings = opened_found(permit, version.upload)
    kept = kept_preview(version, findings)
    if kept is not None and findings is not None:
        return {"state": "ready", "rows": kept["rows"], "of": findings["rows"], "columns": kept["columns"]}
    job = jobs_of(version).order_by("-created_at").first()
    is_open = version.state == Version.State.DRAFT and version.upload.state == Upload.State.FOUND
    if job is None or not is_open or job.state == Job.State.DONE:
        return {"state": "none"}
    progress = {"state": job.state, "error": job.error, "done": job.progress_done, "total": job.progress_total}
    return {"state": "working" if job.state in WORKING else "failed", "progress": progress}


def kept_preview(version: Version, findings: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns the stored preview, if it still fits the declared columns. `findings` is the opened result of reading the
    upload."""
    kept: dict[str, Any] | None = (findings or {}).get("preview")
    return kept if kept is not None and kept["digest"] == digest_of(columns_of(version)) else None


def jobs_of(version: Version) -> QuerySet[Job]:
    subject = f"dataset:{version.data_set_id}"
    return Job.objects.filter(kind=KIND, subject=subject, payload__upload=str(version.upload.pk))


def columns_of(version: Version) -> list[dict[str, Any]]:
    """Returns what is declared of each column of a draft, with its name in the file and whether it is left out."""
    return [
        {"name": column.name, "name_in_file": column.name_in_file, "left_out": column.is_left_out, **column.declaration}
        for column in version.columns.all()
    ]
