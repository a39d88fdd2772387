"""Does jobs: the Celery worker with its clock and its doorbell. `serve` starts one; in full there may be many."""

from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from datahub.jobs.clock import queue_running_jobs
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.worker import work

IN_USE = 3
PATIENCE_SECONDS = 5  # a worker whose parent was killed ends within half a second


class Command(BaseCommand):
    help = "Do jobs until SIGTERM. SQLite has one worker for each data folder; PostgreSQL as many as you start."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--threads", type=int, default=4, help="jobs done at once (on SQLite always one)")

    def handle(self, *args: Any, threads: int, **options: Any) -> None:
        with ExitStack() as held:
            if connection.vendor == "sqlite":
                try:
                    held.enter_context(hold(settings.DATA / "worker.lock", patience_seconds=PATIENCE_SECONDS))
                except FolderInUse as refusal:
                    self.stderr.write(f"A worker runs already: {refusal}.")
                    raise SystemExit(IN_USE) from None
                queue_running_jobs()
                connection.close()
            code = work(threads=threads)
        raise SystemExit(code)
