"""A process of a bench sends requests to the API of its DataHub, does the jobs of the worker, and measures both."""

import json
import os
import resource
import time
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

from django.conf import settings  # noqa: E402 - settings are ready once Django has been set up
from django.test import Client  # noqa: E402 - the same

from datahub.accounts.models import Person  # noqa: E402 - models can be imported only once Django has been set up
from datahub.jobs.execution import run  # noqa: E402 - the same
from datahub.jobs.models import Job  # noqa: E402 - the same


def client() -> Client:
    """Returns the browser of the only person there is."""
    visitor = Client(headers={"host": settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"})
    visitor.force_login(Person.objects.get())
    return visitor


def send(method: str, path: str, **body: object) -> dict[str, Any]:
    """Returns what a path below /api/v1/ answers."""
    answer = client().generic(method, f"/api/v1/{path}", json.dumps(body), content_type="application/json")
    content: dict[str, Any] = checked(answer).json()
    return content


def checked(answer: Any) -> Any:
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.status_code} {answer.content[:500]!r}")
    return answer


def work() -> None:
    """Does the jobs that wait, one after the other."""
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        run(job.pk)
        job.refresh_from_db()
        if job.state not in {Job.State.QUEUED, Job.State.DONE}:
            raise RuntimeError(f"{job.kind} ended as {job.state}: {job.error}")


def spent(act: Callable[[], object]) -> float:
    """Returns the CPU seconds that something took."""
    before = time.process_time()
    act()
    return time.process_time() - before


def most_megabytes() -> float:
    """Returns the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
