"""Whoever writes to the SQL database destroys no key, draws no new one and closes no collection unseen."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from datahub.api.ref import Ref
from datahub.api.signing import public_key
from datahub.vault import rotation, upkeep
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity import keys
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.keys import keyring
from datahub.vault.keys.rules.shredding import shred_statement
from datahub.vault.models import DataSetKey, SecureCollection, ShredRecord, WrappedKey
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import PAY, a_data_set, a_permit, all_findings

pytestmark = pytest.mark.django_db


# --- Keys ------------------------------------------------------------------------------------------------------------
def destroy_by_hand(ref: Ref) -> None:
    WrappedKey.objects.filter(data_set__ref=str(ref)).delete()
    DataSetKey.objects.filter(ref=str(ref)).update(wrapped=None, destroyed_at="2026-11-22T00:00:00Z")


def no_record(ref: Ref) -> None:
    destroy_by_hand(ref)


def a_record_that_nobody_signed(ref: Ref) -> None:
    destroy_by_hand(ref)
    statement = shred_statement(str(ref), "00", 3, date(2026, 11, 22), 30)
    ShredRecord.objects.create(ref=str(ref), statement=statement, signature="A" * 86, public_key=public_key())


def the_record_of_another(ref: Ref) -> None:
    other = a_data_set()
    keyring.create(other)
    shredded = keyring.destroy(a_permit(other), other)
    destroyed = DataSetKey.objects.get(ref=str(other))
    destroy_by_hand(ref)
    DataSetKey.objects.filter(ref=str(ref)).update(destroyed_at=destroyed.destroyed_at)
    fields = {"statement": shredded.statement, "signature": shredded.signature, "public_key": shredded.public_key}
    ShredRecord.objects.create(ref=str(ref), **fields)


@pytest.mark.parametrize("forged", [no_record, a_record_that_nobody_signed, the_record_of_another])
def test_a_key_that_is_said_to_be_destroyed_needs_a_record_signed_for_it(
    ref: Ref, collection: Collection, forged: Callable[[Ref], None]
) -> None:
    forged(ref)
    [finding] = [finding for finding in upkeep.findings() if finding.where == str(ref)]
    assert (finding.kind, finding.text) == (Kind.KEY, keys.UNSAID)


def test_a_key_that_was_destroyed_is_not_missed_and_one_that_comes_back_is_named(
    ref: Ref, collection: Collection
) -> None:
    then = DataSetKey.objects.values("wrapped").get(ref=str(ref))
    keyring.destroy(a_permit(ref), ref)
    assert all_findings() == set()
    DataSetKey.objects.filter(ref=str(ref)).update(**then, destroyed_at=None)
    assert [str(finding) for finding in upkeep.findings() if finding.where == str(ref)] == [f"{ref}: {keys.BACK}"]


@pytest.fixture
def other(collection: Collection) -> Ref:
    """Returns a data set that the verification reads after the first one, and one of whose records is missing."""
    ref = a_data_set()
    other_collection = create_collection(a_permit(ref), ref, PAY)
    [id] = other_collection.insert([{"pay": 7, "city": "Bern"}])
    row = SecureCollection.objects.get(ref=str(ref))
    assert upkeep.records_of(row).store.delete(row.stored_as, id, 1)
    return ref


def test_where_the_row_of_a_key_is_missing_the_data_set_is_named_and_the_rest_is_looked_at(
    ref: Ref, other: Ref
) -> None:
    WrappedKey.objects.filter(data_set__ref=str(ref)).delete()
    DataSetKey.objects.filter(ref=str(ref)).delete()
    assert all_findings() == {(Kind.KEY, f"{ref} rows"), (Kind.MISSING, f"{other} rows")}
    rotation.end_what_waits()
    assert [row.ref for row, _ in upkeep.settled()] == [str(other)]


def test_a_key_that_opens_nothing_and_one_of_which_only_the_log_knows_are_named(ref: Ref) -> None:
    keyring.create(ref)
    DataSetKey.objects.update(wrapped=bytes(60))
    assert all_findings() == {(Kind.KEY, str(ref))}
    DataSetKey.objects.all().delete()
    assert all_findings() == set()  # the log knows no write of this data set
    once = a_data_set()
    create_collection(a_permit(once), once, PAY).drop()
    WrappedKey.objects.all().delete()
    DataSetKey.objects.all().delete()
    assert all_findings() == {(Kind.KEY, str(once))}


@pytest.mark.parametrize(("field", "purpose"), [("pay", "rnd"), ("city", "rnd"), ("city", "index"), ("", "names")])
def test_a_key_that_is_drawn_anew_in_the_place_of_a_lost_one_is_named(
    ref: Ref, collection: Collection, field: str, purpose: str
) -> None:
    """Every tag still holds with the new key, but the field can neither be read nor searched."""
    WrappedKey.objects.filter(data_set__ref=str(ref), collection="rows", field=field, purpose=purpose).delete()
    open_collection(a_permit(ref), ref)
    assert (Kind.KEY, f"{ref} rows") in all_findings()


# --- What a collection is --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("fields", [{"state": "loading"}, {"state": "empty"}, {"store": "other"}], ids=str)
def test_a_collection_is_in_the_state_and_store_that_were_sealed(
    ref: Ref, collection: Collection, fields: dict[str, Any]
) -> None:
    SecureCollection.objects.update(**fields)
    assert all_findings() == {(Kind.PLAN, f"{ref} rows")}
    with pytest.raises(RecordNotAsWritten):
        open_collection(a_permit(ref), ref)


def test_one_that_is_being_loaded_is_not_open_before_its_load_has_ended(ref: Ref, store: DocumentStore) -> None:
    collection = create_collection(a_permit(ref), ref, PAY)
    collection._begin_load()
    assert all_findings() == set()
    SecureCollection.objects.update(state="open")
    assert all_findings() == {(Kind.PLAN, f"{ref} rows")}


def test_a_first_record_opens_a_collection_and_a_second_changes_nothing_of_it(ref: Ref, store: DocumentStore) -> None:
    collection = create_collection(a_permit(ref), ref, PAY)
    collection.insert([{"pay": 7, "city": "Bern"}])
    opened = SecureCollection.objects.values("state", "plan", "plan_number").get()
    collection.insert([{"pay": 8, "city": "Bern"}])
    assert (opened["state"], SecureCollection.objects.values("state", "plan", "plan_number").get()) == ("open", opened)
    assert all_findings() == set()
