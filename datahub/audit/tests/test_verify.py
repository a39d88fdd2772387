"""A log of any length is verified without keeping a writer waiting, and each check says what it did not read."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction

from datahub.api.ref import Ref
from datahub.api.signing import is_signed, public_key
from datahub.audit import selectors
from datahub.audit.models import Entry, Head, Verification
from datahub.audit.rules import START
from datahub.audit.selectors import MOST_LOOKED_AT, look, newest_verification
from datahub.audit.services import record, verify_whole

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def chain(count: int) -> Iterator[Entry]:
    previous = START
    for number in range(1, count + 1):
        entry = Entry(
            number=number,
            at=BEGAN + timedelta(seconds=number),
            actor="person:ada",
            operation="survey.edit",
            subject="survey:1f0e",
            reason="owner",
            detail={"number": number},
            previous=previous,
        )
        entry.hash = previous = entry.line().hash()
        yield entry


def write(count: int) -> None:
    """Writes so many entries as `record` would, in one transaction."""
    entries = list(chain(count))
    with transaction.atomic():
        Entry.objects.bulk_create(entries, batch_size=1000)
        Head.objects.create(number=count, hash=entries[-1].hash)


def write_anew(number: int, *, to: int) -> None:
    """Changes the reason of an entry, and rewrites all that follow, so that the chain is consistent again."""
    entries = list(Entry.objects.filter(number__gte=number).order_by("number"))
    entries[0].reason = "another"
    for entry, following in zip(entries, [*entries[1:], None], strict=True):
        entry.hash = entry.line().hash()
        if following is not None:
            following.previous = entry.hash
        row = (entry.reason, entry.previous, entry.hash, entry.number)
        tamper("UPDATE audit_entry SET reason = %s, previous = %s, hash = %s WHERE number = %s", *row)
    Head.objects.update(hash=entries[-1].hash, number=to)


def tamper(statement: str, *values: str | int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def signed_pass() -> Verification:
    verification = verify_whole()
    verification.save()
    return verification


@pytest.mark.django_db
@pytest.mark.parametrize("many", [MOST_LOOKED_AT + 1000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_rewritten_line_among_many_is_found_or_named_as_not_looked_at(without_triggers: None, many: int) -> None:
    write(many)
    tamper("UPDATE audit_entry SET reason = 'another' WHERE number = 3")
    short = look()
    assert (short.broken, short.first, short.signed) == (None, many - MOST_LOOKED_AT + 1, None)
    whole = signed_pass()
    assert (whole.entries, whole.broken_at, whole.signature) == (many, 3, "")
    assert newest_verification() == whole


@pytest.mark.django_db
def test_a_look_begins_after_the_newest_signed_head(without_triggers: None) -> None:
    write(20)
    signed = signed_pass()
    record(actor=None, operation="survey.close", subject=Ref("survey", "1f0e"), reason="its closing date passed")
    assert look() == selectors.Look(entries=21, head=Head.objects.get().hash, first=21, signed=signed, broken=None)
    tamper("UPDATE audit_entry SET reason = 'x' WHERE number = 21")
    broken = look().broken
    assert broken is not None
    assert broken.number == 21


@pytest.mark.django_db
def test_a_signed_head_is_a_statement_that_anybody_can_check() -> None:
    write(3)
    signed = signed_pass()
    signed.refresh_from_db()
    assert signed.statement() | {"at": ""} == {
        "format": "datahub-audit-head/1", "entries": 3, "head": Head.objects.get().hash, "at": "",
    }  # fmt: skip
    assert is_signed(signed.statement(), signed.signature, public_key())


@pytest.mark.django_db
@pytest.mark.parametrize("number", [3, 20])
def test_a_chain_that_was_written_anew_does_not_agree_with_the_signed_head(without_triggers: None, number: int) -> None:
    write(20)
    signed_pass()
    write_anew(number, to=20)
    broken = look().broken
    assert broken is not None
    assert (broken.number, "written anew" in broken.reason) == (20, True)
    assert verify_whole().broken() == broken


@pytest.mark.django_db
def test_a_log_that_was_cut_off_behind_a_signed_head_is_told(without_triggers: None) -> None:
    write(20)
    signed_pass()
    tamper("DELETE FROM audit_entry WHERE number > 12")
    Head.objects.update(number=12, hash=Entry.objects.get(number=12).hash)
    for broken in (look().broken, verify_whole().broken()):
        assert broken is not None
        assert (broken.number, "entry 20 was signed" in broken.reason) == (13, True)


@pytest.mark.django_db
def test_a_head_that_the_platform_did_not_sign_is_not_begun_from(without_triggers: None) -> None:
    write(20)
    signed = signed_pass()
    tamper("UPDATE audit_entry SET reason = 'x' WHERE number = 3")
    Verification.objects.update(entries=19, head=Entry.objects.get(number=19).hash)
    assert look().signed is None
    broken = look().broken
    assert (signed.entries, broken and broken.number) == (20, 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", [look, verify_whole], ids=["look", "whole"])
def test_an_entry_is_written_while_the_log_is_read(form: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer ends before the reading goes on; with a lock each would wait for the other."""
    write(5)
    lines = selectors._lines

    def lines_beside_a_writer(after: int, last: int) -> Iterator[object]:
        writer = threading.Thread(target=write_one)
        writer.start()
        writer.join()
        yield from lines(after, last)

    monkeypatch.setattr(selectors, "_lines", lines_beside_a_writer)
    verification = form()  # type: ignore[operator]  # `form` is the quick check or the whole one
    assert verification.entries == 5
    assert Head.objects.get().number == 6
    assert not (verification.broken() if isinstance(verification, Verification) else verification.broken)


def write_one() -> None:
    record(actor=None, operation="survey.close", subject=Ref("survey", "1f0e"), reason="its closing date passed")
    connection.close()
