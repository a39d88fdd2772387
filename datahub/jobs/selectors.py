"""These selectors return jobs, always for a viewer."""

from typing import Any

from django.db.models import QuerySet

from datahub.api.ref import PLATFORM, Ref
from datahub.jobs.models import Job


def jobs_for(viewer: Ref, *, everybodys: bool) -> QuerySet[Job]:
    """Returns all jobs to administrators, and to others the jobs that they asked for."""
    return Job.objects.all() if everybodys else Job.objects.filter(owner=str(viewer))


def as_seen_by(viewer: Ref, job: Job) -> Job:
    """Returns the job, not to be saved, without what only whoever asked for it may know: progress and result of work
    on a thing may count its rows or reports. Administrators run the service, and see that it
    runs."""
    if job.owner != str(viewer) and job.subject != str(PLATFORM):
        job.progress_done, job.progress_total, job.progress_note, job.result = 0, 0, "", None
    return job


def progress_of(job: Job) -> dict[str, Any]:
    """Returns the progress of a job, for whoever may see what the job is for."""
    return {"done": job.progress_done, "total": job.progress_total, "note": job.progress_note}
