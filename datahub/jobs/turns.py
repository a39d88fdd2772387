"""Owners of jobs take turns: a free worker takes a job of the person whose turn it is, not the job that a message
names."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, IntegerField, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from datahub.jobs.models import Job
from datahub.jobs.shares import Share, of_share


def next_job(share: Share) -> UUID | None:
    """Returns the job that a free worker of the share takes; None where none waits.

    What keeps the platform going comes first (settings.PROMPT). Then comes the person who has the fewest jobs running
    here, of several the one whose last job began longest ago; of their jobs the oldest. So whoever asks for one thing
    waits for at most one job of each of the others, however many those have asked for.
    """
    queued = of_share(share, Job.objects.filter(state=Job.State.QUEUED))
    prompt = queued.filter(kind__in=settings.PROMPT).order_by("created_at").values_list("pk", flat=True).first()
    if prompt is not None:
        return prompt
    owner = _owners(share, queued).values_list("owner", flat=True).first()
    if owner is None:
        return None
    return queued.filter(owner=owner).order_by("created_at", "pk").values_list("pk", flat=True).first()


def _owners(share: Share, queued: QuerySet[Job]) -> QuerySet[Job, Any]:
    """Returns the owners of queued jobs, the one whose turn it is first. The platform itself, whose jobs have no owner,
    is one of them."""
    theirs = of_share(share, Job.objects.filter(owner=OuterRef("owner"))).order_by()
    running = theirs.filter(state=Job.State.RUNNING).values("owner").annotate(rows=Count("pk"))
    began = theirs.filter(started_at__isnull=False).order_by("-started_at").values("started_at")[:1]
    return (
        queued.order_by()
        .values("owner")
        .annotate(
            first=Min("created_at"),
            running=Coalesce(Subquery(running.values("rows"), output_field=IntegerField()), 0),
            began=Subquery(began),
        )
        .order_by("running", F("began").asc(nulls_first=True), "first")
    )
