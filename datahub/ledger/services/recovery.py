"""The database is kept in step with the journal: after every spend, after a crash, and after a restore."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import F
from django.utils import timezone

from datahub.api.ref import PLATFORM, Ref
from datahub.audit.services import record, wait_for_log
from datahub.ledger import journal
from datahub.ledger.errors import LedgerHalted
from datahub.ledger.models import Account, Head, Spend, SpendLine, Unbounded
from datahub.ledger.rules import Cap, Mark, Standing, State, has_room, standing
from datahub.ledger.services.bookings import AccountKey, book, in_turn, lock_accounts, move, new_epoch
from mechanisms.accounting.zcdp import NOTHING, Cost, total

HALTED = {
    Standing.RESTORED: "The record of spent budget is ahead of the database. An administrator has to run: "
    "manage.py ledger acknowledge.",
    Standing.LOST: "The record of spent budget is lost, behind the database, or of another one. An administrator has "
    "to run: manage.py ledger acknowledge --close-accounts.",
}


@dataclass(frozen=True)
class Acknowledged:
    """An acknowledgement results in lines charged from the journal, or in accounts on which nothing is left."""

    standing: Standing
    charged: int
    closed: int


def check() -> None:
    """Checks, in the caller's transaction, that nothing was spent which the database does not know. Else LedgerHalted.

    Looks without a lock first. Only who finds the journal ahead takes the head, behind whoever is just writing.
    """
    if stands() not in {Standing.EVEN, Standing.NEW}:
        locked_head()


def stands() -> Standing:
    latest = journal.last()
    head = Head.objects.filter(pk=1).first() or Head()
    return standing(head.mark(), latest[0] if latest else None)


def begin() -> None:
    """Begins the journal's epoch before the transaction that may write its first line: a line of an epoch that a crash
    takes from the database would be one of another database."""
    if not Head.objects.filter(pk=1).exclude(epoch="").exists():
        with in_turn():
            locked_head()


def locked_head() -> Head:
    """Returns the head of the ledger, locked, after carrying out the journal line that a crash may have left undone."""
    head, _ = Head.objects.select_for_update().get_or_create(pk=1)
    latest = journal.last()
    now = standing(head.mark(), latest[0] if latest else None)
    if now == Standing.NEW and (latest is None or latest[0].epoch != head.epoch):
        head.epoch = new_epoch()
        head.save(update_fields=["epoch"])
        journal.begin(head.mark())
    elif now == Standing.UNFINISHED and latest is not None:
        _carry_out(latest[1], State.EXECUTING)
        _follow(head, latest[0].number)
    elif now not in {Standing.EVEN, Standing.NEW}:
        raise LedgerHalted(HALTED[now])
    return head


def next_number(head: Head) -> int:
    """Returns the number of the next entry in the journal, for the rows that name it."""
    return head.number + 1


def write_down(head: Head, entry: dict[str, Any]) -> None:
    """Writes an entry into the journal; it is on disk when this returns, and the caller's transaction has to commit
    next. Call it last: whatever else may fail or wait, the log among it, has done so by then, so that neither journal
    nor database gets ahead of the other."""
    following = Mark(head.epoch, next_number(head))
    _follow(head, following.number)
    wait_for_log()
    journal.append(following, entry)


def enter_unbounded(head: Head, entry: dict[str, Any]) -> list[Unbounded]:
    """Makes the rows of an entry of `unbounded_entry`, which the caller writes into the journal last."""
    return _enter_unbounded(entry | {"number": next_number(head)})


def unbounded_entry(entries: Sequence[dict[str, str]]) -> dict[str, Any]:
    """Returns the entry of the journal that holds all of `entries` in one line, in their order: the first, and beside
    it the others."""
    first, *others = entries
    return {"kind": "unbounded", **first, **({"also": others} if others else {})}


@in_turn()
def acknowledge(*, actor: Ref | None) -> Acknowledged:
    """Acknowledges that the database was restored from a backup. What the journal holds is charged again; without a
    journal that can be trusted every account is closed, so that a limit has to be set anew by whoever owns the data."""
    head, _ = Head.objects.select_for_update().get_or_create(pk=1)
    latest = journal.last()
    now = standing(head.mark(), latest[0] if latest else None)
    charged = closed = 0
    if now in {Standing.UNFINISHED, Standing.RESTORED}:
        for entry in journal.after(head.number):
            _carry_out(entry, State.COMMITTED)
            _follow(head, entry["number"])
            charged += entry["kind"] != "limit"
    elif now == Standing.LOST:
        closed = _close_everything()
        head.epoch, head.number = new_epoch(), max(head.number, latest[0].number if latest else 0)
        head.save(update_fields=["epoch", "number"])
        journal.begin(head.mark())
    record(
        actor=actor,
        operation="ledger.acknowledge",
        subject=PLATFORM,
        reason="an administrator acknowledged it",
        detail={"standing": now.value, "charged": charged, "closed": closed},
    )
    return Acknowledged(now, charged, closed)


def _follow(head: Head, number: int) -> None:
    head.number = number
    head.save(update_fields=["number"])


def _carry_out(entry: dict[str, Any], state: State) -> None:
    if entry["kind"] == "unbounded":
        _enter_unbounded(entry)
    elif entry["kind"] == "limit":
        _lower(entry)
    elif entry["kind"] == "spend":
        known = Spend.objects.select_for_update().filter(request=entry["request"]).first()
        if known is not None and known.state == State.RESERVED:
            move(known, State.EXECUTING, number=entry["number"], fence=None)
            if state == State.COMMITTED:
                move(known, State.COMMITTED)
        elif known is None or known.state == State.RELEASED:
            _charge(
                entry, request=entry["request"] if known is None else f"{entry['request'][:150]} ({entry['number']})"
            )


def _enter_unbounded(entry: dict[str, Any]) -> list[Unbounded]:
    return [
        Unbounded.objects.create(
            people=part["people"],
            actor=part["actor"],
            operation=part["operation"],
            reason=part["reason"],
            number=entry["number"],
        )
        for part in [entry, *entry.get("also", [])]
    ]


def _lower(entry: dict[str, Any]) -> None:
    """Applies a limit that was set after the backup, where it is the lower one: a restore never raises a limit."""
    address, caps_wanted = (Ref.parse(entry["account"]), Ref.parse(entry["people"])), _amounts(entry)
    _withdraw_where_full(address, NOTHING, Cap(**caps_wanted))
    (account,) = lock_accounts([address], open_people=True)
    taken = account.balance().taken
    for measure, used in (("rho", taken.rho), ("delta", taken.delta), ("epsilon", taken.epsilon)):
        caps = [cap for cap in (getattr(account, f"cap_{measure}"), caps_wanted[measure]) if cap is not None]
        if caps and used is not None:
            setattr(account, f"cap_{measure}", max(min(caps), used))
    account.save(update_fields=["cap_rho", "cap_delta", "cap_epsilon"])


def _withdraw_where_full(address: AccountKey, cost: Cost, cap: Cap | None) -> None:
    """Gives back what the restored database holds in reserve, where it would have to be let in above the limit: when it
    was given back later, the limit would be too high by it. Whatever of it was started has a line in the journal."""
    account = Account.objects.filter(ref=str(address[0]), people=str(address[1])).first()
    if account is None:
        return
    balance = account.balance()
    if has_room(balance if cap is None else replace(balance, cap=cap), cost):
        return
    reserved = Spend.objects.filter(state=State.RESERVED, lines__account=account).order_by("pk")
    for spend in reserved.select_for_update(of=("self",)):
        move(spend, State.RELEASED)


def _charge(entry: dict[str, Any], *, request: str) -> None:
    """Charges a spend that the database does not know, or has released since, on its accounts, whatever their
    limits."""
    lines = {(line["ref"], line["people"]): _cost(line) for line in entry["lines"]}
    wanted = {(Ref.parse(ref), Ref.parse(people)): cost for (ref, people), cost in lines.items()}
    for address, cost in wanted.items():
        _withdraw_where_full(address, cost, None)
    accounts = lock_accounts(list(wanted), open_people=True)
    spend = Spend.objects.create(
        request=request,
        actor=entry["actor"],
        operation=entry["operation"],
        purpose=entry["purpose"],
        note="charged again from the journal",
        state=State.COMMITTED,
        number=entry["number"],
        started_at=timezone.now(),
        ended_at=timezone.now(),
        **_amounts(entry),
    )
    for account in accounts:
        cost = lines[account.ref, account.people]
        _make_room(account, cost)
        SpendLine.objects.create(spend=spend, account=account, rho=cost.rho, delta=cost.delta, epsilon=cost.epsilon)
        book([account.pk], cost, reserved=0, spent=1)


def _make_room(account: Account, cost: Cost) -> None:
    """Raises a restored limit that is too low for `cost` until it fits exactly: what was spent is spent, and nothing is
    left."""
    if cost.epsilon is None:
        account.cap_epsilon, account.pure = None, False
    taken = account.balance().taken + cost
    for measure, needed in (("rho", taken.rho), ("delta", taken.delta), ("epsilon", taken.epsilon)):
        cap = getattr(account, f"cap_{measure}")
        if cap is not None and needed is not None and cap < needed:
            setattr(account, f"cap_{measure}", needed)
    account.save(update_fields=["cap_rho", "cap_delta", "cap_epsilon", "pure"])


def _close_everything() -> int:
    closed = 0
    for account in Account.objects.select_for_update(no_key=True).filter(ref=F("people")).order_by("pk"):
        taken = account.balance().taken
        account.cap_rho, account.cap_delta = taken.rho, taken.delta
        if account.cap_epsilon is not None:
            account.cap_epsilon = taken.epsilon
        account.save(update_fields=["cap_rho", "cap_delta", "cap_epsilon"])
        closed += 1
    return closed


def _cost(line: dict[str, Any]) -> Cost:
    return total([Cost(**_amounts(line)), NOTHING])


def _amounts(line: dict[str, Any]) -> dict[str, Any]:
    written = {measure: line[measure] for measure in ("rho", "delta", "epsilon")}
    return {measure: None if text is None else Decimal(text) for measure, text in written.items()}
