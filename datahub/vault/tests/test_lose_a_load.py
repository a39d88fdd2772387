"""A load that another load replaced may go on, fail or die at any step: it touches nothing of its successor."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.collections import addresses, loading
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.errors import CollectionMissing, CollectionNotReady, RecordInUse
from datahub.vault.integrity.verify import log_findings
from datahub.vault.models import LeftPlace, RegisteredRecord, SecureCollection
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_case_asks_anew]
PLAN = Plan((Field(name="id", type="int"),))
OLD, NEW = range(10), range(100, 107)


class LeaseLost(Exception):
    """A job gets this error when another attempt has claimed it."""


class Killed(BaseException):
    """A kill ends a load as the end of the process would."""


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "WRITTEN_AT_ONCE", 3)


@pytest.fixture
def ref(store: DocumentStore) -> Ref:
    return a_data_set()


@pytest.fixture
def stale(ref: Ref) -> Collection:
    return create_collection(a_permit(ref), ref, PLAN)


def rows(numbers: range) -> list[tuple[int]]:
    return [(number,) for number in numbers]


def take_over(ref: Ref) -> None:
    open_collection(a_permit(ref), ref).bulk_load(rows(NEW))


def begin_again(ref: Ref) -> None:
    """Loads again, as the next attempt of a job does after a killed one."""
    open_collection(a_permit(ref), ref).drop()
    create_collection(a_permit(ref), ref, PLAN).bulk_load(rows(NEW))


def go_on() -> None:
    """Replaces the progress of a load, which so never learns that it was replaced."""


def hear() -> None:
    raise LeaseLost


def whole(ref: Ref) -> list[object]:
    """Returns the values that the successor loaded, read back and verified; nothing of another load is left."""
    collection = open_collection(a_permit(ref), ref)
    values = sorted(value for batch in collection.scan() for value in batch.column("id").to_pylist())
    assert [*upkeep.findings(), *log_findings()] == []
    assert RegisteredRecord.objects.count() == len(values) == collection.count()
    return values


@pytest.mark.parametrize("successor", [take_over, begin_again])
@pytest.mark.parametrize("wake", [go_on, hear])
def test_a_load_that_lost_its_turn_while_rows_came(
    stale: Collection, ref: Ref, store: DocumentStore, successor: Callable[[Ref], None], wake: Callable[[], None]
) -> None:
    def slow() -> Iterator[tuple[int]]:
        yield from rows(OLD)
        successor(ref)
        wake()

    with pytest.raises((RecordInUse, LeaseLost)):
        stale.bulk_load(slow())
    assert whole(ref) == list(NEW)
    assert left_behind(store) == 0


@pytest.mark.parametrize("successor", [take_over, begin_again])
@pytest.mark.parametrize("wake", [go_on, hear])
@pytest.mark.parametrize("after", [3, 10])
def test_a_load_that_lost_its_turn_while_it_wrote(
    stale: Collection,
    ref: Ref,
    store: DocumentStore,
    after: int,
    successor: Callable[[Ref], None],
    wake: Callable[[], None],
) -> None:
    def told(done: int, of: int) -> None:
        if of and done == after:
            successor(ref)
            wake()

    with pytest.raises((RecordInUse, LeaseLost)):
        stale.bulk_load(rows(OLD), told)
    assert whole(ref) == list(NEW)
    assert left_behind(store) == 0


def test_a_load_that_fails_while_its_successor_is_at_work(stale: Collection, ref: Ref) -> None:
    stale._begin_load()

    def told(done: int, of: int) -> None:
        if of and done == 3:
            stale._clear_after_failure()

    open_collection(a_permit(ref), ref).bulk_load(rows(NEW), told)
    assert whole(ref) == list(NEW)


def test_what_a_dead_load_wrote_last_of_all_is_swept(
    stale: Collection, ref: Ref, store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = type(store).put

    def late(self: DocumentStore, address: str, documents: list[Document]) -> None:
        monkeypatch.setattr(type(store), "put", write)
        take_over(ref)
        if store.is_elsewhere:
            connection.close()  # the thread that writes there has a connection of its own
        write(self, address, documents)
        raise Killed

    monkeypatch.setattr(type(store), "put", late)
    with pytest.raises(Killed):
        stale.bulk_load(rows(OLD))
    assert left_behind(store) == 3
    upkeep.sweep()
    assert left_behind(store) == 0
    assert whole(ref) == list(NEW)


def test_a_place_is_watched_for_a_week(stale: Collection, ref: Ref) -> None:
    stale.drop()
    upkeep.sweep()
    assert LeftPlace.objects.count() == 1
    LeftPlace.objects.update(left_at=timezone.now() - addresses.WATCHED - timedelta(seconds=1))
    upkeep.sweep()
    assert not LeftPlace.objects.exists()


def test_a_load_that_ended_is_not_taken_over(stale: Collection, ref: Ref) -> None:
    other = open_collection(a_permit(ref), ref)
    stale.bulk_load(rows(NEW))
    with pytest.raises(CollectionNotReady):
        other.bulk_load(rows(OLD))
    assert whole(ref) == list(NEW)


def test_a_writer_of_before_writes_nothing_to_a_collection_that_is_loaded(stale: Collection, ref: Ref) -> None:
    take_over(ref)
    with pytest.raises(RecordInUse):
        stale.insert([{"id": 1}])
    assert whole(ref) == list(NEW)


def test_what_is_gone_is_not_dropped_again(stale: Collection, ref: Ref) -> None:
    begin_again(ref)
    with pytest.raises(CollectionMissing):
        stale.drop()
    with pytest.raises(RecordInUse):
        stale.bulk_load(rows(OLD))
    assert whole(ref) == list(NEW)


def left_behind(store: DocumentStore) -> int:
    current = set(SecureCollection.objects.values_list("stored_as", flat=True))
    left = set(LeftPlace.objects.values_list("stored_as", flat=True))
    assert not current & left
    return sum(store.count(address) for address in left)
