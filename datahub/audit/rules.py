"""How entries hang together, and what none of them may hold. No Django."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from datahub.audit.errors import DetailRefused
from mechanisms.common.canonical import canonical, digest

START = "0" * 64  # what the first entry names as its predecessor
DETAIL_BYTES = 4096
_SECRETS = frozenset(
    {"answer", "answers", "body", "code", "key", "keys", "password", "proof", "record", "secret", "token", "tokens"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """All that an entry's hash covers."""

    number: int
    at: str
    actor: str
    operation: str
    subject: str
    reason: str
    detail: Mapping[str, Any]
    previous: str

    def hash(self) -> str:
        return digest(asdict(self))


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where the log is not what was written."""

    number: int
    reason: str


def check_detail(detail: Mapping[str, Any]) -> None:
    """Refuses answers, keys, tokens and secrets by the names of their fields, and anything too long to be a note."""
    for name in _names(detail):
        if name.lower() in _SECRETS or _SECRETS & set(name.lower().replace("-", "_").split("_")):
            raise DetailRefused(f"detail names {name!r}; the log keeps no answers, keys, tokens or secrets")
    try:
        size = len(canonical(dict(detail)))
    except ValueError as error:
        raise DetailRefused(f"detail cannot be hashed: {error}") from error
    if size > DETAIL_BYTES:
        raise DetailRefused(f"detail has {size} bytes; an entry keeps at most {DETAIL_BYTES}")


def first_break(entries: Iterable[tuple[Line, str]], head: tuple[int, str]) -> Break | None:
    """Walks lines with their stored hashes, oldest first; `head` is the number and hash of the last one written."""
    number, previous = 0, START
    for line, stored in entries:
        number += 1
        if line.number != number:
            return Break(number, f"entry {number} is missing; entry {line.number} stands in its place")
        if line.previous != previous:
            return Break(number, f"entry {number} does not name the hash of entry {number - 1} before it")
        if line.hash() != stored:
            return Break(number, f"entry {number} is not what was written: its hash differs")
        previous = stored
    if head != (number, previous):
        return Break(number + 1, f"the log ends at entry {number}, but entry {head[0]} was the last one written")
    return None


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)
