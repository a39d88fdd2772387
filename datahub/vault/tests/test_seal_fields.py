"""Each field is sealed to its place, and all records have one length."""

import pytest

from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.collections.sealing import Sealing
from datahub.vault.errors import RecordInUse, RecordNotAsWritten
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.services import create_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

PLAN = Plan((Field(name="first", type="text", width=9), Field(name="second", type="text", width=9)))
ONE, OTHER = b"1" * 16, b"2" * 16


@pytest.fixture
def sealing(ring: KeyRing) -> Sealing:
    return Sealing(ring, "rows", PLAN)


def test_opens_what_it_sealed_and_only_the_fields_asked_for(sealing: Sealing) -> None:
    sealed = sealing.seal(ONE, 1, ["a", None])
    assert sealing.open(ONE, 1, sealed) == ["a", None]
    assert sealing.reader_of(["second"]).open(ONE, 1, sealed) == [None]
    assert sealing.reader_of(["second", "first", "second"]).open(ONE, 1, sealed) == [None, "a", None]


def test_all_records_have_one_length_and_none_looks_like_another(sealing: Sealing) -> None:
    rows: list[list[Value]] = [[None, None], ["", ""], ["nine bytes"[:9], "x"], ["a", "a"], ["a", "a"]]
    sealed = [sealing.seal(ONE, 1, row) for row in rows]
    assert {len(record) for record in sealed} == {sealing.length}
    assert len(set(sealed)) == len(sealed)
    assert sealed[3][: sealing.length // 2] != sealed[3][sealing.length // 2 :]


def test_a_field_opens_nowhere_but_in_its_place(sealing: Sealing, ring: KeyRing) -> None:
    sealed = sealing.seal(ONE, 1, ["a", "b"])
    half = sealing.length // 2
    elsewhere = Sealing(ring, "others", PLAN)
    for other, record, version, moved in (
        (sealing, OTHER, 1, sealed),
        (sealing, ONE, 2, sealed),
        (sealing, ONE, 1, sealed[half:] + sealed[:half]),
        (sealing, ONE, 1, sealed[:-1]),
        (sealing, ONE, 1, b""),
        (elsewhere, ONE, 1, sealed),
    ):
        with pytest.raises(RecordNotAsWritten) as named:
            other.open(record, version, moved)
        assert named.value.fields == {"record": [record.hex()]}


def test_every_changed_byte_is_noticed(sealing: Sealing) -> None:
    sealed = sealing.seal(ONE, 1, ["a", "b"])
    heads = {0, 1} | {sealing.length // 2, sealing.length // 2 + 1}  # these bytes are those of format and algorithm
    for index in range(len(sealed)):
        changed = bytearray(sealed)
        changed[index] ^= 1
        with pytest.raises(Exception, match=ONE.hex() if index in heads else "Record|Key"):
            sealing.open(ONE, 1, bytes(changed))


def test_a_write_that_the_store_refuses_is_taken_back(store: DocumentStore) -> None:
    ref = a_data_set()
    collection = create_collection(a_permit(ref), ref, PLAN)
    [id] = collection.insert([{"first": "a"}])
    records = collection._records
    [there] = store.get(records.stored_as, [id])
    assert store.delete(records.stored_as, id, 1)
    for _ in range(2):  # a second attempt must not find the first write unfinished
        with pytest.raises(RecordInUse, match="another version"):
            records.replace(id, 1, ["b", None])
    store.put(records.stored_as, [there])
    collection.update(id, {"first": "c"})
    assert collection.count() == 1
