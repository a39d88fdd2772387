"""These selectors return the results of a version as its owner sees them, and as files to download."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from surveys.errors import BadQuery, NoResults, NotSimulated
from surveys.models import Batch, BatchKey, Counts, Estimate, SimulatedTruth, Version
from surveys.population import SAMPLE
from surveys.publishing import definition as definitions
from surveys.publishing.definition import WHOLE, Definition
from surveys.reports.report_fields import Pieces, pieces_of, tallies
from surveys.reports.report_fields import shown as without_few
from surveys.reports.selectors import people_of, shown_reports
from surveys.results.compare import compare
from surveys.results.estimate import is_shown, results
from surveys.results.settling import step_of


def results_of(version: Version, population: str = SAMPLE) -> dict[str, Any]:
    """Returns the results, with intervals for many people of whom the respondents are a sample, or for everybody who
    answered."""
    kept = Estimate.objects.filter(version=version).defer("covariances", "steps", _other(population)).first()
    definition = definitions.read(version.definition)
    about: dict[str, Any] = {
        "survey": str(version.survey_id),
        "version": {"number": version.number, "hash": version.hash, "state": version.state_at(timezone.now())},
        "withdrawn": version.batch_keys.filter(state=BatchKey.State.DONE).aggregate(all=Sum("withdrawn"))["all"] or 0,
        "left_out": _left_out(version, definition),
        "sends": "some" if definition.sends_some else "all",
        "simulated": version.survey.simulated,
    }
    return about | (
        _collecting(version, definition, about["left_out"]) if kept is None else _shown(version, kept, population)
    )


def _other(population: str) -> str:
    return "of_everybody" if population == SAMPLE else "result"


def _collecting(version: Version, definition: Definition, left_out: int) -> dict[str, Any]:
    stored = _sizes(version, left_out=False) + _sizes(version, left_out=True)
    return {
        "state": "collecting",
        "shown_from": definition.shown_from,
        "batch_least": definition.batch_least,
        "reports": stored - left_out,
    }


def _left_out(version: Version, definition: Definition) -> int:
    """Returns how many reports are stored and in no number. Where levels are chosen by question each says its own,
    unless it is all."""
    if definition.is_kept_by_block:
        is_over = not version.batch_keys.exclude(state=BatchKey.State.DONE).exists()
        is_all = is_over and not Counts.objects.filter(version=version, reports__gte=definition.level_least).exists()
        return _sizes(version, left_out=False) if is_all else 0
    few = Counts.objects.filter(version=version, block=definition.fields[0].id, reports__lt=definition.level_least)
    before_the_rule: int = few.aggregate(all=Sum("reports"))["all"] or 0
    return _sizes(version, left_out=True) + before_the_rule


def _sizes(version: Version, *, left_out: bool) -> int:
    return Batch.objects.filter(version=version, left_out=left_out).aggregate(all=Sum("size"))["all"] or 0


def _shown(version: Version, kept: Estimate, population: str) -> dict[str, Any]:
    truth = SimulatedTruth.objects.filter(version=version).first()
    result: dict[str, Any] = kept.result if population == SAMPLE else kept.of_everybody
    return result | {
        "state": "shown",
        "batches": kept.batches,
        "short_batch": kept.short_batch,
        "computed_at": kept.computed_at,
        "truth": truth.shares if truth else None,
    }


def steps_of(version: Version) -> list[dict[str, Any]]:
    """Returns the estimates from the first 100, 200, ... reports in the order of their random ids, and from all."""
    if not version.survey.simulated:
        raise NotSimulated("Only the results of a simulated survey are shown from part of its reports.")
    kept = Estimate.objects.filter(version=version).first()
    if kept is None:
        return []
    parts: list[dict[str, Any]] = kept.steps
    return [*parts, step_of(kept.result)]


def shown_results_of(version: Version, population: str = SAMPLE) -> dict[str, Any]:
    """Returns the results for a file: refused while there is nothing to show."""
    results = results_of(version, population)
    if results["state"] != "shown":
        raise NoResults(f"Nothing is exported before {results['shown_from']} reports have been ingested.")
    return results


def comparison_of(version: Version, question: str, answer_id: str, other: str) -> dict[str, Any]:
    kept = Estimate.objects.filter(version=version).defer("steps").first()
    if kept is None:
        raise NoResults("Nothing is compared before enough reports have been ingested.")
    return compare(kept.result, kept.covariances, question, answer_id, other)


MOST_REPORTS = 200_000  # A file with more reports would occupy a web thread too long.


def packed_reports(version: Version, definition: Definition) -> Pieces:
    """Returns the reports of each field at each level in an order without meaning, and without levels that few people
    chose."""
    kept = shown_reports(version)
    total = kept.count() if definition.sends_some else kept.filter(block__in=[WHOLE, definition.blocks[0].id]).count()
    if not Estimate.objects.filter(version=version).exists():
        raise NoResults(f"Nothing is exported before {definition.shown_from} reports have been ingested.")
    if total > MOST_REPORTS:
        raise BadQuery(
            f"There are {total} reports; a file holds at most {MOST_REPORTS}.", fields={"what": "is too much"}
        )
    records: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for block, level, record in kept.values_list("block", "level", "record").iterator():
        records[block, level].append(bytes(record))
    pieces = dict(without_few(definition, pieces_of(definition, records)))
    if not is_shown(definition, tallies(definition, pieces, people_of(version, definition))):
        raise NoResults(f"No question has {definition.shown_from} reports that may be shown.")
    return pieces


def reports_and_people(version: Version, definition: Definition) -> tuple[Pieces, Mapping[int, int] | None]:
    """Returns `packed_reports` and the people of each level at one moment; both are read again if an ingest came
    between the two reads."""
    while True:
        people = people_of(version, definition)
        packed = packed_reports(version, definition)
        if people_of(version, definition) == people:
            return packed, people


def results_of_reports(
    definition: Definition, packed: Pieces, people: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """Returns what `packed_reports` say; without distributions, which no script estimates."""
    return results(definition, tallies(definition, packed, people), distributions=False)
