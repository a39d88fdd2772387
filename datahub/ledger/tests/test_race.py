"""These tests cover sixteen threads on one budget: only as many uses are granted as fit. Reading first and writing
later grants more."""

import threading
from collections import Counter
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.db.utils import OperationalError

from datahub.api.ref import Ref
from datahub.ledger.errors import BudgetExceeded
from datahub.ledger.models import Account, Spend
from datahub.ledger.rules import has_room
from datahub.ledger.services.carry_out import release, start
from datahub.ledger.tests.factories import PROJECT, ROLE, TENTH, account, reserved, some_people, sums

pytestmark = pytest.mark.django_db(transaction=True)
THREADS, EACH, ROOM = 16, 5, 20


def at_once(work: Callable[[int], str]) -> Counter[str]:
    """Returns the outcomes of THREADS x EACH calls that run at the same time."""
    together, lock, outcomes = threading.Barrier(THREADS), threading.Lock(), Counter[str]()

    def run(number: int) -> None:
        try:
            together.wait()
            for turn in range(EACH):
                outcome = work(number * EACH + turn)
                with lock:
                    outcomes[outcome] += 1
        except Exception as error:  # noqa: BLE001 - an error in a thread would otherwise be lost
            with lock:
                outcomes[type(error).__name__] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def room_for(count: int) -> Ref:
    return some_people(rho=str(count * TENTH.rho))


def asking(people: Ref) -> Callable[[int], str]:
    def ask(number: int) -> str:
        try:
            reserved(people, viewer=Ref("person", f"p{number % 3}"), request=f"r{number}", more=(PROJECT, ROLE))
        except BudgetExceeded:
            return "refused"
        return "granted"

    return ask


def test_exactly_as_many_are_granted_as_fit() -> None:
    people = room_for(ROOM)
    outcomes = at_once(asking(people))
    assert outcomes == {"granted": ROOM, "refused": THREADS * EACH - ROOM}
    assert sums(people) == sums(people, PROJECT) == sums(people, ROLE) == (ROOM * TENTH.rho, 0)
    assert Spend.objects.count() == ROOM


def test_reading_first_and_writing_later_grants_more() -> None:
    """A ledger that checks without a lock grants too much, which the test above would notice."""
    people = room_for(ROOM)
    granted, lock = Counter[str](), threading.Lock()
    together = threading.Barrier(THREADS)

    def ask() -> None:
        try:
            row = account(people)
            fits = has_room(row.balance(), TENTH)
            together.wait()  # every thread has read the balance
            if fits:
                with lock:
                    granted["granted"] += 1
                Account.objects.filter(pk=row.pk).update(reserved_rho=row.reserved_rho + TENTH.rho)
            together.wait()
        finally:
            connection.close()

    for _ in range(3):
        threads = [threading.Thread(target=ask) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert granted["granted"] > ROOM
    assert sums(people)[0] < granted["granted"] * TENTH.rho  # the balance does not show the excess


def test_one_request_sent_by_all_is_one_spend() -> None:
    people = room_for(ROOM)

    def ask(number: int) -> str:
        return str(reserved(people, request="the same").pk)

    outcomes = at_once(ask)
    assert list(outcomes.values()) == [THREADS * EACH]
    assert sums(people) == (TENTH.rho, 0)


def test_accounts_named_in_any_order_never_wait_for_each_other() -> None:
    people, others = room_for(1000), room_for(1000)

    def ask(number: int) -> str:
        first, second = (people, others) if number % 2 else (others, people)
        spend = reserved(first, request=f"a{number}", more=(PROJECT, ROLE))
        reserved(second, request=f"b{number}", more=(ROLE, PROJECT))
        if number % 3:
            start(spend.pk, fence=1)
        else:
            release(spend.pk, fence=1)
        return "done"

    assert at_once(ask) == {"done": THREADS * EACH}
    reserved_rho = sum((Decimal(sums(ref)[0]) for ref in (people, others)), Decimal(0))
    spent_rho = sum((Decimal(sums(ref)[1]) for ref in (people, others)), Decimal(0))
    started = sum(1 for number in range(THREADS * EACH) if number % 3)
    assert (reserved_rho, spent_rho) == (THREADS * EACH * TENTH.rho, started * TENTH.rho)


def test_one_spend_is_started_or_released_never_both() -> None:
    people = room_for(ROOM)
    spends = [reserved(people) for _ in range(EACH)]

    def race(number: int) -> str:
        spend = spends[number % EACH]
        try:
            if (number // EACH) % 2:
                start(spend.pk, fence=number)
            else:
                release(spend.pk, fence=None)
        except OperationalError:
            raise
        except Exception as refusal:  # noqa: BLE001 - the kind of error is asserted below
            return type(refusal).__name__
        return "done"

    outcomes = at_once(race)
    assert set(outcomes) <= {"done", "SpendEnded", "StaleFence"}
    started = Spend.objects.filter(state="executing").count()
    assert Spend.objects.filter(state="released").count() == EACH - started
    assert sums(people) == (0, started * TENTH.rho)
