"""These metrics give the ages of batch keys over all surveys: an old key that is closing means a job that does not
end.
"""

import time
from collections import defaultdict
from collections.abc import Iterator

from django.db.models import Sum
from prometheus_client.metrics_core import GaugeMetricFamily

from surveys import keys
from surveys.models import BatchKey


def batches() -> Iterator[GaugeMetricFamily]:
    """Yields the numbers and ages of batch keys by state. Ages are those of the key files, as the database keeps no
    time of a batch."""
    kept = keys.kept_batch_keys()
    ages: dict[str, list[float]] = defaultdict(list)
    for batch_key, state in BatchKey.objects.filter(pk__in=kept).values_list("pk", "state"):
        if kept[batch_key].exists():
            ages[state].append(max(0.0, time.time() - kept[batch_key].stat().st_mtime))
    number = GaugeMetricFamily("datahub_batch_keys", "Keys of batches by state.", labels=["state"])
    oldest = GaugeMetricFamily("datahub_oldest_batch_key_seconds", "Age of the oldest.", labels=["state"])
    for state, seconds in sorted(ages.items()):
        number.add_metric([state], len(seconds))
        oldest.add_metric([state], max(seconds))
    unreadable = BatchKey.objects.aggregate(all=Sum("unreadable"))["all"] or 0
    yield number
    yield oldest
    yield GaugeMetricFamily("datahub_reports_unreadable", "Accepted reports that could not be read.", value=unreadable)
