"""This command does jobs: it is the Celery worker with its clock and its doorbell. `serve` starts one of each; with
PostgreSQL there may be many.

`--long` does the kinds that may take minutes (settings.LONG), `--slow` those that take hours (settings.SLOW), and no
other: workers of their own, beside the usual ones.
"""

import os
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from datahub.jobs.clock import queue_running_jobs
from datahub.jobs.shares import Share
from datahub.processes.data_folder.start import join_or_end
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.worker import work

IN_USE = 3
LOCKS = {  # on SQLite each share has one worker
    Share.USUAL: "worker.lock",
    Share.LONG: "long-worker.lock",
    Share.SLOW: "slow-worker.lock",
}
THREADS = {Share.USUAL: 4, Share.LONG: 2, Share.SLOW: 1}
NICER = 5  # long workers leave the processors to whoever waits for a page
PATIENCE_SECONDS = 5  # a worker whose parent was killed ends within half a second


class Command(BaseCommand):
    help = "Do jobs until SIGTERM. SQLite has one worker for each data folder; PostgreSQL as many as you start."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--threads",
            type=int,
            help="jobs done at once (on SQLite always one; else 4, of long ones 2, of slow ones 1)",
        )
        parser.set_defaults(share=Share.USUAL)
        lane = parser.add_mutually_exclusive_group()
        for share, wish in ((Share.LONG, "may take minutes"), (Share.SLOW, "take hours")):
            lane.add_argument(
                f"--{share}",
                action="store_const",
                const=share,
                dest="share",
                help=f"do the jobs that {wish}, and no other",
            )

    def handle(self, *args: Any, threads: int | None, share: Share, **options: Any) -> None:
        if share != Share.USUAL:
            os.nice(NICER)
        join_or_end()
        with ExitStack() as locks:
            if connection.vendor == "sqlite":
                try:
                    locks.enter_context(hold(settings.DATA / LOCKS[share], patience_seconds=PATIENCE_SECONDS))
                except FolderInUse as refusal:
                    self.stderr.write(f"A worker runs already: {refusal}.")
                    raise SystemExit(IN_USE) from None
                queue_running_jobs(share)
                connection.close()
            code = work(threads=threads or THREADS[share], share=share)
        raise SystemExit(code)
