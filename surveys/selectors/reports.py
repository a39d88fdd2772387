"""A version's stored reports, for a file."""

from collections import defaultdict

from django.db.models import QuerySet

from surveys.errors import BadQuery, NoResults
from surveys.models import Estimate, Report, Version
from surveys.rules.definition import WHOLE, Definition
from surveys.rules.estimate import is_shown
from surveys.rules.pieces import Pieces, pieces_of, shown, tallies

MOST = 200_000  # reports of one file: more would keep a web thread busy


def shown_reports(version: Version) -> QuerySet[Report]:
    """All that anybody may see a number or a file of."""
    return Report.objects.filter(batch__version=version, batch__left_out=False)


def packed_reports(version: Version, definition: Definition) -> Pieces:
    """Of each field at each level, in no order that means anything; without those of a level that few chose."""
    kept = shown_reports(version)
    total = kept.filter(block__in=[WHOLE, definition.blocks[0].id]).count()
    if not Estimate.objects.filter(version=version).exists():
        raise NoResults(f"Nothing is exported before {definition.shown_from} reports have been ingested.")
    if total > MOST:
        raise BadQuery(f"There are {total} reports; a file holds at most {MOST}.", fields={"what": "is too much"})
    records: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for block, level, record in kept.values_list("block", "level", "record").iterator():
        records[block, level].append(bytes(record))
    pieces = dict(shown(definition, pieces_of(definition, records)))
    if not is_shown(definition, tallies(definition, pieces)):
        raise NoResults(f"No question has {definition.shown_from} reports that may be shown.")
    return pieces
