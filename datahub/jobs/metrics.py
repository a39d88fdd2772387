"""These metrics count the jobs in each state, and say how long the oldest has waited."""

from collections.abc import Iterator

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily

from datahub.jobs.models import Job


def jobs() -> Iterator[GaugeMetricFamily]:
    rows = Job.objects.values("kind", "state").annotate(rows=Count("pk"), oldest=Min("created_at")).order_by("kind")
    number = GaugeMetricFamily("datahub_jobs", "Jobs by kind and state.", labels=["kind", "state"])
    age = GaugeMetricFamily("datahub_oldest_waiting_job_seconds", "Age of the oldest queued job.", labels=["kind"])
    now = timezone.now()
    for row in rows:
        number.add_metric([row["kind"], row["state"]], row["rows"])
        if row["state"] == Job.State.QUEUED:
            age.add_metric([row["kind"]], max(0.0, (now - row["oldest"]).total_seconds()))
    yield number
    yield age
