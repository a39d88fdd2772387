"""However reserving, starting, ending and crashing are mixed, each account is the sum of its lines."""

import shutil
from decimal import Decimal

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datahub.api.ref import Ref
from datahub.ledger.errors import BudgetExceeded, SpendEnded, StaleFence
from datahub.ledger.models import Account, Spend, StoredAnswer
from datahub.ledger.rules import State
from datahub.ledger.services.carry_out import Answer, commit, give_up, lapse, release, start
from datahub.ledger.services.reserve import reserve_stored
from datahub.ledger.tests.factories import ANA, BEN, NOISE, PROJECT, TENTH, permit, reserved, some_people
from mechanisms.accounting.zcdp import Cost, gaussian, threshold, total

pytestmark = pytest.mark.django_db
COSTS = (TENTH, NOISE, gaussian(7) + threshold(Decimal("1e-8")))
deeds = st.tuples(
    st.sampled_from(["reserve", "start", "commit", "release", "give up", "lapse", "serve"]),
    st.integers(0, 4),  # spends are numbered in the order of reserving
    st.integers(1, 3),  # each worker has a fence
    st.sampled_from(COSTS),
)


def do(deed: str, which: int, fence: int, cost: Cost, people: Ref) -> None:
    spends = list(Spend.objects.order_by("reserved_at", "pk").values_list("pk", flat=True))
    if deed == "reserve" or not spends:
        reserved(people, cost=cost, viewer=(ANA, BEN)[which % 2], more=(PROJECT,) * (which % 2))
    elif deed == "lapse":
        lapse(Spend.objects.latest("reserved_at").reserved_at)  # no spend is stale at this time
    elif deed == "serve":
        stored = StoredAnswer.objects.first()
        if stored is not None:
            reserve_stored(permit=permit(people, viewer=BEN), request=f"serve {which}", answer=stored)
    else:
        spend = spends[which % len(spends)]
        if deed == "start":
            start(spend, fence=fence)
        elif deed == "commit":
            commit(spend, fence=fence, answer=Answer(plan_digest=f"{which}", data_version="dataset_version:1", body={}))
        elif deed == "release":
            release(spend, fence=fence)
        else:
            give_up(spend, fence=fence)


def by_lines(account: Account, states: set[State]) -> Cost:
    lines = account.lines.filter(spend__state__in=states)
    return total(Cost(rho=line.rho, delta=line.delta, epsilon=line.epsilon) for line in lines)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(deeds, max_size=25))
def test_every_account_is_the_sum_of_its_lines(story: list[tuple[str, int, int, Cost]]) -> None:
    shutil.rmtree(django_settings.LEDGER_FOLDER, ignore_errors=True)
    with transaction.atomic():
        people = some_people(rho="0.03", delta="0.000001")
        for deed in story:
            try:
                with transaction.atomic():
                    do(*deed, people)
            except (BudgetExceeded, SpendEnded, StaleFence):
                continue
            for account in Account.objects.all():
                kept = by_lines(account, {State.RESERVED})
                gone = by_lines(account, {State.EXECUTING, State.COMMITTED})
                assert (account.reserved_rho, account.reserved_delta) == (kept.rho, kept.delta)
                assert (account.spent_rho, account.spent_delta) == (gone.rho, gone.delta)
                if account.pure:
                    assert account.spent == gone
        transaction.set_rollback(True)
