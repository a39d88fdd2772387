"""Reports that wait for the disk wait together, and a database that is away for a moment costs a moment."""

import threading
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from datahub.accounts.models import Person
from surveys.intake import group_commit, inbox, reception
from surveys.intake.group_commit import MOST_AT_ONCE, GroupCommit, NotWritten
from surveys.intake.inbox import Outcome, Row
from surveys.intake.report import Report, parse
from surveys.models import InboxRow
from surveys.tests.factories import a_report, a_version, body_of, read, send
from tests.at_once import THREADS, FirstCall, all_at_once

SECONDS = 20  # This bound is generous: the work takes milliseconds.


def a_row(number: int) -> Row:
    report = Report(version="", level=0, key=number.to_bytes(16, "big"), proof="", record=b"", body=b"")
    return Row(report, version_id=1, row_bytes=1, capped=False)


class Disk:
    """This stand-in for the database takes batches, blocks the first one until it is released, and fails a set number
    of times."""

    def __init__(self, failures: Sequence[Exception] = ()) -> None:
        self.batches: list[int] = []
        self.reached, self.go_on = threading.Event(), threading.Event()
        self._failures = list(failures)

    def write(self, rows: Sequence[Row]) -> list[Outcome]:
        self.reached.set()
        self.go_on.wait(SECONDS)
        if self._failures:
            raise self._failures.pop(0)
        self.batches.append(len(rows))
        return [Outcome.ACCEPTED] * len(rows)


@pytest.fixture
def commits_to() -> Iterator[Callable[[Disk], GroupCommit]]:
    writers: list[GroupCommit] = []

    def make(disk: Disk) -> GroupCommit:
        writers.append(GroupCommit(disk.write))
        return writers[-1]

    yield make
    for commits in writers:
        commits.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(group_commit, "PATIENCE_SECONDS", 0.05)


def test_what_waits_during_a_commit_is_written_in_one_transaction(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk()
    commits = commits_to(disk)
    first = commits.put(a_row(0))
    disk.reached.wait(SECONDS)
    rest = [commits.put(a_row(number)) for number in range(1, MOST_AT_ONCE + 8)]
    disk.go_on.set()
    assert {waiting.outcome(SECONDS) for waiting in [first, *rest]} == {Outcome.ACCEPTED}
    assert disk.batches == [1, MOST_AT_ONCE, 7]


def test_rows_that_come_first_and_at_once_start_one_thread(
    commits_to: Callable[[Disk], GroupCommit], monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk()
    disk.go_on.set()
    commits, first = commits_to(disk), FirstCall(threading.Thread)
    monkeypatch.setattr(group_commit, "threading", SimpleNamespace(Thread=first, Lock=threading.Lock))
    waiting = all_at_once(lambda: commits.put(a_row(0)), first)
    assert {row.outcome(SECONDS) for row in waiting} == {Outcome.ACCEPTED}
    assert (first.calls, sum(disk.batches)) == (1, THREADS)


def test_a_batch_is_sent_again_after_a_database_error(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk([OperationalError(), OperationalError()])
    disk.go_on.set()
    assert commits_to(disk).put(a_row(0)).outcome(SECONDS) is Outcome.ACCEPTED


def test_who_waits_is_told_when_the_database_stays_away(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk([OperationalError()] * 1000)
    disk.go_on.set()
    with pytest.raises(NotWritten):
        commits_to(disk).put(a_row(0)).outcome(SECONDS)


def test_the_thread_outlives_what_nobody_foresaw(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk([ZeroDivisionError()])
    disk.go_on.set()
    commits = commits_to(disk)
    with pytest.raises(NotWritten):
        commits.put(a_row(0)).outcome(SECONDS)
    assert commits.put(a_row(1)).outcome(SECONDS) is Outcome.ACCEPTED


def test_stopping_writes_what_waits_and_the_next_row_starts_again(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk()
    commits = commits_to(disk)
    waiting = [commits.put(a_row(number)) for number in range(3)]
    disk.go_on.set()
    commits.stop()
    assert [row.outcome(0) for row in waiting] == [Outcome.ACCEPTED] * 3
    assert commits.put(a_row(4)).outcome(SECONDS) is Outcome.ACCEPTED


def test_a_forked_child_does_not_wait_for_a_thread_it_has_not(commits_to: Callable[[Disk], GroupCommit]) -> None:
    disk = Disk()
    disk.go_on.set()
    commits = commits_to(disk)
    commits.put(a_row(0)).outcome(SECONDS)
    commits.stop()
    commits._thread = threading.Thread()  # A forked child inherits the thread object, but not the thread.
    commits._begin_anew()
    assert commits.put(a_row(1)).outcome(SECONDS) is Outcome.ACCEPTED


@pytest.mark.django_db(transaction=True)
def test_the_first_of_a_key_in_a_batch_wins(ana: Person) -> None:
    version = a_version(ana)
    reports = [parse(body_of(a_report(version, key=b"k" * 16, level=level))) for level in (0, 0, 1)]
    rows = [Row(report, version.pk, read(version).row_bytes, capped=False) for report in reports]
    assert inbox.accept(rows) == [Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.KEY_REUSED]
    assert inbox.accept(rows[1:]) == [Outcome.ACCEPTED, Outcome.KEY_REUSED]


@pytest.mark.django_db(transaction=True)
def test_a_lost_answer_to_commit_is_asked_for_again_and_stores_once(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    version, answers_lost = a_version(ana), 1
    monkeypatch.setattr(group_commit, "PATIENCE_SECONDS", SECONDS)  # A real disk may take a moment.

    def write(rows: Sequence[Row]) -> list[Outcome]:
        nonlocal answers_lost
        outcomes = inbox.accept(rows)
        if answers_lost:
            answers_lost -= 1
            raise OperationalError("server closed the connection unexpectedly")
        return outcomes

    monkeypatch.setattr(reception.commits, "_write", write)
    report = a_report(version)
    assert [send(report).status, send(report).status] == [202, 202]
    assert InboxRow.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_database_that_stays_away_is_503_and_service_resumes(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    version = a_version(ana)
    report = a_report(version)

    def away(rows: Sequence[Row]) -> list[Outcome]:
        raise OperationalError

    with monkeypatch.context() as patched:
        patched.setattr(reception.commits, "_write", away)
        answer = send(report)
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "unavailable", "2")
    assert send(report).status == 202
