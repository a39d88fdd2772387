"""Counts of reports by level and field: they add, so that batches can be put together in any order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from surveys.publishing.definition import PER_REPORT, Definition
from surveys.publishing.layout import Level
from surveys.publishing.level_choice import offered


@dataclass(frozen=True)
class Tally:
    """A tally holds the reports of one level: their number, and the counts of each field.

    Of a field with answers: how many support each of them. Of a number: how often each report was sent. Where levels
    are chosen by question, or some of the blocks are drawn, every field has a number of reports of its own.
    """

    reports: int
    supports: Mapping[str, Sequence[int]]
    of_fields: Mapping[str, int] = field(default_factory=dict)
    # The number of reports on each field that were too few to keep.
    left_out: Mapping[str, int] = field(default_factory=dict)

    def reports_of(self, field_id: str) -> int:
        return self.of_fields.get(field_id, self.reports)


def tally(level: Level, records: Sequence[bytes]) -> Tally:
    """Returns the counts of packed records; the counts of two batches add."""
    if not records:
        return Tally(0, {part.field: [0] * part.mechanism.count_length for part in level.parts})
    packed = np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), level.record_bytes)
    return Tally(
        len(records),
        {
            part.field: part.mechanism.count(np.ascontiguousarray(packed[:, part.start : part.stop])).tolist()
            for part in level.parts
        },
    )


def reports_in(definition: Definition, tallies: Mapping[int, Tally]) -> int:
    """Returns how many reports are counted: where a report has one level, those of the levels of which enough came;
    else the most of any question, because each question leaves out others of them."""
    if definition.level_choice == PER_REPORT:
        return sum(counted(definition, tallies[level.id].reports) for level in definition.levels)
    return max(
        sum(tallies[level.id].reports_of(field.id) for level in offered(definition, field.id))
        for field in definition.fields
    )


def counts_of(
    definition: Definition, tallies: Mapping[int, Tally], field_id: str
) -> Iterator[tuple[Level, NDArray[np.int64], int, int]]:
    """Yields a field's counts and reports at each level, and the people of the level, who are its weight.

    A level that too few chose is left out: the digits of a sum can be taken apart. Where a report has one level the
    ingest leaves such reports out already.
    """
    for level in offered(definition, field_id):
        tallied = tallies[level.id]
        counts = np.asarray(tallied.supports[field_id], dtype=np.int64)
        reports = counted(definition, tallied.reports_of(field_id))
        people = tallied.reports if definition.level_choice == PER_REPORT else reports
        yield level, counts if reports else np.zeros_like(counts), reports, people if reports else 0


def counted(definition: Definition, of_level: int) -> int:
    return of_level if of_level >= definition.level_least else 0
