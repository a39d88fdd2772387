"""The rows of closing batch keys become shuffled reports and counts; then the keys are destroyed.

While the version is open `batch.due` says how many of each level leave the inbox; which, is left to chance.
The others are sealed again under the held key, so that whoever answers last is mixed with a whole batch however few
came after it, and nobody is alone of their level in what is added.

The work is cut into transactions that each move some rows and count them. A row is moved by taking its sealed bytes
out of the inbox, so that whenever the worker is killed, what was moved is counted and what was not is still there.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from uuid import UUID

from django.db import transaction

from datahub.jobs.claims import Claim
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.publishing import definition as rules
from surveys.publishing.definition import Definition
from surveys.publishing.inbox_row import pad
from surveys.reports.batch import cut, due, too_few
from surveys.reports.estimate_request import ask_for_estimate
from surveys.reports.open_rows import Opened, opened
from surveys.reports.tally import Tally, tally
from surveys.running.forget import destroy_done_keys, forget_marks

ByLevel = dict[int, list[Opened]]


class RowsTaken(RuntimeError):
    """Another worker moved rows of this piece; the job is tried again and finds what is left."""


@dataclass(frozen=True, slots=True)
class Look:
    """The unfinished keys of a version at one moment, so that no key is missed or met twice."""

    version: Version
    definition: Definition
    closing: Sequence[UUID]
    held_key: UUID | None
    is_over: bool

    @property
    def level_least(self) -> int:
        return self.definition.level_least


def ingest(claim: Claim) -> None:
    look = _look(claim.payload["version"])
    rows = _by_level(look)
    leaving, left_out = _leaving(look, rows), _left_out(look, rows)
    _move_all(claim, look, leaving, left_out)
    _finish(claim, look)
    destroy_done_keys(look.version)
    forget_marks(version_id=look.version.pk)


def _look(version_id: int) -> Look:
    version = Version.objects.select_related("survey").get(pk=version_id)
    states = dict(version.batch_keys.exclude(state=BatchKey.State.DONE).values_list("pk", "state"))
    held_keys = [batch_key for batch_key, state in states.items() if state == BatchKey.State.HELD]
    closing = [batch_key for batch_key, state in states.items() if state == BatchKey.State.CLOSING]
    return Look(
        version,
        rules.read(version.definition),
        closing,
        held_keys[0] if held_keys else None,
        len(closing) == len(states),
    )


def _by_level(look: Look) -> ByLevel:
    """The rows by level in an order of chance, but those of the held key first: they are the ones that stay."""
    rows_by_level: ByLevel = defaultdict(list)
    for keys_of_state in ([look.held_key] if look.held_key else [], look.closing):
        rows = [row for batch_key in keys_of_state for row in opened(look.version, batch_key, look.definition)]
        SystemRandom().shuffle(rows)
        for row in rows:
            rows_by_level[row.level].append(row)
    return rows_by_level


def _leaving(look: Look, rows: ByLevel) -> ByLevel:
    numbers = _numbers(rows)
    if look.is_over or look.level_least == 1:
        few = too_few(numbers, look.level_least)
        return {level: of_level for level, of_level in rows.items() if level not in few}
    if look.held_key is None:  # lost in a fault: the next full key is held, and these are looked at again
        return {}
    leaving = due(numbers, look.definition.batch_least, look.level_least)
    return {level: rows[level][len(rows[level]) - number :] for level, number in leaving.items()}


def _left_out(look: Look, rows: ByLevel) -> list[Opened]:
    if not look.is_over:
        return []
    few = too_few(_numbers(rows), look.level_least)
    return [row for level in few for row in rows[level]]


def _numbers(rows: ByLevel) -> dict[int, int]:
    return {level: len(of_level) for level, of_level in rows.items()}


def _move_all(claim: Claim, look: Look, rows: ByLevel, left_out: Sequence[Opened]) -> None:
    """What is left out goes with the last piece: moved by itself, the few marks would stand beside the few reports."""
    done, all_of_them = 0, sum(_numbers(rows).values())
    left = {level: iter(of_level) for level, of_level in rows.items()}
    pieces = cut(_numbers(rows), look.level_least, look.definition.batch_most) or ([{}] if left_out else [])
    for place, numbers in enumerate(pieces, 1):
        claim.progress(done, all_of_them)
        piece = [next(left[level]) for level, number in numbers.items() for _ in range(number)]
        _move(piece, look, left_out if place == len(pieces) else ())
        done += len(piece)


def _move(piece: Sequence[Opened], look: Look, left_out: Sequence[Opened] = ()) -> None:
    """The marks are named in sorted order and the reports inserted in shuffled order, under random ids: not even the
    database's own log of this transaction says which became which."""
    rows = [(row, False) for row in piece] + [(row, True) for row in left_out]
    SystemRandom().shuffle(rows)
    marks = sorted(row.key_mac for row, _ in rows)
    tallies, parts = dict(_tallies(piece, look.definition)), ((False, piece), (True, left_out))
    with transaction.atomic():
        if not _still_held(look):
            raise RowsTaken("the held key changed: what may leave the inbox is reckoned again")
        moved = InboxRow.objects.filter(key_mac__in=marks, batch_key__isnull=False).update(sealed=None, batch_key=None)
        if moved != len(rows):
            raise RowsTaken(f"{moved} of {len(rows)} rows were still in the inbox")
        batches = {kind: _batch(look, len(some), left_out=kind) for kind, some in parts if some}
        Report.objects.bulk_create(
            Report(id=uuid.uuid4(), batch=batches[kind], level=row.level, record=row.record) for row, kind in rows
        )
        _add(tallies, look.version)


def _batch(look: Look, size: int, *, left_out: bool) -> Batch:
    short = size < look.definition.batch_least
    return Batch.objects.create(version=look.version, size=size, short=short, left_out=left_out)


def _still_held(look: Look) -> bool:
    """Whoever rotates or closes waits until this transaction ends, or has done it before, and this look is too old."""
    if look.held_key is None:
        return True
    rows = BatchKey.objects.select_for_update(no_key=True).filter(pk=look.held_key, state=BatchKey.State.HELD)
    return rows.first() is not None


def _tallies(piece: Sequence[Opened], definition: Definition) -> Iterator[tuple[int, Tally]]:
    records: dict[int, list[bytes]] = defaultdict(list)
    for row in piece:
        records[row.level].append(row.record)
    for level in records:
        yield level, tally(definition.levels[level], records[level])


def _add(tallies: dict[int, Tally], version: Version) -> None:
    stored = Counts.objects.select_for_update().filter(version=version, level__in=tallies).order_by("pk")
    changed = list(stored)
    for counts in changed:
        added = tallies[counts.level]
        counts.reports += added.reports
        counts.supports = [
            before + more for before, more in zip(counts.supports, added.supports[counts.block], strict=True)
        ]
    Counts.objects.bulk_update(changed, ["reports", "supports"])


def _finish(claim: Claim, look: Look) -> None:
    version = look.version
    with transaction.atomic():
        if look.held_key and _still_held(look):
            _seal_again(look, look.held_key)
        emptied = version.batch_keys.filter(pk__in=look.closing, inbox__isnull=True)
        emptied.update(state=BatchKey.State.DONE)
        ask_for_estimate(version, after=claim.job_id)
        claim.finish({})


def _seal_again(look: Look, held_key: UUID) -> None:
    """What stays of a closing batch goes under the held key, so that its own key can be destroyed."""
    staying = [row for batch_key in look.closing for row in opened(look.version, batch_key, look.definition)]
    staying.sort(key=lambda row: row.key_mac)
    padded = [pad(row.level, row.record, look.definition.row_bytes) for row in staying]
    sealed = keys.Seal(look.version.hash, held_key).close(padded) if staying else []
    for row, bytes_of_it in zip(staying, sealed, strict=True):
        InboxRow.objects.filter(key_mac=row.key_mac, batch_key__isnull=False).update(
            sealed=bytes_of_it, batch_key=held_key
        )
