"""The append-only log of writes: one leaf for each `done`, in a Merkle tree whose heads the platform signs.

A signed head that stands elsewhere is what a restored old database cannot agree with. Heads are kept in a file beside
the database, served to everybody, and worth most where somebody else keeps them.
"""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from datahub.api.signing import public_key, sign
from datahub.vault.files import sync
from datahub.vault.models import LogEnd, LogEntry, Register, SignedHead
from datahub.vault.rules import merkle
from mechanisms.common.canonical import canonical

FORMAT = "datahub-vault-head/1"
FILE = "vault-heads.jsonl"  # in the data folder, in no backup
ROOT_BYTES = 32
AT_ONCE = 2000
WRITTEN, DROPPED, PLANNED = "written", "dropped", "planned"

Change = tuple[bytes, int, bytes | None]  # record, version, tag; a deletion has no tag


def append(register: Register, kind: str, changes: Sequence[Change]) -> None:
    """Call it last in the transaction of the write: it holds the end of the log until the commit."""
    end, _ = LogEnd.objects.select_for_update().get_or_create(id=1)
    content = {
        "number": end.size,
        "kind": kind,
        "ref": register.ref,
        "collection": register.collection,
        "writes": len(changes),
        "digest": merkle.root_of([merkle.leaf(_encoded(change)) for change in changes]).hex(),
        "count": register.count,
        "state": state_of(register),
    }
    if register.plan is not None:
        content["plan"] = bytes(register.plan).hex()
    LogEntry.objects.create(number=end.size, ref=register.ref, collection=register.collection, content=content)
    frontier = _frontier(end)
    frontier.add(leaf_of(content))
    end.size, end.roots = frontier.size, b"".join(frontier.roots)
    end.save(update_fields=["size", "roots"])


def state_of(register: Register) -> str:
    """What the leaf says of the multiset hash: a hash of it as it is stored, under its mask; and of the plan."""
    held = (register.masked, register.nonce, register.plan)
    return sha256(b"".join(bytes(part or b"") for part in held)).hexdigest()


def last_of(ref: str, collection: str) -> LogEntry | None:
    return LogEntry.objects.filter(ref=ref, collection=collection).order_by("-number").first()


def leaf_of(content: dict[str, Any]) -> bytes:
    return merkle.leaf(canonical(content))


def leaves() -> list[bytes]:
    return [leaf_of(entry.content) for entry in LogEntry.objects.order_by("number").iterator(AT_ONCE)]


def sign_head() -> SignedHead | None:
    """The head of the log as it is; None if that one is signed already, or nothing was written yet."""
    with transaction.atomic():
        end = LogEnd.objects.select_for_update().first()
        if end is None or end.size == 0 or SignedHead.objects.filter(size=end.size).exists():
            return None
        statement = {
            "format": FORMAT,
            "size": end.size,
            "root": _frontier(end).root().hex(),
            "at": timezone.now().isoformat(timespec="seconds"),
        }
        head = SignedHead.objects.create(
            size=end.size, statement=statement, signature=sign(statement), public_key=public_key()
        )
    _keep_beside(head)
    return head


def as_json(head: SignedHead) -> dict[str, Any]:
    return {"statement": head.statement, "signature": head.signature, "public_key": head.public_key}


def heads_kept_beside() -> Iterator[dict[str, Any]]:
    path = Path(settings.DATA) / FILE
    if path.is_file():
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def _keep_beside(head: SignedHead) -> None:
    path = Path(settings.DATA) / FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "ab") as file:
        file.write(canonical(as_json(head)) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    sync(path.parent)


def _frontier(end: LogEnd) -> merkle.Frontier:
    roots = bytes(end.roots)
    return merkle.Frontier(end.size, [roots[at : at + ROOT_BYTES] for at in range(0, len(roots), ROOT_BYTES)])


def _encoded(change: Change) -> bytes:
    record, version, tag = change
    return record + version.to_bytes(8, "big") + (tag or b"")
