"""Budget is reserved here, before anything runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.ledger.errors import BudgetExceeded, NoBudget, RequestReleased, RequestReused
from datahub.ledger.models import Account, Spend, SpendLine, StoredAnswer
from datahub.ledger.people import check_covers, check_of_version
from datahub.ledger.rules import Kind, State, refused_by
from datahub.ledger.services import recovery
from datahub.ledger.services.bookings import (
    AccountKey,
    account_keys,
    amounts,
    at,
    book,
    entry_of,
    in_turn,
    lock_numbered,
    move,
    open_accounts,
    queue_for,
)
from datahub.policies.services import Permit
from mechanisms.accounting.zcdp import Cost

FULL = {
    Kind.ANALYST: "Your own share of this budget has no room for the question.",
    Kind.ROLE: "The share of your role in this budget has no room for the question.",
    Kind.PROJECT: "The share of the project in this budget has no room for the question.",
    Kind.PEOPLE: "The budget of the people behind these data has no room for the question.",
}
GIVEN_BACK = "What was set aside under this request id was given back. Ask anew with another id."


@dataclass(frozen=True, kw_only=True)
class _SpendRequest:
    permit: Permit
    request: str
    cost: Cost
    note: str
    purpose: str
    served: StoredAnswer | None = None
    beside: Sequence[Permit] = ()


def reserve(
    *,
    permit: Permit,
    request: str,
    accounts: Sequence[Ref],
    cost: Cost,
    note: str = "",
    purpose: str = "",
    beside: Sequence[Permit] = (),
) -> Spend:
    """Reserves the cost on all accounts or on none. The same request again is the same spend, until it is released.
    `beside` are permits for other data that the same use reads, and whose people are among the accounts.

    RequestReleased from then on: a spend never comes back to life, and whoever asks anew takes an id of its own.
    `cost` must not depend on the data: it comes from the mechanism and its parameters.
    """
    wanted = account_keys(accounts)
    check_covers(permit, [ref for ref, of in wanted if ref == of], beside=beside)
    _look(request, wanted, cost)
    demand = _SpendRequest(permit=permit, request=request, cost=cost, note=note, purpose=purpose, beside=beside)
    return _once(demand, wanted, lambda: _spend(demand, wanted))


def reserve_stored(
    *,
    permit: Permit,
    request: str,
    answer: StoredAnswer,
    note: str = "",
    purpose: str = "",
    beside: Sequence[Permit] = (),
) -> Spend:
    """Pays for an answer that is stored already. It costs the people nothing: they lose nothing when it is read again.

    The viewer's own share is debited as for a new one, so what a question costs does not tell whether somebody asked
    it before. It is committed at once.
    """
    check_of_version(permit, Ref.parse(answer.data_version))
    lines = answer.spend.lines.select_related("account")
    people = sorted({line.account.people for line in lines})
    check_covers(permit, [Ref.parse(of) for of in people], beside=beside)
    demand = _SpendRequest(
        permit=permit,
        request=request,
        cost=answer.spend.cost,
        note=note,
        purpose=purpose,
        served=answer,
        beside=beside,
    )
    wanted = [(permit.viewer, Ref.parse(of)) for of in people]
    return _once(demand, wanted, lambda: _serve(demand, wanted))


def check_unused(request: str) -> None:
    """Refuses a request's name that was used, for whoever names a request by what it makes, and finds nothing under
    that name: what was made is gone, and its name is used up, for the same question too. RequestReused, or
    RequestReleased where its price was given back."""
    known = Spend.objects.filter(request=request).first()
    if known is None:
        return
    if known.state == State.RELEASED:
        raise RequestReleased(GIVEN_BACK)
    raise RequestReused("What was made under this request id is gone. Send the question with an id of its own.")


def _serve(demand: _SpendRequest, wanted: Sequence[AccountKey]) -> Spend:
    head = recovery.locked_head()
    spend = _spend(demand, wanted)
    move(spend, State.EXECUTING, number=recovery.next_number(head))
    move(spend, State.COMMITTED)
    recovery.write_down(head, entry_of(spend))
    return spend


def _once(demand: _SpendRequest, wanted: Sequence[AccountKey], spend: Callable[[], Spend]) -> Spend:
    """Runs `spend`. The request's name is unique, so a twin waits for the first, and then finds what the first did."""
    try:
        with in_turn():
            return spend()
    except IntegrityError:
        known = Spend.objects.filter(request=demand.request).first()
        if known is None:
            raise
        return _same(known, demand, wanted)


def _spend(demand: _SpendRequest, wanted: Sequence[AccountKey]) -> Spend:
    """Reserves a cost on accounts. Whatever needs no lock comes before the accounts are locked, because the next
    request waits until the commit."""
    recovery.check()
    accounts, cost = open_accounts(wanted), demand.cost
    if len(accounts) != len(set(wanted)):
        raise NoBudget("The owner has not set a budget for the people behind these data.")
    spend = Spend.objects.create(
        request=demand.request,
        actor=str(demand.permit.viewer),
        operation=demand.permit.operation,
        note=demand.note,
        purpose=demand.purpose,
        served=demand.served,
        rho=cost.rho,
        delta=cost.delta,
        epsilon=cost.epsilon,
    )
    SpendLine.objects.bulk_create(
        SpendLine(spend=spend, account_id=account, rho=cost.rho, delta=cost.delta, epsilon=cost.epsilon)
        for account in accounts
    )
    queue_for(accounts[0])
    _check_room(lock_numbered(accounts), cost)
    book(accounts, cost, reserved=1, spent=0)
    for permit in (demand.permit, *demand.beside):
        record(
            actor=permit.viewer,
            operation="budget.reserve" if demand.served is None else "budget.serve",
            subject=permit.ref,
            reason=permit.rule,
            detail={"request": demand.request, "purpose": demand.purpose, **amounts(cost)},
        )
    return spend


def _look(request: str, wanted: Sequence[AccountKey], cost: Cost) -> None:
    """Refuses, without a lock, a cost for which there is no room now: a request that is refused keeps nobody
    waiting."""
    full = refused_by([account.balance() for account in Account.objects.filter(at(wanted))], cost)
    if full is not None and not Spend.objects.filter(request=request).exists():
        raise BudgetExceeded(FULL[full], fields={"account": full.value})


def _check_room(locked: Sequence[Account], cost: Cost) -> None:
    full = refused_by([account.balance() for account in locked], cost)
    if full is not None:
        raise BudgetExceeded(FULL[full], fields={"account": full.value})


def _same(known: Spend, demand: _SpendRequest, wanted: Sequence[AccountKey]) -> Spend:
    accounts = {(line.account.ref, line.account.people) for line in known.lines.select_related("account")}
    same = (known.actor, known.operation, known.purpose, known.cost, known.served_id, accounts) == (
        str(demand.permit.viewer),
        demand.permit.operation,
        demand.purpose,
        demand.cost,
        demand.served.pk if demand.served else None,
        {(str(ref), str(people)) for ref, people in wanted},
    )
    if not same:
        raise RequestReused("Another question came with this request id before. Send this one with an id of its own.")
    if known.state == State.RELEASED:
        raise RequestReleased(GIVEN_BACK)
    return known
