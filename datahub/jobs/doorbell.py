"""A doorbell finds queued jobs and passes their ids to the worker of this process, where no broker does so."""

import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from datahub.jobs.models import Job
from datahub.jobs.rules import FARTHEST
from datahub.jobs.shares import Share, of_share

Ring = Callable[[UUID], None]
AT_ONCE = 100
# A doorbell rings again for a job after this time, because a message may be lost and a claim may fail.
AGAIN_SECONDS = 5.0


class Doorbell:
    """The doorbell calls `ring` for queued jobs. `look` rings once for each queued job that it has not rung for within
    five seconds."""

    def __init__(
        self,
        ring: Ring,
        *,
        every: float,
        queued: Callable[[], Iterable[UUID]],
        moved: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.every = every
        self._ring = ring
        self._queued = queued
        self._moved = moved
        self._clock = clock
        self._rung: dict[UUID, float] = {}
        self._looked_at = float("-inf")

    def look(self) -> None:
        now = self._clock()
        if not self._moved() and now - self._looked_at < AGAIN_SECONDS:
            return
        self._looked_at = now
        self._rung = {job_id: at for job_id, at in self._rung.items() if now - at < AGAIN_SECONDS}
        for job_id in self._queued():
            if job_id not in self._rung:
                self._rung[job_id] = now
                self._ring(job_id)


class DataVersion:
    """Tells whether another connection has committed to the SQLite file since the last call. An idle call costs nearly
    nothing."""

    def __init__(self) -> None:
        self._seen: int | None = None

    def __call__(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            (version,) = cursor.fetchone()
        before, self._seen = self._seen, int(version)
        return before != self._seen


def queued_jobs(share: Share = Share.USUAL) -> list[UUID]:
    return list(_queued(share).values_list("pk", flat=True)[:AT_ONCE])


def forgotten_jobs(share: Share = Share.USUAL) -> list[UUID]:
    """Returns the queued jobs that have waited so long that the broker's message for them must have been lost."""
    long_ago = Q(created_at__lt=Now() - timedelta(seconds=AGAIN_SECONDS))
    before_the_clock_went_back = Q(created_at__gt=Now() + FARTHEST)
    waited = _queued(share).filter(long_ago | before_the_clock_went_back)
    return list(waited.values_list("pk", flat=True)[:AT_ONCE])


def doorbell_for_this_form(ring: Ring, share: Share = Share.USUAL) -> Doorbell:
    """Returns a doorbell that looks for waiting jobs as this form of the server needs. Where there is a broker, only
    lost messages are left to find. Without one, SQLite says cheaply that it was written to, and PostgreSQL is asked
    twice a second."""
    if settings.REDIS_URL:
        return Doorbell(ring, every=AGAIN_SECONDS, queued=partial(forgotten_jobs, share))
    if connection.vendor == "sqlite":
        return Doorbell(ring, every=0.1, queued=partial(queued_jobs, share), moved=DataVersion())
    return Doorbell(ring, every=0.5, queued=partial(queued_jobs, share))


def _queued(share: Share) -> QuerySet[Job]:
    return of_share(share, Job.objects.filter(state=Job.State.QUEUED)).order_by("created_at")
