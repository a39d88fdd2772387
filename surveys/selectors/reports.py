"""A version's stored reports, for a file."""

from collections import defaultdict

from django.db.models import QuerySet

from surveys.errors import BadQuery, NoResults
from surveys.models import WHOLE, Estimate, Report, Version
from surveys.rules.definition import PER_QUESTION, Definition
from surveys.rules.pieces import Pieces, of_blocks, of_records, shown

MOST = 200_000  # reports of one file: more would keep a web thread busy


def shown_reports(version: Version) -> QuerySet[Report]:
    """All that anybody may see a number or a file of."""
    return Report.objects.filter(batch__version=version, batch__left_out=False)


def packed_reports(version: Version, definition: Definition) -> Pieces:
    """Of each field at each level, in no order that means anything."""
    kept = shown_reports(version)
    total = kept.filter(block__in=[WHOLE, definition.blocks[0].id]).count()
    if not Estimate.objects.filter(version=version).exists():
        raise NoResults(f"Nothing is exported before {definition.shown_from} reports have been ingested.")
    if total > MOST:
        raise BadQuery(f"There are {total} reports; a file holds at most {MOST}.", fields={"what": "is too much"})
    records: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for block, level, record in kept.values_list("block", "level", "record").iterator():
        records[block, level].append(bytes(record))
    if definition.level_choice == PER_QUESTION:
        return dict(shown(definition, of_blocks(definition, records)))
    return of_records(definition, {level.id: records[WHOLE, level.id] for level in definition.levels})
