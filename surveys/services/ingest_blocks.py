"""Where levels are chosen by question: a version's reports are broken into blocks, all of them once it has closed.

Until then none leaves the inbox. A report has as many levels as blocks, so no batch could hold, of every level of every
block, none or enough; and what is shown once only has no steps that somebody could subtract. Each block is shuffled by
itself under random ids: from then on nothing says which blocks, or which levels, were one person's.
"""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from secrets import SystemRandom

from django.db import transaction

from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from datahub.policies.selectors import owner_of
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.rules.definition import Definition
from surveys.rules.estimate import Tally
from surveys.rules.level_choice import apart
from surveys.rules.pieces import of_blocks, tallies
from surveys.services.drafts import ref_to
from surveys.services.forget import forget_marks
from surveys.services.open_rows import OpenedByBlock, opened_by_block

Blocks = Mapping[tuple[str, int], list[bytes]]  # block and level -> its pieces, in an order of chance


class RowsTaken(RuntimeError):
    """Another worker moved rows of this piece; the job is tried again and finds what is left."""


def ingest_by_block(claim: Claim, version: Version, definition: Definition) -> None:
    if version.state == Version.State.CLOSED:
        closing = version.batch_keys.filter(state=BatchKey.State.CLOSING).values_list("pk", flat=True)
        rows = [row for batch_key in closing for row in opened_by_block(version, batch_key, definition)]
        SystemRandom().shuffle(rows)
        for done, piece in _even(rows, definition.batch_most):
            claim.progress(done, len(rows))
            _move(piece, version, definition)
        with transaction.atomic():
            version.batch_keys.filter(inbox__isnull=True).update(state=BatchKey.State.DONE)
            _ask_for_estimate(claim, version)
            claim.finish({})
        for batch_key in version.batch_keys.filter(pk__in=keys.kept_batch_keys(), state=BatchKey.State.DONE):
            keys.destroy_batch_key(batch_key.pk)
        forget_marks(version_id=version.pk)
    else:
        with transaction.atomic():
            claim.finish({})


def _even(rows: Sequence[OpenedByBlock], most: int) -> list[tuple[int, Sequence[OpenedByBlock]]]:
    pieces = -(-len(rows) // most)
    ends = [len(rows) * place // pieces for place in range(pieces + 1)] if pieces else []
    return [(start, rows[start:stop]) for start, stop in pairwise(ends)]


def _move(piece: Sequence[OpenedByBlock], version: Version, definition: Definition) -> None:
    marks = sorted(row.key_mac for row in piece)
    blocks = _blocks(piece, definition)
    reports = [
        Report(id=uuid.uuid4(), block=block, level=level, record=record)
        for (block, level), records in blocks.items()
        for record in records
    ]
    SystemRandom().shuffle(reports)
    with transaction.atomic():
        moved = InboxRow.objects.filter(key_mac__in=marks, batch_key__isnull=False).update(sealed=None, batch_key=None)
        if moved != len(piece):
            raise RowsTaken(f"{moved} of {len(piece)} rows were still in the inbox")
        batch = Batch.objects.create(version=version, size=len(piece), short=len(piece) < definition.batch_least)
        for report in reports:
            report.batch = batch
        Report.objects.bulk_create(reports)
        _add(tallies(definition, of_blocks(definition, blocks)), version)


def _blocks(piece: Sequence[OpenedByBlock], definition: Definition) -> Blocks:
    found: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for row in piece:
        for block, (level, record) in apart(definition, row.level, row.record).items():
            found[block, level].append(record)
    for records in found.values():
        SystemRandom().shuffle(records)
    return found


def _add(counted: Mapping[int, Tally], version: Version) -> None:
    changed = list(Counts.objects.select_for_update().filter(version=version).order_by("pk"))
    for counts in changed:
        added = counted[counts.level]
        if added.of_fields.get(counts.block):
            counts.reports += added.of_fields[counts.block]
            more = added.supports[counts.block]
            counts.supports = [before + new for before, new in zip(counts.supports, more, strict=True)]
    Counts.objects.bulk_update(changed, ["reports", "supports"])


def _ask_for_estimate(claim: Claim, version: Version) -> None:
    subject = ref_to(version.survey)
    submit(
        kind="surveys.estimate",
        subject=subject,
        payload={"version": version.pk},
        key=f"surveys.estimate:{version.pk}:{claim.job_id}",
        owner=owner_of(subject),
    )
