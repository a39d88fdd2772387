"""The registry knows each record's version and tag before and after a write, and ends what a kill interrupted."""

from collections.abc import Sequence

import pytest
from django.utils import timezone

from datahub.vault import upkeep
from datahub.vault.errors import RecordInUse, RecordNotAsWritten
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rules import multiset
from datahub.vault.integrity.tags import Tags
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import RegisteredRecord

pytestmark = pytest.mark.django_db
A, B, C = (bytes([letter]) * 16 for letter in b"abc")


def tag(letter: str) -> bytes:
    return letter.encode() * 32


@pytest.fixture
def registry(ring: KeyRing) -> Registry:
    registry = Registry(ring, "people")
    registry.begin([A, B], [1, 1], [tag("a"), tag("b")])
    registry.done([A, B])
    return registry


def expected_hash(ring: KeyRing, elements: Sequence[multiset.Element]) -> int:
    return multiset.total(ring.field("people", "", "multiset").secret, elements)


def test_what_was_written_is_expected(registry: Registry) -> None:
    assert registry.expect([A, B, C]) == {A: (1, tag("a")), B: (1, tag("b"))}
    assert registry.count == 2


def test_insert_update_and_delete_leave_count_and_hash_of_what_is_there(registry: Registry, ring: KeyRing) -> None:
    registry.begin([A, B, C], [2, 2, 1], [tag("A"), None, tag("c")])
    registry.done([A, B, C])
    left = [(A, 2, tag("A")), (C, 1, tag("c"))]
    assert registry.expect([A, B, C]) == {record: (version, is_) for record, version, is_ in left}
    assert (registry.count, registry.multiset) == (2, expected_hash(ring, left))


def test_a_begun_write_is_not_yet_expected_and_both_versions_may_be_read(registry: Registry) -> None:
    registry.begin([A], [2], [tag("A")])
    assert registry.expect([A]) == {A: (1, tag("a"))}
    registry.check([(A, 1, tag("a"))])
    registry.check([(A, 2, tag("A"))])


@pytest.mark.parametrize("element", [(A, 1, tag("x")), (A, 2, tag("a")), (C, 1, tag("c")), (A, 1, tag("b"))], ids=str)
def test_a_record_that_was_not_written_so_is_named(registry: Registry, element: multiset.Element) -> None:
    with pytest.raises(RecordNotAsWritten, match=element[0].hex()):
        registry.check([(B, 1, tag("b")), element])


@pytest.mark.parametrize(("version", "what"), [(1, "again"), (3, "skips"), (2, "begun")])
def test_of_two_writers_one_is_refused_and_changes_nothing(registry: Registry, version: int, what: str) -> None:
    if what == "begun":
        registry.begin([A], [2], [tag("A")])
    before = list(RegisteredRecord.objects.values_list("version", "next_version"))
    with pytest.raises(RecordInUse):
        registry.begin([C, A], [1, version], [tag("c"), tag("y")])
    assert list(RegisteredRecord.objects.values_list("version", "next_version")) == before


@pytest.mark.parametrize("reached_the_store", [True, False])
@pytest.mark.parametrize(
    ("record", "version", "new", "old"),
    [(C, 1, tag("c"), None), (A, 2, tag("A"), (1, tag("a"))), (B, 2, None, (1, tag("b")))],
    ids=["insert", "update", "delete"],
)
def test_a_write_cut_off_ends_the_way_the_store_went(
    registry: Registry,
    ring: KeyRing,
    record: bytes,
    version: int,
    new: bytes | None,
    old: tuple[int, bytes] | None,
    reached_the_store: bool,
) -> None:
    registry.begin([record], [version], [new])
    stored = {A: (1, tag("a")), B: (1, tag("b"))}
    after = (version, new) if new and reached_the_store else None if reached_the_store else old
    stored = {id: is_ for id, is_ in stored.items() if id != record} | ({record: after} if after else {})
    assert registry.reconcile(registry.begun(), lambda ids: {id: stored[id] for id in ids if id in stored}) == (
        (1, 0) if reached_the_store else (0, 1)
    )
    assert registry.expect([A, B, C]) == stored
    assert registry.count == len(stored)
    assert registry.multiset == expected_hash(ring, [(id, *is_) for id, is_ in stored.items()])
    assert registry.reconcile(registry.begun(), lambda _: {}) == (0, 0)


def test_what_is_neither_version_stays_for_the_verification_to_name(registry: Registry) -> None:
    registry.begin([A], [2], [tag("A")])
    assert registry.reconcile(registry.begun(), lambda _: {A: (2, tag("x"))}) == (0, 0)
    assert RegisteredRecord.objects.filter(next_version=2).count() == 1


def test_a_living_writer_is_left_alone(registry: Registry) -> None:
    registry.begin([A], [2], [tag("A")])
    assert registry.begun(before=timezone.now() - upkeep.GRACE) == []
    registry.done([A])


def test_a_write_that_was_taken_back_cannot_end(registry: Registry) -> None:
    registry.begin([A], [2], [tag("A")])
    registry.take_back([A])
    with pytest.raises(RecordInUse):
        registry.done([A])
    assert registry.expect([A]) == {A: (1, tag("a"))}


def test_two_stored_hashes_do_not_tell_the_summand_of_a_record(ring: KeyRing, registry: Registry) -> None:
    """Whoever can write to the table could otherwise delete a record and subtract its summand."""
    stored = bytes(registry._register.__class__.objects.get().masked or b"")
    registry.begin([C], [1], [tag("c")])
    registry.done([C])
    later = bytes(registry._register.__class__.objects.get().masked or b"")
    difference = (int.from_bytes(later, "big") - int.from_bytes(stored, "big")) % multiset.MODULUS
    assert difference != multiset.summand(ring.field("people", "", "multiset").secret, C, 1, tag("c"))


def test_a_tag_covers_id_version_names_and_values(ring: KeyRing) -> None:
    tags = Tags(ring, "people")
    base = tags.of(A, 1, {"x": b"12", "y": b"3"})
    assert base == Tags(ring, "people").of(A, 1, {"y": b"3", "x": b"12"})
    others = [
        tags.of(B, 1, {"x": b"12", "y": b"3"}),
        tags.of(A, 2, {"x": b"12", "y": b"3"}),
        tags.of(A, 1, {"x": b"1", "y": b"23"}),
        tags.of(A, 1, {"x": b"3", "y": b"12"}),
        tags.of(A, 1, {"x": b"12"}),
        tags.of(A, 1, {"x": b"12", "z": b"3"}),
        tags.of(A, 1, {"xy": b"123"}),
        Tags(ring, "others").of(A, 1, {"x": b"12", "y": b"3"}),
    ]
    assert len({base, *others}) == 1 + len(others)
