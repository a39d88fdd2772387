"""What the sweep looks for. No viewer: nobody sees the answer."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F

from datahub.jobs.models import Job
from surveys.models import BatchKey, InboxRow, Version


def past_their_time(now: datetime) -> Sequence[Version]:
    return list(Version.objects.filter(state=Version.State.OPEN, closes_at__lte=now).order_by("closes_at"))


def full() -> Sequence[Version]:
    """Versions whose last place is taken."""
    return list(Version.objects.filter(state=Version.State.OPEN, accepted__gte=F("cap_reports")))


def full_batch_keys() -> list[UUID]:
    """Current keys under which enough reports wait for a batch."""
    waiting = InboxRow.objects.filter(batch_key__state=BatchKey.State.CURRENT).values("batch_key")
    full = waiting.annotate(rows=Count("pk")).filter(rows__gte=F("version__batch_least"))
    return [row["batch_key"] for row in full]


def stuck_versions() -> list[Version]:
    """Versions with closing keys that no live job will ingest."""
    closing = list(Version.objects.filter(batch_keys__state=BatchKey.State.CLOSING).select_related("survey").distinct())
    if not closing:
        return []
    live = Job.objects.filter(kind="surveys.ingest", state__in=[Job.State.QUEUED, Job.State.RUNNING])
    on_the_way = set(live.values_list("payload__version", flat=True))
    return [version for version in closing if version.pk not in on_the_way]
