"""These selectors find the versions and keys that the sweep looks for. They take no viewer, as nobody sees their
results."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from math import ceil
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef

from datahub.jobs.models import Job
from surveys.models import BatchKey, InboxRow, Version

AT_ONCE = 500  # A sweep checks so many keys, which takes a few milliseconds.


def past_their_time(now: datetime) -> Sequence[Version]:
    return list(Version.objects.filter(state=Version.State.OPEN, closes_at__lte=now).order_by("closes_at"))


def full() -> Sequence[Version]:
    """Returns the versions whose last place is taken."""
    capped = Version.objects.filter(state=Version.State.OPEN, cap_reports__isnull=False)
    return list(capped.filter(accepted__gte=F("cap_reports")))


def full_batch_keys(now: datetime) -> list[UUID]:
    """Returns the current keys under which enough reports wait for a batch, among the keys whose turn it is.

    The number of rows is all that is asked, and nothing is written for it: a count kept beside the rows would tell when
    each of them came. So that the work stays the same however many surveys are open, AT_ONCE keys have a turn in
    each slot of the clock, and every key has one within as many slots as there are such groups.
    """
    current = BatchKey.objects.filter(state=BatchKey.State.CURRENT).order_by("version_id")
    turns = max(1, ceil(current.count() / AT_ONCE))
    first = int(now.timestamp() // settings.CLOCK["surveys.sweep"]) % turns * AT_ONCE
    group = dict(current.values_list("version_id", "pk")[first : first + AT_ONCE])
    by_least: dict[int, list[UUID]] = defaultdict(list)
    for version_id, least in Version.objects.filter(pk__in=group).values_list("pk", "batch_least"):
        by_least[least].append(group[version_id])
    return [batch_key for least, some in by_least.items() for batch_key in _with_rows(some, least)]


def _with_rows(batch_keys: Sequence[UUID], least: int) -> list[UUID]:
    """Returns the batch keys under which at least `least` rows wait; for each key no more rows than that are looked
    at.
    """
    enough = InboxRow.objects.filter(batch_key=OuterRef("pk")).values("batch_key")[least - 1 : least]
    return list(BatchKey.objects.filter(Exists(enough), pk__in=batch_keys).values_list("pk", flat=True))


def stuck_versions() -> list[Version]:
    """Returns the versions with closing keys that no live job will ingest."""
    closing = list(Version.objects.filter(batch_keys__state=BatchKey.State.CLOSING).select_related("survey").distinct())
    if not closing:
        return []
    live = Job.objects.filter(kind="surveys.ingest", state__in=[Job.State.QUEUED, Job.State.RUNNING])
    on_the_way = set(live.values_list("payload__version", flat=True))
    return [version for version in closing if version.pk not in on_the_way]
