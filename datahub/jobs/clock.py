"""The clock does what is due at a time: expired leases are queued again, due slots become jobs, old clock jobs are
dropped.

Every step reads before it locks, and any number of clocks may take it at once.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from datahub.api.ref import PLATFORM
from datahub.jobs import services
from datahub.jobs.hint import hint
from datahub.jobs.models import Job
from datahub.jobs.rules import ATTEMPTS_SPENT, BREAKDOWNS, FARTHEST, LOST_WORKERS, slot_key
from datahub.jobs.shares import Share, of_share

KEPT = {Job.State.DONE: timedelta(hours=1), Job.State.FAILED: timedelta(days=1), Job.State.CANCELLED: timedelta(days=1)}


def tick(now: float) -> None:
    """Does what is due at this tick of the clock. `now` is in seconds since 1970; leases go by the clock of the
    database, which all workers share."""
    queue_expired_leases()
    ask_for_due_slots(now)
    drop_old_clock_jobs()


def queue_expired_leases() -> None:
    """Queues the jobs again whose lease ended, because the worker that held them is gone. A job that raised too many
    exceptions, or lost too many workers, fails instead.

    A lease that ends too late was taken before the clock went back; a worker that still lives has taken another since.
    """
    running = Job.objects.filter(state=Job.State.RUNNING)
    over = Q(lease_until__lt=Now()) | Q(lease_until__gt=Now() + FARTHEST)
    expired = dict(running.filter(over).values_list("pk", "kind"))
    if not expired:
        return
    still = running.filter(over, pk__in=list(expired))  # a heartbeat may have extended the lease meanwhile
    spent = Q(breakdowns__gte=BREAKDOWNS) | Q(attempts__gte=F("breakdowns") + LOST_WORKERS)
    still.filter(spent).update(state=Job.State.FAILED, error=ATTEMPTS_SPENT, lease_until=None, finished_at=Now())
    still.exclude(spent).update(state=Job.State.QUEUED, lease_until=None)
    for job_id, kind in expired.items():
        hint(job_id, kind)


def queue_running_jobs(share: Share = Share.USUAL) -> None:
    """Queues again the jobs that a worker of the share left running. Call it only from a worker that is the only one of
    its share: running jobs were then left by the worker before it."""
    left = of_share(share, Job.objects.filter(state=Job.State.RUNNING))
    if left.exists():
        left.update(lease_until=Now() - timedelta(seconds=1))
        queue_expired_leases()


def ask_for_due_slots(now: float) -> None:
    for kind, seconds in settings.CLOCK.items():
        key = slot_key(kind, seconds, now)
        jobs = Job.objects.filter(key=key)
        # A busy worker finds one job of a kind, not one for each slot.
        waiting = Job.objects.filter(kind=kind, state=Job.State.QUEUED)
        if not jobs.exists() and not waiting.exists():
            with transaction.atomic():
                services.submit(kind=kind, subject=PLATFORM, key=key)


def drop_old_clock_jobs() -> None:
    """Deletes the rows of old slots, thousands a day, once an hour, so that it costs one write an hour.

    Slots of a future that a clock had been set to go at once: when their time comes they must be free.
    """
    ahead = Job.objects.filter(kind__in=settings.CLOCK, key__isnull=False, created_at__gt=Now() + FARTHEST)
    if ahead.exists():
        ahead.filter(state__in=Job.ENDED).delete()
    for state, kept in KEPT.items():
        old = Job.objects.filter(kind__in=settings.CLOCK, key__isnull=False, state=state)
        if old.filter(finished_at__lt=Now() - 2 * kept).exists():
            old.filter(finished_at__lt=Now() - kept).delete()
