"""The results of a version are written as JSON once, and kept in memory until something that they show has changed.

What they hang on is read in one query, without the definition. A process keeps the pages that were asked for last.
"""

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from surveys.models import Batch, BatchKey, Version
from surveys.results.selectors import results_of
from surveys.results.version_in_query import version_among

KEPT = 32  # Pages of one process; a questionnaire of 50 questions makes one of about a megabyte.


@dataclass(frozen=True, slots=True)
class Page:
    """A page is JSON, the same after gzip, and the ETag that both have by their bytes."""

    body: bytes
    packed: bytes
    etag: str


def page_of(survey_id: UUID, number: str, population: str) -> Page:
    """Returns the page of a version, or of the newest version where `number` is empty. Errors: those of
    `version_among`."""
    version = version_among(_with_what_decides(), survey_id, number)
    decides = [getattr(version, name) for name in DECIDING]
    return _written(survey_id, version.number, version.state_at(timezone.now()), population, *decides)


def forget() -> None:
    """Empties the memory of pages: tests call it, where a database is rolled back or another takes its place."""
    _written.cache_clear()


DECIDING = ("estimated_at", "batch_count", "batch_rows", "withdrawn_rows", "open_keys", "truth_row")


def _with_what_decides() -> "QuerySet[Version]":
    """Returns versions with all that a page is made of and that may change, under the names of DECIDING: counts are
    written in the transaction that ends a batch key."""
    batches = Batch.objects.filter(version=OuterRef("pk")).order_by().values("version")
    keys = BatchKey.objects.filter(version=OuterRef("pk")).order_by().values("version")
    is_done = Q(state=BatchKey.State.DONE)
    return Version.objects.defer("definition", "known_shares").annotate(
        estimated_at=F("estimate__computed_at"),
        truth_row=F("truth__id"),
        batch_count=_number(batches.annotate(of=Count("*"))),
        batch_rows=_number(batches.annotate(of=Sum("size"))),
        withdrawn_rows=_number(keys.annotate(of=Sum("withdrawn", filter=is_done))),
        open_keys=_number(keys.annotate(of=Count("pk", filter=~is_done))),
    )


def _number(grouped: "QuerySet[Any, Any]") -> Coalesce:
    return Coalesce(Subquery(grouped.values("of"), output_field=IntegerField()), 0)


@lru_cache(maxsize=KEPT)
def _written(survey_id: UUID, number: int, state: str, population: str, *decides: object) -> Page:  # noqa: ARG001 - parts of the key
    """The key names a survey by its id, which is drawn: a row's number may be given out again after a roll-back."""
    version = Version.objects.select_related("survey").get(survey_id=survey_id, number=number)
    body: bytes = JSONRenderer().render(results_of(version, population))
    return Page(body, gzip.compress(body, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:32]}"')
