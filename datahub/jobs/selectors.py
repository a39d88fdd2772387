"""Reads of jobs, always for a viewer."""

from typing import Any

from django.db.models import QuerySet

from datahub.api.ref import Ref
from datahub.jobs.models import Job


def jobs_for(viewer: Ref, *, everybodys: bool) -> QuerySet[Job]:
    """Administrators see all long work; others what they asked for."""
    return Job.objects.all() if everybodys else Job.objects.filter(owner=str(viewer))


def progress_of(job: Job) -> dict[str, Any]:
    """How far it is, for whoever may see what it is for."""
    return {"done": job.progress_done, "total": job.progress_total, "note": job.progress_note}
