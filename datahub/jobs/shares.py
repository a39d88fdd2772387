"""Jobs are divided among three kinds of workers, so that short jobs do not wait behind long ones."""

from enum import StrEnum

from django.conf import settings
from django.db.models import QuerySet

from datahub.jobs.models import Job


class Share(StrEnum):
    """A share of the jobs has its own workers and its own queue, whose name it is; the first is Celery's default
    queue."""

    USUAL = "celery"  # all other kinds take seconds at most
    LONG = "long"  # kinds in settings.LONG take minutes
    SLOW = "slow"  # kinds in settings.SLOW take hours


def share_of(kind: str) -> Share:
    if kind in settings.SLOW:
        return Share.SLOW
    return Share.LONG if kind in settings.LONG else Share.USUAL


def of_share(share: Share, jobs: QuerySet[Job]) -> QuerySet[Job]:
    kinds = {Share.SLOW: settings.SLOW, Share.LONG: settings.LONG}.get(share)
    return jobs.exclude(kind__in=[*settings.LONG, *settings.SLOW]) if kinds is None else jobs.filter(kind__in=kinds)
