"""Computes the results of a version from its counts, and keeps them to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from datahub.api.writes.locking import lock_row, row_in
from datahub.jobs.claims import Claim
from surveys.models import Batch, BatchKey, Counts, Estimate, Version
from surveys.publishing import definition as rules
from surveys.publishing.definition import WHOLE, Definition
from surveys.reports.selectors import people_of, shown_reports
from surveys.reports.tally import Tally, reports_in
from surveys.results.compare import covariances, pair_covariances
from surveys.results.crosstabs.services import keep_planned, planned_tables, renew_asked
from surveys.results.estimate import is_shown, of_everybody, results
from surveys.results.settling import sizes_below, steps


@dataclass(frozen=True)
class Snapshot:
    tallies: Mapping[int, Tally]
    reports: int
    batches: int
    short_batches: int
    is_over: bool


def estimate(claim: Claim) -> None:
    """Makes the results of a version, as a job. They are computed outside a transaction, and stored unless results of
    more reports were stored meanwhile."""
    version = row_in(Version.objects.filter(pk=claim.payload["version"]))
    definition = rules.read(version.definition)
    snapshot = _snapshot(version, definition)
    shown = is_shown(definition, snapshot.tallies) and not _is_to_wait(version, definition, snapshot.tallies)
    fields = _result_fields(version, definition, snapshot) if shown else None
    tables = planned_tables(definition, snapshot.tallies) if shown else {}
    with transaction.atomic():
        claim.extend()
        if fields is not None and _keep(version, snapshot, fields):
            keep_planned(version, tables)
            renew_asked(version, tables, snapshot.reports)
        claim.finish({"reports": snapshot.reports if shown else None})


def _result_fields(version: Version, definition: Definition, snapshot: Snapshot) -> dict[str, Any]:
    result = results(definition, snapshot.tallies, is_over=snapshot.is_over)
    spread = covariances(definition, snapshot.tallies) | pair_covariances(definition, snapshot.tallies)
    covered = {
        "result": result,
        "of_everybody": of_everybody(definition, snapshot.tallies, result),
        "covariances": spread,
    }
    return covered | _steps(version, definition, snapshot.reports)


def _steps(version: Version, definition: Definition, reports: int) -> dict[str, Any]:
    """Returns the column `steps`, for simulated surveys: how results settle as reports come in, from ever more of them.

    Empty where no step is to be added: those from part of earlier reports stay as good as they were.
    """
    if not definition.simulated:
        return {}
    sizes = sizes_below(reports, definition.shown_from)
    kept = Estimate.objects.filter(version=version).values_list("steps", flat=True).first() or []
    # The smallest steps may have shown nothing, so only the largest is compared.
    if [step["reports"] for step in kept][-1:] == sizes[-1:]:
        return {}
    kept = shown_reports(version).order_by("pk").values_list("level", "record")
    blocks = [block.id for block in definition.blocks] if definition.is_kept_by_block else [WHOLE]
    people = people_of(version, definition)
    most = None if people else max(sizes)
    first = {block: [(level, bytes(record)) for level, record in kept.filter(block=block)[:most]] for block in blocks}
    return {"steps": steps(definition, first, sizes, people)}


def _is_to_wait(version: Version, definition: Definition, tallies: Mapping[int, Tally]) -> bool:
    """Returns whether results have to wait for batches that are not done yet.

    Where levels are chosen by question, results are made once, when everything has left the inbox. Where each phone
    sends some blocks, whole levels leave late, and the people of the others are not all people.
    """
    if not definition.is_kept_by_block or definition.batch_least == 1:
        return False
    if definition.sends_some and all(tallies[level.id].reports for level in definition.levels):
        return False
    return not _is_over(version)


def _is_over(version: Version) -> bool:
    """Returns whether everything has left the inbox for good."""
    return not version.batch_keys.exclude(state=BatchKey.State.DONE).exists()


def _snapshot(version: Version, definition: Definition) -> Snapshot:
    """Returns the counts and batches of one moment: an ingest locks the counts until its batch is committed."""
    is_over = _is_over(version)  # The state is read before the counts: a version that is over gets no more counts.
    with transaction.atomic():
        counts = list(Counts.objects.select_for_update().filter(version=version).order_by("pk"))
        shown = Batch.objects.filter(version=version, left_out=False)
        batches = shown.aggregate(all=Count("pk"), short=Count("pk", Q(short=True)))
    tallies = _tallies(counts)
    return Snapshot(tallies, reports_in(definition, tallies), batches["all"], batches["short"], is_over)


def _tallies(counts: Sequence[Counts]) -> dict[int, Tally]:
    levels = sorted({row.level for row in counts})
    return {
        level: Tally(
            next(row.people for row in counts if row.level == level),
            {row.block: row.supports for row in counts if row.level == level},
            {row.block: row.reports for row in counts if row.level == level},
            {row.block: row.left_out for row in counts if row.level == level},
        )
        for level in levels
    }


def _keep(version: Version, snapshot: Snapshot, fields: Mapping[str, Any]) -> bool:
    lock_row(Version.objects.filter(pk=version.pk))  # The lock keeps two estimates of one version apart.
    kept = Estimate.objects.filter(version=version).first()
    newer = kept is None or kept.reports <= snapshot.reports
    if newer:
        Estimate.objects.update_or_create(
            version=version,
            defaults={
                "reports": snapshot.reports,
                "batches": snapshot.batches,
                "short_batch": snapshot.short_batches > 0,
                "computed_at": timezone.now(),
                **fields,
            },
        )
    return newer
