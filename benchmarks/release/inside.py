"""`python -m benchmarks.release.inside prepare ROWS | candidates HOW_MANY | release`: acts on the bench's DataHub.

The last two print CPU seconds of request, job and answer, and the most memory this process held with its files, as
JSON. All of it goes through the API and a worker's job, as from a page, after the same of a few rows, by which this
process has loaded what it needs.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from functools import partial
from uuid import uuid4

from benchmarks.anonymity import adult
from benchmarks.inside import client, send, spent, work  # before models: it sets Django up
from benchmarks.memory import watched
from benchmarks.release.table import declared, lines
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet, Upload
from datahub.datasets.pieces import chunks_of
from datahub.datasets.services import upload as uploading
from datahub.datasets.services.create import create
from datahub.datasets.services.declare import declare
from datahub.datasets.services.load import ask_for_loading
from datahub.policies.services import authorise
from surveys.demonstration import prepare

FEW, ADULT = "A few of Adult", "Adult"
FEW_ROWS = 100
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


def load(name: str, rows: int) -> None:
    """Loads so many rows of Adult as an upload does."""
    owner, id = prepare.researcher(), uuid4()
    create(actor=owner, id=id, fields={"name": name})
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
    version = Upload.objects.get(pk=begun.pk).version
    declare(version_id=version.pk, columns=declared(), revision=None)
    ask_for_loading(actor=owner, permit=permit, version_id=version.pk, accepts_losses=False)
    work()


def candidates(how_many: int, name: str) -> None:
    """Tries so many candidates: k = 5, 6, ..."""
    wish = [{"models": [{"model": "k-anonymity", "k": 5 + more}]} for more in range(how_many)]
    begun = send("POST", anonymisations_of(name), version=1, plan=PLAN, candidates=wish)
    work()
    answer = send("GET", f"anonymisations/{begun['id']}/")
    if [candidate["refused"] for candidate in answer["found"] or []] != [""] * how_many:
        raise RuntimeError(f"{how_many} candidates were asked for: {answer['found']} {answer['refusal']}")


def release(name: str) -> None:
    """Makes the release of the first candidate that was asked for last, and takes its file."""
    newest = send("GET", anonymisations_of(name))["results"][0]
    begun = send("POST", f"anonymisations/{newest['id']}/releases/", **TERMS)
    work()
    state = send("GET", f"releases/{begun['id']}/")["state"]
    rows = sum(block.count(b"\n") for block in client().get(f"/api/v1/releases/{begun['id']}/file/")) - 1
    if state != "released" or rows < 1:
        raise RuntimeError(f"the release is {state} and has {rows} rows")


def anonymisations_of(name: str) -> str:
    return f"datasets/{DataSet.objects.get(name=name).pk}/anonymisations/"


def measured(act: Callable[[str], None]) -> dict[str, float]:
    act(FEW)
    with watched() as most:
        cpu_seconds = spent(partial(act, ADULT))
    return {"cpu_seconds": cpu_seconds, "megabytes": most[0]}


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        load(FEW, FEW_ROWS)
        load(ADULT, int(sys.argv[2]))
    elif sys.argv[1] == "candidates":
        print(json.dumps(measured(partial(candidates, int(sys.argv[2])))))
    else:
        print(json.dumps(measured(release)))
