"""A version opens at its time, pauses, and closes at its time or when its last place is taken."""

import itertools
import threading
from collections import Counter
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.audit.models import Entry
from surveys.intake import inbox
from surveys.intake.inbox import Outcome, Row
from surveys.intake.report import parse
from surveys.models import Counts, InboxRow, Report, Version
from surveys.publishing.publish import publish
from surveys.reports.withdraw import withdraw
from surveys.running.close import close
from surveys.running.pause import pause, resume
from surveys.schedule import state_of, state_of_survey
from surveys.tests.client import Visitor
from surveys.tests.factories import a_record, a_report, a_version, body_of, read, send, sweep_and_work, text, work

HOUR = timedelta(hours=1)
COMMITTING = pytest.mark.django_db(transaction=True)  # The intake writes in its own thread, so it needs committed rows.


def capped(ana: Person, places: int) -> Version:
    version = a_version(ana)
    Version.objects.filter(pk=version.pk).update(cap_reports=places)
    version.refresh_from_db()
    return version


def row_of(version: Version, number: int) -> Row:
    report = parse(body_of(a_report(version, key=bytes([number]) * 16)))
    return Row(report, version.pk, read(version).row_bytes, capped=True)


def test_what_people_are_told_of_a_version() -> None:
    now = timezone.now()
    words = {
        (stored, paused, later): state_of(stored=stored, paused=paused, opens_at=now + HOUR if later else now, now=now)
        for stored in ("open", "closed")
        for paused in (False, True)
        for later in (False, True)
    }
    assert words == {
        ("open", False, False): "open",
        ("open", False, True): "scheduled",
        ("open", True, False): "paused",
        ("open", True, True): "paused",
        ("closed", False, False): "closed",
        ("closed", False, True): "closed",
        ("closed", True, False): "closed",
        ("closed", True, True): "closed",
    }


def test_a_survey_is_in_the_state_of_the_version_that_goes_on() -> None:
    assert state_of_survey([]) == "draft"
    assert state_of_survey(["closed", "paused"]) == "paused"
    assert state_of_survey(["closed", "closed"]) == "closed"


@COMMITTING
def test_before_its_time_nothing_is_stored_and_the_report_is_to_be_kept(ana: Person) -> None:
    version = a_version(ana)
    Version.objects.filter(pk=version.pk).update(opens_at=timezone.now() + HOUR)
    assert Visitor().get(f"links/{version.survey.slug}/").json()["state"] == "scheduled"
    assert Visitor(ana).get(f"surveys/{version.survey_id}/").json()["state"] == "scheduled"
    answer = send(a_report(version))
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "survey_not_open", "60")
    assert InboxRow.objects.count() == 0
    Version.objects.filter(pk=version.pk).update(opens_at=timezone.now())
    assert Visitor().get(f"links/{version.survey.slug}/").json()["state"] == "open"
    assert send(a_report(version)).status == 202


@COMMITTING
def test_a_paused_version_refuses_for_now_and_takes_the_same_report_afterwards(ana: Person) -> None:
    version = a_version(ana)
    address = f"surveys/{version.survey_id}/versions/1/pause/"
    before = a_report(version)
    assert send(before).status == 202
    assert Visitor(ana).put(address).json()["state"] == "paused"
    assert Visitor(ana).put(address).status_code == 200
    report = a_report(version)
    answer = send(report)
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (503, "survey_paused", "60")
    assert Visitor().get(f"links/{version.survey.slug}/").json()["state"] == "paused"
    assert Visitor(ana).get("surveys/").json()["results"][0]["state"] == "paused"
    assert InboxRow.objects.count() == 1
    assert Visitor(ana).delete(address).json()["state"] == "open"
    assert send(report).status == 202
    lines = [entry for entry in Entry.objects.order_by("number") if entry.operation == "survey.pause"]
    assert [(line.reason, line.detail["paused"]) for line in lines] == [
        ("an-owner-pauses-the-survey", True),
        ("an-owner-pauses-the-survey", False),
    ]


@COMMITTING
def test_what_was_sent_before_a_pause_can_be_taken_back_and_is_counted(ana: Person) -> None:
    version = a_version(ana)
    for number in (1, 2):
        send(a_report(version, key=bytes([number]) * 16))
    pause(actor=ref_of(ana), rule="test", survey_id=version.survey_id, number=1)
    withdraw(version_hash=version.hash, receipt=sha256(bytes([1]) * 16).digest())
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    assert Report.objects.count() == 1
    assert not Version.objects.get(pk=version.pk).paused


@COMMITTING
def test_only_an_open_version_is_paused(ana: Person) -> None:
    version = a_version(ana)
    publish(actor=ref_of(ana), rule="test", survey_id=version.survey_id)
    answer = Visitor(ana).put(f"surveys/{version.survey_id}/versions/1/pause/")
    assert (answer.status_code, answer.json()["code"]) == (409, "version_closed")
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(number=1).update(paused=True)


@COMMITTING
def test_after_the_last_place_the_version_refuses_at_once_and_closes_with_the_sweep(ana: Person) -> None:
    version = capped(ana, 3)
    reports = [a_report(version) for _ in range(4)]
    assert [send(report).status for report in reports] == [202, 202, 202, 410]
    assert send(reports[3]).code == "survey_closed"
    sweep_and_work()
    version.refresh_from_db()
    assert (version.state, version.accepted, Report.objects.count()) == ("closed", 3, 3)
    assert Entry.objects.get(operation="survey.close").reason == "the cap of the version"


@COMMITTING
def test_a_report_sent_again_takes_no_second_place(ana: Person) -> None:
    version = capped(ana, 2)
    first = a_report(version)
    assert [send(report).status for report in (first, first, a_report(version))] == [202, 202, 202]
    assert Version.objects.get(pk=version.pk).accepted == 2


@COMMITTING
def test_of_one_batch_as_many_are_accepted_as_there_are_places(ana: Person) -> None:
    version = capped(ana, 2)
    rows = [row_of(version, number) for number in (1, 1, 2, 3)]
    assert inbox.accept(rows) == [Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.FULL]
    assert inbox.accept([rows[0]]) == [Outcome.ACCEPTED]  # A page that got no answer sends its report again.
    assert InboxRow.objects.count() == 2


@COMMITTING
def test_an_accepted_report_sent_again_is_accepted_also_after_somebody_found_no_place(ana: Person) -> None:
    version = capped(ana, 1)
    accepted = a_report(version)
    assert [send(report).status for report in (accepted, a_report(version), accepted, a_report(version))] == [
        202, 410, 202, 410,
    ]  # fmt: skip
    records = (text(a_record(version, level=0, seed=seed)) for seed in itertools.count())
    another = next(record for record in records if record != accepted["record"])
    assert send(accepted | {"record": another}).status == 409
    assert InboxRow.objects.count() == 1


@COMMITTING
def test_a_report_taken_back_keeps_its_place(ana: Person) -> None:
    """If a withdrawal freed a slot, a person who fills a survey and sends a receipt would learn whether its report had
    been there."""
    version = capped(ana, 1)
    key = bytes([7]) * 16
    assert send(a_report(version, key=key)).status == 202
    withdraw(version_hash=version.hash, receipt=sha256(key).digest())
    assert send(a_report(version)).status == 410


@COMMITTING
def test_the_database_itself_holds_the_cap(ana: Person) -> None:
    version = capped(ana, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(accepted=2)


@COMMITTING
def test_without_a_cap_nothing_is_counted_on_the_way_in(ana: Person) -> None:
    version = a_version(ana)
    send(a_report(version))
    assert Version.objects.get(pk=version.pk).accepted == 0


@COMMITTING
def test_processes_that_accept_at_once_never_exceed_the_cap(ana: Person) -> None:
    """Each thread has its own transaction, as each web process has: the lock of the version counts for all."""
    version, places, senders, each = capped(ana, 25), 25, 4, 10
    outcomes: list[Outcome] = []
    going = threading.Barrier(senders)

    def post(sender: int) -> None:
        going.wait()
        for number in range(each):
            outcomes.extend(inbox.accept([row_of(version, sender * each + number)]))
        connection.close()

    threads = [threading.Thread(target=post, args=(sender,)) for sender in range(senders)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(outcomes) == {Outcome.ACCEPTED: places, Outcome.FULL: senders * each - places}
    assert InboxRow.objects.count() == Version.objects.get(pk=version.pk).accepted == places
    sweep_and_work()
    assert Report.objects.count() == Counts.objects.get(version=version, level=0, block="b1").reports == places


@COMMITTING
def test_resuming_what_was_not_paused_changes_nothing(ana: Person) -> None:
    version = a_version(ana)
    entries = Entry.objects.count()
    resume(actor=ref_of(ana), rule="test", survey_id=version.survey_id, number=1)
    assert Entry.objects.count() == entries
