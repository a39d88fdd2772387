"""Processes of a drilled service are killed at moments that a seed gives, and waited for until they run again.

DATAHUB_DRILL_SEED repeats a drill; each prints its seed.
"""

import os
import secrets
import time

from surveys.demonstration.door import wait_until_ready
from tests.faults.service import LOOK_SECONDS, PATIENCE_SECONDS, Service

SEED = int(os.environ.get("DATAHUB_DRILL_SEED") or secrets.randbits(32))
OF_SERVE = ["web", "web's worker", "worker", "worker", "long worker"]


def kill(service: Service, name: str) -> None:
    """Kills only a process that has been ready since its last death: serve rightly gives up on a process that dies five
    times before that."""
    child = "web" if name == "web's worker" else name
    service.until_said(again(child), service.killed[child])
    while not service.kill(name):
        time.sleep(LOOK_SECONDS)
    service.killed[child] += 1


def again(child: str) -> str:
    """Returns what the log says of a restarted child; the words of one child are not in those of another, as they are
    in "long worker"."""
    return f"processes.child {child} runs again"


def until_all_run_again(service: Service) -> None:
    for child, times in service.killed.items():
        service.until_said(again(child), times)
    wait_until_ready(service.url, patience_seconds=PATIENCE_SECONDS)
