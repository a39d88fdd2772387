"""Budget is set aside on all accounts or on none, once for each request, and never beyond a limit."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from datahub.api.ref import Ref
from datahub.audit.models import Entry
from datahub.ledger.errors import (
    BudgetExceeded,
    BudgetInUse,
    LimitRefused,
    NoBudget,
    NotCovered,
    RequestReleased,
    RequestReused,
)
from datahub.ledger.models import Account, Spend, SpendLine
from datahub.ledger.rules import Cap, State
from datahub.ledger.services.carry_out import release, start
from datahub.ledger.services.limits import set_limit
from datahub.ledger.services.reserve import check_unused, reserve
from datahub.ledger.tests.factories import (
    ANA,
    BEN,
    NOISE,
    PROJECT,
    ROLE,
    TENTH,
    account,
    permit,
    permit_to_limit,
    reserved,
    some_people,
    sums,
)
from mechanisms.accounting.zcdp import QUANTUM, Cost

pytestmark = pytest.mark.django_db
RHO = TENTH.rho


def limit(people: Ref, holder: Ref, rho: str) -> None:
    cap = Cap(rho=Decimal(rho), delta=None, epsilon=None)
    set_limit(permit=permit_to_limit(people), account=holder, people=people, cap=cap)


def test_a_cost_is_set_aside_on_every_account() -> None:
    people = some_people()
    spend = reserved(people, more=(PROJECT, ROLE))
    assert (spend.state, spend.cost, spend.number) == (State.RESERVED, TENTH, None)
    assert [sums(people, ref) for ref in (people, ANA, PROJECT, ROLE)] == [(RHO, 0)] * 4
    assert Entry.objects.get(operation="budget.reserve").actor == "person:ana"


def test_ten_tenths_fit_and_the_eleventh_is_refused() -> None:
    people = some_people()
    for _ in range(10):
        reserved(people)
    with pytest.raises(BudgetExceeded) as refusal:
        reserved(people)
    assert refusal.value.to_json() == {
        "code": "budget_exceeded",
        "detail": "The budget of the people behind these data has no room for the question.",
        "fields": {"account": ["people"]},
    }
    assert sums(people) == (10 * RHO, 0)


@pytest.mark.parametrize(("holder", "kind"), [(ANA, "analyst"), (PROJECT, "project"), (ROLE, "role")])
def test_a_refusal_names_whose_share_is_full_and_takes_nothing_from_the_others(holder: Ref, kind: str) -> None:
    people = some_people()
    limit(people, holder, "0.004")
    with pytest.raises(BudgetExceeded) as refusal:
        reserved(people, more=(PROJECT, ROLE))
    assert refusal.value.fields == {"account": [kind]}
    assert not any(character.isdigit() for character in refusal.value.detail)
    assert sums(people) == (0, 0)
    assert not Spend.objects.exists()


def test_the_same_request_is_the_same_spend() -> None:
    people = some_people()
    first, again = reserved(people, request="one"), reserved(people, request="one")
    assert first == again
    assert sums(people) == (RHO, 0)
    assert Entry.objects.filter(operation="budget.reserve").count() == 1


def test_a_request_id_is_not_used_for_something_else() -> None:
    people, others = some_people(), some_people()
    reserved(people, request="one")
    with pytest.raises(RequestReused):
        reserved(people, request="one", cost=NOISE)
    with pytest.raises(RequestReused):
        reserved(people, request="one", viewer=BEN)
    with pytest.raises(RequestReused):
        reserved(people, request="one", purpose="sale")
    with pytest.raises(RequestReused):
        reserved(people, request="one", more=(PROJECT,))
    with pytest.raises(RequestReused):
        reserved(others, request="one")
    assert Spend.objects.count() == 1


def test_a_request_whose_cost_was_given_back_is_asked_anew_under_another_id() -> None:
    people = some_people(rho="0.005")
    release(reserved(people, request="one").pk, fence=None)
    with pytest.raises(RequestReleased):
        reserved(people, request="one")
    assert sums(people) == (0, 0)
    reserved(people, request="two")
    # The refusal is not that the budget is full: under this id the price never fits again.
    with pytest.raises(RequestReleased):
        reserved(people, request="one")
    with pytest.raises(RequestReused):
        reserved(people, request="one", cost=NOISE)


def test_a_name_is_unused_until_something_was_asked_under_it_and_never_again() -> None:
    people = some_people()
    check_unused("one")
    spend = reserved(people, request="one")
    with pytest.raises(RequestReused):
        check_unused("one")
    release(spend.pk, fence=None)
    with pytest.raises(RequestReleased):
        check_unused("one")
    check_unused("two")


def test_a_request_that_is_paid_for_already_is_the_same_spend() -> None:
    people = some_people()
    first = reserved(people, request="one")
    start(first.pk, fence=1)
    assert reserved(people, request="one") == first
    assert sums(people) == (0, RHO)


def test_people_without_a_budget_have_none_to_spend() -> None:
    with pytest.raises(NoBudget):
        reserved(Ref("lineage", "unknown"))


def test_a_permit_for_other_people_moves_nothing() -> None:
    people, others = some_people(), some_people()
    with pytest.raises(NotCovered):
        reserve(permit=permit(others), request="one", accounts=[people, ANA], cost=TENTH)
    with pytest.raises(NotCovered):
        reserve(permit=permit(people), request="one", accounts=[ANA], cost=TENTH)
    assert sums(people) == (0, 0)


def test_joined_data_are_on_the_account_of_all_their_people() -> None:
    people, others = some_people(), some_people()
    both = permit(people)
    assert both.facts is not None
    object.__setattr__(both.facts, "attributes", {"lineage": f"{people} {others}"})
    reserve(permit=both, request="one", accounts=[people, others, ANA], cost=TENTH)
    assert [sums(*account) for account in ((people, people), (others, others), (people, ANA), (others, ANA))] == [
        (RHO, 0)
    ] * 4


def test_where_a_pure_guarantee_was_promised_only_pure_costs_fit() -> None:
    people = some_people(epsilon="0.25")
    with pytest.raises(BudgetExceeded):
        reserved(people, cost=NOISE)
    reserved(people)
    reserved(people)
    with pytest.raises(BudgetExceeded):
        reserved(people)
    assert account(people).reserved_epsilon == Decimal("0.2")


def test_a_budget_cannot_be_made_smaller_than_what_is_taken_or_pure_after_noise() -> None:
    people = some_people()
    reserved(people, cost=NOISE)
    permit_for_limits = permit_to_limit(people)
    for cap in (
        Cap(rho=Decimal("0.004"), delta=Decimal(0), epsilon=None),
        Cap(rho=Decimal(1), delta=Decimal(0), epsilon=Decimal(5)),
    ):
        with pytest.raises(BudgetInUse):
            set_limit(permit=permit_for_limits, account=people, people=people, cap=cap)
    set_limit(permit=permit_for_limits, account=people, people=people, cap=Cap(rho=RHO, delta=Decimal(0), epsilon=None))
    with pytest.raises(BudgetExceeded):
        reserved(people)


def test_limits_need_a_permit_to_set_them_and_a_number_that_fits() -> None:
    people = some_people()
    cap = Cap(rho=Decimal(1), delta=Decimal(0), epsilon=None)
    of_the_data, of_another_deed = permit(people, operation="budget.set"), permit_to_limit(people, operation="x")
    for wrong_permit in (permit(people), of_the_data, of_another_deed, permit_to_limit(Ref("lineage", "other"))):
        with pytest.raises(NotCovered):
            set_limit(permit=wrong_permit, account=people, people=people, cap=cap)
    for wrong in (Cap(rho=Decimal(4001), delta=Decimal(0), epsilon=None), Cap(rho=None, delta=None, epsilon=None)):
        with pytest.raises(LimitRefused):
            set_limit(permit=permit_to_limit(people), account=people, people=people, cap=wrong)


def test_amounts_are_kept_to_the_last_quantum() -> None:
    odd = Decimal("3.141592653589793")
    people = some_people(rho="3999.999999999999999")
    spend = reserved(people, cost=Cost(rho=odd, delta=QUANTUM, epsilon=odd))
    spend.refresh_from_db()
    assert (spend.rho, spend.delta, spend.epsilon) == (odd, QUANTUM, odd)
    row = account(people)
    assert (row.reserved_rho, row.reserved_delta, row.cap_rho) == (odd, QUANTUM, Decimal("3999.999999999999999"))


@pytest.mark.parametrize(
    "change",
    [
        "reserved_rho = reserved_rho + cap_rho",
        "spent_rho = cap_rho + 1",
        "spent_delta = cap_delta + 1",
        "reserved_rho = -1",
        "cap_rho = NULL",
        "cap_rho = 0",
    ],
)
def test_the_database_itself_refuses_an_overdrawn_account(change: str) -> None:
    people = some_people()
    reserved(people)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE ledger_account SET {change} WHERE ref = people")  # noqa: S608 - only constants are inserted


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger_spend",
        "DELETE FROM ledger_spendline",
        "UPDATE ledger_spendline SET rho = 0",
        "UPDATE ledger_spend SET rho = 0",
        "UPDATE ledger_spend SET request = 'another'",
        "UPDATE ledger_spend SET purpose = 'sale'",
        "UPDATE ledger_spend SET state = 'committed'",
    ],
)
def test_the_database_itself_refuses_to_forget_a_spend(statement: str) -> None:
    reserved(some_people())
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert SpendLine.objects.count() == 2


def test_accounts_of_analysts_open_at_their_first_use_and_share_the_limit_of_the_people() -> None:
    people = some_people()
    reserved(people, viewer=ANA)
    reserved(people, viewer=BEN)
    assert set(Account.objects.filter(people=str(people)).values_list("ref", flat=True)) == {
        str(people),
        "person:ana",
        "person:ben",
    }
    assert sums(people) == (2 * RHO, 0)


def test_whoever_waits_for_an_account_waits_for_four_statements_and_the_commit() -> None:
    people = some_people()
    reserved(people)
    with CaptureQueriesContext(connection) as seen:
        reserved(people)
    statements = [query["sql"].split(" WHERE ")[0] for query in seen.captured_queries]
    last_read = max(
        index for index, sql in enumerate(statements) if sql.startswith("SELECT") and "ledger_account" in sql
    )
    statements_under_lock = [sql.split('"')[:2] for sql in statements[last_read + 1 :] if "SAVEPOINT" not in sql]
    tables = ["ledger_account", "audit_head", "audit_entry", "audit_head"]
    deeds = ["UPDATE ", "SELECT ", "INSERT INTO ", "UPDATE "]
    assert [deed for deed, _ in statements_under_lock] == deeds
    assert [table for _, table in statements_under_lock] == tables
    # The savepoint of the test, in place of a transaction.
    assert sum(sql.startswith("SAVEPOINT") for sql in statements) == 1
