"""Keys are handed out against a Permit, one for each field and purpose, and open nothing in another place."""

import pickle
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.vault.errors import KeyMissing, PermitRefused, RecordInUse, RecordNotAsWritten, RootLocked
from datahub.vault.integrity.registry import Registry
from datahub.vault.keys import keyring, kms
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import PURPOSES
from datahub.vault.models import DataSetKey, RootKey, WrappedKey
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db


def test_no_two_purposes_fields_collections_or_data_sets_share_a_key(ring: KeyRing) -> None:
    other = a_data_set()
    keyring.create(other)
    rings = (ring, keyring.keys_of(a_permit(other), other))
    keys = {
        ring.field(collection, field, purpose).secret
        for ring in rings
        for collection in ("a", "b")
        for field in ("age", "sex")
        for purpose in PURPOSES
    }
    assert len(keys) == 2 * 2 * 2 * len(PURPOSES)
    assert {len(key) for key in keys} == {32}


def test_the_same_key_comes_back(data_set: Ref, ring: KeyRing) -> None:
    first = ring.field("people", "age", "rnd")
    again = keyring.keys_of(a_permit(data_set, "dataset.query"), data_set)
    assert again.field("people", "age", "rnd") == first == again.field("people", "age", "rnd", first.id)


def test_a_key_that_is_gone_is_named(ring: KeyRing) -> None:
    with pytest.raises(KeyMissing, match="Key 7 of people/age"):
        ring.field("people", "age", "rnd", 7)


def test_a_purpose_nobody_declared_is_refused(ring: KeyRing) -> None:
    with pytest.raises(ValueError, match="purpose is 'hom'"):
        ring.field("people", "age", "hom")


@pytest.mark.parametrize("operation", ["dataset.read_metadata", "dataset.list", "survey.read", ""])
def test_a_permit_that_opens_no_values_opens_no_keys(data_set: Ref, operation: str) -> None:
    with pytest.raises(PermitRefused):
        keyring.keys_of(a_permit(data_set, operation), data_set)


def test_a_permit_for_another_data_set_opens_nothing(data_set: Ref) -> None:
    with pytest.raises(PermitRefused):
        keyring.keys_of(a_permit(a_data_set()), data_set)


def test_a_permit_for_the_parent_opens_what_stands_under_it(monkeypatch: pytest.MonkeyPatch, data_set: Ref) -> None:
    above = a_data_set()
    facts = Facts(name="", url="", owner=None, parent=above, state="")
    monkeypatch.setattr(keyring, "describe", lambda refs: dict.fromkeys(refs, facts))
    assert keyring.keys_of(a_permit(above), data_set).ref == data_set


def test_a_data_set_without_keys_is_named(db: None) -> None:
    ref = a_data_set()
    with pytest.raises(KeyMissing):
        keyring.keys_of(a_permit(ref), ref)


def test_a_wrapped_key_of_another_data_set_opens_nothing(data_set: Ref) -> None:
    other = a_data_set()
    keyring.create(other)
    theirs = DataSetKey.objects.get(ref=str(other)).wrapped
    DataSetKey.objects.filter(ref=str(data_set)).update(wrapped=theirs)
    with pytest.raises(KeyMissing):
        keyring.keys_of(a_permit(data_set), data_set)


@pytest.mark.parametrize("moved", [{"field": "sex"}, {"collection": "b"}, {"purpose": "det"}, {"number": 2}])
def test_a_wrapped_key_moved_to_another_row_opens_nothing(
    data_set: Ref, ring: KeyRing, moved: dict[str, str | int]
) -> None:
    ring.field("a", "age", "rnd")
    WrappedKey.objects.filter(data_set__ref=str(data_set)).update(**moved)
    address = {"collection": "a", "field": "age", "purpose": "rnd", **moved}
    with pytest.raises(KeyMissing):
        keyring.keys_of(a_permit(data_set), data_set).field(
            str(address["collection"]), str(address["field"]), str(address["purpose"])
        )


def test_a_passphrase_is_drawn_once_readable_by_its_owner_alone_and_said(
    settings: Settings, key_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ROOT_PASSPHRASE = ""
    for _ in range(2):
        keyring.create(a_data_set())
    drawn = key_folder / kms.PASSPHRASE
    assert (drawn.stat().st_mode & 0o777, (key_folder / kms.FILE).stat().st_mode & 0o777) == (0o600, 0o600)
    messages = [record.getMessage() for record in caplog.records if "root passphrase" in record.getMessage()]
    assert len(messages) == 1
    assert str(drawn) in messages[0]
    assert drawn.read_text() not in caplog.text


def test_another_passphrase_opens_nothing(data_set: Ref, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kms, "_adapters", {})  # the process forgets the opened roots, as a new one has none
    settings.ROOT_PASSPHRASE = "another long passphrase"
    with pytest.raises(RootLocked):
        keyring.keys_of(a_permit(data_set), data_set)


def test_a_short_passphrase_is_refused(settings: Settings) -> None:
    settings.ROOT_PASSPHRASE = "too short"
    with pytest.raises(RootLocked, match="9 characters"):
        keyring.create(a_data_set())


def test_a_lost_root_is_never_replaced_in_silence(
    data_set: Ref, key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (key_folder / kms.FILE).unlink()
    monkeypatch.setattr(kms, "_adapters", {})
    with pytest.raises(RootLocked, match="three sheets"):
        keyring.create(a_data_set())
    assert not (key_folder / kms.FILE).exists()
    assert RootKey.objects.count() == 1


def test_a_chunk_opens_only_where_it_belongs(data_set: Ref, ring: KeyRing) -> None:
    sealed = ring.chunk().seal(b"name;age\nAnna;41\n", b"upload 1 piece 0")
    again = keyring.keys_of(a_permit(data_set), data_set).chunk()
    assert again.open(sealed, b"upload 1 piece 0") == b"name;age\nAnna;41\n"
    assert b"Anna" not in sealed
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for wrong, address in ((sealed, b"upload 1 piece 1"), (changed, b"upload 1 piece 0"), (b"", b"upload 1 piece 0")):
        with pytest.raises(RecordNotAsWritten):
            again.open(wrong, address)


def test_nothing_that_is_printed_or_sent_away_shows_a_key(ring: KeyRing) -> None:
    key = ring.field("people", "age", "rnd")
    shown = f"{ring!r} {ring} {key!r} {key} {kms.kms()!r} {list(WrappedKey.objects.all())} {ring.chunk()!r}"
    assert key.secret.hex() not in shown
    assert repr(key.secret) not in shown
    with pytest.raises(TypeError):
        pickle.dumps(ring)


def test_a_ring_opened_before_a_rotation_begins_no_write_after_it(data_set: Ref, ring: KeyRing) -> None:
    """The earlier ring would otherwise seal with a key that is about to be destroyed."""
    ring.field("people", "age", "rnd")
    registry = Registry(ring, "people")
    registry.begin([b"a" * 16], [1], [b"t" * 32])
    keyring.keys_of(a_permit(data_set), data_set).add_next([("people", "age", "rnd")])
    with pytest.raises(RecordInUse, match="keys of this data set were changed"):
        registry.begin([b"b" * 16], [1], [b"t" * 32])
    again = Registry(keyring.keys_of(a_permit(data_set), data_set), "people")
    again.begin([b"b" * 16], [1], [b"t" * 32])


def test_opening_what_has_its_keys_writes_nothing(ring: KeyRing, data_set: Ref) -> None:
    ring.prepare([("people", "age", "rnd"), ("people", "sex", "rnd")])
    again = keyring.keys_of(a_permit(data_set), data_set)
    with CaptureQueriesContext(connection) as queries:
        again.prepare([("people", "age", "rnd"), ("people", "sex", "rnd")])
    assert [query["sql"][:6] for query in queries] == ["SELECT"]
