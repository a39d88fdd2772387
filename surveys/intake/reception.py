"""Reception takes a report from its bytes to its answer."""

import logging
import threading
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import Error, connection

from datahub.api.errors import KeyReused, Unavailable
from datahub.api.problem import Problem
from surveys.errors import Busy, SurveyNotOpen, SurveyPaused, UnknownVersion
from surveys.intake import inbox, spelling
from surveys.intake import report as rules
from surveys.intake.group_commit import PATIENCE_SECONDS, GroupCommit, NotWritten, Waiting
from surveys.intake.inbox import Outcome, Row
from surveys.intake.report import Report
from surveys.intake.versions import Published, Versions, closed, refuse_closed

log = logging.getLogger(__name__)

RETRY_SECONDS = 2
PAUSED_RETRY_SECONDS = 60  # A pause ends only when a person ends it.
WAIT_SECONDS = 3 * PATIENCE_SECONDS  # The wait covers the batch before, the report's own batch, and unforeseen delays.

versions = Versions()
# One thread reads a newly opened survey; otherwise all senders would, each on a connection.
_reading = threading.Lock()
commits = GroupCommit(inbox.accept)
_slots = deque(range(settings.INTAKE_AT_ONCE))  # The free slots; taking one and giving it back need no lock.


@contextmanager
def a_slot() -> Iterator[None]:
    """Takes one of the slots of the intake, or refuses at once if none is free. There are fewer slots than threads, so
    pages are still served while the disk is slow."""
    try:
        place = _slots.pop()
    except IndexError:
        raise Busy("All places of the intake are taken. Try again after a moment.", retry_after_seconds=1) from None
    try:
        yield
    finally:
        _slots.append(place)


def receive(body: bytes) -> None:
    """Returns once the report is on disk, else raises the Problem to answer with."""
    report = spelling.read(body)
    _settle(report.version, commits.put(_checked(report)))


def try_out(body: bytes) -> None:
    """Does every check that needs no other report, and stores nothing: no row, no mark, no count. It also works while
    the survey is paused."""
    report = spelling.read(body)
    rules.check(report, _published(report.version).definition)
    refuse_closed(report.version)


def receive_many(values: Sequence[Any], allowed: Collection[str]) -> list[Problem | None]:
    """Receives each report by itself, in order; None stands for an accepted report. `allowed` are the versions to which
    the sender may send."""
    checked = [_try_to_check(value, allowed) for value in values]
    # All reports are checked before the first is queued: otherwise the committing thread would compete with this one
    # for small batches.
    put = [item if isinstance(item, Problem) else (item.report.version, commits.put(item)) for item in checked]
    return [item if isinstance(item, Problem) else _try_to_settle(*item) for item in put]


def _checked(report: Report) -> Row:
    published = _published(report.version)
    rules.check(report, published.definition)
    return Row(report, published.id, published.definition.row_bytes, published.capped)


def _settle(version: str, waiting: Waiting) -> None:
    try:
        settled = waiting.outcome(WAIT_SECONDS)
    except NotWritten:
        raise _unavailable("The report could not be written to disk. Send it again as it is.") from None
    if settled is Outcome.KEY_REUSED:
        raise KeyReused("Another report with this key was accepted before; this one was not stored.")
    if settled is Outcome.NO_KEY_FILE:
        log.error("the key files of an open version are missing: were they restored together with the database?")
        raise _unavailable("This version cannot take reports: its keys are missing. It must be published anew.")
    if settled is Outcome.PAUSED:
        raise SurveyPaused("The survey is paused; keep the report.", retry_after_seconds=PAUSED_RETRY_SECONDS)
    if settled is Outcome.NOT_YET_OPEN:
        raise SurveyNotOpen("The survey is not open yet; keep the report.", retry_after_seconds=PAUSED_RETRY_SECONDS)
    # A full version is not remembered: a sender who repeats an accepted report still gets it confirmed.
    if settled is Outcome.FULL:
        raise closed()
    if settled is Outcome.CLOSED:
        versions.remember_closed(version)
        raise closed()


def _try_to_check(value: Any, allowed: Collection[str]) -> Problem | Row:
    try:
        report = spelling.read_value(value)
        if report.version not in allowed:
            raise UnknownVersion("No version with this hash belongs to a survey of yours.")
        return _checked(report)
    except Problem as refusal:
        return refusal


def _try_to_settle(version: str, waiting: Waiting) -> Problem | None:
    try:
        _settle(version, waiting)
    except Problem as refusal:
        return refusal
    return None


def _published(hash: str) -> Published:
    kept = versions.kept(hash)
    if kept is not None:
        return kept
    if not _reading.acquire(timeout=RETRY_SECONDS):
        raise _unavailable("The database does not answer. Send the report again as it is.")
    try:
        return versions.kept(hash) or _read(hash)
    finally:
        _reading.release()


def _read(hash: str) -> Published:
    """Returns the version, read from the database outside Django's request cycle, which would have given up a
    connection that broke."""
    connection.close_if_unusable_or_obsolete()
    try:
        return versions.read(hash)
    except Error as error:
        connection.close()
        log.warning("a version was not read: %s", type(error).__name__)
        raise _unavailable("The database does not answer. Send the report again as it is.") from None
    except ValueError as error:  # This text is about the definition; no report has been read.
        log.error("version %s cannot be served: %s", hash, error)
        raise _unavailable("This version cannot take reports on this installation.") from None


def _unavailable(detail: str) -> Unavailable:
    return Unavailable(detail, retry_after_seconds=RETRY_SECONDS)
