"""These factories make people, files, uploads and loaded data sets for tests, and run jobs without a worker process."""

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid4, uuid5

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.models import Person
from datahub.api.objects import describe
from datahub.datasets.models import DataSet, Upload, Version
from datahub.datasets.rules.intake import Counted
from datahub.datasets.sealed import sealed_figures, sealed_size
from datahub.datasets.services import upload as uploading
from datahub.datasets.services.create import create, ref_to
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.policies.write.kept_limits import KEPT
from datahub.policies.write.policy_store import write
from datahub.vault.tests.factories import a_permit, quick_keys

CSV = "age,town,income\n" + "".join(
    f"{20 + number % 50},{('Bern', 'Basel')[number % 2]},{number * 10}\n" for number in range(60)
)
NAMES = ["age", "town", "income"]


def quick(monkeypatch: pytest.MonkeyPatch, settings: Settings, folder: Path) -> None:
    """Gives the test its own keys and data folder, and pieces of a few bytes."""
    quick_keys(monkeypatch, settings, folder / "keys")
    settings.DATA = folder
    monkeypatch.setattr(uploading, "CHUNK_BYTES", 256)


def somebody(name: str, *, proven: bool = True) -> Person:
    """Returns a person whose id is the same in each test, so that `remembered` can store what they did."""
    id = uuid5(NAMESPACE_DNS, f"{name}.example.org")
    person = Person.objects.create(id=id, email=f"{name}@example.org", name=name.title())
    EmailAddress.objects.create(user=person, email=person.email, verified=proven, primary=True)
    return person


class Visitor:
    """A visitor is a client of the API that is signed in as this person."""

    def __init__(self, person: Person) -> None:
        self.person, self._client = person, Client()
        self._client.force_login(person)

    def get(self, path: str, **query: str) -> Any:
        return self._client.get(f"/api/v1/{path}", query)

    def send(self, method: str, path: str, body: object = None, *, key: str | None = None) -> Any:
        text, headers = json.dumps({} if body is None else body), {} if key is None else {"Idempotency-Key": key}
        return self._client.generic(method, f"/api/v1/{path}", text, content_type="application/json", headers=headers)

    def piece(self, path: str, piece: bytes, checksum: str | None = None) -> Any:
        checksum_sent = hashlib.sha256(piece).hexdigest() if checksum is None else checksum
        headers = {"X-Content-SHA256": checksum_sent}
        return self._client.put(f"/api/v1/{path}", piece, content_type="application/octet-stream", headers=headers)


def a_data_set(owner: Person, **fields: Any) -> DataSet:
    return create(actor=owner, id=uuid4(), fields={"name": "Incomes", **fields})


def begin(owner: Visitor, data_set: DataSet, content: bytes, name: str = "incomes.csv") -> dict[str, Any]:
    body = {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    answer = owner.send("POST", f"datasets/{data_set.pk}/uploads/", body)
    assert answer.status_code == 201, answer.content
    begun: dict[str, Any] = answer.json()
    return begun


def pieces_of(content: bytes, size: int) -> list[bytes]:
    return [content[start : start + size] for start in range(0, len(content), size)]


def upload(owner: Visitor, data_set: DataSet, content: bytes, name: str = "incomes.csv") -> dict[str, Any]:
    """Uploads a file, runs the job that reads it, and returns the upload with what the job found."""
    begun = begin(owner, data_set, content, name)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
        assert owner.piece(f"{path}{number}/", piece).status_code == 204
    assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    work()
    state: dict[str, Any] = owner.get(path).json()
    return state


def declaration(**changed: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the whole declaration of the columns of CSV; `changed` replaces fields by the column's name."""
    common: dict[str, Any] = {
        "description": "", "unit": "", "minimum": "", "maximum": "", "decimals": 0, "categories": [], "bins": [],
        "longest": 0, "missing": [""], "outside": "reject", "protection": "rnd",
    }  # fmt: skip
    towns = [{"value": town, "label": ""} for town in ("Bern", "Basel")]
    columns = [
        common | {"name": "age", "type": "integer", "role": "quasi", "minimum": "0", "maximum": "120", "unit": "years"},
        common | {"name": "town", "type": "category", "role": "quasi", "categories": towns},
        common | {"name": "income", "type": "number", "role": "sensitive", "minimum": "0", "maximum": "100000"},
    ]
    return [column | changed.get(column["name"], {}) for column in columns]


def load(owner: Visitor, data_set: DataSet, content: str = CSV, **changed: dict[str, Any]) -> dict[str, Any]:
    """Loads a data set, and returns the version as its owner sees it when the worker is done."""
    return _load(owner, data_set, content, changed, accepts_losses=False)


def load_despite_losses(owner: Visitor, data_set: DataSet, content: str, **changed: dict[str, Any]) -> dict[str, Any]:
    """Loads a data set as `load` does, for an owner who accepts that a column loses all its values."""
    return _load(owner, data_set, content, changed, accepts_losses=True)


def _load(
    owner: Visitor, data_set: DataSet, content: str, changed: dict[str, dict[str, Any]], *, accepts_losses: bool
) -> dict[str, Any]:
    number = upload(owner, data_set, content.encode())["version"]
    path = f"datasets/{data_set.pk}/versions/{number}/"
    declared = owner.send("PUT", path, {"columns": declaration(**changed)})
    assert declared.status_code == 200, declared.content
    answer = owner.send("PATCH", path, {"state": "loading", "accepts_losses": accepts_losses})
    assert answer.status_code == 202, answer.content
    work()
    state: dict[str, Any] = owner.get(path).json()
    return state


def an_upload(version: Version, name: str = "a.csv", state: str = "gone") -> Upload:
    """Returns an upload of one byte, no piece of which is on the disk."""
    id, permit = uuid4(), a_permit(ref_to(version.data_set))
    size = sealed_size(permit, id, 1)
    return Upload.objects.create(id=id, version=version, name=name, size=size, chunk_size=1, state=state)


def mark_loaded(version: Version, rows: int = 1) -> None:
    """Marks a version as loaded with so many rows, although the vault holds none."""
    nothing = [0] * version.columns.count()
    counted = Counted(read=rows, kept=rows, outside=nothing, missing=nothing)
    version.figures = sealed_figures(a_permit(ref_to(version.data_set)), version.pk, counted)
    version.state, version.loaded_at = Version.State.LOADED, timezone.now()
    version.save(update_fields=["state", "loaded_at", "figures"])


def work() -> None:
    """Runs what a worker would: every queued job, and those that follow from it."""
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        run(job.id)


def write_policy(
    owner: Person, data_set: DataSet, *operations: str, role: str = "reader", after: int = 0, **limits: Any
) -> None:
    """Writes a policy of one role that permits these operations, each by a rule without conditions, with those of the
    limits that the operation keeps (the first also with those that none keeps, which is refused), after version
    `after`."""
    free = {
        "effect": "permit", "when": [], "rows": [], "combine": True, "epsilon_cap": None, "minimum_cohort": 0,
        "mechanisms": None, "columns": None, "purposes": None, "four_eyes": False, "expires_at": None,
    }  # fmt: skip
    kept = {operation: KEPT.get(f"dataset.{operation}", frozenset()) for operation in operations}
    nowhere = {name for name in limits if not any(name in names for names in kept.values())}
    rules = [
        {**free, "name": operation.replace("_", "-"), "operations": [operation]}
        | {name: limit for name, limit in limits.items() if name in names or (index == 0 and name in nowhere)}
        for index, (operation, names) in enumerate(kept.items())
    ]
    role_fields = {
        "name": role, "description": "", "anyone": False, "delegable": False, "groups": [], "requires": [],
        "rules": rules,
    }  # fmt: skip
    ref = ref_to(data_set)
    write(
        actor=owner, ref=ref, facts=describe([ref])[ref], document={"roles": [role_fields], "groups": []}, after=after
    )
