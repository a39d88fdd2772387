"""The store goes away between any two steps: the API answers 503 with a time to try again, and no read is partial."""

import pytest

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.collections import addresses, records
from datahub.vault.collections.loading import WRITTEN_AT_ONCE
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.errors import StoreAway
from datahub.vault.models import LeftPlace
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_permit

PLAN = Plan((Field(name="id", type="int"),))
MANY = 4100  # a load of this many rows has more than two pieces


class Leaving:
    """A leaving store answers some calls, then goes away; with `lost` the last call is carried out, but its answer is
    lost."""

    def __init__(self, store: DocumentStore, calls: dict[str, int], *, lost: bool = False) -> None:
        self._store, self._calls, self._lost = store, calls, lost
        self.is_elsewhere = store.is_elsewhere

    def __getattr__(self, name: str) -> object:
        deed = getattr(self._store, name)
        if name not in self._calls:
            return deed

        def counted(*given: object) -> object:
            self._calls[name] -= 1
            if self._calls[name] >= 0:
                return deed(*given)
            if self._lost:
                deed(*given)
            raise StoreAway("away", retry_after_seconds=10)

        return counted


@pytest.fixture
def people(ref: Ref) -> Collection:
    collection = create_collection(a_permit(ref), ref, PLAN)
    collection.insert([{"id": 1}])
    return collection


def leave(collection: Collection, calls: dict[str, int], *, lost: bool = False) -> None:
    collection._records.store = Leaving(collection._records.store, calls, lost=lost)  # type: ignore[assignment]  # `Leaving` has the methods of a store


def leave_loads(away: pytest.MonkeyPatch, store: DocumentStore, calls: dict[str, int]) -> None:
    """Makes the store go away as `leave` does, for a load, which looks for its store anew."""
    leaving = Leaving(store, calls)
    for room in (records, addresses):
        away.setattr(room, "store_named", lambda _name: leaving)


def reconciled(ref: Ref) -> tuple[int, int]:
    [records] = [records for row, records in upkeep.settled() if row.ref == str(ref)]
    return records.registry.reconcile(records.registry.begun(), upkeep.documents_of(records).look_up)


@pytest.mark.parametrize(("lost", "count", "ended"), [(False, 1, (0, 1)), (True, 2, (1, 0))])
def test_an_insert_is_there_or_not(
    lost: bool, count: int, ended: tuple[int, int], people: Collection, ref: Ref
) -> None:
    leave(people, {"put": 0}, lost=lost)
    with pytest.raises(StoreAway) as away:
        people.insert([{"id": 2}])
    assert (away.value.status, away.value.retry_after_seconds) == (503, 10)
    again = open_collection(a_permit(ref), ref)
    assert len(again.find()) == count
    assert reconciled(ref) == ended
    assert (len(again.find()), again.count()) == (count, count)
    again.insert([{"id": 3}])
    assert again.count() == count + 1


@pytest.mark.parametrize(("lost", "now", "ended"), [(False, 1, (0, 1)), (True, 5, (1, 0))])
def test_an_update_is_there_or_not(lost: bool, now: int, ended: tuple[int, int], people: Collection, ref: Ref) -> None:
    [person_row] = people.find()
    leave(people, {"replace": 0}, lost=lost)
    with pytest.raises(StoreAway):
        people.update(person_row.id, {"id": 5})
    again = open_collection(a_permit(ref), ref)
    assert [record.values["id"] for record in again.find()] == [now]
    assert reconciled(ref) == ended
    again.update(person_row.id, {"id": 7})
    assert again.sum("id") == 7


def test_a_load_that_is_broken_off_leaves_nothing_to_read(
    ref: Ref, store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = create_collection(a_permit(ref), ref, PLAN)
    with monkeypatch.context() as away:
        leave_loads(away, store, {"put": 1, "drop": 1})
        with pytest.raises(StoreAway):
            collection.bulk_load([(number,) for number in range(MANY)])
    killed = open_collection(a_permit(ref), ref)
    assert (killed.find(), killed.count()) == ([], 0)
    left = [store.count(address.stored_as) for address in LeftPlace.objects.order_by("left_at")]
    assert left == [0, WRITTEN_AT_ONCE]
    upkeep.sweep()
    assert not any(store.count(address.stored_as) for address in LeftPlace.objects.all())
    assert killed.bulk_load([(number,) for number in range(MANY)]) == MANY
    assert (killed.count(), killed.sum("id")) == (MANY, sum(range(MANY)))


def test_a_load_that_fails_while_the_store_answers_is_taken_away_at_once(
    ref: Ref, store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = create_collection(a_permit(ref), ref, PLAN)
    with monkeypatch.context() as away:
        leave_loads(away, store, {"put": 1})
        with pytest.raises(StoreAway):
            collection.bulk_load([(number,) for number in range(MANY)])
    assert not any(store.count(address.stored_as) for address in LeftPlace.objects.all())
    assert open_collection(a_permit(ref), ref).find() == []
