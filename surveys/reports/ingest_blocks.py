"""A version whose levels are chosen by question has its reports broken into blocks, all of them once it has closed.

Until then none leaves the inbox. A report has as many levels as blocks, so no batch could hold, of every level of every
block, none or enough; and what is shown once only has no steps that somebody could subtract.

One block after the other is taken out of all reports, and each time they stand in another order of chance. So a
transaction holds pieces of one block only, and the people whose pieces of one block were written together are not those
of another: nothing says which blocks, or which levels, were one person's, in no column and not in the database's own
log. The rows stay in the inbox until every block is stored. Whenever the worker is killed, the pieces that are stored
are known by their ids and are not stored again.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from datahub.jobs.claims import Claim
from surveys.models import Batch, BatchKey, Counts, Report, Version
from surveys.publishing.definition import Block, Definition
from surveys.publishing.level_choice import apart, lengths_of
from surveys.reports import statements
from surveys.reports.estimate_request import ask_for_estimate
from surveys.reports.open_rows import OpenedByBlock, opened_by_block
from surveys.reports.report_fields import tallies_of_block
from surveys.running.forget import destroy_done_keys, forget_marks

Kept = TypeVar("Kept")
Piece = tuple[UUID, int, bytes]  # The id, level and bytes of one block of a report.


def ingest_by_block(claim: Claim, version: Version, definition: Definition) -> None:
    closing = _closing(version, definition)
    rows = [row for batch_key in closing for row in opened_by_block(version, batch_key, definition)]
    _store_all(claim, version, definition, rows)
    for piece in _cut(sorted(row.key_mac for row in rows), definition.batch_most):
        statements.take_out(piece)
    with transaction.atomic():
        version.batch_keys.filter(pk__in=closing, inbox__isnull=True).update(state=BatchKey.State.DONE)
        if closing:
            ask_for_estimate(version, after=claim.job_id)
        claim.finish({})
    destroy_done_keys(version)
    forget_marks(version_id=version.pk)


def _closing(version: Version, definition: Definition) -> list[UUID]:
    """Returns the batch keys whose rows may leave the inbox: none of an open version, unless its batches hide nobody
    anyway."""
    if version.state == Version.State.OPEN and definition.batch_least > 1:
        return []
    return list(version.batch_keys.filter(state=BatchKey.State.CLOSING).values_list("pk", flat=True))


def _store_all(claim: Claim, version: Version, definition: Definition, rows: Sequence[OpenedByBlock]) -> None:
    lengths, blocks = lengths_of(definition), definition.blocks
    broken = [apart(lengths, row.level, row.record) for row in rows]
    for place, block in enumerate(blocks):
        pieces = [(row.ids.of(row.key_mac, block.id), *next(parts)) for row, parts in zip(rows, broken, strict=True)]
        done = place * len(rows)
        for some in _cut(sorted(pieces), definition.batch_most):
            claim.progress(done, len(rows) * len(blocks))
            _store(some, block, version, definition)
            done += len(some)


def _cut(rows: Sequence[Kept], most: int) -> Iterator[Sequence[Kept]]:
    """Yields even parts of the rows, as few as possible."""
    parts = -(-len(rows) // most)
    for start, stop in pairwise(len(rows) * part // parts for part in range(parts + 1)) if parts else ():
        yield rows[start:stop]


@transaction.atomic
def _store(pieces: Sequence[Piece], block: Block, version: Version, definition: Definition) -> None:
    """Stores and counts the pieces that are not stored yet; a second worker waits for the counts, and then finds the
    pieces stored."""
    rows = Counts.objects.select_for_update().filter(version=version, block__in=block.fields)
    counts = list(rows.order_by("pk"))
    known = set(Report.objects.filter(pk__in=[id for id, _, _ in pieces]).values_list("pk", flat=True))
    fresh = [piece for piece in pieces if piece[0] not in known]
    if not fresh:
        return
    batch = _batch(version, definition, len(fresh) if block == definition.blocks[0] else 0)
    statements.insert(batch, [(id.hex, block.id, level, record) for id, level, record in fresh])
    _add(counts, block, definition, [(level, record) for _, level, record in fresh])


def _batch(version: Version, definition: Definition, more: int) -> Batch:
    """Returns the only batch of the version: several batches would reveal which blocks may, or cannot, come from one
    person."""
    batch = Batch.objects.filter(version=version).order_by("pk").first() or Batch(version=version, size=0)
    if more:
        batch.size += more
        batch.short = batch.size < definition.batch_least
        batch.save()
    return batch


def _add(counts: Sequence[Counts], block: Block, definition: Definition, added: Sequence[tuple[int, bytes]]) -> None:
    tallies = tallies_of_block(definition, block, added)
    changed = [row for row in counts if row.level in tallies]
    for row in changed:
        counted = tallies[row.level]
        row.reports += counted.reports
        row.people = row.reports  # Each question has its own levels, so its people are its reports.
        row.supports = [before + more for before, more in zip(row.supports, counted.supports[row.block], strict=True)]
    Counts.objects.bulk_update(changed, ["reports", "people", "supports"])
