"""The worker process runs a Celery worker, with a clock and a doorbell as threads beside it.

Celery's own beat would fork here: another process, another memory broker, and every tick lost (docs/concepts/jobs.md).
"""

import logging
import os
import threading
import warnings
from collections.abc import Callable
from typing import Any
from uuid import UUID

from celery.apps.worker import Worker
from celery.platforms import SecurityWarning
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from datahub.jobs.doorbell import doorbell_for_this_form
from datahub.jobs.shares import Share
from datahub.processes.family import say_ready
from datahub.processes.healthy import ALIVE

log = logging.getLogger(__name__)
TICK_SECONDS = 1.0


class TellingWorker(Worker):  # type: ignore[misc]  # Celery has no types
    """A telling worker reports to its parent when it has begun to take jobs."""

    def on_consumer_ready(self, consumer: Any) -> None:
        super().on_consumer_ready(consumer)
        say_ready()


def work(*, threads: int, share: Share) -> int:
    """Does jobs of the share until SIGTERM, then finishes the jobs that have begun. Returns the exit code."""
    # Advises users called root to set an option that DataHub does not have.
    warnings.simplefilter("ignore", SecurityWarning)
    os.environ["CELERY_SKIP_CHECKS"] = "yes"  # manage.py has just run the checks
    app = import_string(settings.QUEUE_APP)
    over = threading.Event()
    _start_doorbell_and_clock(app, share, over)
    # SQLite has one writer: a second thread would only wait for the first.
    pool = {"pool": "solo"} if connection.vendor == "sqlite" else {"pool": "threads", "concurrency": threads}
    worker = TellingWorker(
        app=app,
        queues=[share],
        quiet=True,
        redirect_stdouts=False,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        **pool,
    )
    try:
        worker.start()
    finally:
        over.set()
    return int(worker.exitcode or 0)


def _start_doorbell_and_clock(app: Any, share: Share, over: threading.Event) -> None:
    """Starts a thread for the doorbell and one for the clock, which run until `over` is set."""

    def ring(job_id: UUID) -> None:
        app.send_task("jobs.run", args=[str(job_id)], queue=share, retry=False)

    def tick() -> None:
        ALIVE.touch()
        # Other workers run no clock: ticks would pile up behind minutes or hours of work.
        if share == Share.USUAL:
            # The message expires, because a busy worker needs one tick, not many.
            app.send_task("jobs.tick", retry=False, expires=TICK_SECONDS)

    bell = doorbell_for_this_form(ring, share)
    for name, every, act in (("doorbell", bell.every, bell.look), ("clock", TICK_SECONDS, tick)):
        threading.Thread(target=repeat, args=[name, every, act, over], daemon=True).start()


def repeat(name: str, every: float, act: Callable[[], None], over: threading.Event) -> None:
    """Calls `act` again and again, with a database connection of this thread. A failure that lasts is logged once."""
    is_down = False
    while not over.wait(every):
        try:
            act()
        except (DatabaseError, OperationalError) as error:
            if not is_down:
                log.warning("%s waits: %s", name, type(error).__name__)
            is_down = True
            connection.close()
        else:
            is_down = False
