"""Reports field by field, as counts and files need them: nothing here knows which pieces were one report."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from surveys.rules.definition import Definition
from surveys.rules.estimate import Tally
from surveys.rules.level_choice import offered

Pieces = Mapping[tuple[str, int], NDArray[np.uint8]]  # of a field at a level [reports, bytes]


def of_records(definition: Definition, records: Mapping[int, Sequence[bytes]]) -> Pieces:
    """Of whole records, by the level of the report."""
    found: dict[tuple[str, int], NDArray[np.uint8]] = {}
    for level in definition.levels:
        packed = _packed(records.get(level.id, []), level.record_bytes)
        found |= {
            (part.field, level.id): np.ascontiguousarray(packed[:, part.start : part.stop]) for part in level.parts
        }
    return found


def of_blocks(definition: Definition, blocks: Mapping[tuple[str, int], Sequence[bytes]]) -> Pieces:
    """Of records that were broken into blocks, by the level of each."""
    found: dict[tuple[str, int], NDArray[np.uint8]] = {}
    for block in definition.blocks:
        for level in offered(definition, block.fields[0]):
            parts = [level.part(field) for field in block.fields]
            packed = _packed(blocks.get((block.id, level.id), []), sum(part.oracle.report_bytes for part in parts))
            start = 0
            for part in parts:
                stop = start + part.oracle.report_bytes
                found[part.field, level.id] = np.ascontiguousarray(packed[:, start:stop])
                start = stop
    return found


def tallies(definition: Definition, pieces: Pieces) -> dict[int, Tally]:
    """Counts by level; those of two batches add."""
    found = {}
    for level in definition.levels:
        own = {part.field: pieces[part.field, level.id] for part in level.parts if (part.field, level.id) in pieces}
        supports = {field: level.part(field).oracle.count(reports).tolist() for field, reports in own.items()}
        of_fields = {field: len(reports) for field, reports in own.items()}
        found[level.id] = Tally(max(of_fields.values(), default=0), supports, of_fields)
    return found


def shown(definition: Definition, pieces: Pieces) -> Iterator[tuple[tuple[str, int], NDArray[np.uint8]]]:
    """Without the reports of a field at a level that too few chose for it."""
    for kept, reports in pieces.items():
        yield kept, reports if len(reports) >= definition.shown_from else reports[:0]


def _packed(records: Sequence[bytes], length: int) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), length)
