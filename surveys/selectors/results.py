"""The results of a version as its owner sees them, and as files to take along."""

import json
from typing import Any
from uuid import UUID

from django.db.models import Sum
from django.utils import timezone

from surveys.errors import BadQuery, NoResults, NotSimulated
from surveys.models import Batch, BatchKey, CrossTab, Estimate, SimulatedTruth, Version
from surveys.rules.compare import compare
from surveys.rules.steps import SHOWN


def version_of(survey_id: UUID, number: str) -> Version:
    """The newest version where `number` is empty."""
    if number and not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise BadQuery("version is the number of a version.", fields={"version": "is no whole number"})
    versions = Version.objects.filter(survey=survey_id).select_related("survey").order_by("-number")
    version = (versions.filter(number=int(number)) if number else versions).first()
    if version is None:
        raise NoResults("This survey has no such version." if number else "This survey has not been published.")
    return version


def results_of(version: Version) -> dict[str, Any]:
    kept = Estimate.objects.filter(version=version).defer("covariances", "steps").first()
    about: dict[str, Any] = {
        "survey": str(version.survey_id),
        "version": {"number": version.number, "hash": version.hash, "state": version.state_at(timezone.now())},
        "withdrawn": version.batch_keys.filter(state=BatchKey.State.DONE).aggregate(all=Sum("withdrawn"))["all"] or 0,
        "left_out": _sizes(version, left_out=True),
        "simulated": version.survey.simulated,
    }
    return about | (_collecting(version) if kept is None else _shown(version, kept))


def _collecting(version: Version) -> dict[str, Any]:
    ingest = json.loads(version.definition)["ingest"]
    return {
        "state": "collecting",
        "shown_from": ingest["shown_from"],
        "batch_least": ingest["batch_least"],
        "reports": _sizes(version, left_out=False),
    }


def _sizes(version: Version, *, left_out: bool) -> int:
    return Batch.objects.filter(version=version, left_out=left_out).aggregate(all=Sum("size"))["all"] or 0


def _shown(version: Version, kept: Estimate) -> dict[str, Any]:
    truth = SimulatedTruth.objects.filter(version=version).first()
    result: dict[str, Any] = kept.result
    return result | {
        "state": "shown",
        "batches": kept.batches,
        "short_batch": kept.short_batch,
        "computed_at": kept.computed_at,
        "truth": truth.shares if truth else None,
    }


def steps_of(version: Version) -> list[dict[str, Any]]:
    """The same estimates from the first 100, 200, ... reports in the order of their random ids, and from all."""
    if not version.survey.simulated:
        raise NotSimulated("Only the results of a simulated survey are shown from part of its reports.")
    kept = Estimate.objects.filter(version=version).first()
    if kept is None:
        return []
    parts: list[dict[str, Any]] = kept.steps
    return [*parts, {name: kept.result[name] for name in SHOWN}]


def shown_results_of(version: Version) -> dict[str, Any]:
    """For a file: refused while there is nothing to show."""
    found = results_of(version)
    if found["state"] != "shown":
        raise NoResults(f"Nothing is exported before {found['shown_from']} reports have been ingested.")
    return found


def comparison_of(version: Version, question: str, one: str, other: str) -> dict[str, Any]:
    kept = Estimate.objects.filter(version=version).defer("steps").first()
    if kept is None:
        raise NoResults("Nothing is compared before enough reports have been ingested.")
    return compare(kept.result, kept.covariances, question, one, other)


def crosstabs_of(version: Version) -> list[dict[str, Any]]:
    """Those of planned pairs and those that were asked for; the oldest wish first."""
    return [crosstab(kept) for kept in CrossTab.objects.filter(version=version).order_by("pk")]


def crosstab(kept: CrossTab) -> dict[str, Any]:
    """`table` is None while its job has not finished."""
    return {
        "rows": kept.rows,
        "columns": kept.columns,
        "state": "computing" if kept.result is None else "ready",
        "computed_at": kept.computed_at,
        "table": kept.result,
    }


def planned_tables_of(version: Version) -> list[dict[str, Any]]:
    kept = CrossTab.objects.filter(version=version, result__isnull=False).order_by("pk")
    return [table for table in kept.values_list("result", flat=True) if table and table["planned"]]
