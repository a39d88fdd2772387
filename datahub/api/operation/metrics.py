"""Metrics are counts and durations that a machine may watch, by route and by code; none is of a person or a survey."""

from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.module_loading import import_string
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)  # bounds of request times in seconds
registry = CollectorRegistry()
_REPORTS = Counter("datahub_reports", "Reports by what became of them.", ["outcome"], registry=registry)
_SECONDS = Histogram(
    "datahub_request_seconds",
    "How long answers took.",
    ["method", "route", "status"],
    buckets=BUCKETS,
    registry=registry,
)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    _SECONDS.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)


def count_report(outcome: str, status: int, route: str, seconds: float) -> None:
    """Counts a report by its outcome. `outcome` is "accepted" or the code of the refusal."""
    _REPORTS.labels(outcome).inc()
    _SECONDS.labels("POST", route, str(status)).observe(seconds)


class RoomMetrics(Collector):
    """This collector asks each package for its metrics at every scrape: an entry of settings.METRICS is a function that
    gives families."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("datahub_database_up", "1 if the database answered.")
        try:
            families = [family for path in settings.METRICS for family in import_string(path)()]
        except DatabaseError:
            connection.close()
            families = []
        up.add_metric([], float(bool(families)))
        yield up
        yield from families


registry.register(RoomMetrics())


def page() -> bytes:
    """Returns all metrics in the text format of Prometheus."""
    return generate_latest(registry)
