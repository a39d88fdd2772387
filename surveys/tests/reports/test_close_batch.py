"""These tests cover the way from the inbox to reports and counts: when a batch closes, and that no order of arrival
remains."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.jobs import claims
from datahub.jobs.models import Job
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.publishing.publish import publish
from surveys.reports import ingest as ingesting
from surveys.reports.batch import Row
from surveys.reports.open_rows import opened
from surveys.running.close import close
from surveys.running.rotate import rotate
from surveys.tests.factories import TWO_RECORDS, a_report, a_version, read, send, sweep_and_work, text, work
from surveys.tests.reports.watch import marks_taken_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana)


def send_many(version: Version, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=version.number)


def halves(rows: Mapping[int, Sequence[Row]], *limits: int) -> list[dict[int, list[int]]]:
    """Cuts the rows into two halves; batch.cut would make one batch of so few rows."""
    halves: list[dict[int, list[int]]] = [{}, {}]
    for level, own in rows.items():
        indices = list(range(len(own)))
        halves[0][level], halves[1][level] = indices[: len(own) // 2], indices[len(own) // 2 :]
    return halves if any(rows.values()) else []


def counted(version: Version) -> int:
    return sum(row.reports for row in Counts.objects.filter(version=version, block="b1"))


def waiting(version: Version) -> int:
    return InboxRow.objects.filter(version=version, sealed__isnull=False).count()


def test_a_batch_waits_for_fifty_reports_and_for_fifty_more(version: Version) -> None:
    for sent, batches in ((49, []), (50, []), (99, []), (100, [50])):
        send_many(version, sent)
        sweep_and_work()
        assert [batch.size for batch in Batch.objects.all()] == batches
    assert not Batch.objects.get().short
    assert (Report.objects.count(), counted(version), waiting(version)) == (50, 50, 50)


def test_counts_are_those_of_the_records(version: Version) -> None:
    send_many(version, 50)
    close_now(version)
    work()
    for level in read(version).levels:
        records = [bytes(report.record) for report in Report.objects.filter(level=level.id)]
        for part in level.parts:
            row = Counts.objects.get(version=version, level=level.id, block=part.field)
            packed = np.array([list(record[part.start : part.stop]) for record in records], dtype=np.uint8)
            supports = part.oracle.channel.supports(packed).sum(axis=0)
            assert (row.reports, row.supports) == (25, supports.tolist())


def test_the_key_file_is_destroyed_and_a_new_one_is_in_use(version: Version, key_folder: Path) -> None:
    (first,) = keys.kept_batch_keys()
    send_many(version, 50)
    sweep_and_work()
    assert BatchKey.objects.get(pk=first).state == BatchKey.State.HELD
    assert first in keys.kept_batch_keys()
    send_many(version, 100)
    sweep_and_work()
    after = set(keys.kept_batch_keys())
    assert first not in after
    assert len(after) == 2
    assert BatchKey.objects.get(state=BatchKey.State.CURRENT).pk in after
    assert send(a_report(version)).status == 202


def test_a_replay_after_ingest_is_still_the_same_202_and_counts_once(version: Version) -> None:
    send_many(version, 100)
    sweep_and_work()
    send_many(version, 100)
    close_now(version)
    work()
    assert (Report.objects.count(), counted(version)) == (100, 100)


def test_the_order_of_arrival_is_lost(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first half of the people send one record, the second half another. The chance that a shuffle leaves either
    the order of rows or the batches as they came is below 1 in 1e28."""
    monkeypatch.setattr(ingesting, "cut", halves)
    sent = [TWO_RECORDS[number // 50] for number in range(100)]
    for number, record in enumerate(sent):
        assert send(a_report(version, key=number.to_bytes(16, "big"), record=text(record))).status == 202
    close_now(version)
    work()
    by_row = [bytes(record) for record in Report.objects.values_list("record", flat=True)]
    by_id = [bytes(record) for record in Report.objects.order_by("id").values_list("record", flat=True)]
    assert sorted(by_row) == sorted(by_id) == sorted(sent)
    assert sent not in (by_row, by_row[::-1], by_id)
    for batch in Batch.objects.all():
        assert len({bytes(report.record) for report in batch.reports.all()}) == 2


def test_not_even_the_statements_say_which_row_became_which_report(version: Version) -> None:
    send_many(version, 50)
    marks = [bytes(mark) for mark in InboxRow.objects.values_list("key_mac", flat=True)]
    close_now(version)
    with marks_taken_out() as taken:
        work()
    assert taken == [sorted(marks)]


def test_rows_and_reports_have_no_column_for_a_time() -> None:
    for model in (InboxRow, BatchKey, Batch, Report, Counts):
        kinds = {field.get_internal_type() for field in model._meta.get_fields() if field.concrete}
        assert not kinds & {"DateTimeField", "DateField", "TimeField"}, model


def test_closing_makes_a_short_batch_that_says_so(version: Version) -> None:
    send_many(version, 40)
    close_now(version)
    work()
    assert [(batch.size, batch.short, batch.left_out) for batch in Batch.objects.all()] == [(40, True, False)]
    assert counted(version) == 40


def test_closing_destroys_marks_and_secrets(version: Version, key_folder: Path) -> None:
    send_many(version, 60)
    sweep_and_work()
    send_many(version, 5, start=60)
    close_now(version)
    work()
    assert InboxRow.objects.count() == 0
    assert not [path for path in key_folder.iterdir() if path.suffix == ".key"]


def test_a_closed_version_takes_no_report(version: Version) -> None:
    report = a_report(version)
    send(report)
    close_now(version)
    for again in (report, a_report(version)):
        answer = send(again)
        assert (answer.status, answer.code) == (410, "survey_closed")
    work()
    assert send(a_report(version)).code == "survey_closed"
    assert Report.objects.count() == 1


def test_a_version_past_its_closing_time_takes_no_report_even_before_the_sweep(ana: Person) -> None:
    version = a_version(ana, closes_at="2999-01-01T00:00:00Z")
    assert send(a_report(version)).status == 202
    Version.objects.filter(pk=version.pk).update(closes_at=timezone.now())
    assert send(a_report(version)).code == "survey_closed"
    sweep_and_work()
    assert Version.objects.get(pk=version.pk).state == Version.State.CLOSED
    assert Report.objects.count() == 1


def test_publishing_again_closes_the_version_before(version: Version, ana: Person) -> None:
    send_many(version, 40)
    second = publish(actor=ref_of(ana), rule="test", survey_id=version.survey_id)
    work()
    assert (second.number, second.state) == (2, "open")
    assert send(a_report(version)).code == "survey_closed"
    assert send(a_report(second)).status == 202
    assert counted(version) == 40


def test_more_than_a_thousand_rows_become_even_batches(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "cut", halves)
    send_many(version, 151)
    sweep_and_work()
    assert sorted(batch.size for batch in Batch.objects.all()) == [50, 51]
    assert counted(version) == 101


class Killed(BaseException):
    """This exception stands for a process that is killed: no code catches it."""


@pytest.mark.parametrize("moment", ["_tallies", "_add", "_finish", "keys.destroy_batch_key", "forget_marks"])
def test_a_worker_killed_at_any_point_loses_nothing_and_doubles_nothing(
    version: Version, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setattr(ingesting, "cut", halves)
    send_many(version, 81, start=1)
    close_now(version)
    job = Job.objects.get(kind="surveys.ingest")
    claim = claims.take(job.pk)
    assert claim is not None
    calls = 0

    def killed_the_second_time(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2 or moment not in {"_tallies", "_add"}:
            raise Killed
        return original(*given, **named)

    owner, name = (keys, "destroy_batch_key") if "." in moment else (ingesting, moment)
    original = getattr(owner, name)
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, killed_the_second_time)
        with pytest.raises(Killed):
            ingesting.ingest(claim)
    Job.objects.filter(pk=job.pk, state="running").update(state="queued", lease_until=None)
    work()
    sweep_and_work()
    assert (Report.objects.count(), counted(version)) == (81, 81)
    assert sum(batch.size for batch in Batch.objects.all()) == 81
    assert (InboxRow.objects.count(), keys.kept_batch_keys(), keys.kept_version_secrets()) == (0, {}, [])


def test_two_workers_on_one_batch_count_it_once(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    send_many(version, 50)
    close_now(version)
    look = ingesting._look(version.pk)
    rows = opened(version, look.closing[0], look.definition)
    work()
    with pytest.raises(ingesting.RowsTaken):
        ingesting._move(rows, look)
    assert (Report.objects.count(), counted(version)) == (50, 50)


def test_an_ingest_that_was_called_off_is_asked_for_again(version: Version) -> None:
    send_many(version, 50)
    close_now(version)
    Job.objects.filter(kind="surveys.ingest").update(state="cancelled", finished_at=timezone.now())
    sweep_and_work()
    assert counted(version) == 50


def test_a_key_rotated_twice_at_once_is_rotated_once(version: Version) -> None:
    send_many(version, 50)
    current = BatchKey.objects.get()
    rotate(batch_key_id=current.pk)
    rotate(batch_key_id=current.pk)
    assert BatchKey.objects.count() == 2


def test_perturbed_answers_are_what_arrives(version: Version) -> None:
    """The record that was sent is the record that is kept, byte for byte."""
    record = TWO_RECORDS[1]
    send_many(version, 49)
    assert send(a_report(version, record=text(record), key=b"k" * 16)).status == 202
    close_now(version)
    work()
    assert record in {bytes(report.record) for report in Report.objects.all()}
