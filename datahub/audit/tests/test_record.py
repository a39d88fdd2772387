"""The audit log keeps what was done, and shows where it was changed."""

import threading
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import Error, connection, transaction
from django.utils import timezone

from datahub.api.ref import PLATFORM, Ref
from datahub.audit.errors import DetailRefused, EntriesAreFinal
from datahub.audit.models import Entry, Head
from datahub.audit.rules import START, Break
from datahub.audit.selectors import entries_about
from datahub.audit.services import record, verify_whole

SURVEY = Ref("survey", "1f0e")
ADA = Ref("person", "ada")


def write(count: int) -> None:
    for number in range(count):
        record(actor=ADA, operation="survey.edit", subject=SURVEY, reason="owner", detail={"number": number, "on": "é"})


def tamper(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def verified() -> tuple[int, Break | None]:
    """Returns how many entries the log should have, and the first that is not what was written."""
    verification = verify_whole()
    return verification.entries, verification.broken()


@pytest.mark.django_db
def test_an_entry_names_the_hash_of_the_one_before() -> None:
    write(3)
    first, second, third = Entry.objects.order_by("number")
    assert [first.number, second.number, third.number] == [1, 2, 3]
    assert [first.previous, second.previous, third.previous] == [START, first.hash, second.hash]
    assert verified() == (3, None)


@pytest.mark.django_db
def test_the_log_starts_empty_and_whole() -> None:
    assert verified() == (0, None)


@pytest.mark.django_db
def test_an_entry_says_when_who_what_and_why() -> None:
    before = timezone.now()
    entry = record(actor=None, operation="survey.close", subject=SURVEY, reason="its closing date passed")
    entry.refresh_from_db()
    assert timedelta(0) <= entry.at - before < timedelta(minutes=1)
    assert (entry.actor, entry.operation, entry.subject) == ("", "survey.close", "survey:1f0e")
    assert (entry.reason, entry.detail) == ("its closing date passed", {})


@pytest.mark.django_db
def test_a_deed_that_is_rolled_back_leaves_no_entry() -> None:
    write(1)
    with transaction.atomic():
        write(2)
        transaction.set_rollback(True)
    assert verified() == (1, None)
    write(1)
    assert verified() == (2, None)


@pytest.mark.django_db
def test_the_database_itself_refuses_changes() -> None:
    write(1)
    changes = ["UPDATE audit_entry SET reason = 'x'", "DELETE FROM audit_entry"]
    if connection.vendor == "postgresql":
        changes.append("TRUNCATE audit_entry")
    else:
        # REPLACE fires no trigger of UPDATE or DELETE.
        changes.append("REPLACE INTO audit_entry SELECT * FROM audit_entry")
    for change in changes:
        with pytest.raises(Error, match="never"), transaction.atomic():
            tamper(change)
    assert verified() == (1, None)


@pytest.mark.django_db
def test_a_row_cannot_be_saved_again_or_deleted_through_the_model() -> None:
    write(1)
    entry = Entry.objects.get()
    entry.reason = "another"
    with pytest.raises(Error, match="never"), transaction.atomic():
        entry.save()
    with pytest.raises(Error, match="never"), transaction.atomic():
        entry.delete()


@pytest.mark.django_db
def test_the_code_refuses_before_the_database_must() -> None:
    with pytest.raises(EntriesAreFinal):
        Entry.objects.update(reason="another")
    with pytest.raises(EntriesAreFinal):
        Entry.objects.filter(number=1).delete()


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["actor", "operation", "subject", "reason", "previous", "hash"])
def test_verify_names_the_first_entry_that_was_changed(without_triggers: None, column: str) -> None:
    write(5)
    tamper(f"UPDATE audit_entry SET {column} = 'x' WHERE number >= 3")  # noqa: S608 - only values of the parameter list are inserted
    count, broken = verified()
    assert count == 5
    assert broken is not None
    assert broken.number == 3


@pytest.mark.django_db
@pytest.mark.parametrize("set_to", ["detail = '{\"number\": 9}'", "at = '2020-01-01 00:00:00+00'"])
def test_verify_sees_a_changed_detail_and_a_changed_time(without_triggers: None, set_to: str) -> None:
    write(3)
    tamper(f"UPDATE audit_entry SET {set_to} WHERE number = 2")  # noqa: S608 - only values of the parameter list are inserted
    broken = verified()[1]
    assert broken is not None
    assert broken.number == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("gone", "named"), [(1, 1), (3, 3), (5, 5)])
def test_verify_names_the_first_entry_that_is_missing(without_triggers: None, gone: int, named: int) -> None:
    write(5)
    tamper(f"DELETE FROM audit_entry WHERE number = {gone}")  # noqa: S608 - only values of the parameter list are inserted
    broken = verified()[1]
    assert broken is not None
    assert broken.number == named
    assert "missing" in broken.reason or "last one written" in broken.reason


@pytest.mark.django_db
def test_verify_sees_an_entry_written_past_the_chain(without_triggers: None) -> None:
    write(2)
    Head.objects.update(number=1)
    broken = verified()[1]
    assert broken is not None
    assert broken.number == 3


@pytest.mark.django_db
def test_the_command_says_what_it_found(without_triggers: None, capsys: pytest.CaptureFixture[str]) -> None:
    write(2)
    call_command("audit", "verify")
    assert "2 entries" in capsys.readouterr().out
    tamper("UPDATE audit_entry SET reason = 'x' WHERE number = 2")
    with pytest.raises(CommandError, match="entry 2 is not what was written"):
        call_command("audit", "verify")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["answer", "answers", "key", "Token", "api_token", "secret", "report-key", "password"])
def test_refuses_details_that_no_log_may_keep(name: str) -> None:
    for detail in ({name: "x"}, {"inner": {name: "x"}}, {"list": [{name: "x"}]}):
        with pytest.raises(DetailRefused, match=name):
            record(actor=ADA, operation="survey.edit", subject=SURVEY, reason="owner", detail=detail)
    assert verified() == (0, None)


@pytest.mark.django_db
@pytest.mark.parametrize("detail", [{"share": 0.5}, {"text": "x" * 4096}, {"number": 2**53}])
def test_refuses_details_that_cannot_be_hashed_or_are_too_long(detail: dict[str, object]) -> None:
    with pytest.raises(DetailRefused):
        record(actor=ADA, operation="survey.edit", subject=SURVEY, reason="owner", detail=detail)


@pytest.mark.django_db
def test_a_subject_has_its_own_entries() -> None:
    write(2)
    record(actor=ADA, operation="survey.edit", subject=Ref("survey", "other"), reason="owner")
    assert entries_about(SURVEY).count() == 2
    assert entries_about(PLATFORM).count() == 3


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_time_make_one_chain() -> None:
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        write(5)
        connection.close()

    writers = [threading.Thread(target=work) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert verified() == (20, None)
