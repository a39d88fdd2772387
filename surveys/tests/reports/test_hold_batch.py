"""A closing never adds a respondent alone: reports of a full batch stay in the inbox to be mixed with later ones."""

from itertools import pairwise

import pytest

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.audit.models import Entry
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from surveys import keys
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.reports import ingest as ingesting
from surveys.running.close import close
from surveys.running.sweep import sweep
from surveys.tests.factories import TWO_RECORDS, a_report, a_version, send, sweep_and_work, text, work
from surveys.tests.reports.watch import marks_taken_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana)


def send_many(version: Version, count: int) -> None:
    for _ in range(count):
        assert send(a_report(version)).status == 202


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=version.number)
    work()


def shown() -> int:
    return Counts.objects.filter(block="b1", level=0).get().reports


@pytest.mark.parametrize("last", [0, 1, 49])
@pytest.mark.parametrize("before", [50, 120])
def test_whoever_answers_last_is_counted_with_a_whole_batch(version: Version, before: int, last: int) -> None:
    send_many(version, before)
    sweep_and_work()
    earlier = shown()
    send_many(version, last)
    sweep_and_work()
    assert shown() == earlier
    close_now(version)
    assert shown() == before + last
    assert shown() - earlier >= 50
    assert all(batch.size >= 50 and not batch.short for batch in Batch.objects.all())


def test_every_step_of_live_results_is_a_batch_or_more(version: Version) -> None:
    steps = [0]
    for burst in (1, 60, 49, 50, 3, 170, 51, 20):
        send_many(version, burst)
        sweep_and_work()
        steps.append(shown())
    close_now(version)
    steps.append(shown())
    grown = [after - before for before, after in pairwise(steps) if after != before]
    assert min(grown) >= 50
    assert steps[-1] == 404
    assert Report.objects.count() == sum(batch.size for batch in Batch.objects.all()) == 404


def test_a_hall_that_answers_at_once_sees_all_but_one_batch_of_it(version: Version) -> None:
    send_many(version, 300)
    sweep_and_work()
    assert shown() == 250


def test_which_reports_stay_is_left_to_chance(version: Version) -> None:
    """The people are two hundred, a first and a last hundred: all staying reports come from one half with a chance
    below 1e-17."""
    for number in range(200):
        assert send(a_report(version, record=text(TWO_RECORDS[number // 100]))).status == 202
    sweep_and_work()
    gone = [bytes(record) for record in Report.objects.values_list("record", flat=True)]
    assert len(gone) == 150
    for record in TWO_RECORDS:
        assert 50 < gone.count(record) < 100


def test_whoever_looked_before_the_held_key_changed_moves_nothing(version: Version) -> None:
    """The numbers computed before the change might leave too few reports of a level for the last step."""
    send_many(version, 120)
    sweep()
    look = ingesting._look(version.pk)
    rows = [row for of_level in ingesting._by_level(look).values() for row in of_level]
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    with pytest.raises(ingesting.RowsTaken, match="reckoned again"):
        ingesting._move(rows[:60], look)
    work()
    assert shown() == 120


def test_a_survey_with_fewer_than_a_batch_in_all_has_one_short_batch(version: Version) -> None:
    send_many(version, 30)
    close_now(version)
    assert [(batch.size, batch.short) for batch in Batch.objects.all()] == [(30, True)]


def test_batches_of_one_are_not_held(ana: Person) -> None:
    version = a_version(ana, simulated=True)
    send_many(version, 1)
    sweep_and_work()
    assert shown() == 1
    assert not BatchKey.objects.filter(state=BatchKey.State.HELD).exists()


def test_an_ingest_that_runs_when_the_version_closes_leaves_the_last_ones_company(version: Version) -> None:
    """The job of the rotation runs after that of the closing, as if another worker had taken it before."""
    send_many(version, 120)
    sweep()
    send_many(version, 1)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    rotation, closing = Job.objects.filter(kind="surveys.ingest").order_by("created_at")
    for job in (closing, rotation):
        run(job.pk)
    assert [batch.size for batch in Batch.objects.all()] == [121]
    assert keys.kept_batch_keys() == {}
    assert keys.kept_version_secrets() == []


def test_who_owns_the_survey_sees_its_work(ana: Person, version: Version) -> None:
    send_many(version, 50)
    close_now(version)
    owners = set(Job.objects.filter(kind__in=["surveys.ingest", "surveys.estimate"]).values_list("owner", flat=True))
    assert owners == {str(ref_of(ana))}


@pytest.mark.parametrize("damage", [b"", b"too short", None])
def test_a_sealed_row_that_was_damaged_is_set_aside_and_stops_no_other(version: Version, damage: bytes | None) -> None:
    send_many(version, 60)
    row = InboxRow.objects.first()
    assert row is not None
    assert row.sealed is not None
    row.sealed = bytes(row.sealed)[:-1] + bytes([bytes(row.sealed)[-1] ^ 1]) if damage is None else damage
    row.save(update_fields=["sealed"])
    close_now(version)
    assert (Report.objects.count(), shown(), InboxRow.objects.count()) == (59, 59, 0)
    assert BatchKey.objects.get().unreadable == 1
    entry = Entry.objects.get(operation="report.unreadable")
    assert (entry.actor, entry.detail) == ("", {"version": version.hash, "reports": 1})
    assert keys.kept_batch_keys() == {}


def test_rows_that_are_too_few_for_a_batch_because_one_was_damaged_wait_and_are_counted(version: Version) -> None:
    send_many(version, 50)
    sweep_and_work()
    row = InboxRow.objects.first()
    assert row is not None
    InboxRow.objects.filter(pk=row.pk).update(sealed=b"damaged")
    send_many(version, 50)
    sweep_and_work()
    assert Report.objects.count() == 0
    assert InboxRow.objects.filter(sealed__isnull=False).count() == 99
    send_many(version, 50)
    sweep_and_work()
    assert Report.objects.count() == 99
    close_now(version)
    assert (Report.objects.count(), InboxRow.objects.count()) == (149, 0)
    assert keys.kept_batch_keys() == {}


def test_what_is_left_out_leaves_the_inbox_with_a_whole_piece(version: Version) -> None:
    """The marks of the few, in a transaction of their own, would stand beside their few reports."""
    send_many(version, 60)
    for _ in range(3):
        assert send(a_report(version, level=1)).status == 202
    with marks_taken_out() as taken:
        close_now(version)
    assert [len(marks) for marks in taken] == [63]
    assert [(batch.size, batch.left_out) for batch in Batch.objects.order_by("size")] == [(3, True), (60, False)]
    assert shown() == 60
