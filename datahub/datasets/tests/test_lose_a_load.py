"""These tests cover a load whose job was lost or cancelled: the data set belongs to its successor, or can be
loaded again."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from datahub.datasets.models import DataSet, Upload, Version
from datahub.datasets.services import load as loading
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, begin, declaration, pieces_of, upload, work
from datahub.datasets.tests.test_load import rows_of
from datahub.jobs import claims, execution, services
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.jobs.rules import ATTEMPTS_SPENT
from datahub.policies.errors import Hidden
from datahub.policies.models import Role
from datahub.vault import upkeep
from datahub.vault.collections.file_chunks import SealedFile
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import keyring
from datahub.vault.models import SecureCollection
from datahub.vault.store.chosen import store_named
from datahub.vault.store.parted import place_of
from datahub.vault.tests.factories import a_permit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_case_asks_anew]


@pytest.fixture
def load_job(owner: Visitor, data_set: DataSet) -> Job:
    """Returns the job of a load that waits for a worker."""
    upload(owner, data_set, CSV.encode())
    owner.send("PUT", path_of(data_set), {"columns": declaration()})
    assert owner.send("PATCH", path_of(data_set), {"state": "loading"}).status_code == 202
    return Job.objects.get(kind="datasets.load")


def path_of(data_set: DataSet) -> str:
    return f"datasets/{data_set.pk}/versions/1/"


def lose_the_lease(job: Job) -> None:
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(state=Job.State.QUEUED, lease_until=None)


def take_over(job: Job) -> None:
    lose_the_lease(job)
    execution.run(job.pk)


def call_off(job: Job) -> None:
    services.cancel(actor=None, rule="its own", job_id=job.pk)  # type: ignore[arg-type]  # the audit log accepts no actor


def give_up(job: Job) -> None:
    spent = {"state": Job.State.FAILED, "error": ATTEMPTS_SPENT, "lease_until": None, "finished_at": timezone.now()}
    Job.objects.filter(pk=job.pk).update(**spent)


def state() -> tuple[str, str]:
    return Version.objects.get().state, Upload.objects.get().state


def at(step: str, patch: pytest.MonkeyPatch, deed: Callable[[], None]) -> None:
    """Runs `deed` once, when the load of a stale attempt comes to this step."""
    owner = SealedFile if step == "sha256" else loading
    done = getattr(owner, step)

    def first(*given: Any, **named: Any) -> Any:
        patch.setattr(owner, step, done)
        deed()
        return done(*given, **named)

    patch.setattr(owner, step, first)


@pytest.mark.parametrize("step", ["permit_of_job", "pieces_of", "opened", "_empty", "sha256"])
def test_an_attempt_that_lost_its_lease_anywhere_leaves_its_successors_data(
    load_job: Job, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    stale = claims.take(load_job.pk)
    assert stale
    at(step, monkeypatch, lambda: take_over(load_job))
    with pytest.raises((ClaimLost, FileNotFoundError)):  # the pieces of the file may be gone
        loading.load(stale)
    assert state() == ("loaded", "gone")
    assert len(rows_of(data_set)) == 60
    assert [*upkeep.findings(), *log_findings()] == []


def test_an_attempt_that_lost_its_lease_turns_nothing_back(load_job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = claims.take(load_job.pk)
    assert stale

    def refused(claim: claims.Claim, operation: str) -> None:
        lose_the_lease(load_job)
        assert claims.take(load_job.pk)
        raise Hidden("no")

    monkeypatch.setattr(loading, "permit_of_job", refused)
    with pytest.raises(ClaimLost):
        loading.load(stale)
    assert state() == ("loading", "found")


def test_a_load_called_off_before_it_began_can_be_asked_for_again(
    load_job: Job, owner: Visitor, data_set: DataSet
) -> None:
    call_off(load_job)
    assert owner.send("PATCH", path_of(data_set), {"state": "loading"}).status_code == 202
    work()
    assert state() == ("loaded", "gone")
    assert len(rows_of(data_set)) == 60


def test_a_load_called_off_while_it_ran_is_a_draft_at_once(
    load_job: Job, owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("sha256", monkeypatch, lambda: call_off(load_job))
    execution.run(load_job.pk)
    assert state() == ("draft", "found")
    assert owner.send("PATCH", path_of(data_set), {"state": "loading"}).status_code == 202
    work()
    assert state() == ("loaded", "gone")
    assert len(rows_of(data_set)) == 60


def test_a_load_called_off_can_be_declared_anew_or_dropped(load_job: Job, owner: Visitor, data_set: DataSet) -> None:
    call_off(load_job)
    declared = owner.send("PUT", path_of(data_set), {"columns": declaration(age={"maximum": "99"})})
    assert declared.status_code == 200
    upload_id = Upload.objects.get().pk
    assert owner.send("DELETE", f"datasets/{data_set.pk}/uploads/{upload_id}/").status_code == 204
    assert not Version.objects.exists()
    assert upload(owner, data_set, CSV.encode())["state"] == "found"


def store_and_vanish(job: Job, patch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Stores every row of a load, then kills the attempt; returns the store and the place of the rows."""

    def killed() -> None:
        raise KeyboardInterrupt

    at("sha256", patch, killed)
    claim = claims.take(job.pk)
    assert claim
    with pytest.raises(KeyboardInterrupt):
        loading.load(claim)
    kept = SecureCollection.objects.get()
    assert pieces_there(kept.store, kept.stored_as) == len(CSV.splitlines()[0].split(","))
    return kept.store, kept.stored_as


def pieces_there(store: str, address: str) -> int:
    """Returns the number of pieces of all columns: a table of 60 rows has one for each column."""
    columns = len(CSV.splitlines()[0].split(","))
    return sum(store_named(store).count(place_of(address, column)) for column in range(columns))


def nothing_is_stored(store: str, address: str) -> bool:
    """Returns whether nothing is stored after a sweep."""
    upkeep.sweep()
    return not SecureCollection.objects.exists() and pieces_there(store, address) == 0


def test_a_load_that_is_refused_leaves_nothing_of_the_attempt_before(
    load_job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = store_and_vanish(load_job, monkeypatch)
    Role.objects.all().delete()
    take_over(load_job)
    assert state() == ("draft", "found")
    assert nothing_is_stored(*stored)
    assert [*upkeep.findings(), *log_findings()] == []


@pytest.mark.parametrize("end", [call_off, give_up])
def test_a_load_that_nobody_goes_on_with_leaves_nothing(
    load_job: Job, monkeypatch: pytest.MonkeyPatch, end: Callable[[Job], None]
) -> None:
    stored = store_and_vanish(load_job, monkeypatch)
    end(load_job)
    assert loading.give_back() == 1
    assert nothing_is_stored(*stored)


def test_a_load_called_off_when_its_rows_are_stored_leaves_nothing(
    load_job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[tuple[str, str]] = []

    def too_late() -> None:
        stored.extend(SecureCollection.objects.values_list("store", "stored_as"))
        call_off(load_job)

    at("sha256", monkeypatch, too_late)
    execution.run(load_job.pk)
    assert state() == ("draft", "found")
    assert nothing_is_stored(*stored[0])


def test_what_is_left_of_a_load_whose_keys_are_destroyed_holds_up_nothing(load_job: Job, data_set: DataSet) -> None:
    keyring.destroy(a_permit(ref_to(data_set)), ref_to(data_set))
    call_off(load_job)
    assert loading.give_back() == 1


@pytest.mark.parametrize("end", [call_off, give_up])
def test_the_clock_gives_back_what_nobody_loads_any_more(load_job: Job, end: Callable[[Job], None]) -> None:
    assert loading.give_back() == 0
    end(load_job)
    assert loading.give_back() == 1
    assert state() == ("draft", "found")


def test_what_is_being_loaded_is_not_dropped(load_job: Job, owner: Visitor, data_set: DataSet) -> None:
    path = f"datasets/{data_set.pk}/uploads/{Upload.objects.get().pk}/"
    assert owner.send("DELETE", path).status_code == 409
    assert claims.take(load_job.pk)
    assert owner.send("DELETE", path).status_code == 409


def test_a_look_called_off_is_asked_for_again(owner: Visitor, data_set: DataSet) -> None:
    content = CSV.encode()
    begun = begin(owner, data_set, content)
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
        owner.piece(f"{path}{number}/", piece)
    for _ in range(2):
        assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    call_off(Job.objects.get(kind="datasets.look"))
    assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    work()
    assert Upload.objects.get(pk=UUID(begun["id"])).state == Upload.State.FOUND
