"""The table says what each layer of integrity catches, and what it does not: every attack against every layer.

The documents stand in a database that the attacker owns. A mark says whether the layer notices; where there is none
the attack succeeds against it, which is tested too: that is why the next layer exists.
"""

import hmac
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from django.db.models import Model

from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity import log
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rules.multiset import Element
from datahub.vault.integrity.scans import FullScan
from datahub.vault.integrity.tags import Tags
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context
from datahub.vault.models import LogEnd, LogEntry, Register, RegisteredRecord, SignedHead

pytestmark = pytest.mark.django_db

ATTACKS = ("edit a field", "move a value", "delete a field", "replay a record", "delete a record", "hide a record",
           "restore everything")  # fmt: skip
TABLE = {
    "AEAD bound to the field": "x......",
    "AEAD bound to record and version": "xx.....",
    "tag in the record": "xxx....",
    "tags in the same database": "xxx....",
    "registry in the SQL database": "xxxxxx.",
    "and a multiset hash of the collection": "xxxxxx.",
    "and a log with signed heads": "xxxxxxx",
}
SQL: tuple[type[Model], ...] = (Register, RegisteredRecord, LogEntry, LogEnd, SignedHead)
A, B, C = (bytes([letter]) * 16 for letter in b"abc")


@dataclass
class Document:
    """A document has each value sealed twice, as two layers would; every layer reads its own."""

    version: int
    by_field: dict[str, bytes]
    by_record: dict[str, bytes]
    tag: bytes = b""

    def stored(self) -> dict[str, bytes]:
        return {f"1{name}": token for name, token in self.by_field.items()} | {
            f"2{name}": token for name, token in self.by_record.items()
        }


@dataclass
class Store:
    """The attacker owns this store: documents, and a table of tags beside them."""

    documents: dict[bytes, Document] = field(default_factory=dict)
    tags: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)


class World:
    def __init__(self, ring: KeyRing) -> None:
        self.ring, self.tags, self.registry = ring, Tags(ring, "people"), Registry(ring, "people")
        self.store = Store()
        self.hidden: set[bytes] = set()

    def write(self, record: bytes, version: int, **values: int) -> None:
        document = Document(
            version,
            {name: self._seal(name, value, context(name)) for name, value in values.items()},
            {name: self._seal(name, value, context(name, record.hex(), version)) for name, value in values.items()},
        )
        document.tag = self.tags.of(record, version, document.stored())
        self.registry.begin([record], [version], [document.tag])
        self.store.documents[record] = document
        self.store.tags[record] = (version, document.tag)
        self.registry.done([record])

    def answer(self) -> dict[bytes, Document]:
        """Returns what the store answers when it is asked for everything."""
        return {record: document for record, document in self.store.documents.items() if record not in self.hidden}

    def elements(self) -> list[Element]:
        return [
            (record, document.version, self.tags.of(record, document.version, document.stored()))
            for record, document in self.answer().items()
        ]

    def key(self, name: str) -> AESGCMSIV:
        return AESGCMSIV(self.ring.field("people", name, "rnd").secret)

    def _seal(self, name: str, value: int, belongs_to: bytes) -> bytes:
        nonce = os.urandom(12)
        return nonce + self.key(name).encrypt(nonce, str(value).encode(), belongs_to)


@pytest.fixture
def world(ring: KeyRing) -> World:
    """Returns a world of three records; the first has been changed once, so that an old version of it exists."""
    world = World(ring)
    world.write(A, 1, age=41, sex=0)
    world.write(B, 1, age=17, sex=1)
    world.write(C, 1, age=80, sex=1)
    return world


def attack(world: World, name: str) -> None:
    old_store, old_rows = deepcopy(world.store), snapshot()
    world.write(A, 2, age=42, sex=0)
    log.sign_head()
    documents = world.store.documents
    if name == "edit a field":
        for sealed in (documents[A].by_field, documents[A].by_record):
            sealed["age"] = sealed["age"][:-1] + bytes([sealed["age"][-1] ^ 1])
    elif name == "move a value":
        documents[A].by_field["age"], documents[A].by_record["age"] = (
            documents[B].by_field["age"],
            documents[B].by_record["age"],
        )
    elif name == "delete a field":
        del documents[A].by_field["age"], documents[A].by_record["age"]
    elif name == "replay a record":
        documents[A], world.store.tags[A] = old_store.documents[A], old_store.tags[A]
    elif name == "delete a record":
        del documents[A], world.store.tags[A]
    elif name == "hide a record":
        world.hidden.add(A)
    else:
        world.store = old_store
        restore(old_rows)


def snapshot() -> dict[type[Model], list[dict[str, Any]]]:
    return {model: list(model._default_manager.values()) for model in SQL}


def restore(rows: dict[type[Model], list[dict[str, Any]]]) -> None:
    for model in reversed(SQL):
        model._default_manager.all().delete()
    for model in SQL:
        model._default_manager.bulk_create([model(**row) for row in rows[model]])


def refused_by_fields(world: World) -> Iterator[bool]:
    for document in world.answer().values():
        for name, sealed in document.by_field.items():
            yield not opens(world.key(name), sealed, context(name))


def refused_by_records(world: World) -> Iterator[bool]:
    for record, document in world.answer().items():
        for name, sealed in document.by_record.items():
            yield not opens(world.key(name), sealed, context(name, record.hex(), document.version))


def refused_by_own_tags(world: World) -> Iterator[bool]:
    for record, document in world.answer().items():
        yield not hmac.compare_digest(document.tag, world.tags.of(record, document.version, document.stored()))


def refused_by_tags_beside(world: World) -> Iterator[bool]:
    """Yields whether a store that answers for documents and tags, and hides from both, is refused."""
    beside = {record: tag for record, tag in world.store.tags.items() if record not in world.hidden}
    yield {record: (version, tag) for record, version, tag in world.elements()} != beside


def refused_by_registry(world: World) -> Iterator[bool]:
    """Yields what a read by id refuses: the records asked for are not those expected, or one is not as it was
    written."""
    elements = world.elements()
    ids = [A, B, C]
    yield world.registry.expect(ids).keys() != {record for record, _, _ in elements}
    yield stops(lambda: world.registry.check(elements))


def refused_by_hash(world: World) -> Iterator[bool]:
    scan = FullScan(world.registry)
    yield stops(lambda: scan.add(world.elements()))
    yield stops(scan.finish)


def refused_by_log(world: World) -> Iterator[bool]:
    yield from refused_by_hash(world)
    yield bool(list(log_findings()))


def opens(key: AESGCMSIV, sealed: bytes, belongs_to: bytes) -> bool:
    try:
        key.decrypt(sealed[:12], sealed[12:], belongs_to)
    except InvalidTag:
        return False
    return True


def stops(read: Callable[[], None]) -> bool:
    try:
        read()
    except RecordNotAsWritten:
        return True
    return False


LAYERS: dict[str, Callable[[World], Iterator[bool]]] = dict(
    zip(
        TABLE,
        (
            refused_by_fields,
            refused_by_records,
            refused_by_own_tags,
            refused_by_tags_beside,
            refused_by_registry,
            refused_by_hash,
            refused_by_log,
        ),
        strict=True,
    )
)


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_is_refused_while_nobody_attacks(world: World, layer: str) -> None:
    world.write(A, 2, age=42, sex=0)
    log.sign_head()
    assert not any(LAYERS[layer](world))


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_catches_what_the_table_says_and_nothing_else(world: World, layer: str, name: str) -> None:
    attack(world, name)
    assert any(LAYERS[layer](world)) is (TABLE[layer][ATTACKS.index(name)] == "x")


def test_the_hash_of_the_whole_catches_a_hidden_record_without_asking_for_it(world: World) -> None:
    world.hidden.add(B)
    scan = FullScan(world.registry)
    scan.add(world.elements())
    with pytest.raises(RecordNotAsWritten, match="2 of 3 records"):
        scan.finish()


def test_a_record_given_twice_does_not_make_up_for_a_hidden_one(world: World) -> None:
    scan = FullScan(world.registry)
    scan.add([element for element in world.elements() for _ in range(2) if element[0] == A] + world.elements()[2:])
    with pytest.raises(RecordNotAsWritten):
        scan.finish()
