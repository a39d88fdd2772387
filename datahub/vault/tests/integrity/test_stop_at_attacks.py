"""Whoever changes the store stops every read of the record through the proxy, and `manage.py vault verify` names it."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from datahub.api.ref import Ref
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.keys import keyring
from datahub.vault.models import SecureCollection
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
PLAN = Plan((Field(name="name", type="text", width=20), Field(name="town", type="text", width=20, kind="eq", bits=20)))


class House:
    """A house is a collection, with access to the store below it, as the store's administrator has."""

    def __init__(self, store: DocumentStore) -> None:
        self.store, self.ref = store, a_data_set()
        collection = create_collection(a_permit(self.ref), self.ref, PLAN)
        self.ann, self.bob, self.cho = collection.insert(
            [{"name": "Ann", "town": "Oslo"}, {"name": "Bob", "town": "Oslo"}, {"name": "Cho", "town": "Pécs"}]
        )
        self.stored_as = SecureCollection.objects.get(ref=str(self.ref)).stored_as
        self.old = self.stored(self.ann)
        collection.update(self.ann, {"name": "Anna"})

    def opened(self) -> Collection:
        return open_collection(a_permit(self.ref), self.ref)

    def stored(self, id: bytes) -> Document:
        return self.store.get(self.stored_as, [id])[0]

    def plant(self, document: Document) -> None:
        self.store.delete(self.stored_as, document.id, self.stored(document.id).version)
        self.store.put(self.stored_as, [document])


def edit(house: House) -> None:
    now = house.stored(house.ann)
    house.plant(replace(now, sealed=now.sealed[:40] + bytes([now.sealed[40] ^ 1]) + now.sealed[41:]))


def move(house: House) -> None:
    house.plant(replace(house.stored(house.ann), sealed=house.stored(house.bob).sealed))


def delete_a_field(house: House) -> None:
    house.plant(replace(house.stored(house.ann), sealed=house.stored(house.ann).sealed[:60]))


def replay(house: House) -> None:
    house.plant(house.old)


def delete(house: House) -> None:
    house.store.delete(house.stored_as, house.ann, house.stored(house.ann).version)


READS: list[Callable[[House], Any]] = [
    lambda house: house.opened().read(house.ann),
    lambda house: list(house.opened().scan()),
    lambda house: house.opened().find(order_by="name"),
    lambda house: house.opened().update(house.ann, {"town": "Pécs"}),
]


@pytest.fixture
def house(store: DocumentStore) -> House:
    return House(store)


@pytest.mark.parametrize("read", range(len(READS)), ids=["read", "scan", "find", "update"])
@pytest.mark.parametrize("attack", [edit, move, delete_a_field, replay, delete])
def test_an_attacked_record_is_not_read(house: House, attack: Callable[[House], None], read: int) -> None:
    READS[read](house)
    attack(house)
    with pytest.raises(RecordNotAsWritten) as stopped:
        READS[read](house)
    if attack is not delete or read in {0, 3}:  # a scan knows of a deleted record only that one is missing
        assert house.ann.hex() in str(stopped.value)
    assert "Ann" not in str(stopped.value)


@pytest.mark.parametrize("attack", [edit, move, delete_a_field, replay])
def test_a_search_stops_at_an_attacked_record(house: House, attack: Callable[[House], None]) -> None:
    attack(house)
    with pytest.raises(RecordNotAsWritten, match=house.ann.hex()):
        house.opened().find(equal={"town": "Oslo"})


@pytest.mark.parametrize("attack", [edit, move, delete_a_field, replay, delete])
def test_the_command_names_the_attacked_record_and_no_other(house: House, attack: Callable[[House], None]) -> None:
    call_command("vault", "verify", stdout=StringIO())
    attack(house)
    output = StringIO()
    with pytest.raises(CommandError, match="1 findings"):
        call_command("vault", "verify", stdout=StringIO(), stderr=output)
    assert house.ann.hex() in output.getvalue()
    assert house.bob.hex() not in output.getvalue()


def test_the_command_passes_over_what_was_destroyed(house: House) -> None:
    keyring.destroy(a_permit(house.ref), house.ref)
    output = StringIO()
    call_command("vault", "verify", stdout=output)
    assert "as written" in output.getvalue()


def test_the_command_changes_keys_and_a_worker_ends_it(house: House) -> None:
    out = StringIO()
    call_command("vault", "rotate-keys", data_set=str(house.ref), stdout=out)
    assert "rows: new keys from now on; job" in out.getvalue()
    with pytest.raises(CommandError, match="has no collection"):
        call_command("vault", "rotate-keys", data_set=str(Ref("dataset", "none")), stdout=out)
