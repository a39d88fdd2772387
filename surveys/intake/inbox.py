"""One transaction accepts all reports that wait, with one statement."""

import enum
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F
from django.utils import timezone

from surveys import keys
from surveys.intake import on_postgres, on_sqlite
from surveys.intake.report import Report
from surveys.intake.statements import StoredStates, Transaction, Values
from surveys.models import InboxRow, Version
from surveys.publishing.inbox_row import pad


class Outcome(enum.Enum):
    ACCEPTED = enum.auto()
    KEY_REUSED = enum.auto()
    CLOSED = enum.auto()
    FULL = enum.auto()
    PAUSED = enum.auto()
    NOT_YET_OPEN = enum.auto()
    NO_KEY_FILE = enum.auto()


@dataclass(frozen=True, slots=True, repr=False)
class Row:
    """This is a checked report on its way into the inbox. No repr: it must not reach a log."""

    report: Report
    version_id: int
    row_bytes: int
    capped: bool


@dataclass(frozen=True, slots=True, repr=False)
class Marked:
    """This is a row with its two marks: one of its key and one of its body."""

    row: Row
    key_mac: bytes
    body_mac: bytes


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening holds, for one transaction, what the rows of a version are sealed with."""

    batch_key: Any  # The key has the type that the database returns.
    seal: keys.Seal
    places: int | None  # The number of new reports that the cap still allows; None means no cap.


Openings = dict[int, Opening | Outcome]  # Maps versions to openings, or to the outcome that refuses their rows.


def accept(rows: Sequence[Row]) -> list[Outcome]:
    """Returns the outcome of each row. Outcomes are final: the transaction is on disk when this returns.

    The version row is locked, shared, before its state and batch key are read. So a report is in the batch before a
    closing or it is refused; there is no third way.
    """
    versions = {row.version_id: row.report.version for row in rows}
    marks = {id: _marks(hash) for id, hash in versions.items()}
    marked = [_marked(row, marks[row.version_id]) for row in rows]
    with _transaction() as transaction:
        some_capped = any(row.capped for row in rows)
        openings = _openings(versions, transaction.lock(sorted(versions), alone=some_capped))
        new = _first_of_each_key(
            entry for entry in marked if entry and isinstance(openings[entry.row.version_id], Opening)
        )
        if some_capped:
            new = _within_cap(new, openings)
        # The rows are sorted so that two transactions lock them in the same order.
        inserted = transaction.insert(sorted(_sealed(new, openings)))
    kept = _kept(new, inserted)
    return [_outcome(entry, openings[row.version_id], kept) for row, entry in zip(rows, marked, strict=True)]


def _transaction() -> Transaction:
    return on_postgres.transaction() if connection.vendor == "postgresql" else on_sqlite.transaction()


def _marks(version: str) -> keys.Marks | None:
    """Returns the secrets that mark a version's reports; None where the secrets are gone, because the version has
    closed since the check of the report, or by a fault."""
    try:
        return keys.Marks(version)
    except keys.KeyMissing:
        return None


def _marked(row: Row, marks: keys.Marks | None) -> Marked | None:
    return None if marks is None else Marked(row, *marks.of(row.report.key, row.report.body))


def _openings(versions: dict[int, str], rows: StoredStates) -> Openings:
    states, current = rows
    now, batch_keys = timezone.now(), dict(current)
    openings: Openings = dict.fromkeys(versions, Outcome.CLOSED)
    for id, state, paused, opens_at, closes_at, places in states:
        if state == Version.State.OPEN and not _is_past(closes_at, now) and id in batch_keys:
            refusal = _held_back(paused, opens_at, now)
            openings[id] = refusal or _opening(versions[id], batch_keys[id], places)
    return openings


# The flag `paused` is a column of the database.
def _held_back(paused: bool, opens_at: datetime | None, now: datetime) -> Outcome | None:  # noqa: FBT001
    if paused:
        return Outcome.PAUSED
    return Outcome.NOT_YET_OPEN if opens_at is not None and not _is_past(opens_at, now) else None


def _opening(version: str, batch_key: Any, places: int | None) -> Opening | Outcome:
    try:
        return Opening(batch_key, keys.Seal(version, UUID(str(batch_key))), places)
    except keys.KeyMissing:
        return Outcome.NO_KEY_FILE


def _is_past(time: datetime | None, now: datetime) -> bool:
    if time is None:
        return False
    return (time if time.tzinfo else time.replace(tzinfo=UTC)) <= now  # SQLite stores times without a time zone.


def _first_of_each_key(marked: Iterable[Marked]) -> list[Marked]:
    first: dict[bytes, Marked] = {}
    for entry in marked:
        first.setdefault(entry.key_mac, entry)
    return list(first.values())


def _within_cap(new: Sequence[Marked], openings: Openings) -> list[Marked]:
    """Returns the rows without those beyond a version's cap. A report that is sent again was counted before.

    The version is locked until the commit, so that no more than its cap are ever accepted, by however many processes.
    """
    left = {id: opening.places for id, opening in openings.items() if isinstance(opening, Opening)}
    again = _stored([entry.key_mac for entry in new if left[entry.row.version_id] is not None])
    taken: Counter[int] = Counter()
    seated = []
    for entry in new:
        places = left[entry.row.version_id]
        if places is not None and entry.key_mac not in again:
            if taken[entry.row.version_id] >= places:
                continue
            taken[entry.row.version_id] += 1
        seated.append(entry)
    for id, more in taken.items():
        Version.objects.filter(pk=id).update(accepted=F("accepted") + more)
    return seated


def _sealed(new: Sequence[Marked], openings: Openings) -> list[Values]:
    of_version: dict[int, list[Marked]] = defaultdict(list)
    for entry in new:
        of_version[entry.row.version_id].append(entry)
    values: list[Values] = []
    for id, members in of_version.items():
        opening = openings[id]
        assert isinstance(opening, Opening)  # noqa: S101 - rows without an opening were removed before
        plain = [pad(entry.row.report.level, entry.row.report.record, entry.row.row_bytes) for entry in members]
        for entry, sealed in zip(members, opening.seal.close(plain), strict=True):
            values.append((entry.key_mac, entry.body_mac, id, opening.batch_key, sealed))
    return values


def _kept(new: Sequence[Marked], inserted: set[bytes]) -> dict[bytes, bytes]:
    """Returns the body_mac that the inbox holds for each key_mac. A row that was there before was committed before."""
    kept = {entry.key_mac: entry.body_mac for entry in new if entry.key_mac in inserted}
    return kept | _stored([entry.key_mac for entry in new if entry.key_mac not in kept])


def _stored(key_macs: Sequence[bytes]) -> dict[bytes, bytes]:
    rows = InboxRow.objects.filter(key_mac__in=key_macs).values_list("key_mac", "body_mac") if key_macs else ()
    return {bytes(key_mac): bytes(body_mac) for key_mac, body_mac in rows}


def _outcome(entry: Marked | None, opening: Opening | Outcome, kept: dict[bytes, bytes]) -> Outcome:
    if isinstance(opening, Outcome):
        return opening
    if entry is None:
        return Outcome.NO_KEY_FILE
    if entry.key_mac not in kept:  # Another report took the last place, or closing has deleted the marks meanwhile.
        return Outcome.CLOSED if opening.places is None else Outcome.FULL
    return Outcome.ACCEPTED if kept[entry.key_mac] == entry.body_mac else Outcome.KEY_REUSED
