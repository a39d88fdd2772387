"""`python -m benchmarks.upload.inside FILE COLUMNS`: the table goes through the API of the bench's DataHub and a
worker's jobs, as from a page, after a small one by which this process has loaded what it needs.

Prints CPU seconds of each act and the most memory this process held, as JSON.
"""

import hashlib
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

from django.conf import settings  # noqa: E402 - settings are ready once Django has been set up
from django.test import Client  # noqa: E402 - the same

from benchmarks.upload import table  # noqa: E402 - the same
from datahub.accounts.models import Person  # noqa: E402 - models can be imported only once Django has been set up
from datahub.datasets.rules.columns import EMPTY  # noqa: E402 - the same
from datahub.datasets.services.create import create  # noqa: E402 - the same
from datahub.jobs.execution import run  # noqa: E402 - the same
from datahub.jobs.models import Job  # noqa: E402 - the same
from surveys.demonstration import prepare  # noqa: E402 - the same

SMALL_ROWS = 100


class Uploading:
    """This is one file on its way from its first piece to a loaded version."""

    def __init__(self, client: Client, owner: Person, file: Path, columns: int) -> None:
        self._client, self._file, self._columns = client, file, columns
        data_set = create(actor=owner, id=uuid4(), fields={"name": "People"})
        self._data_set = f"/api/v1/datasets/{data_set.pk}/"

    def acts(self) -> Iterator[tuple[str, float]]:
        """Yields each act with the CPU seconds that it took."""
        for name, act in {"received": self._receive, "looked at": self._look, "loaded": self._load}.items():
            before = time.process_time()
            act()
            yield name, time.process_time() - before

    def _receive(self) -> None:
        body = {"name": "people.csv", "size": self._file.stat().st_size, "sha256": ""}
        begun = self._send("POST", f"{self._data_set}uploads/", body)
        self._path = f"{self._data_set}uploads/{begun['id']}/"
        with self._file.open("rb") as file:
            number = 0
            while piece := file.read(begun["chunk_size"]):
                headers = {"X-Content-SHA256": hashlib.sha256(piece).hexdigest()}
                kind = "application/octet-stream"
                _checked(self._client.put(f"{self._path}{number}/", piece, content_type=kind, headers=headers))
                number += 1

    def _look(self) -> None:
        self._send("PATCH", self._path, {"state": "looking"})
        _work()

    def _load(self) -> None:
        version = f"{self._data_set}versions/1/"
        self._send("PUT", version, {"columns": _declaration(self._columns)})
        self._send("PATCH", version, {"state": "loading"})
        _work()
        answer = _checked(self._client.get(version)).json()
        if answer["state"] != "loaded" or any(answer["counted"]["outside"]):
            raise RuntimeError(f"the version is {answer['state']}: {answer['counted']}")

    def _send(self, method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._client.generic(method, path, json.dumps(body), content_type="application/json")
        content: dict[str, Any] = _checked(answer).json()
        return content


def _declaration(columns: int) -> list[dict[str, Any]]:
    declared = []
    for name, column in table.declared(columns).items():
        categories = [{"value": value, "label": ""} for value in column.get("categories", [])]
        declared.append({**EMPTY, **column, "name": name, "role": "quasi", "categories": categories})
    return declared


def _checked(answer: Any) -> Any:
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.status_code} {answer.content[:500]!r}")
    return answer


def _work() -> None:
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        run(job.pk)
        job.refresh_from_db()
        if job.state not in {Job.State.QUEUED, Job.State.DONE}:
            raise RuntimeError(f"{job.kind} ended as {job.state}: {job.error}")


def measured(file: Path, columns: int) -> dict[str, Any]:
    owner = prepare.researcher()
    client = Client(headers={"host": settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"})
    client.force_login(owner)
    small = file.with_suffix(".small")
    table.write(small, SMALL_ROWS, columns)
    list(Uploading(client, owner, small, columns).acts())
    acts = dict(Uploading(client, owner, file, columns).acts())
    return {"acts": acts, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000}


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]), int(sys.argv[2]))))
