"""Who does which jobs: those that take hours have a worker of their own, so that nothing waits behind them."""

from enum import StrEnum

from django.conf import settings
from django.db.models import QuerySet

from datahub.jobs.models import Job


class Share(StrEnum):
    """By the name of its queue; the first is Celery's own."""

    USUAL = "celery"
    SLOW = "slow"  # the kinds in settings.SLOW


def share_of(kind: str) -> Share:
    return Share.SLOW if kind in settings.SLOW else Share.USUAL


def of_share(share: Share, jobs: QuerySet[Job]) -> QuerySet[Job]:
    if share == Share.SLOW:
        return jobs.filter(kind__in=settings.SLOW)
    return jobs.exclude(kind__in=settings.SLOW)
