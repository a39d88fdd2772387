"""Stored data are compared with what was written: log with signed heads, registry with log, records with registry.

Each layer finds what the one before it cannot: tests of this file carry out known attacks.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction

from datahub.api.signing import public_key
from datahub.vault.integrity import log, rows
from datahub.vault.integrity.documents import Documents
from datahub.vault.integrity.registry import Registry, same
from datahub.vault.integrity.rules import merkle, multiset
from datahub.vault.integrity.rules.findings import Finding, Kind
from datahub.vault.models import LogEnd, LogEntry, Register, SecureCollection, SignedHead
from datahub.vault.store.port import ID_BYTES

LOG = "log of writes"


def log_findings(anchors: Iterable[log.Head] = ()) -> Iterator[Finding]:
    """Yields what is wrong with the log: against its own end, its signatures and every head, kept here or brought. It
    yields as well where the registers differ from what the log says there is."""
    key = public_key()
    # Heads are read before the log's lines, so that no head is newer than the lines.
    kept = list(SignedHead.objects.order_by("size"))
    heads = [*map(log.as_json, kept), *log.heads_kept_beside(), *anchors]
    statements = [log.statement_of(head, key) for head in heads]
    with transaction.atomic():
        end = LogEnd.objects.select_for_update().first() or LogEnd()
        last: dict[tuple[str, str], dict[str, Any]] = {}
        frontier, roots = merkle.Frontier(), {0: merkle.EMPTY.hex()}
        for entry in LogEntry.objects.order_by("number").iterator(log.AT_ONCE):
            leaf = log.leaf_of_stored(entry.content, frontier.size)
            if entry.number != frontier.size or leaf is None:
                yield Finding(Kind.LOG, LOG, "", f"write {frontier.size} is missing or another stands in its place")
                return
            where = entry.content["ref"], entry.content["collection"]
            if (entry.ref, entry.collection) != where:
                detail = f"write {entry.number} stands as one of {entry.ref} {entry.collection}"
                yield Finding(Kind.LOG, " ".join(where), "", detail)
            if log.is_ours(entry.content, entry.signature, roots[entry.number], key):
                last[where] = entry.content
            else:
                detail = f"write {entry.number} ({entry.content['kind']}) is not signed by this platform"
                yield Finding(Kind.LOG, " ".join(where), "", detail)
            frontier.add(leaf)
            roots[frontier.size] = frontier.root().hex()
        if (frontier.size, b"".join(frontier.roots)) != (end.size, bytes(end.roots)):
            yield Finding(Kind.LOG, LOG, "", f"the log of {frontier.size} writes does not have the end that was kept")
        yield from _register_findings(last)
        yield from _unlisted(last)
    for statement in statements:
        yield from _head_findings(statement, frontier.size, roots)
    yield from _moved_heads(zip(kept, statements, strict=False))  # statements begin with those of the kept heads


def _moved_heads(of_rows: Iterable[tuple[SignedHead, dict[str, Any] | None]]) -> Iterator[Finding]:
    for row, statement in of_rows:
        if statement is not None and row.size != statement["size"]:
            yield Finding(Kind.LOG, LOG, "", f"the head of {statement['size']} writes stands as one of {row.size}")


def _head_findings(statement: dict[str, Any] | None, size: int, roots: dict[int, str]) -> Iterator[Finding]:
    if statement is None:
        yield Finding(Kind.LOG, LOG, "", "a head is not signed by this platform")
    elif statement["size"] > size:
        detail = f"the log has {size} writes, but a head of {statement['size']} was signed at {statement['at']}"
        yield Finding(Kind.LOG, LOG, "", f"{detail}: an older database stands in its place")
    elif roots[statement["size"]] != statement["root"]:
        detail = f"the first {statement['size']} writes are not those whose head was signed at {statement['at']}"
        yield Finding(Kind.LOG, LOG, "", detail)


def _register_findings(last: dict[tuple[str, str], dict[str, Any]]) -> Iterator[Finding]:
    registers = {(register.ref, register.collection): register for register in Register.objects.all()}
    for (ref, collection), content in last.items():
        where, register = f"{ref} {collection}", registers.pop((ref, collection), None)
        if content["kind"] == log.DROPPED:
            if register is not None and register.count:
                yield Finding(Kind.REGISTER, where, "", "the log says that the collection was dropped")
        elif register is None:
            yield Finding(Kind.REGISTER, where, "", f"nothing is registered of the {content['count']} records written")
        elif not log.left(content, register):
            yield Finding(Kind.REGISTER, where, "", "the register is not the one that the log's last write left")
    for (ref, collection), register in registers.items():
        if register.count:
            yield Finding(Kind.REGISTER, f"{ref} {collection}", "", "the log knows no write of these records")


def _unlisted(last: dict[tuple[str, str], dict[str, Any]]) -> Iterator[Finding]:
    """Yields collections that were written, says the log, and are not listed: whoever deletes the row of a collection
    can change all that stands beside it, too."""
    listed = set(SecureCollection.objects.values_list("ref", "name"))
    for ref, name in sorted(last.keys() - listed):
        content = last[ref, name]
        # A line without a plan is of a load that another load replaced.
        if content["kind"] != log.DROPPED and "plan" in content:
            detail = f"the collection is gone, with its plan; {content['count']} records were written"
            yield Finding(Kind.MISSING, f"{ref} {name}", "", f"{detail} and it was not dropped")


def collection_findings(registry: Registry, documents: Documents) -> Iterator[Finding]:
    """Compares the registry with its own hash, then every record there and every record that should be there with the
    registry."""
    yield from _registry_findings(registry)
    seen: set[bytes] = set()
    for piece in documents.pieces():
        seen.update(record for record, _, _ in piece)
        yield from _piece_findings(registry, documents, piece)
    for some in rows.every(registry.id):
        absent = [record for record, version, _, _, _ in some if version is not None and record not in seen]
        there = documents.look_up(absent)
        for record, (version, tag) in _still_expected(registry, absent).items():
            if record not in there:
                yield Finding(Kind.MISSING, registry.where, record.hex(), f"version {version} was written and is gone")
            elif same(*there[record], version, tag):
                yield Finding(Kind.MISSING, registry.where, record.hex(), "was left out when everything was read")
    for record in documents.left_out_by_indexes():
        if registry.expect([record]):
            yield Finding(Kind.MISSING, registry.where, record.hex(), "a search for its own tokens leaves it out")


def _registry_findings(registry: Registry) -> Iterator[Finding]:
    """Yields the faults of the registry itself, read under the lock that writers take, so that rows and hash are of one
    time."""
    with transaction.atomic():
        count, total = registry.count_and_hash()
        counted = summed = 0
        begun = []
        for some in rows.every(registry.id):
            begun += [record for record, _, _, will_be, _ in some if will_be is not None]
            expected = [(record, version, tag) for record, version, tag, _, _ in some if version is not None and tag]
            counted += len(expected)
            summed += registry.total(element for element in expected if len(element[0]) == ID_BYTES)
    if (counted, summed % multiset.MODULUS) != (count, total):
        detail = f"{counted} records are registered, and they are not the {count} whose hash was kept"
        yield Finding(Kind.REGISTER, registry.where, "", detail)
    for record in begun:
        yield Finding(Kind.BEGUN, registry.where, record.hex(), "a write of it began and has not ended")


def _piece_findings(registry: Registry, documents: Documents, piece: list[multiset.Element]) -> Iterator[Finding]:
    """Yields the faults of a piece of documents; documents that differ are read again, because they may have been
    written between the two reads."""
    if not (suspects := registry.differing(piece)):
        return
    for record, _, _ in suspects:
        if len(record) != ID_BYTES:
            yield Finding(Kind.UNKNOWN, registry.where, record.hex(), "no record that was written has such an id")
    again = documents.look_up([record for record, _, _ in suspects if len(record) == ID_BYTES])
    now = [(record, *is_) for record, is_ in again.items()]
    expected = registry.expect(list(again))
    for record, version, _ in registry.differing(now):
        if record not in expected:
            yield Finding(Kind.UNKNOWN, registry.where, record.hex(), "was never written, or was deleted")
        elif version < expected[record][0]:
            detail = f"version {version} stands where version {expected[record][0]} was written"
            yield Finding(Kind.REPLAYED, registry.where, record.hex(), detail)
        else:
            yield Finding(Kind.CHANGED, registry.where, record.hex(), "is not as it was written")


def _still_expected(registry: Registry, ids: list[bytes]) -> dict[bytes, tuple[int, bytes]]:
    return registry.expect(ids) if ids else {}
