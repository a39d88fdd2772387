"""The rows of closing batch keys become shuffled reports and counts; then the keys are destroyed.

While the version is open `batch.due` says how many of each level leave the inbox; which, is left to chance.
The others are sealed again under the held key, so that whoever answers last is mixed with a whole batch however few
came after it, and nobody is alone of their level in what is added.

The work is cut into transactions that each move some rows and count them. A row is moved by taking its sealed bytes
out of the inbox, so that whenever the worker is killed, what was moved is counted and what was not is still there.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from datahub.jobs.claims import Claim
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, Version
from surveys.publishing import definition as rules
from surveys.publishing.definition import WHOLE, Definition
from surveys.publishing.inbox_row import pad
from surveys.publishing.layout import Level
from surveys.reports import statements
from surveys.reports.batch import Row, cells_of, cut, due
from surveys.reports.estimate_request import ask_for_estimate
from surveys.reports.open_rows import Opened, opened
from surveys.reports.random_order import in_random_order, random_ids
from surveys.reports.report_fields import tallies_of_block
from surveys.reports.tally import Tally, tally
from surveys.running.forget import destroy_done_keys, forget_marks

ByLevel = dict[int, list[Opened]]
Pieces = Mapping[str, list[tuple[int, bytes]]]  # The level and bytes of each block's pieces, in random order.
Cell = tuple[int, str]  # A level and a block.


class RowsTaken(RuntimeError):
    """Another worker moved rows of this batch; the job runs again and takes the rows that are left."""


@dataclass(frozen=True, slots=True)
class Look:
    """These are the unfinished keys of a version at one moment, so that no key is missed or met twice."""

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
    _move_all(claim, look, leaving, left_out, _cells_of_few(look, leaving))
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
    """Returns the rows by level in random order, but with those of the held key first: these stay."""
    rows_by_level: ByLevel = defaultdict(list)
    for keys_of_state in ([look.held_key] if look.held_key else [], look.closing):
        rows = [row for batch_key in keys_of_state for row in opened(look.version, batch_key, look.definition)]
        for row in in_random_order(rows):
            rows_by_level[row.level].append(row)
    return rows_by_level


def _leaving(look: Look, rows: ByLevel) -> ByLevel:
    if look.is_over or look.level_least == 1:
        few = _levels_of_few(look, rows)
        return {level: of_level for level, of_level in rows.items() if level not in few}
    # A fault lost the held key: the next full key becomes the held one, and these rows wait until then.
    if look.held_key is None:
        return {}
    blocks = {level.id: _all_blocks(level, look.definition) for level in look.definition.levels}
    leaving = due(_blocks(look, rows), blocks, look.definition.batch_least, look.level_least)
    return {level: [rows[level][index] for index in indices] for level, indices in leaving.items()}


def _left_out(look: Look, rows: ByLevel) -> list[Opened]:
    return [row for level in _levels_of_few(look, rows) for row in rows[level]] if look.is_over else []


def _levels_of_few(look: Look, rows: ByLevel) -> list[int]:
    """Returns the levels whose reports are shown nowhere. Where reports are kept by block, small blocks are left out
    one by one."""
    if look.definition.is_kept_by_block:
        return []
    return [level for level, of_level in rows.items() if len(of_level) < look.level_least]


def _cells_of_few(look: Look, rows: ByLevel) -> set[Cell]:
    """Returns the blocks at a level that have too few reports in the last step, whatever was shown before: nobody may
    see a step of few reports, and keeping them would reveal which blocks are one person's."""
    if not look.is_over or not look.definition.is_kept_by_block:
        return set()
    return {cell for cell, many in cells_of(_blocks(look, rows)).items() if many < look.level_least}


def _blocks(look: Look, rows: ByLevel) -> dict[int, list[Row]]:
    return {level: [_blocks_of(row, look.definition) for row in of_level] for level, of_level in rows.items()}


def _all_blocks(level: Level, definition: Definition) -> Row:
    return tuple(block.id for block in definition.blocks) if level.draws else (WHOLE,)


def _blocks_of(row: Opened, definition: Definition) -> Row:
    """Returns the blocks that a row is broken into: itself, where reports are kept whole."""
    level = definition.levels[row.level]
    return level.draws[level.draw_in(row.record)].blocks if level.draws else (WHOLE,)


def _pieces(rows: Sequence[Opened], definition: Definition) -> Pieces:
    """Returns the level and the bytes of each block; each block has a random order of its own, so nothing links two
    blocks of a row."""
    pieces: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
    for row in rows:
        level = definition.levels[row.level]
        if not level.draws:
            pieces[WHOLE].append((row.level, row.record))
            continue
        layout = level.drawn(level.draw_in(row.record))
        for block in _blocks_of(row, definition):
            parts = [part for part in layout.parts if part.block == block]
            pieces[block].append((row.level, row.record[parts[0].start : parts[-1].stop]))
    return {block: in_random_order(own) for block, own in pieces.items()}


def _move_all(claim: Claim, look: Look, rows: ByLevel, left_out: Sequence[Opened], few: Set[Cell]) -> None:
    """Moves all rows that leave the inbox, in batches. What is left out goes with the last piece: moved by itself, the
    few marks would stand beside the few reports."""
    done, all_of_them = 0, sum(map(len, rows.values()))
    batches = cut(_blocks(look, rows), look.level_least, look.definition.batch_most) or ([{}] if left_out else [])
    for number, batch in enumerate(batches, 1):
        claim.progress(done, all_of_them)
        piece = [rows[level][index] for level, indices in batch.items() for index in indices]
        _move(piece, look, left_out if number == len(batches) else (), few)
        done += len(piece)


def _move(piece: Sequence[Opened], look: Look, left_out: Sequence[Opened] = (), few: Set[Cell] = frozenset()) -> None:
    """The marks are named in sorted order and the blocks of reports inserted each in an order of chance, under random
    ids: not even the database's own log of this transaction says which became which, or which belong together. Of the
    cells of few only their number is kept."""
    rows = [*piece, *left_out]
    marks = sorted(row.key_mac for row in rows)
    parts = [(kind, some, _pieces(some, look.definition)) for kind, some in ((False, piece), (True, left_out)) if some]
    with transaction.atomic():
        if not _still_held(look):
            raise RowsTaken("the held key changed: what may leave the inbox is reckoned again")
        moved = statements.take_out(marks)
        if moved != len(rows):
            raise RowsTaken(f"{moved} of {len(rows)} rows were still in the inbox")
        for is_left_out, some, pieces in parts:
            batch = _batch(look, len(some), left_out=is_left_out)
            kept, left_out_of_cells = _without_few(pieces, few)
            for block, own in sorted(kept.items()):
                ids = random_ids(len(own))
                statements.insert(batch, [(id, block, *piece) for id, piece in zip(ids, own, strict=True)])
            if not is_left_out:
                _add(some, kept, left_out_of_cells, look)


def _without_few(pieces: Pieces, few: Set[Cell]) -> tuple[Pieces, Counter[Cell]]:
    """Returns the pieces without those of small cells, and the number of pieces left out of each cell."""
    if not few:
        return pieces, Counter()
    kept = {block: [piece for piece in own if (piece[0], block) not in few] for block, own in pieces.items()}
    return kept, Counter((level, block) for block, own in pieces.items() for level, _ in own if (level, block) in few)


def _batch(look: Look, size: int, *, left_out: bool) -> Batch:
    short = size < look.definition.batch_least
    return Batch.objects.create(version=look.version, size=size, short=short, left_out=left_out)


def _still_held(look: Look) -> bool:
    """Returns whether the held key that was read is still held. A rotation or a closing waits until this transaction
    ends; if it came first, the read state is out of date."""
    if look.held_key is None:
        return True
    rows = BatchKey.objects.select_for_update(no_key=True).filter(pk=look.held_key, state=BatchKey.State.HELD)
    return rows.first() is not None


def _add(rows: Sequence[Opened], pieces: Pieces, left_out: Mapping[Cell, int], look: Look) -> None:
    """Adds the reports and supports of the kept blocks to the counts, the number of others left out, and the people of
    every level that anybody chose."""
    people = Counter(row.level for row in rows)
    tallies = _tallies(pieces, look.definition)
    stored = list(Counts.objects.select_for_update().filter(version=look.version, level__in=people).order_by("pk"))
    for counts in stored:
        counts.people += people[counts.level]
        counts.left_out += left_out.get((counts.level, _block_of(look.definition, counts)), 0)
        counted = tallies.get((counts.level, counts.block))
        if counted is not None:
            counts.reports += counted.reports
            more = counted.supports[counts.block]
            counts.supports = [before + added for before, added in zip(counts.supports, more, strict=True)]
    Counts.objects.bulk_update(stored, ["reports", "people", "left_out", "supports"])


def _block_of(definition: Definition, counts: Counts) -> str:
    level = definition.levels[counts.level]
    return level.part(counts.block).block if level.draws else WHOLE


def _tallies(pieces: Pieces, definition: Definition) -> dict[tuple[int, str], Tally]:
    """Returns counts by level and field."""
    tallies: dict[tuple[int, str], Tally] = {}
    for block, own in pieces.items():
        by_level = _whole_tallies(own, definition) if block == WHOLE else _block_tallies(block, own, definition)
        tallies |= {(level, field): counted for level, counted in by_level.items() for field in counted.supports}
    return tallies


def _whole_tallies(pieces: Sequence[tuple[int, bytes]], definition: Definition) -> dict[int, Tally]:
    records: dict[int, list[bytes]] = defaultdict(list)
    for level, record in pieces:
        records[level].append(record)
    return {level: tally(definition.levels[level], own) for level, own in records.items()}


def _block_tallies(id: str, pieces: Sequence[tuple[int, bytes]], definition: Definition) -> dict[int, Tally]:
    block = next(block for block in definition.blocks if block.id == id)
    return tallies_of_block(definition, block, pieces)


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
    """Seals the rows that stay of a closing batch again under the held key, so that the closing key can be
    destroyed.
    """
    staying = [row for batch_key in look.closing for row in opened(look.version, batch_key, look.definition)]
    staying.sort(key=lambda row: row.key_mac)
    padded = [pad(row.level, row.record, look.definition.row_bytes) for row in staying]
    sealed = keys.Seal(look.version.hash, held_key).close(padded) if staying else []
    statements.seal_again(zip((row.key_mac for row in staying), sealed, strict=True), held_key)
