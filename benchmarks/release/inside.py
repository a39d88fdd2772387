"""`python -m benchmarks.release.inside prepare ROWS | candidates HOW_MANY | release`: acts on the bench's DataHub.

The last two print CPU seconds of request, job and answer, and the most memory this process held, as JSON. All of it
goes through the API and a worker's job, as from a page.
"""

import hashlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

from django.conf import settings  # noqa: E402 - settings are ready once Django has been set up
from django.test import Client  # noqa: E402 - the same

from benchmarks.anonymity import adult  # noqa: E402 - the same
from benchmarks.release.table import declared, lines  # noqa: E402 - the same
from datahub.accounts.models import Person  # noqa: E402 - models can be imported only once Django has been set up
from datahub.api.ref import Ref  # noqa: E402 - the same
from datahub.datasets.models import DataSet, Upload  # noqa: E402 - the same
from datahub.datasets.pieces import chunks_of  # noqa: E402 - the same
from datahub.datasets.services import upload as uploading  # noqa: E402 - the same
from datahub.datasets.services.create import create  # noqa: E402 - the same
from datahub.datasets.services.declare import declare  # noqa: E402 - the same
from datahub.datasets.services.load import ask_for_loading  # noqa: E402 - the same
from datahub.jobs.execution import run  # noqa: E402 - the same
from datahub.jobs.models import Job  # noqa: E402 - the same
from datahub.policies.services import authorise  # noqa: E402 - the same
from surveys.demonstration import prepare  # noqa: E402 - the same

PLAN = {
    "columns": [
        {
            "name": name,
            "role": "quasi",
            "hierarchy": {"kind": "csv", "text": "\n".join(";".join(path) for path in adult.paths()[name])},
        }
        for name in adult.NAMES
    ]
    + [{"name": "occupation", "role": "sensitive"}],
    "missing": adult.MISSING,
}
TERMS = {
    "candidate": 0,
    "title": "Adult",
    "audience": "recipients",
    "licence": "CC BY 4.0",
    "citation": "Becker and Kohavi (1996).",
}


def load(rows: int) -> None:
    """Loads so many rows of Adult as an upload does."""
    owner, id = prepare.researcher(), uuid4()
    create(actor=owner, id=id, fields={"name": "Adult"})
    permit = authorise(viewer=owner, operation="dataset.administer", ref=Ref("dataset", str(id)))
    content = "\n".join(lines(rows)).encode()
    begun = uploading.begin(
        actor=owner, permit=permit, data_set_id=id, id=uuid4(), name="adult.csv", size=len(content), sha256=""
    )
    for number in range(chunks_of(len(content), begun.chunk_size)):
        piece = content[number * begun.chunk_size :][: begun.chunk_size]
        checksum = hashlib.sha256(piece).hexdigest()
        uploading.receive(permit=permit, upload=begun, number=number, piece=piece, sha256=checksum)
    uploading.finish(permit=permit, actor=owner, upload=begun)
    work()
    version = Upload.objects.get().version
    declare(version_id=version.pk, columns=declared(), revision=None)
    ask_for_loading(actor=owner, permit=permit, version_id=version.pk, accepts_losses=False)
    work()


def candidates(how_many: int) -> None:
    """Tries so many candidates: k = 5, 6, ..."""
    wish = [{"models": [{"model": "k-anonymity", "k": 5 + more}]} for more in range(how_many)]
    anonymisations = f"datasets/{DataSet.objects.get().pk}/anonymisations/"
    begun = send("POST", anonymisations, version=1, plan=PLAN, candidates=wish)
    work()
    answer = send("GET", f"anonymisations/{begun['id']}/")
    if [candidate["refused"] for candidate in answer["found"] or []] != [""] * how_many:
        raise RuntimeError(f"{how_many} candidates were asked for: {answer['found']} {answer['refusal']}")


def release() -> None:
    """Makes the release of the first candidate that was asked for last, and takes its file."""
    newest = send("GET", f"datasets/{DataSet.objects.get().pk}/anonymisations/")["results"][0]
    begun = send("POST", f"anonymisations/{newest['id']}/releases/", **TERMS)
    work()
    state = send("GET", f"releases/{begun['id']}/")["state"]
    rows = client().get(f"/api/v1/releases/{begun['id']}/file/").getvalue().count(b"\n") - 1
    if state != "released" or rows < 1:
        raise RuntimeError(f"the release is {state} and has {rows} rows")


def client() -> Client:
    visitor = Client(headers={"host": settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"})
    visitor.force_login(Person.objects.get())
    return visitor


def send(method: str, path: str, **body: object) -> dict[str, Any]:
    answer = client().generic(method, f"/api/v1/{path}", json.dumps(body), content_type="application/json")
    if answer.status_code >= 400:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.content[:500]!r}")
    content: dict[str, Any] = answer.json()
    return content


def work() -> None:
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        run(job.pk)
        job.refresh_from_db()
        if job.state not in {Job.State.QUEUED, Job.State.DONE}:
            raise RuntimeError(f"{job.kind} ended as {job.state}: {job.error}")


def measured(act: Callable[[], None]) -> dict[str, float]:
    client().get("/api/v1/health/ready/")  # loads what answers requests
    before = time.process_time()
    act()
    spent = time.process_time() - before
    return {"cpu_seconds": spent, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000}


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        load(int(sys.argv[2]))
    elif sys.argv[1] == "candidates":
        print(json.dumps(measured(lambda: candidates(int(sys.argv[2])))))
    else:
        print(json.dumps(measured(release)))
