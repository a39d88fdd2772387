"""`python -m benchmarks.upload.inside FILE COLUMNS`: the table goes through the API of the bench's DataHub and a
worker's jobs, as from a page, after a small one by which this process has loaded what it needs.

Prints CPU seconds of each act and the most memory this process held, as JSON.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.inside import checked, client, most_megabytes, send, spent, work  # before models: it sets Django up
from benchmarks.upload import table
from datahub.accounts.models import Person
from datahub.datasets.rules.columns import EMPTY
from datahub.datasets.services.create import create
from surveys.demonstration import prepare

SMALL_ROWS = 100


class Uploading:
    """This is one file on its way from its first piece to a loaded version."""

    def __init__(self, owner: Person, file: Path, columns: int) -> None:
        self._file, self._columns = file, columns
        self._data_set = f"datasets/{create(actor=owner, id=uuid4(), fields={'name': 'People'}).pk}/"

    def acts(self) -> Iterator[tuple[str, float]]:
        """Yields each act with the CPU seconds that it took."""
        for name, act in {"received": self._receive, "looked at": self._look, "loaded": self._load}.items():
            yield name, spent(act)

    def _receive(self) -> None:
        begun = send("POST", f"{self._data_set}uploads/", name="people.csv", size=self._file.stat().st_size, sha256="")
        self._path = f"{self._data_set}uploads/{begun['id']}/"
        visitor = client()
        with self._file.open("rb") as file:
            number = 0
            while piece := file.read(begun["chunk_size"]):
                headers = {"X-Content-SHA256": hashlib.sha256(piece).hexdigest()}
                path, kind = f"/api/v1/{self._path}{number}/", "application/octet-stream"
                checked(visitor.put(path, piece, content_type=kind, headers=headers))
                number += 1

    def _look(self) -> None:
        send("PATCH", self._path, state="looking")
        work()

    def _load(self) -> None:
        version = f"{self._data_set}versions/1/"
        send("PUT", version, columns=_declaration(self._columns))
        send("PATCH", version, state="loading")
        work()
        answer = send("GET", version)
        if answer["state"] != "loaded" or any(answer["counted"]["outside"]):
            raise RuntimeError(f"the version is {answer['state']}: {answer['counted']}")


def _declaration(columns: int) -> list[dict[str, Any]]:
    declared = []
    for name, column in table.declared(columns).items():
        categories = [{"value": value, "label": ""} for value in column.get("categories", [])]
        declared.append({**EMPTY, **column, "name": name, "role": "quasi", "categories": categories})
    return declared


def measured(file: Path, columns: int) -> dict[str, Any]:
    owner, small = prepare.researcher(), file.with_suffix(".small")
    table.write(small, SMALL_ROWS, columns)
    list(Uploading(owner, small, columns).acts())
    acts = dict(Uploading(owner, file, columns).acts())
    return {"acts": acts, "megabytes": most_megabytes()}


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]), int(sys.argv[2]))))
