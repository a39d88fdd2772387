"""Counts and files need reports field by field: this module cannot link the pieces of one report."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from surveys.publishing.definition import WHOLE, Block, Definition
from surveys.publishing.layout import Level
from surveys.publishing.level_choice import offered
from surveys.reports.tally import Tally

Pieces = Mapping[tuple[str, int], NDArray[np.uint8]]  # Maps a field and a level to an array [reports, bytes].
Stored = Mapping[tuple[str, int], Sequence[bytes]]  # Maps a block (or whole reports) and a level to records.


def pieces_of(definition: Definition, stored: Stored) -> Pieces:
    """Returns the pieces of reports as the version keeps them: in blocks, or whole."""
    if definition.is_kept_by_block:
        return of_blocks(definition, stored)
    return of_records(definition, {level: records for (block, level), records in stored.items() if block == WHOLE})


def of_records(definition: Definition, records: Mapping[int, Sequence[bytes]]) -> Pieces:
    """Returns the pieces of whole records, by the level of the report."""
    pieces: dict[tuple[str, int], NDArray[np.uint8]] = {}
    for level in definition.levels:
        packed = _packed(records.get(level.id, []), level.record_bytes)
        pieces |= {
            (part.field, level.id): np.ascontiguousarray(packed[:, part.start : part.stop]) for part in level.parts
        }
    return pieces


def of_blocks(definition: Definition, blocks: Stored) -> Pieces:
    """Returns the pieces of records that were broken into blocks, by the level of each."""
    return {
        (field, level.id): pieces
        for block in definition.blocks
        for level in offered(definition, block.fields[0])
        for field, pieces in _of_block(block, level, blocks.get((block.id, level.id), []))
    }


def _of_block(block: Block, level: Level, records: Sequence[bytes]) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    parts = [level.part(field) for field in block.fields]
    packed, start = _packed(records, sum(part.mechanism.report_bytes for part in parts)), 0
    for part in parts:
        stop = start + part.mechanism.report_bytes
        yield part.field, np.ascontiguousarray(packed[:, start:stop])
        start = stop


def tallies(definition: Definition, pieces: Pieces, people: Mapping[int, int] | None = None) -> dict[int, Tally]:
    """Returns counts by level; the counts of two batches add. `people` of each level is needed where people send only
    some of the blocks."""
    tally_of_level = {}
    for level in definition.levels:
        own = {part.field: pieces[part.field, level.id] for part in level.parts if (part.field, level.id) in pieces}
        supports = {field: level.part(field).mechanism.count(reports).tolist() for field, reports in own.items()}
        of_fields = {field: len(reports) for field, reports in own.items()}
        reports = max(of_fields.values(), default=0) if people is None else people.get(level.id, 0)
        tally_of_level[level.id] = Tally(reports, supports, of_fields)
    return tally_of_level


def tallies_of_block(definition: Definition, block: Block, reports: Sequence[tuple[int, bytes]]) -> dict[int, Tally]:
    """Returns counts of one block alone, by the levels that occur."""
    tallies = {}
    for place in sorted({level for level, _ in reports}):
        level, records = definition.levels[place], [record for own, record in reports if own == place]
        pieces = dict(_of_block(block, level, records))
        supports = {field: level.part(field).mechanism.count(own).tolist() for field, own in pieces.items()}
        tallies[place] = Tally(len(records), supports)
    return tallies


def shown(definition: Definition, pieces: Pieces) -> Iterator[tuple[tuple[str, int], NDArray[np.uint8]]]:
    """Yields the pieces without the reports of a field at a level that too few people chose for it."""
    for kept, reports in pieces.items():
        yield kept, reports if len(reports) >= definition.level_least else reports[:0]


def _packed(records: Sequence[bytes], length: int) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), length)
