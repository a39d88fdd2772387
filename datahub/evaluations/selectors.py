"""These selectors return the viewer's own evaluations."""

from typing import Any

from django.db.models import QuerySet

from datahub.accounts.models import Person
from datahub.evaluations.models import Evaluation
from datahub.jobs.models import Job

UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)


def evaluations_of(viewer: Person) -> QuerySet[Evaluation]:
    return Evaluation.objects.filter(owner=viewer).select_related("job")


def in_list(evaluation: Evaluation) -> dict[str, Any]:
    job = evaluation.job
    return {
        "id": evaluation.pk,
        "state": job.state,
        "error": job.error,
        "progress": {"done": job.progress_done, "total": job.progress_total},
        "asked": evaluation.asked,
        "simulated": True,
        "created_at": evaluation.created_at,
        "finished_at": job.finished_at,
    }


def whole(evaluation: Evaluation) -> dict[str, Any]:
    return in_list(evaluation) | {"findings": evaluation.findings}
