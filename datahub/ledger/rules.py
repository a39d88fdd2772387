"""These rules say when a use of people's data is admitted, what becomes of it, and what a crash means. Pure: hub and
agents share it.

A cost is *reserved* before anything runs, and *executing* from the moment before data are read. From then on it is
spent, whatever happens: whether a run failed may depend on the data, so a refund would tell something for nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum

from datahub.api.ref import Ref
from datahub.ledger.errors import SpendEnded, StaleFence
from mechanisms.accounting.zcdp import Cost

LARGEST = Decimal(4000)  # a sum of amounts is at most this: twice as much still fits a whole number of 63 bits
MOST_QUESTIONS = 1000  # a forecast of more questions says "more than 1000"
STALE = timedelta(hours=24)  # an analysis may take less time than this


class Kind(StrEnum):
    PEOPLE = "people"
    PROJECT = "project"
    ANALYST = "analyst"
    ROLE = "role"


class State(StrEnum):
    RESERVED = "reserved"
    EXECUTING = "executing"
    COMMITTED = "committed"
    RELEASED = "released"


class Act(StrEnum):
    START = "start"  # a worker is about to open the vault
    COMMIT = "commit"  # the work ended, with an answer or without
    RELEASE = "release"  # the work ended before the vault was opened
    LAPSE = "lapse"  # nobody has worked on the spend for longer than STALE


class Standing(StrEnum):
    """The standing says how the database compares with the journal that is kept outside it."""

    EVEN = "even"
    NEW = "new"  # no budget was ever spent
    UNFINISHED = "unfinished"  # a line stands in the journal, and a crash came before the database had it
    RESTORED = "restored"  # the database is older than the journal
    LOST = "lost"  # the journal is gone, older than the database, or of another database


KINDS: Mapping[str, Kind] = {
    "lineage": Kind.PEOPLE,
    "project": Kind.PROJECT,
    "person": Kind.ANALYST,
    "role": Kind.ROLE,
}
# Of several accounts without room, a refusal names the first of these kinds: the one nearest to the viewer.
NAMED_FIRST = (Kind.ANALYST, Kind.ROLE, Kind.PROJECT, Kind.PEOPLE)

STEPS: Mapping[tuple[State, Act], State] = {  # the ledger refuses steps that are not listed
    (State.RESERVED, Act.START): State.EXECUTING,
    (State.RESERVED, Act.RELEASE): State.RELEASED,
    (State.RESERVED, Act.LAPSE): State.RELEASED,
    (State.EXECUTING, Act.START): State.EXECUTING,  # the earlier worker died, and its noise was never shown
    (State.EXECUTING, Act.COMMIT): State.COMMITTED,
    (State.EXECUTING, Act.LAPSE): State.COMMITTED,
    (State.COMMITTED, Act.COMMIT): State.COMMITTED,
    (State.RELEASED, Act.RELEASE): State.RELEASED,
}
# Each state says how often a spend counts as reserved, and how often as spent.
_WEIGHT: Mapping[State, tuple[int, int]] = {
    State.RESERVED: (1, 0),
    State.EXECUTING: (0, 1),
    State.COMMITTED: (0, 1),
    State.RELEASED: (0, 0),
}


@dataclass(frozen=True, kw_only=True)
class Cap:
    """A cap holds the limits of an account; a field of None sets no limit."""

    rho: Decimal | None
    delta: Decimal | None
    epsilon: Decimal | None


@dataclass(frozen=True, kw_only=True)
class Balance:
    """A balance is one account as admission sees it; `taken` is what is spent and what is reserved."""

    kind: Kind
    cap: Cap
    taken: Cost


@dataclass(frozen=True)
class Mark:
    """A mark says how far a record of spends reaches; an epoch is one unbroken history."""

    epoch: str
    number: int


def has_room(balance: Balance, cost: Cost) -> bool:
    after, cap = balance.taken + cost, balance.cap
    if cap.epsilon is not None and (after.epsilon is None or after.epsilon > cap.epsilon):
        return False
    return after.rho <= _limit(cap.rho) and after.delta <= _limit(cap.delta)


def refused_by(balances: Sequence[Balance], cost: Cost) -> Kind | None:
    """Returns the kind of an account that has no room, or None if all have room: all accounts are debited together, or
    none."""
    full = {balance.kind for balance in balances if not has_room(balance, cost)}
    return next((kind for kind in NAMED_FIRST if kind in full), None)


def step(state: State, act: Act, *, held: int | None, fence: int | None) -> State:
    """Returns the state after the act. `held` is the highest fence that has started it, `fence` that of whoever acts.

    A start is what shows that the vault may have been opened, so what has one is never released.
    """
    if held is not None and fence is not None and fence < held:
        raise StaleFence(f"fence {held} has started this since; {fence} is over")
    if (state, act) not in STEPS:
        raise SpendEnded(f"This use of the budget is {state}; nothing was changed.")
    return STEPS[state, act]


def effect(before: State, after: State) -> tuple[int, int]:
    """Returns how many times its cost a step adds to what is reserved, and to what is spent."""
    (reserved_before, spent_before), (reserved_after, spent_after) = _WEIGHT[before], _WEIGHT[after]
    return reserved_after - reserved_before, spent_after - spent_before


def standing(database: Mark, journal: Mark | None) -> Standing:
    """The journal is written before the database commits, so a crash between the two leaves it one line ahead.

    That line is then carried out: nobody can tell any more whether the data were read. Further ahead means that an old
    database was put back.
    """
    if journal is None or journal.number == 0:
        return Standing.LOST if database.number else Standing.NEW
    if journal.epoch != database.epoch or journal.number < database.number:
        return Standing.LOST
    if journal.number == database.number:
        return Standing.EVEN
    return Standing.UNFINISHED if journal.number == database.number + 1 else Standing.RESTORED


def questions_left(balances: Sequence[Balance], cost: Cost) -> int:
    """Returns how many more questions of this cost all accounts together admit, at most MOST_QUESTIONS."""
    return min([MOST_QUESTIONS, *(_times(balance, cost) for balance in balances)])


def _times(balance: Balance, cost: Cost) -> int:
    if not has_room(balance, cost):
        return 0
    taken, cap = balance.taken, balance.cap
    sums = [(_limit(cap.rho), taken.rho, cost.rho), (_limit(cap.delta), taken.delta, cost.delta)]
    if cap.epsilon is not None:
        sums.append((cap.epsilon, taken.epsilon, cost.epsilon))  # type: ignore[arg-type]  # a cost of None would have no room
    return min([MOST_QUESTIONS, *(int((limit - used) // each) for limit, used, each in sums if each)])


def _limit(cap: Decimal | None) -> Decimal:
    return LARGEST if cap is None else cap


def kind_of(account: Ref) -> Kind:
    if account.kind not in KINDS:
        raise ValueError(f"{account.kind} keeps no budget; {', '.join(KINDS)} do")
    return KINDS[account.kind]
