"""These rules say how entries of the audit log are chained by hashes, and what none of them may contain. No Django."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from datahub.audit.errors import DetailRefused
from mechanisms.common.canonical import canonical, digest

START = "0" * 64  # the first entry names this hash as that of its predecessor
SIGNED_HEAD = "datahub-audit-head/1"
DETAIL_BYTES = 4096
_SECRETS = frozenset(
    {"answer", "answers", "body", "code", "key", "keys", "password", "proof", "record", "secret", "token", "tokens"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line holds all that an entry's hash covers."""

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
    """A break is the first place where the log is not what was written."""

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


def first_break(
    entries: Iterable[tuple[Line, str]],
    head: tuple[int, str],
    *,
    after: tuple[int, str] = (0, START),
    signed: Mapping[int, str] = MappingProxyType({}),
) -> Break | None:
    """Returns the first fault in the lines that follow `after`, oldest first, each with its stored hash; None where all
    hold.

    `after` and `head` are number and hash of the line before them and of the last one written. `signed` has hashes by
    number that were signed when everything up to them held: a chain that was written anew agrees with itself alone.
    """
    number, previous = after
    for line, stored in entries:
        number += 1
        if line.number != number:
            return Break(number, f"entry {number} is missing; entry {line.number} stands in its place")
        if line.previous != previous:
            return Break(number, f"entry {number} does not name the hash of entry {number - 1} before it")
        if line.hash() != stored:
            return Break(number, f"entry {number} is not what was written: its hash differs")
        if signed.get(number, stored) != stored:
            return Break(number, written_anew(number))
        previous = stored
    if head != (number, previous):
        return Break(number + 1, f"the log ends at entry {number}, but entry {head[0]} was the last one written")
    return None


def written_anew(number: int) -> str:
    return f"entry {number}, or one before it, was written anew: another hash was signed for it"


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)
