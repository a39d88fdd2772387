"""The results of a version are written as JSON once, and kept in memory until something that they show has changed.

What they hang on is read in one query, without the definition. A process keeps the pages that were asked for last.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import brotli
from django.db import connection
from django.utils import timezone
from rest_framework.renderers import JSONRenderer

from datahub.api.codings import Coding
from surveys.models import Survey, Version
from surveys.results.selectors import results_of
from surveys.results.version_in_query import missing, number_in
from surveys.schedule import state_of

# A page is made of this and of what never changes: counts are written in the transaction that ends a batch key. As a
# text, since Django takes five times as long to write it as SQLite to answer it.
OF_SURVEY = """
SELECT version.number, version.state, version.paused, version.opens_at > %s,
    (SELECT computed_at FROM surveys_estimate WHERE version_id = version.id),
    (SELECT id FROM surveys_simulatedtruth WHERE version_id = version.id),
    (SELECT count(*) FROM surveys_batch WHERE version_id = version.id),
    (SELECT sum(size) FROM surveys_batch WHERE version_id = version.id),
    (SELECT sum(withdrawn) FROM surveys_batchkey WHERE version_id = version.id AND state = 'done'),
    (SELECT count(*) FROM surveys_batchkey WHERE version_id = version.id AND state <> 'done')
FROM surveys_version AS version WHERE version.survey_id = %s"""
NUMBERED = f"{OF_SURVEY} AND version.number = %s"
NEWEST = f"{OF_SURVEY} ORDER BY version.number DESC LIMIT 1"
LATER = datetime.max.replace(tzinfo=UTC)
QUALITY = 5  # of Brotli, which takes as long as gzip here and leaves 30 % less
KEPT = 32  # Pages of one process; a questionnaire of 50 questions makes one of about a megabyte.


@dataclass(frozen=True, slots=True)
class Page:
    """A page is JSON, the same after Brotli and after gzip, and the ETag that they have by its bytes."""

    body: bytes
    packed: Mapping[Coding, bytes]
    etag: str


def page_of(survey_id: UUID, text: str, population: str, digits: int | None) -> Page:
    """Returns the page of a version, or of the newest version where `text` is empty. Fractions have as many digits as
    `rounded` says, or all where `digits` is None. Errors: those of `version_of`."""
    wanted = number_in(text)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    row = Survey._meta.pk.get_db_prep_value(survey_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(NEWEST if wanted is None else NUMBERED, [now, row] if wanted is None else [now, row, wanted])
        version = cursor.fetchone()
    if version is None:
        raise missing(wanted)
    number, stored, paused, waits, *decides = version
    state = state_of(stored=stored, paused=bool(paused), opens_at=LATER if waits else None, now=timezone.now())
    return _written(survey_id, number, population, digits, state, *decides)


def forget() -> None:
    """Empties the memory of pages: tests call it, where a database is rolled back or another takes its place."""
    _written.cache_clear()


@lru_cache(maxsize=KEPT)
def _written(survey_id: UUID, number: int, population: str, digits: int | None, state: str, *decides: object) -> Page:  # noqa: ARG001 - a key
    """The key names a survey by its id, which is drawn: a row's number may be given out again after a roll-back. The
    page says the state of the key, which may change to and fro; all else that it says has changed for good."""
    version = Version.objects.select_related("survey").get(survey_id=survey_id, number=number)
    results = results_of(version, population)
    results["version"]["state"] = state
    body: bytes = JSONRenderer().render(rounded(results, digits) if digits else results)
    packed: dict[Coding, bytes] = {"br": brotli.compress(body, quality=QUALITY), "gzip": gzip.compress(body, mtime=0)}
    return Page(body, packed, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def rounded(value: Any, digits: int) -> Any:
    """Returns JSON whose fractions have so many decimals, or so many digits where they are below 1."""
    if isinstance(value, float):
        return round(value, digits) if abs(value) >= 1 else float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {name: rounded(part, digits) for name, part in value.items()}
    return [rounded(part, digits) for part in value] if isinstance(value, list | tuple) else value
