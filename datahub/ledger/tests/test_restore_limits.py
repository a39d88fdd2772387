"""A database that was restored raises no limit."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.ledger.errors import BudgetExceeded
from datahub.ledger.models import Account
from datahub.ledger.rules import Cap
from datahub.ledger.services.carry_out import lapse, release
from datahub.ledger.services.limits import set_limit
from datahub.ledger.tests.factories import ANA, BEN, TENTH, account, permit_to_limit, reserved, some_people, sums
from datahub.ledger.tests.test_restore import Backup, acknowledged, spent

pytestmark = pytest.mark.django_db(transaction=True)
RHO = TENTH.rho


def limited(people: Ref, tenths: int, *, account: Ref | None = None, epsilon: str | None = None) -> None:
    cap = Cap(rho=tenths * RHO, delta=Decimal(0), epsilon=Decimal(epsilon) if epsilon else None)
    set_limit(permit=permit_to_limit(people), account=account or people, people=people, cap=cap)


def left(people: Ref) -> int:
    """Returns how many more tenths fit into the budget."""
    for questions in range(20):
        try:
            reserved(people, viewer=BEN)
        except BudgetExceeded:
            return questions
    return 20


@pytest.mark.parametrize("later", [0, 2])
def test_a_limit_that_was_lowered_stays_lowered(later: int) -> None:
    people = some_people(epsilon="5")
    spent(people, 1)
    old = Backup()
    limited(people, 3, epsilon="0.3")
    limited(people, 2, account=ANA)
    spent(people, later, viewer=BEN)
    old.restore()
    acknowledged()
    caps = {account.ref: (account.cap_rho, account.cap_epsilon) for account in Account.objects.all()}
    assert (caps[str(people)], caps[str(ANA)]) == ((3 * RHO, Decimal("0.3")), (2 * RHO, None))
    assert left(people) == 2 - later


def test_one_step_back_lowers_a_limit_without_asking() -> None:
    people = some_people()
    spent(people, 1)
    old = Backup()
    limited(people, 3)
    old.restore()
    assert left(people) == 2


def test_a_limit_that_was_raised_has_to_be_raised_anew() -> None:
    people = some_people(rho="0.015")
    old = Backup()
    limited(people, 9)
    limited(people, 8)
    old.restore()
    assert acknowledged() == "0 lines of the journal charged again, 0 accounts closed.\n"
    assert left(people) == 3


@pytest.mark.parametrize("steps", [1, 2])
def test_what_an_old_database_holds_in_reserve_makes_no_limit_larger(steps: int) -> None:
    people = some_people()
    stale = [reserved(people).pk for _ in range(5)]
    old = Backup()
    for spend in stale:
        release(spend, fence=None)
    for _ in range(steps):
        limited(people, 2)
    old.restore()
    if steps > 1:
        acknowledged()
    assert left(people) == 2
    assert lapse(timezone.now() + timedelta(days=2)) == 2
    assert left(people) == 2


def test_what_is_charged_again_needs_no_room_that_is_only_reserved() -> None:
    people = some_people(rho="0.02")
    stale = [reserved(people).pk for _ in range(3)]
    old = Backup()
    for spend in stale:
        release(spend, fence=None)
    spent(people, 3)
    old.restore()
    acknowledged()
    assert (account(people).cap_rho, sums(people)) == (4 * RHO, (0, 3 * RHO))
