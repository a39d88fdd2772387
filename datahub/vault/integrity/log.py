"""This module is about the append-only log of writes: one leaf for each `done`, in a Merkle tree whose heads the
platform signs.

Each line is signed, together with the root of all lines before it: whoever owns the database can cut the log, and can
write nothing into it. A signed head that stands elsewhere is what a log that was cut cannot agree with. Heads are kept
in a file beside the database, served to everybody, and worth most where somebody else keeps them.
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

from datahub.api.signing import is_signed, public_key, sign
from datahub.vault.integrity.rules import merkle
from datahub.vault.keys.key_files import sync
from datahub.vault.models import LogEnd, LogEntry, Register, SignedHead
from mechanisms.common.canonical import canonical

FORMAT = "datahub-vault-head/2"
LINE = "datahub-vault-line/2"
FILE = "vault-heads.jsonl"  # the file of heads lies in the data folder and is in no backup
ROOT_BYTES = 32
AT_ONCE = 2000
WRITTEN, DROPPED, PLANNED = "written", "dropped", "planned"

Change = tuple[bytes, int, bytes | None]  # a change has a record, its version and its tag, which is None for a deletion
Head = dict[str, Any]


def append(register: Register, kind: str, changes: Sequence[Change]) -> None:
    """Appends a line to the log of writes. Call it last in the transaction of the write: it holds the end of the log
    until the commit."""
    end, _ = LogEnd.objects.select_for_update().get_or_create(id=1)
    frontier = _frontier(end)
    content = {
        "format": LINE,
        "before": frontier.root().hex(),
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
    LogEntry.objects.create(
        number=end.size,
        ref=register.ref,
        collection=register.collection,
        content=content,
        signature=sign(content),
    )
    frontier.add(leaf_of(content))
    end.size, end.roots = frontier.size, b"".join(frontier.roots)
    end.save(update_fields=["size", "roots"])


def state_of(register: Register) -> str:
    """Returns what a line of the log says of the state of a register: a hash of the multiset hash as it is stored,
    under its mask; and of the plan."""
    parts = (register.masked, register.nonce, register.plan)
    return sha256(b"".join(b"\x00" if part is None else _with_length(bytes(part)) for part in parts)).hexdigest()


def left(content: dict[str, Any], register: Register) -> bool:
    """Returns whether the register is as this line of the log left it."""
    return (register.count, state_of(register)) == (content["count"], content["state"])


def is_ours(content: dict[str, Any], signature: str, before: str, key: str) -> bool:
    """Returns whether the platform signed this line to stand directly after the lines whose root is `before`."""
    return content.get("format") == LINE and content.get("before") == before and is_signed(content, signature, key)


def last_of(ref: str, collection: str) -> LogEntry | None:
    return LogEntry.objects.filter(ref=ref, collection=collection).order_by("-number").first()


def plan_said(entry: LogEntry) -> str | None:
    """Returns the digest of the sealed plan, by a line of the collection under which it stands."""
    content = entry.content
    if not isinstance(content, dict) or (content.get("ref"), content.get("collection")) != (
        entry.ref,
        entry.collection,
    ):
        return ""
    plan: str | None = content.get("plan")
    return plan


def leaf_of(content: dict[str, Any]) -> bytes:
    return merkle.leaf(canonical(content))


def leaf_of_stored(content: Any, number: int) -> bytes | None:
    """Returns the leaf hash of a stored line; None if this is no line of this number: whoever owns the database can put
    anything there."""
    if not isinstance(content, dict) or content.get("number") != number or not _is_whole(content):
        return None
    try:
        return leaf_of(content)
    except ValueError:  # a stored line may hold numbers or text that canonical JSON refuses
        return None


def leaves() -> list[bytes]:
    return [leaf_of(entry.content) for entry in LogEntry.objects.order_by("number").iterator(AT_ONCE)]


def sign_head() -> SignedHead | None:
    """Returns a signed head of the log as it is now; None if its size is signed already, or nothing was written yet."""
    with transaction.atomic():
        end = LogEnd.objects.select_for_update().first()
        if end is None or SignedHead.objects.filter(size=end.size).exists():
            return None
        head = _signed(end)
    _keep_beside(head)
    return head


def as_json(head: SignedHead) -> Head:
    return {"statement": head.statement, "signature": head.signature, "public_key": head.public_key}


def heads_kept_beside() -> Iterator[Head]:
    path = Path(settings.DATA) / FILE
    if path.is_file():
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def statement_of(head: Head, key: str) -> dict[str, Any] | None:
    """Returns the statement of a head of the log; None if this platform did not sign it, or as something else than a
    head."""
    statement = head.get("statement")
    if not isinstance(statement, dict) or statement.get("format") != FORMAT:
        return None
    if head.get("public_key") != key or not is_signed(statement, str(head.get("signature")), key):
        return None
    return statement


def _signed(end: LogEnd) -> SignedHead:
    statement = {
        "format": FORMAT,
        "size": end.size,
        "root": _frontier(end).root().hex(),
        "at": timezone.now().isoformat(timespec="seconds"),
    }
    fields = {"statement": statement, "signature": sign(statement), "public_key": public_key()}
    return SignedHead.objects.update_or_create(size=end.size, defaults=fields)[0]


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


def _is_whole(content: dict[str, Any]) -> bool:
    texts = (content.get(name) for name in ("kind", "ref", "collection", "digest", "state"))
    return all(isinstance(text, str) for text in texts) and isinstance(content.get("count"), int)


def _encoded(change: Change) -> bytes:
    record, version, tag = change
    return record + version.to_bytes(8, "big") + (tag or b"")


def _with_length(part: bytes) -> bytes:
    return b"\x01" + len(part).to_bytes(4, "big") + part
