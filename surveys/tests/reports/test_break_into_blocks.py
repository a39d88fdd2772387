"""These tests cover how reports with a level for each block are broken up: in what company a block is written, and what
a kill leaves."""

import random
from collections import defaultdict
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from datahub.accounts.models import Person
from datahub.jobs import claims
from datahub.jobs.models import Job
from mechanisms.common.entropy import SeededEntropy
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.publishing import build
from surveys.reports import ingest_blocks as ingesting
from surveys.reports import statements
from surveys.reports.open_rows import opened_by_block
from surveys.reports.statements import Piece
from surveys.running.close import close
from surveys.tests.factories import a_version, question, read, send, sweep_and_work, text, work
from surveys.tests.reports.watch import marks_taken_out

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE, MOST, RECORD_BYTES = 120, 20, 20
LEVELS = [{"epsilon": "0.4"}, {"epsilon": "0.5"}]


@pytest.fixture
def version(ana: Person, monkeypatch: pytest.MonkeyPatch) -> Version:
    """Returns a version with two questions whose perturbed answers tell people apart; a transaction takes at most 20
    rows.

    The keys are seeded, and with them the order of every block.
    """
    # The seed fixes the order of the blocks.
    monkeypatch.setattr("surveys.keys.secrets.token_bytes", random.Random(20261122).randbytes)  # noqa: S311
    monkeypatch.setattr(build, "BATCH_MOST", MOST)
    options = [{"id": f"o{number}", "label": str(number)} for number in range(8 * RECORD_BYTES)]
    questions = [question(id, options=options, may_skip=False) for id in ("q1", "q2")]
    return a_version(ana, questions=questions, levels=LEVELS, level_choice="question")


def answered(version: Version, people: int = PEOPLE) -> list[tuple[bytes, bytes]]:
    """Returns what each person sent in the first block and in the second."""
    entropy, sent = SeededEntropy(1), []
    parts = read(version).levels[0].parts
    for person in range(people):
        first, other = (part.oracle.pack(part.oracle.perturb(person, entropy)) for part in parts)
        key = text(person.to_bytes(16, "big"))
        report = {"key": key, "level": "00", "proof": "", "record": text(first + other), "version": version.hash}
        assert send(report).status == 202
        sent.append((first, other))
        if person % 70 == 60:
            sweep_and_work()  # The survey gets several batch keys.
    return sent


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=version.number)


def watch_transactions(monkeypatch: pytest.MonkeyPatch) -> list[list[Piece]]:
    """Returns the list of what each transaction of the ingest writes."""
    written: list[list[Piece]] = []
    save = statements.insert

    def watched(batch: Batch, pieces: list[Piece]) -> None:
        written.append(pieces)
        save(batch, pieces)

    monkeypatch.setattr(statements, "insert", watched)
    return written


def groups_in_the_store() -> list[list[tuple[str, bytes]]]:
    """Returns the block and record of the rows of each transaction, which PostgreSQL stores with every row."""
    groups: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    with connection.cursor() as cursor:
        # The table name is a constant.
        cursor.execute(f"SELECT xmin::text, block, record FROM {Report._meta.db_table}")  # noqa: S608
        for transaction, block, record in cursor.fetchall():
            groups[transaction].append((block, bytes(record)))
    return list(groups.values())


def test_blocks_of_one_person_do_not_sit_in_the_same_group(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch and the transaction of two rows do not say that they may be, or cannot be, one person's.

    Of the 20 people of a transaction of one block about 3 are in any one transaction of the other: 20 of 120 by 20.
    """
    sent = answered(version)
    written = watch_transactions(monkeypatch)
    close_now(version)
    work()
    groups = [[(block, record) for _, block, _, record in group] for group in written]
    if connection.vendor == "postgresql":
        groups = groups_in_the_store()
    person_of = {record: person for person, both in enumerate(sent) for record in both}
    people: dict[str, list[set[int]]] = defaultdict(list)
    for group in groups:
        [block] = {block for block, _ in group}
        people[block].append({person_of[record] for _, record in group})
    assert {block: [len(group) for group in of_block] for block, of_block in people.items()} == {
        block.id: [MOST] * (PEOPLE // MOST) for block in read(version).blocks
    }
    assert max(len(first & other) for first in people["b1"] for other in people["b2"]) < MOST / 2
    [batch] = Batch.objects.all()
    assert (batch.size, batch.short) == (PEOPLE, False)
    assert {field.name for field in Report._meta.get_fields()} == {"id", "batch", "block", "level", "record"}


def test_neither_ids_nor_the_order_of_writing_follow_from_who_came_when(
    version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person or so keeps the position of arrival in either block, and one or so has the same position in both: as
    by chance."""
    sent = answered(version)
    written = watch_transactions(monkeypatch)
    close_now(version)
    work()
    rows = [report for group in written for report in group]
    for order in (rows, sorted(rows)):
        first, second = ([record for _, of, _, record in order if of == block] for block in ("b1", "b2"))
        places = [
            [of_block.index(record) for record in own]
            for of_block, own in zip((first, second), zip(*sent, strict=True), strict=True)
        ]
        for column, other in ((places[0], range(PEOPLE)), (places[1], range(PEOPLE)), (places[0], places[1])):
            assert sum(here == there for here, there in zip(column, other, strict=True)) < 8
    assert all(UUID(id).version == 4 for id, *_ in rows)


def test_a_transaction_holds_no_more_rows_than_one_of_whole_reports(
    version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many blocks a report has: on SQLite every other write waits meanwhile."""
    answered(version, 90)
    written = watch_transactions(monkeypatch)
    close_now(version)
    with marks_taken_out() as taken:
        work()
    assert sorted(map(len, written)) == [18] * 10
    assert max(map(len, taken)) <= MOST
    assert InboxRow.objects.count() == 0


class Killed(BaseException):
    """This exception stands for a process that is killed: no code catches it."""


@pytest.mark.parametrize("moment", ["_add", "_store", "ask_for_estimate", "keys.destroy_batch_key", "forget_marks"])
def test_a_worker_killed_at_any_point_loses_no_block_and_doubles_none(
    version: Version, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    sent = answered(version, 50)
    close_now(version)
    job = Job.objects.get(kind="surveys.ingest", state=Job.State.QUEUED)
    claim = claims.take(job.pk)
    assert claim is not None
    calls = 0

    def killed_the_fifth_time(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5 or moment not in {"_store", "_add"}:
            raise Killed
        return original(*given, **named)

    owner, name = (keys, "destroy_batch_key") if "." in moment else (ingesting, moment)
    original = getattr(owner, name)
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, killed_the_fifth_time)
        with pytest.raises(Killed):
            ingesting.ingest_by_block(claim, Version.objects.get(pk=version.pk), read(version))
    Job.objects.filter(pk=job.pk, state="running").update(state="queued", lease_until=None)
    work()
    sweep_and_work()
    for place, block in enumerate(("b1", "b2")):
        stored = [bytes(record) for record in Report.objects.filter(block=block).values_list("record", flat=True)]
        assert sorted(stored) == sorted(both[place] for both in sent)
    assert [batch.size for batch in Batch.objects.all()] == [50]
    assert {(row.block, row.reports) for row in Counts.objects.filter(level=0)} == {("b1", 50), ("b2", 50)}
    assert not BatchKey.objects.exclude(state=BatchKey.State.DONE).exists()
    assert (InboxRow.objects.count(), keys.kept_batch_keys(), keys.kept_version_secrets()) == (0, {}, [])


def test_two_workers_store_a_block_once(version: Version) -> None:
    answered(version, 50)
    close_now(version)
    definition, closed = read(version), Version.objects.get(pk=version.pk)
    rows = [
        row
        for batch_key in ingesting._closing(closed, definition)
        for row in opened_by_block(closed, batch_key, definition)
    ]
    work()
    job = Job.objects.get(kind="surveys.ingest", subject=f"survey:{version.survey_id}")
    Job.objects.filter(pk=job.pk).update(state="queued", finished_at=None)
    claim = claims.take(job.pk)
    assert claim is not None
    ingesting._store_all(claim, closed, definition, rows)
    assert Report.objects.count() == 100
    assert {(row.block, row.reports) for row in Counts.objects.filter(level=0)} == {("b1", 50), ("b2", 50)}
