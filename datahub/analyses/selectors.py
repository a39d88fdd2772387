"""Anonymisations, for whoever may anonymise the data set: figures are made of the data."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import asked_of, found_of
from datahub.api.ref import Ref
from datahub.jobs.models import Job
from datahub.policies.services import Permit

UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)


def anonymisations_of(data_set: UUID) -> QuerySet[Anonymisation]:
    return Anonymisation.objects.filter(version__data_set=data_set).select_related("job", "version")


def data_set_of(anonymisation: Anonymisation) -> Ref:
    return Ref("dataset", str(anonymisation.version.data_set_id))


def in_list(anonymisation: Anonymisation) -> dict[str, Any]:
    job = anonymisation.job
    return {
        "id": anonymisation.pk,
        "data_set": anonymisation.version.data_set_id,
        "version": anonymisation.version.number,
        "state": job.state,
        "error": job.error,
        "progress": {"done": job.progress_done, "total": job.progress_total, "note": job.progress_note},
        "created_at": anonymisation.created_at,
        "finished_at": job.finished_at,
    }


def whole(anonymisation: Anonymisation, permit: Permit) -> dict[str, Any]:
    """`refusal` says why nothing was found; `found` has a candidate for each that was asked for, in that order."""
    data_set = data_set_of(anonymisation)
    asked = asked_of(permit, data_set, anonymisation)
    found = found_of(permit, data_set, anonymisation) or {}
    return {
        **in_list(anonymisation),
        "plan": asked["plan"],
        "candidates": [{"models": models} for models in asked["candidates"]],
        "before": found.get("before"),
        "found": found.get("candidates"),
        "refusal": found.get("refusal"),
    }
