"""A database that was restored gives no budget back."""

import shutil
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.ledger import append_only
from datahub.ledger.errors import BudgetExceeded, LedgerHalted
from datahub.ledger.models import Account, Spend, Unbounded
from datahub.ledger.rules import Standing
from datahub.ledger.services.carry_out import Answer, commit, start
from datahub.ledger.services.limits import unbounded
from datahub.ledger.services.recovery import stands
from datahub.ledger.services.reserve import reserve_stored
from datahub.ledger.tests.factories import ANA, BEN, TENTH, permit, reserved, some_people, sums

pytestmark = pytest.mark.django_db(transaction=True)
RHO = TENTH.rho
ANSWER = Answer(plan_digest="d" * 64, data_version="dataset_version:adult-1", body={"count": "41"})
TABLES = ("unbounded", "storedanswer", "spendline", "spend", "account", "head")


class Backup:
    """A backup has all rows of the ledger as they are now, and can restore them."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            self.rows = {table: rows_of(cursor, table) for table in TABLES}

    def restore(self) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in append_only.AS_BEFORE[connection.vendor]:
                cursor.execute(statement)
            for table in TABLES:
                cursor.execute(f"DELETE FROM ledger_{table}")  # noqa: S608 - only constants are inserted
            for table, rows in self.rows.items():
                for row in rows:
                    marks = ", ".join(["%s"] * len(row))
                    cursor.execute(f"INSERT INTO ledger_{table} VALUES ({marks})", row)  # noqa: S608 - only constants are inserted
        with connection.cursor() as cursor:  # PostgreSQL checks deferred keys before it alters a table
            for statement in append_only.APPEND_ONLY[connection.vendor]:
                cursor.execute(statement)


def rows_of(cursor: Any, table: str) -> list[tuple[Any, ...]]:
    cursor.execute(f"SELECT * FROM ledger_{table}")  # noqa: S608 - only constants are inserted
    return list(cursor.fetchall())


def acknowledged(*options: str) -> str:
    output = StringIO()
    call_command("ledger", "acknowledge", *options, stdout=output)
    return output.getvalue()


def status() -> str:
    output = StringIO()
    call_command("ledger", "status", stdout=output)
    return output.getvalue()


def spent(people: Ref, count: int, *, viewer: Ref = ANA) -> None:
    for _ in range(count):
        spend = reserved(people, viewer=viewer)
        start(spend.pk, fence=1)
        commit(spend.pk, fence=1, answer=ANSWER)


def test_nothing_is_given_out_until_somebody_knows_of_the_restore() -> None:
    people = some_people()
    spent(people, 2)
    old = Backup()
    spent(people, 3)
    waiting = reserved(people)
    old.restore()
    assert sums(people) == (0, 2 * RHO)  # the restored database seems to have budget again
    for deed in (
        lambda: reserved(people),
        lambda: start(waiting.pk, fence=1),
        lambda: unbounded(permit=permit(people, operation="dataset.release"), people=people, reason="x"),
    ):
        with pytest.raises(LedgerHalted):
            deed()
    assert (stands(), "older than the journal" in status()) == (Standing.RESTORED, True)


def test_an_acknowledged_restore_charges_again_what_the_journal_holds() -> None:
    people = some_people()
    spent(people, 2)
    old = Backup()
    spent(people, 3)
    spent(people, 2, viewer=BEN)
    unbounded(permit=permit(people, operation="dataset.release"), people=people, reason="a table")
    old.restore()
    assert acknowledged() == "6 lines of the journal charged again, 0 accounts closed.\n"
    assert (sums(people), sums(people, ANA), sums(people, BEN)) == ((0, 7 * RHO), (0, 5 * RHO), (0, 2 * RHO))
    assert Unbounded.objects.get().reason == "a table"
    assert (stands(), status()) == (Standing.EVEN, "The database and the journal agree.\n")
    assert Entry.objects.get(operation="ledger.acknowledge").detail == {
        "standing": "restored",
        "charged": 6,
        "closed": 0,
    }
    spent(people, 3)
    with pytest.raises(BudgetExceeded):
        reserved(people)


def test_what_is_charged_again_says_for_what_it_was() -> None:
    people = some_people()
    spent(people, 1)  # the journal of an empty database is new, and nothing is restored from it
    old = Backup()
    start(reserved(people, purpose="study").pk, fence=1)
    old.restore()
    acknowledged()
    assert sorted(Spend.objects.values_list("purpose", flat=True)) == ["", "study"]


def test_what_was_reserved_in_the_backup_and_started_after_it_is_charged_once() -> None:
    people = some_people()
    waiting, gone = reserved(people), reserved(people)
    old = Backup()
    start(waiting.pk, fence=1)
    start(gone.pk, fence=1)
    old.restore()
    acknowledged()
    assert sums(people) == (0, 2 * RHO)
    assert Spend.objects.count() == 2


def test_what_the_backup_knew_as_released_is_charged_anyway() -> None:
    people = some_people()
    spent(people, 1)
    stale = reserved(people)
    old = Backup()
    start(stale.pk, fence=1)
    spent(people, 1)
    old.restore()
    # A sweeper releases the spend before anybody notices the restore.
    Spend.objects.filter(pk=stale.pk).update(state="released")
    Account.objects.update(reserved_rho=0, reserved_epsilon=0)
    acknowledged()
    assert sums(people) == (0, 3 * RHO)


def test_a_restored_limit_that_is_too_low_is_no_way_out() -> None:
    people = some_people(rho="0.015")
    spent(people, 1)
    old = Backup()
    Account.objects.filter(ref=str(people)).update(cap_rho=8 * RHO)
    spent(people, 7)
    old.restore()
    acknowledged()
    assert sums(people) == (0, 8 * RHO)
    with pytest.raises(BudgetExceeded):
        reserved(people)


def test_people_whom_the_backup_does_not_know_have_nothing_left() -> None:
    old_people = some_people()
    spent(old_people, 1)
    old = Backup()
    people = some_people()
    spent(people, 2)
    old.restore()
    acknowledged()
    assert sums(people) == (0, 2 * RHO)
    with pytest.raises(BudgetExceeded):
        reserved(people)


def test_one_step_back_is_mended_without_asking() -> None:
    people = some_people()
    spent(people, 1)
    old = Backup()
    spent(people, 1)
    old.restore()
    reserved(people)
    assert sums(people) == (RHO, 2 * RHO)


def test_a_stored_answer_that_was_read_after_the_backup_stays_paid() -> None:
    people = some_people()
    spent(people, 1)
    stored = Spend.objects.get().answers.get()
    old = Backup()
    for name in ("one", "two"):
        reserve_stored(permit=permit(people, viewer=BEN), request=name, answer=stored)
    old.restore()
    acknowledged()
    assert (sums(people), sums(people, BEN)) == ((0, RHO), (0, 2 * RHO))


def test_without_a_journal_every_account_is_closed_until_its_owner_sets_a_limit() -> None:
    people, untouched = some_people(), some_people(epsilon="1")
    spent(people, 2)
    shutil.rmtree(settings.LEDGER_FOLDER)
    with pytest.raises(LedgerHalted):
        reserved(people)
    with pytest.raises(CommandError, match="--close-accounts"):
        acknowledged()
    assert acknowledged("--close-accounts") == "0 lines of the journal charged again, 2 accounts closed.\n"
    assert stands() == Standing.EVEN
    for closed in (people, untouched):
        with pytest.raises(BudgetExceeded):
            reserved(closed)


def test_the_journal_of_another_database_is_kept_aside() -> None:
    people = some_people()
    spent(people, 2)
    journal = settings.LEDGER_FOLDER / "journal"
    own = journal.read_bytes()
    journal.write_bytes(own.replace(b'"epoch":"', b'"epoch":"x'))
    with pytest.raises(LedgerHalted):
        reserved(people)
    acknowledged("--close-accounts")
    assert len(list(settings.LEDGER_FOLDER.glob("journal*"))) == 2
    assert stands() == Standing.EVEN


def test_a_journal_that_was_put_back_too_is_noticed() -> None:
    people = some_people()
    spent(people, 1)
    journal = settings.LEDGER_FOLDER / "journal"
    own = journal.read_bytes()
    spent(people, 1)
    journal.write_bytes(own)
    with pytest.raises(LedgerHalted):
        reserved(people)


def test_where_nothing_is_wrong_an_acknowledgement_changes_nothing() -> None:
    people = some_people()
    spent(people, 1)
    assert acknowledged() == "0 lines of the journal charged again, 0 accounts closed.\n"
    assert sums(people) == (0, RHO)
