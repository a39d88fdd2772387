"""Cross-tabs are computed once by a job and kept; nobody waits for one at a page."""

from collections.abc import Container, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from datahub.api.writes.locking import lock_row, row_in
from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from mechanisms.ldp.estimates.crosstab import PairCounts
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import NoResults, TooFewToCross, TooManyCrossTabs
from surveys.models import CrossTab, Estimate, Version
from surveys.publishing import definition as rules
from surveys.publishing.definition import Definition
from surveys.reports.selectors import shown_reports
from surveys.reports.tally import Tally
from surveys.results.crosstabs.rules import (
    count_crosstab,
    has_moved,
    in_order,
    of_shown_levels,
    planned,
    planned_crosstab,
    shown_pairs,
    unplanned_crosstab,
    unplanned_from,
)

MOST_ASKED = 20  # A version has at most this many cross-tabulations, as each is recomputed when reports arrive.
_AT_ONCE = 10_000  # Reports are read in chunks of this size.


@transaction.atomic
def ask_for_crosstab(*, version: Version, rows: str, columns: str) -> CrossTab:
    """Returns the stored cross-tabulation, or one that a job will compute."""
    definition = rules.read(version.definition)
    first, second = in_order(definition, rows, columns)
    lock_survey(version.survey_id)
    estimate = Estimate.objects.filter(version=version).only("reports").first()
    if estimate is None:
        raise NoResults(f"Nothing is computed before {definition.shown_from} reports have been ingested.")
    kept = CrossTab.objects.filter(version=version, rows=first, columns=second).first()
    if kept is not None:
        return kept
    if estimate.reports < (least := unplanned_from(definition)):
        raise TooFewToCross(
            f"Two questions that were not planned as a pair are crossed from {least} reports on; results are shown of "
            f"{estimate.reports}."
        )
    number = CrossTab.objects.filter(version=version).count() - len(planned(definition))
    if number >= MOST_ASKED:
        raise TooManyCrossTabs(
            f"{number} cross-tabs of this version have been asked for; at most {MOST_ASKED} are kept."
        )
    table = CrossTab.objects.create(version=version, rows=first, columns=second)
    _submit(table, estimate.reports)
    return table


def compute(claim: Claim) -> None:
    """Computes a table from all shown reports of the version, if they are enough more than those of the previous
    table.
    """
    table = row_in(CrossTab.objects.select_related("version").filter(pk=claim.payload["crosstab"]))
    definition = rules.read(table.version.definition)
    counts = of_shown_levels(definition, _counts(table, definition))
    reports = sum(counted.reports for counted in counts.values())
    moved = has_moved(definition, table.reports, reports)
    result = unplanned_crosstab(definition, counts, table.rows, table.columns) if moved else None
    with transaction.atomic():
        claim.extend()
        kept = lock_row(CrossTab.objects.filter(pk=table.pk))
        if result is not None and has_moved(definition, kept.reports, reports) and kept.reports <= reports:
            CrossTab.objects.filter(pk=table.pk).update(reports=reports, result=result, computed_at=timezone.now())
        claim.finish({"reports": reports})


def planned_tables(definition: Definition, tallies: Mapping[int, Tally]) -> dict[tuple[str, str], dict[str, Any]]:
    return {pair: planned_crosstab(definition, tallies, *pair) for pair in shown_pairs(definition, tallies)}


def keep_planned(version: Version, tables: Mapping[tuple[str, str], Mapping[str, Any]]) -> None:
    """Keeps the planned tables, inside the transaction that keeps the estimate."""
    for (rows, columns), table in tables.items():
        kept = {"reports": table["reports"], "result": table, "computed_at": timezone.now()}
        CrossTab.objects.update_or_create(version=version, rows=rows, columns=columns, defaults=kept)


def renew_asked(version: Version, planned: Container[tuple[str, str]], reports: int) -> None:
    """Submits jobs for requested tables whose reports have increased, inside the transaction that stores the
    estimate.
    """
    definition = rules.read(version.definition)
    for table in CrossTab.objects.filter(version=version).select_related("version__survey").defer("result"):
        if (table.rows, table.columns) not in planned and has_moved(definition, table.reports, reports):
            _submit(table, reports)


def _submit(table: CrossTab, reports: int) -> None:
    submit(
        kind="surveys.crosstab",
        subject=ref_to(table.version.survey),
        payload={"crosstab": table.pk},
        key=f"surveys.crosstab:{table.pk}:{reports}",
    )


def _counts(table: CrossTab, definition: Definition) -> dict[int, PairCounts]:
    counts: dict[int, PairCounts] = {}
    for level_id, records in _by_level(table.version):
        counted = count_crosstab(definition, definition.levels[level_id], table.rows, table.columns, records)
        counts[level_id] = counts[level_id] + counted if level_id in counts else counted
    return counts


def _by_level(version: Version) -> Iterator[tuple[int, list[bytes]]]:
    kept = shown_reports(version).values_list("level", "record").iterator(chunk_size=_AT_ONCE)
    while some := list(islice(kept, _AT_ONCE)):
        for level in sorted({level for level, _ in some}):
            yield level, [bytes(record) for chosen, record in some if chosen == level]
