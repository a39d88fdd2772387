"""These services set how much may be learned about people, and record that something left without a privacy bound."""

from collections.abc import Sequence

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.ledger.errors import BudgetInUse, LimitRefused, NotCovered
from datahub.ledger.models import Account, Unbounded
from datahub.ledger.people import check_covers
from datahub.ledger.rules import LARGEST, Cap
from datahub.ledger.services import recovery
from datahub.ledger.services.bookings import in_turn, lock_accounts
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text

WITHOUT_BOUND = frozenset(
    {"dataset.anonymise", "dataset.see_figures", "dataset.release", "dataset.run_algorithm", "dataset.administer"}
)


def set_limit(*, permit: Permit, account: Ref, people: Ref, cap: Cap) -> Account:
    """Sets a first or a new limit of an account. Less than what is spent and reserved cannot be: what was learned stays
    learned.

    The permit is one for the people themselves: who owns a copy of the data may not say how much is learned of them.
    """
    if (permit.operation, permit.ref) != ("budget.set", people):
        raise NotCovered(f"a permit for {permit.operation} on {permit.ref} sets no limit of {people}")
    _check_cap(cap, whole=account == people)
    recovery.begin()
    return _set(permit, account, people, cap)


@in_turn()
def _set(permit: Permit, account: Ref, people: Ref, cap: Cap) -> Account:
    head = recovery.locked_head()
    (locked,) = lock_accounts([(account, people)], open_people=True)
    taken = locked.balance().taken
    limits = ((cap.rho, taken.rho), (cap.delta, taken.delta), (cap.epsilon, taken.epsilon))
    if any(limit is not None and (used is None or limit < used) for limit, used in limits):
        raise BudgetInUse("More than this is spent or reserved already, or something was spent without pure epsilon.")
    locked.cap_rho, locked.cap_delta, locked.cap_epsilon = cap.rho, cap.delta, cap.epsilon
    locked.save(update_fields=["cap_rho", "cap_delta", "cap_epsilon"])
    _note(permit, account, people, cap)
    recovery.write_down(head, {"kind": "limit", "account": str(account), "people": str(people), **_limit_texts(cap)})
    return locked


def unbounded(*, permit: Permit, people: Ref, reason: str) -> Unbounded:
    """Notes that something about these people leaves without a privacy bound. From now on no page may say that a
    balance bounds it.

    `reason` names what leaves: the same again, by whomever, is one line, as after a crash when it is tried again.
    """
    return unbounded_together([(permit, people)], reason=reason)[0]


def unbounded_together(of: Sequence[tuple[Permit, Ref]], *, reason: str) -> list[Unbounded]:
    """Notes that data of several people leave at once without a privacy bound. A transaction has one line of the
    journal, in which all of them stand: two would look, after a crash, as if an old database had been put back."""
    for permit, people in of:
        if permit.operation not in WITHOUT_BOUND:
            raise NotCovered(f"a permit for {permit.operation} releases nothing; {', '.join(sorted(WITHOUT_BOUND))} do")
        check_covers(permit, [people])
    recovery.begin()
    return _write_down(of, reason)


@in_turn()
def _write_down(of: Sequence[tuple[Permit, Ref]], reason: str) -> list[Unbounded]:
    head = recovery.locked_head()
    entries = [
        {"people": str(people), "actor": str(permit.viewer), "operation": permit.operation, "reason": reason}
        for permit, people in of
    ]
    # A row may exist already, from a worker that was killed before it could commit; older databases may hold it twice.
    rows = [
        Unbounded.objects.filter(people=entry["people"], reason=reason).order_by("number").first() for entry in entries
    ]
    missing = [entry for entry, row in zip(entries, rows, strict=True) if row is None]
    entry = recovery.unbounded_entry(missing) if missing else None
    written = iter(() if entry is None else recovery.enter_unbounded(head, entry))
    for permit, people in of:
        record(
            actor=permit.viewer,
            operation="budget.unbounded",
            subject=people,
            reason=permit.rule,
            detail={"because": reason},
        )
    if entry is not None:
        recovery.write_down(head, entry)
    return [next(written) if row is None else row for row in rows]


def _check_cap(cap: Cap, *, whole: bool) -> None:
    if whole and (cap.rho is None or cap.delta is None):
        raise LimitRefused("The people's own account needs a limit of rho and of delta.")
    for limit in (cap.rho, cap.delta, cap.epsilon):
        if limit is not None and not 0 <= limit <= LARGEST:
            raise LimitRefused(f"A limit is {limit}; it must lie between 0 and {LARGEST}.")


def _note(permit: Permit, account: Ref, people: Ref, cap: Cap) -> None:
    record(
        actor=permit.viewer,
        operation="budget.set",
        subject=people,
        reason=permit.rule,
        detail={"account": str(account), **_limit_texts(cap)},
    )


def _limit_texts(cap: Cap) -> dict[str, str | None]:
    limits = {"rho": cap.rho, "delta": cap.delta, "epsilon": cap.epsilon}
    return {name: None if limit is None else decimal_text(limit) for name, limit in limits.items()}
