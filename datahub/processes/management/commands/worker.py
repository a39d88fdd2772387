"""Does jobs: the Celery worker with its clock and its doorbell. `serve` starts one; in full there may be many.

`--slow` does the kinds that take hours, and no other (settings.SLOW): a worker of their own, beside the usual ones.
"""

from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from datahub.jobs.clock import queue_running_jobs
from datahub.jobs.shares import Share
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.worker import work

IN_USE = 3
LOCKS = {Share.USUAL: "worker.lock", Share.SLOW: "slow-worker.lock"}  # on SQLite there is one of each
THREADS = {Share.USUAL: 4, Share.SLOW: 1}
PATIENCE_SECONDS = 5  # a worker whose parent was killed ends within half a second


class Command(BaseCommand):
    help = "Do jobs until SIGTERM. SQLite has one worker for each data folder; PostgreSQL as many as you start."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--threads", type=int, help="jobs done at once (on SQLite always one; else 4, of slow ones 1)"
        )
        parser.add_argument("--slow", action="store_true", help="do the jobs that take hours, and no other")

    def handle(self, *args: Any, threads: int | None, **options: Any) -> None:
        share = Share.SLOW if options["slow"] else Share.USUAL
        with ExitStack() as held:
            if connection.vendor == "sqlite":
                try:
                    held.enter_context(hold(settings.DATA / LOCKS[share], patience_seconds=PATIENCE_SECONDS))
                except FolderInUse as refusal:
                    self.stderr.write(f"A worker runs already: {refusal}.")
                    raise SystemExit(IN_USE) from None
                queue_running_jobs(share)
                connection.close()
            code = work(threads=threads or THREADS[share], share=share)
        raise SystemExit(code)
