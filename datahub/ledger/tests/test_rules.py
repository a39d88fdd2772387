"""These tests cover the whole decision and transition tables of the ledger. Runs without Django; mutants run against
it."""

import dataclasses
import itertools
from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.api.ref import Ref
from datahub.ledger import rules
from datahub.ledger.errors import SpendEnded, StaleFence
from datahub.ledger.rules import Act, Balance, Cap, Kind, Mark, Standing, State, effect, has_room, step
from mechanisms.accounting.zcdp import QUANTUM, Cost

NO, YES = "refused", "as before"
TABLE = {
    #            reserved     executing    committed    released
    "start": ("executing", "executing", NO, NO),
    "commit": (NO, "committed", "committed", NO),
    "release": ("released", NO, NO, "released"),
    "lapse": ("released", "committed", NO, NO),
}
STATES = ("reserved", "executing", "committed", "released")
COUNTED = {"reserved": (1, 0), "executing": (0, 1), "committed": (0, 1), "released": (0, 0)}
FENCES = (None, 1, 2, 3)


def cost(rho: str = "0", delta: str = "0", epsilon: str | None = "0") -> Cost:
    return Cost(rho=Decimal(rho), delta=Decimal(delta), epsilon=None if epsilon is None else Decimal(epsilon))


def balance(kind: Kind = Kind.PEOPLE, *, cap: Sequence[str | None], taken: Cost | None = None) -> Balance:
    rho, delta, epsilon = (None if limit is None else Decimal(limit) for limit in cap)
    return Balance(kind=kind, cap=Cap(rho=rho, delta=delta, epsilon=epsilon), taken=taken or cost())


def test_the_table_speaks_of_every_state_and_every_act() -> None:
    assert [state.value for state in State] == list(STATES)
    assert [act.value for act in Act] == list(TABLE)


@pytest.mark.parametrize(("act", "index", "highest", "fence"), [*itertools.product(TABLE, range(4), FENCES, FENCES)])
def test_every_step_is_as_the_table_says(act: str, index: int, highest: int | None, fence: int | None) -> None:
    state, expected = State(STATES[index]), TABLE[act][index]
    if highest is not None and fence is not None and fence < highest:
        with pytest.raises(StaleFence, match=f"fence {highest} has started this since; {fence} is over"):
            step(state, Act(act), held=highest, fence=fence)
    elif expected == NO:
        with pytest.raises(SpendEnded, match=f"This use of the budget is {state.value}; nothing was changed."):
            step(state, Act(act), held=highest, fence=fence)
    else:
        assert step(state, Act(act), held=highest, fence=fence) == State(expected)


@pytest.mark.parametrize(("before", "after"), [*itertools.product(STATES, STATES)])
def test_a_step_moves_the_cost_to_where_the_state_counts_it(before: str, after: str) -> None:
    reserved, spent = effect(State(before), State(after))
    assert COUNTED[after] == (COUNTED[before][0] + reserved, COUNTED[before][1] + spent)


def test_once_started_no_path_leads_to_a_refund() -> None:
    reached, at = {State.EXECUTING}, [State.EXECUTING]
    while at:
        state = at.pop()
        following = {after for (before, _), after in rules.STEPS.items() if before == state} - reached
        reached |= following
        at.extend(following)
    assert reached == {State.EXECUTING, State.COMMITTED}
    assert all(effect(state, other)[1] == 0 for state in reached for other in reached)


def standing_by_hand(database: tuple[str, int], journal: tuple[str, int] | None) -> str:
    """Returns the standing by its definition in words, the most particular case first."""
    epoch, number = database
    if journal is None or journal[1] == 0:
        return "new" if number == 0 else "lost"
    if journal[0] != epoch:
        return "lost"
    return {0: "even", 1: "unfinished"}.get(journal[1] - number, "restored" if journal[1] > number else "lost")


@pytest.mark.parametrize("database", [*itertools.product(("", "a", "b"), range(5))])
def test_database_and_journal_are_compared_as_the_table_says(database: tuple[str, int]) -> None:
    journals = [None, *itertools.product(("a", "b"), range(7))]
    for journal in journals:
        standing = rules.standing(Mark(*database), Mark(*journal) if journal else None)
        assert standing == Standing(standing_by_hand(database, journal)), journal
    assert {standing.value for standing in Standing} == {"even", "new", "unfinished", "restored", "lost"}


SUMS = ("0", "1", "2")
CAPS = (None, "1", "2", "3")


@pytest.mark.parametrize("cap", [*itertools.product(CAPS, repeat=3)])
def test_room_is_what_every_limit_allows(cap: tuple[str | None, str | None, str | None]) -> None:
    for taken in itertools.product(SUMS, SUMS, (*SUMS, None)):
        for price in itertools.product(SUMS, SUMS, (*SUMS, None)):
            expected = True
            for limit, used, each in zip(cap, taken, price, strict=True):
                if limit is not None:
                    expected &= used is not None and each is not None and int(used) + int(each) <= int(limit)
            assert has_room(balance(cap=cap, taken=cost(*taken)), cost(*price)) == expected


@pytest.mark.parametrize("measure", [0, 1, 2])
def test_the_last_quantum_decides(measure: int) -> None:
    cap: list[str | None] = ["1", "1", "1"]
    cap[measure] = "0.3"
    taken = cost("0.2", "0.2", "0.2")
    assert has_room(balance(cap=cap, taken=taken), cost("0.1", "0.1", "0.1"))
    more = ["0.1"] * 3
    more[measure] = str(Decimal("0.1") + QUANTUM)
    assert not has_room(balance(cap=cap, taken=taken), cost(*more))


def test_an_account_without_a_limit_holds_four_thousand() -> None:
    for rho, delta in (("3999", "0"), ("0", "3999")):
        free = balance(cap=(None, None, None), taken=cost(rho, delta))
        assert has_room(free, cost("1" if rho != "0" else "0", "1" if delta != "0" else "0"))
        assert not has_room(free, cost("1.000000000000001" if rho != "0" else "0", "1.5" if delta != "0" else "0"))


ROOMY, FULL = ("1", "1", None), ("0", "1", None)
KINDS = ("analyst", "role", "project", "people")  # a refusal names the kind nearest to the viewer


@pytest.mark.parametrize("full", [*itertools.product((False, True), repeat=4)])
def test_a_refusal_names_the_nearest_account_that_is_full(full: tuple[bool, ...]) -> None:
    caps = {kind: FULL if is_full else ROOMY for kind, is_full in zip(KINDS, full, strict=True)}
    expected = next((kind for kind, is_full in zip(KINDS, full, strict=True) if is_full), None)
    for order in itertools.permutations(KINDS):
        balances = [balance(Kind(kind), cap=caps[kind]) for kind in order]
        assert rules.refused_by(balances, cost("1")) == (Kind(expected) if expected else None)


def test_refs_that_keep_budgets_are_four() -> None:
    named = {"lineage": "people", "project": "project", "person": "analyst", "role": "role"}
    for ref_kind, kind in named.items():
        assert rules.kind_of(Ref(ref_kind, "x")) == Kind(kind)
    with pytest.raises(ValueError, match="survey keeps no budget; lineage, project, person, role do"):
        rules.kind_of(Ref("survey", "x"))
    assert {kind.value for kind in Kind} == set(named.values())


def test_a_forecast_counts_questions_one_by_one() -> None:
    for caps in itertools.product(("0", "1", "5", "12", None), repeat=3):
        for price in (cost("1", "2", "3"), cost("2", "0", "1"), cost("0", "1", None), cost("0.7", "0.3", "0")):
            balances = [balance(cap=caps, taken=cost("0.5", "0.25", "0")), balance(cap=("40", "40", None))]
            count, taken = 0, cost("0.5", "0.25", "0")
            while has_room(balance(cap=caps, taken=taken), price) and taken.rho + taken.delta < 60:
                taken, count = taken + price, count + 1
            least = min(int(40 // each) for each in (price.rho, price.delta) if each)
            assert rules.questions_left(balances, price) == min(count, least)


@pytest.mark.parametrize(("price", "left"), [(("0.1", "0", "0"), 7), (("0", "0.1", "0"), 4), (("0", "0", "0.1"), 9)])
def test_a_forecast_looks_at_what_is_left_of_each_sum(price: tuple[str, str, str], left: int) -> None:
    assert rules.questions_left([balance(cap=("1", "1", "1"), taken=cost("0.3", "0.6", "0.1"))], cost(*price)) == left


def test_a_forecast_of_what_was_already_impure_asks_no_pure_limit() -> None:
    assert rules.questions_left([balance(cap=("1", "1", None), taken=cost("0", "0", None))], cost("0.5", "0", "9")) == 2
    assert rules.questions_left([balance(cap=("1", "1", "9"), taken=cost("0", "0", None))], cost("0.5", "0", "1")) == 0
    assert rules.questions_left([balance(cap=("1", "1", "9"))], cost("0.5", "0", None)) == 0


def test_a_forecast_stops_at_a_thousand() -> None:
    assert rules.questions_left([], cost("1")) == 1000
    assert rules.questions_left([balance(cap=(None, None, None))], cost("0.001")) == 1000
    assert rules.questions_left([balance(cap=("1", "1", "1"))], cost()) == 1000
    assert rules.questions_left([balance(cap=("0.999", "1", None))], cost("0.001")) == 999


@pytest.mark.parametrize("shape", [Cap, Balance])
def test_what_is_decided_on_is_named_and_does_not_change(shape: type) -> None:
    names = [field.name for field in dataclasses.fields(shape)]
    with pytest.raises(TypeError):
        shape(*names)
    with pytest.raises(dataclasses.FrozenInstanceError):
        shape(**dict.fromkeys(names)).kind = None
    with pytest.raises(dataclasses.FrozenInstanceError):
        Mark("a", 1).number = 0  # type: ignore[misc]  # the test expects this assignment to fail


def test_nothing_is_stale_within_a_day() -> None:
    assert rules.STALE.total_seconds() == 24 * 3600


prices = st.builds(
    Cost,
    rho=st.decimals(0, 3, places=15),
    delta=st.decimals(0, 3, places=15),
    epsilon=st.none() | st.decimals(0, 3, places=15),
)
limits = st.none() | st.decimals(0, 5, places=15)
balances = st.builds(
    Balance,
    kind=st.sampled_from(list(Kind)),
    cap=st.builds(Cap, rho=limits, delta=limits, epsilon=limits),
    taken=prices,
)


@given(balances, prices, prices)
def test_what_is_admitted_after_another_is_admitted_alone(before: Balance, first: Cost, second: Cost) -> None:
    after = Balance(kind=before.kind, cap=before.cap, taken=before.taken + first)
    if has_room(after, second):
        assert has_room(before, second)


@given(balances, prices)
def test_the_forecast_is_what_admission_would_say(balance: Balance, price: Cost) -> None:
    count = rules.questions_left([balance], price)
    assert (count > 0) == has_room(balance, price)
    if 0 < count < 40:
        taken = balance.taken
        for _ in range(count):
            assert has_room(Balance(kind=balance.kind, cap=balance.cap, taken=taken), price)
            taken += price
        assert not has_room(Balance(kind=balance.kind, cap=balance.cap, taken=taken), price)
