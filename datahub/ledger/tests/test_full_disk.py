"""A disk that is full, for the database or for the journal, leaves neither ahead of the other."""

import os
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from datahub.audit import services as audit
from datahub.ledger import journal
from datahub.ledger.errors import LedgerHalted
from datahub.ledger.models import Account, Spend, Unbounded
from datahub.ledger.rules import Standing
from datahub.ledger.services import carry_out, limits, recovery, reserve
from datahub.ledger.services.carry_out import commit, start
from datahub.ledger.services.recovery import HALTED, stands
from datahub.ledger.services.reserve import reserve_stored
from datahub.ledger.tests.factories import BEN, permit, reserved, some_people, sums
from datahub.ledger.tests.test_crash import ANSWER

pytestmark = pytest.mark.django_db(transaction=True)


def full(*_: Any, **__: Any) -> None:
    raise OperationalError("could not extend file: No space left on device")


def no_space(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def lower_a_limit() -> Callable[[], Any]:
    people = some_people()
    return lambda: some_people(rho="0.005", ref=people)


def begin_to_read() -> Callable[[], Any]:
    spend = reserved(some_people())
    return lambda: start(spend.pk, fence=1)


def serve_what_is_stored() -> Callable[[], Any]:
    people = some_people()
    spend = start(reserved(people).pk, fence=1)
    commit(spend.pk, fence=1, answer=ANSWER)
    stored = spend.answers.get()
    return lambda: reserve_stored(permit=permit(people, viewer=BEN), request="again", answer=stored)


def release_without_bound() -> Callable[[], Any]:
    people = some_people()
    permit_of_ben = permit(people, viewer=BEN, operation="dataset.release")
    return lambda: limits.unbounded(permit=permit_of_ben, people=people, reason="a table")


WRITES = [lower_a_limit, begin_to_read, serve_what_is_stored, release_without_bound]


def facts() -> list[Any]:
    kept = [Account.objects.order_by("pk").values(), Spend.objects.order_by("pk").values(), Unbounded.objects.values()]
    return [list(rows) for rows in kept] + [stands(), journal.last()]


@pytest.mark.parametrize("prepare", WRITES, ids=lambda write: write.__name__)
def test_a_log_that_takes_nothing_leaves_journal_and_database_as_they_were(
    prepare: Callable[[], Callable[[], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = prepare()
    before = facts()
    for room in (limits, carry_out, reserve):
        monkeypatch.setattr(room, "record", full)
    with pytest.raises(OperationalError):
        write()
    assert facts() == before
    monkeypatch.undo()
    write()
    assert stands() == Standing.EVEN


@pytest.mark.parametrize("prepare", WRITES, ids=lambda write: write.__name__)
def test_a_line_that_the_disk_would_not_keep_is_taken_off_again(
    prepare: Callable[[], Callable[[], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is in the file already when the disk reports that it cannot keep it."""
    write = prepare()
    before = facts()
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        write()
    monkeypatch.undo()
    assert facts() == before
    write()
    assert stands() == Standing.EVEN


def test_the_journal_waits_until_the_log_lets_its_transaction_in(monkeypatch: pytest.MonkeyPatch) -> None:
    people = some_people()
    steps = Mock()
    steps.wait.side_effect, steps.append.side_effect = audit.wait_for_log, journal.append
    monkeypatch.setattr(recovery, "wait_for_log", steps.wait)
    monkeypatch.setattr(journal, "append", steps.append)
    some_people(rho="0.5", ref=people)
    assert [call[0] for call in steps.mock_calls] == ["wait", "append"]


def test_a_journal_that_is_lost_is_not_called_ahead() -> None:
    assert set(HALTED) == {Standing.RESTORED, Standing.LOST}
    assert "--close-accounts" in HALTED[Standing.LOST]
    assert "ahead" not in HALTED[Standing.LOST]
    assert "--close-accounts" not in HALTED[Standing.RESTORED]
    people = some_people()
    start(reserved(people).pk, fence=1)
    os.unlink(journal._path())
    with pytest.raises(LedgerHalted, match=r"lost.*--close-accounts"):
        reserved(people)
    assert sums(people)[1] > 0
