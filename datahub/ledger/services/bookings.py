"""Services of the ledger change these rows, locked in one order: head, spend, accounts by number, audit."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import reduce
from operator import or_
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, Value
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.ledger import journal
from datahub.ledger.fields import AmountField
from datahub.ledger.models import Account, Spend
from datahub.ledger.rules import Kind, State, effect, kind_of
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import NOTHING, Cost

# "ledg" in ASCII is the first key of the ledger's advisory locks, which the whole database shares.
QUEUE = 0x6C656467
# An account is found by its own ref, and by the people whose budget it is part of.
AccountKey = tuple[Ref, Ref]


@contextmanager
def in_turn() -> Iterator[None]:
    """Opens a transaction; on SQLite callers queue for it instead of trying again and again."""
    alone = connection.vendor == "sqlite" and not connection.in_atomic_block
    with journal.turn() if alone else nullcontext(), transaction.atomic():
        yield


def account_keys(accounts: Sequence[Ref]) -> list[AccountKey]:
    """Returns the keys of every row of accounts that a spend on these refs charges.

    People are charged on their own account (people, people); each project, analyst or role among the refs on the part
    it has in each of the people (ref, people).
    """
    kinds = [kind_of(ref) for ref in accounts]
    people = [ref for ref, kind in zip(accounts, kinds, strict=True) if kind == Kind.PEOPLE]
    others = [ref for ref, kind in zip(accounts, kinds, strict=True) if kind != Kind.PEOPLE]
    return [(ref, ref) for ref in people] + [(ref, of) for of in people for ref in others]


def at(wanted: Sequence[AccountKey]) -> Q:
    """Returns the filter that finds the rows of accounts with these keys."""
    return reduce(or_, (Q(ref=str(ref), people=str(people)) for ref, people in wanted))


def open_accounts(wanted: Sequence[AccountKey], *, open_people: bool = False) -> list[int]:
    """Returns the numbers of the wanted accounts, in order; one of a project, an analyst or a role that is missing is
    opened.

    An account of people is opened by whoever owns the data. Only where a spend has to be charged again (`open_people`)
    is a missing one opened here, with a limit of nothing.
    """
    accounts = _numbers(wanted)
    missing = set(wanted) - set(accounts)
    absent = [
        Account(ref=str(ref), people=str(people), **({"cap_rho": 0, "cap_delta": 0} if ref == people else {}))
        for ref, people in missing
        if ref != people or open_people
    ]
    if absent:
        # Another transaction may open the same accounts at this moment.
        Account.objects.bulk_create(absent, ignore_conflicts=True)
        accounts = _numbers(wanted)
    return sorted(accounts.values())


def lock_accounts(wanted: Sequence[AccountKey], *, open_people: bool = False) -> list[Account]:
    return lock_numbered(open_accounts(wanted, open_people=open_people))


def queue_for(account: int) -> None:
    """Waits for one account's turn, until the end of the transaction. PostgreSQL gives a changed row's lock to whoever
    comes by, and who waits longest starves; this lock is handed on in turn. It is only for fairness: whether a spend is
    admitted is decided by the locked rows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [QUEUE, account % 2**31])


def lock_numbered(accounts: Sequence[int]) -> list[Account]:
    """Returns the accounts of these numbers, locked in the order of the numbers, so that no two spends wait for each
    other."""
    return list(Account.objects.select_for_update(no_key=True).filter(pk__in=accounts).order_by("pk"))


def _numbers(wanted: Sequence[AccountKey]) -> dict[AccountKey, int]:
    rows = Account.objects.filter(at(wanted)).values_list("ref", "people", "pk")
    return {(Ref.parse(ref), Ref.parse(people)): number for ref, people, number in rows}


def book(accounts: Sequence[int], cost: Cost, *, reserved: int, spent: int) -> None:
    """Adds the cost, `reserved` and `spent` times (1, 0 or -1), to what these locked accounts have reserved and
    spent."""
    changes: dict[str, Any] = {"pure": F("pure")} if cost.epsilon is not None else {"pure": False}
    for measure, amount in (("rho", cost.rho), ("delta", cost.delta), ("epsilon", cost.epsilon or NOTHING.rho)):
        for column, times in ((f"reserved_{measure}", reserved), (f"spent_{measure}", spent)):
            if times and amount:
                by = Value(amount, output_field=AmountField())
                changes[column] = F(column) + by if times > 0 else F(column) - by
    Account.objects.filter(pk__in=accounts).update(**changes)


def move(spend: Spend, to: State, **changes: Any) -> None:
    """Moves a locked spend into its next state, and its cost from what its accounts reserved to what they spent, or
    off them, as that state asks; `changes` are further columns to write."""
    reserved, spent = effect(State(spend.state), to)
    if reserved or spent:
        accounts = list(spend.lines.values_list("account_id", flat=True))
        lock_numbered(accounts)
        book(accounts, spend.cost, reserved=reserved, spent=spent)
    if to == State.EXECUTING and spend.started_at is None:
        changes["started_at"] = timezone.now()
    if to in {State.COMMITTED, State.RELEASED} and spend.ended_at is None:
        changes["ended_at"] = timezone.now()
    changes["state"] = to
    for name, value in changes.items():
        setattr(spend, name, value)
    spend.save(update_fields=list(changes))


def entry_of(spend: Spend) -> dict[str, Any]:
    """Returns the journal's entry for a spend, which is enough to charge the spend again."""
    lines = spend.lines.select_related("account").order_by("account_id")
    return {
        "kind": "spend",
        "request": spend.request,
        "actor": spend.actor,
        "operation": spend.operation,
        "purpose": spend.purpose,
        **amounts(spend.cost),
        "lines": [
            {
                "ref": line.account.ref,
                "people": line.account.people,
                **amounts(Cost(rho=line.rho, delta=line.delta, epsilon=line.epsilon)),
            }
            for line in lines
        ],
    }


def amounts(cost: Cost) -> dict[str, str | None]:
    return {
        "rho": decimal_text(cost.rho),
        "delta": decimal_text(cost.delta),
        "epsilon": None if cost.epsilon is None else decimal_text(cost.epsilon),
    }


def new_epoch() -> str:
    return str(uuid.uuid4())
