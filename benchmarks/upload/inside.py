"""`python -m benchmarks.upload.inside prepare | receive ROWS | look | load`: acts on the bench's DataHub.

The last three print CPU seconds of what they did and the most memory this process held, as JSON.
"""

import hashlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

from datahub.accounts.models import Person  # noqa: E402 - models can be imported only once Django has been set up
from datahub.api.ref import Ref  # noqa: E402 - the same
from datahub.datasets.models import DataSet, Upload  # noqa: E402 - the same
from datahub.datasets.rules.columns import EMPTY  # noqa: E402 - the same
from datahub.datasets.rules.kinds_of_look import LOOKS  # noqa: E402 - the same
from datahub.datasets.services import upload as uploading  # noqa: E402 - the same
from datahub.datasets.services.create import create  # noqa: E402 - the same
from datahub.datasets.services.declare import declare  # noqa: E402 - the same
from datahub.datasets.services.load import ask_for_loading  # noqa: E402 - the same
from datahub.jobs.execution import run  # noqa: E402 - the same
from datahub.jobs.models import Job  # noqa: E402 - the same
from datahub.policies.services import Permit, authorise  # noqa: E402 - the same
from surveys.demonstration import prepare  # noqa: E402 - the same

TOWNS = [f"town {number}" for number in range(40)]
NAMES = ("age", "town", "income", "hours", "born", "sector")
LINE_BYTES = 48


def line(row: int) -> str:
    born = f"{1930 + row % 80}-{1 + row % 12:02d}-{1 + row % 28:02d}"
    text = f"{row % 100:03d},{TOWNS[row % 40]:8},{row % 900:06d}.50,{row % 70:02d},{born},sector{row % 20:02d}"
    return f"{text:{LINE_BYTES - 1}}\n"


def content(rows: int, start: int, length: int) -> Iterator[bytes]:
    """Bytes of the file from `start` on; its lines have one length, so that none need be written down."""
    head = f"{','.join(NAMES):{LINE_BYTES - 1}}\n"
    for number in range(start // LINE_BYTES, min(rows + 1, -(-(start + length) // LINE_BYTES))):
        yield (head if number == 0 else line(number - 1)).encode()


def begin() -> None:
    owner = prepare.researcher()
    create(actor=owner, id=uuid4(), fields={"name": "A million rows"})


def receive(rows: int) -> None:
    data_set, owner, permit = _whose()
    size = (rows + 1) * LINE_BYTES
    begun = uploading.begin(
        actor=owner, permit=permit, data_set_id=data_set.pk, id=uuid4(), name="rows.csv", size=size, sha256=""
    )
    for number in range(begun.chunks):
        start = number * begun.chunk_size
        length = min(begun.chunk_size, size - start)
        whole = b"".join(content(rows, start, length))
        piece = whole[start % LINE_BYTES :][:length]
        uploading.receive(
            permit=permit, upload=begun, number=number, piece=piece, sha256=hashlib.sha256(piece).hexdigest()
        )
    uploading.finish(permit=permit, actor=owner, upload=begun)


def look() -> None:
    run(Job.objects.get(kind__in=LOOKS).pk)


def load() -> None:
    _, owner, permit = _whose()
    version = Upload.objects.get().version
    bounds: dict[str, dict[str, Any]] = {
        "age": {"minimum": "0", "maximum": "120"},
        "income": {"minimum": "0", "maximum": "100000", "decimals": 2},
        "hours": {"minimum": "0", "maximum": "100"},
        "born": {"minimum": "1900-01-01", "maximum": "2030-12-31"},
        "town": {"longest": 20},
        "sector": {"longest": 20},
    }
    types = dict(zip(NAMES, ("integer", "text", "number", "integer", "date", "text"), strict=True))
    columns = [{**EMPTY, "name": name, "type": types[name], "role": "quasi", **bounds[name]} for name in NAMES]
    declare(version_id=version.pk, columns=columns, revision=None)
    ask_for_loading(actor=owner, permit=permit, version_id=version.pk)
    run(Job.objects.get(kind="datasets.load").pk)


def _whose() -> tuple[DataSet, Person, Permit]:
    data_set = DataSet.objects.get()
    owner = Person.objects.get()
    ref = Ref("dataset", str(data_set.pk))
    return data_set, owner, authorise(viewer=owner, operation="dataset.administer", ref=ref)


def measured(act: Callable[[], None]) -> dict[str, Any]:
    before = time.process_time()
    act()
    spent = time.process_time() - before
    broken = Job.objects.exclude(state__in=[Job.State.QUEUED, Job.State.DONE]).values_list("kind", "state", "error")
    refused = Upload.objects.filter(state=Upload.State.REFUSED).values_list("refusal", flat=True)
    if broken or refused:
        raise RuntimeError(f"what did not end well: {list(broken)} {list(refused)}")
    return {"cpu_seconds": spent, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000}


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        begin()
    elif sys.argv[1] == "receive":
        print(json.dumps(measured(lambda: receive(int(sys.argv[2])))))
    else:
        print(json.dumps(measured({"look": look, "load": load}[sys.argv[1]])))
