"""Keys of fields change under a living collection: nothing is lost, and the old ones end when nothing uses them."""

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.jobs import execution
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.vault import rotation, upkeep
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.errors import KeyMissing, PermitRefused, RecordInUse
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import keyring
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import RegisteredRecord, SecureCollection, WrappedKey
from datahub.vault.services import ROWS, create_collection, open_collection
from datahub.vault.store.embedded import EmbeddedStore
from datahub.vault.store.mongo import MongoStore
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
PLAN = Plan((Field(name="name", type="text", width=20), Field(name="age", type="int", kind="eq", rows_a_token=2)))
PEOPLE = [(f"person {number}", number % 7) for number in range(25)]


class Killed(BaseException):
    """A kill is not an Exception, so that no code catches it."""


@pytest.fixture(autouse=True)
def small_pieces_and_no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "AT_ONCE", 10)
    monkeypatch.setattr(upkeep, "GRACE", timedelta(0))


@pytest.fixture
def people(store: DocumentStore) -> Ref:
    ref = a_data_set()
    create_collection(a_permit(ref), ref, PLAN).bulk_load(PEOPLE)
    return ref


def stored_rows(ref: Ref) -> list[tuple[Any, ...]]:
    records = open_collection(a_permit(ref), ref).find(order_by="name")
    return sorted(tuple(record.values.values()) for record in records)


def run(job: Job) -> dict[str, int]:
    """Runs a job as the sweeper and a worker would, whatever happened to the attempt before."""
    Job.objects.filter(pk=job.pk).exclude(state=Job.State.DONE).update(state=Job.State.QUEUED, lease_until=None)
    execution.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return job.result or {}


def numbers(ref: Ref) -> set[tuple[int, bool]]:
    """Returns the keys that exist: the number of each, and whether it is current."""
    rows = WrappedKey.objects.filter(data_set__ref=str(ref), purpose="rnd", wrapped__isnull=False)
    return set(rows.values_list("number", "is_current"))


def row_of(ref: Ref) -> SecureCollection:
    return SecureCollection.objects.get(ref=str(ref))


def test_after_a_rotation_every_record_is_under_new_keys_and_the_old_are_gone(people: Ref) -> None:
    before = keyring.keys_of(a_permit(people), people).field(ROWS, "name", "rnd")
    job = rotation.start(a_permit(people), people, name=ROWS)
    assert numbers(people) == {(1, False), (2, True)}
    assert run(job) == {"waiting": 0, "destroyed": 2}
    assert numbers(people) == {(2, True)}
    assert stored_rows(people) == sorted(PEOPLE)
    assert (job.progress_done, job.progress_total) == (25, 25)
    ring = keyring.keys_of(a_permit(people), people)
    assert ring.field(ROWS, "name", "rnd").secret != before.secret
    with pytest.raises(KeyMissing):
        ring.field(ROWS, "name", "rnd", 1)
    assert list(upkeep.findings()) == list(log_findings()) == []


def test_records_are_read_and_written_while_the_keys_change(people: Ref) -> None:
    job = rotation.start(a_permit(people), people, name=ROWS)
    collection = open_collection(a_permit(people), people)
    assert stored_rows(people) == sorted(PEOPLE)
    [id] = collection.insert([{"name": "late", "age": 3}])
    collection.update(collection.find(equal={"age": 0})[0].id, {"age": 9})
    assert run(job)["waiting"] == 0
    assert collection.read(id) is not None
    assert len(stored_rows(people)) == 26


def test_a_writer_that_came_before_is_refused_after(people: Ref) -> None:
    collection = open_collection(a_permit(people), people)
    rotation.start(a_permit(people), people, name=ROWS)
    with pytest.raises(RecordInUse):
        collection.insert([{"name": "stale", "age": 3}])
    assert len(stored_rows(people)) == 25


def test_old_keys_wait_for_a_write_that_began_before(people: Ref, monkeypatch: pytest.MonkeyPatch) -> None:
    """The late write may reach the store at any time, sealed with the old keys."""
    monkeypatch.setattr(upkeep, "GRACE", timedelta(minutes=10))
    records = upkeep.records_of(row_of(people))
    late = records.document(os.urandom(16), 1, ["late", 3])
    records.registry.begin([late.id], [1], [late.tag])
    job = rotation.start(a_permit(people), people, name=ROWS)
    assert run(job) == {"waiting": 1, "destroyed": 0}
    records.store.put(records.stored_as, [late])
    records.registry.done([late.id])
    rotation.end_what_waits()
    assert run(Job.objects.get(kind="vault.rotate", state=Job.State.QUEUED)) == {"waiting": 0, "destroyed": 2}
    assert len(stored_rows(people)) == 26


def test_a_clock_that_is_set_ahead_takes_back_no_write_that_is_under_way(
    people: Ref, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "GRACE", timedelta(minutes=10))
    records = upkeep.records_of(row_of(people))
    late = records.document(os.urandom(16), 1, ["late", 3])
    records.registry.begin([late.id], [1], [late.tag])
    RegisteredRecord.objects.filter(record=late.id).update(begun_at=timezone.now() - timedelta(days=3650))
    rotation.end_what_waits()
    records.store.put(records.stored_as, [late])
    records.registry.done([late.id])
    assert list(log_findings()) == []
    assert len(stored_rows(people)) == 26


def test_asking_twice_is_asking_once(people: Ref) -> None:
    first, second = (rotation.start(a_permit(people), people, name=ROWS) for _ in range(2))
    assert first.pk == second.pk
    assert numbers(people) == {(1, False), (2, True)}


def test_only_who_administers_changes_keys(people: Ref) -> None:
    with pytest.raises(PermitRefused):
        rotation.start(a_permit(people, "dataset.query"), people, name=ROWS)


STEPS: list[tuple[type, str]] = [
    (Registry, "begin"),
    (Registry, "done"),
    (KeyRing, "destroy_retired"),
    (Claim, "progress"),
    (Claim, "finish"),
]


@pytest.mark.every_case_asks_anew
@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("step", [*STEPS, (None, "replace")], ids=lambda step: step[1])
def test_killed_at_any_step_nothing_is_lost_and_the_next_run_ends_it(
    people: Ref, store: DocumentStore, monkeypatch: pytest.MonkeyPatch, step: tuple[Any, str], before: bool, at: int
) -> None:
    job = rotation.start(a_permit(people), people, name=ROWS)
    where, name = step[0] or type(store), step[1]
    assert where in {MongoStore, EmbeddedStore} or step in STEPS
    with monkeypatch.context() as patched:
        patched.setattr(where, name, cut(getattr(where, name), before=before, at=at))
        if at == 1 or name in {"begin", "done", "progress", "replace"}:
            with pytest.raises(Killed):
                execution.run(job.pk)
    assert stored_rows(people) == sorted(PEOPLE)
    run(job)
    assert stored_rows(people) == sorted(PEOPLE)
    assert numbers(people) == {(2, True)}
    assert list(upkeep.findings()) == list(log_findings()) == []


def cut(real: Callable[..., Any], *, before: bool, at: int) -> Callable[..., Any]:
    """Returns a function that does as `real`, and is killed at its `at`-th call."""
    calls = [0]

    def until_killed(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        if calls[0] == at and before:
            raise Killed
        answer = real(*args, **kwargs)
        if calls[0] == at:
            raise Killed
        return answer

    return until_killed
