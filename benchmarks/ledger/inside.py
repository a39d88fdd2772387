"""Runs with the settings of a scratch DataHub: threads ask one budget. Prints what was granted and how long it took.

`python -m benchmarks.ledger.inside ours|naive THREADS EACH ROOM`; naive reads, compares in Python and writes, as one
would who does not think of the others.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Models can be imported only after django.setup().
from django.db import OperationalError, connection  # noqa: E402

from datahub.api.facts import Facts  # noqa: E402
from datahub.api.ref import Ref  # noqa: E402
from datahub.ledger.errors import BudgetExceeded  # noqa: E402
from datahub.ledger.models import Account, Spend, SpendLine  # noqa: E402
from datahub.ledger.rules import Cap, has_room  # noqa: E402
from datahub.ledger.services.limits import set_limit  # noqa: E402
from datahub.ledger.services.reserve import reserve  # noqa: E402
from datahub.policies.services import Permit  # noqa: E402
from mechanisms.accounting.zcdp import pure  # noqa: E402

COST = pure(Decimal("0.1"))
ANALYST, PROJECT = Ref("person", "bench"), Ref("project", "bench")


def permit(people: Ref, operation: str) -> Permit:
    facts = Facts(name="", url="", owner=None, parent=people, state="")
    return Permit(ANALYST, operation, Ref("dataset", "bench"), facts, "bench", administrator=False)


def people_with(room: int) -> Ref:
    people = Ref("lineage", str(uuid4()))
    cap = Cap(rho=room * COST.rho, delta=Decimal(0), epsilon=None)
    set_permit = Permit(ANALYST, "budget.set", people, None, "bench", administrator=False)
    set_limit(permit=set_permit, account=people, people=people, cap=cap)
    reserve(
        permit=permit(people, "dataset.query"), request=str(uuid4()), accounts=[people, ANALYST, PROJECT], cost=COST
    )
    return people


def ours(people: Ref) -> bool:
    query_permit = permit(people, "dataset.query")
    try:
        reserve(permit=query_permit, request=str(uuid4()), accounts=[people, ANALYST, PROJECT], cost=COST)
    except BudgetExceeded:
        return False
    return True


def naive(people: Ref) -> bool:
    accounts = list(Account.objects.filter(people=str(people)).order_by("pk"))
    if not all(has_room(account.balance(), COST) for account in accounts):
        return False
    spend = Spend.objects.create(
        request=str(uuid4()), actor=str(ANALYST), rho=COST.rho, delta=COST.delta, epsilon=COST.epsilon
    )
    for account in accounts:
        SpendLine.objects.create(spend=spend, account=account, rho=COST.rho, delta=COST.delta, epsilon=COST.epsilon)
        Account.objects.filter(pk=account.pk).update(
            reserved_rho=account.reserved_rho + COST.rho, reserved_epsilon=account.reserved_epsilon + COST.rho
        )
    return True


def measured(ask: Callable[[Ref], bool], threads: int, each: int, room: int) -> dict[str, object]:
    people, together, lock = people_with(room + 1), threading.Barrier(threads), threading.Lock()
    took: list[float] = []
    granted = failed = 0

    def run() -> None:
        nonlocal granted, failed
        connection.ensure_connection()
        together.wait()
        for _ in range(each):
            started = time.perf_counter()
            try:
                admitted, broke = ask(people), False
            except OperationalError:  # The database reports a deadlock, or SQLite has waited too long.
                admitted, broke = False, True
            seconds = time.perf_counter() - started
            with lock:
                took.append(seconds)
                granted += admitted
                failed += broke
        connection.close()

    runners = [threading.Thread(target=run) for _ in range(threads)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    return {"granted": granted, "failed": failed, "seconds": took}


if __name__ == "__main__":
    who, *counts = sys.argv[1:]
    print(json.dumps(measured({"ours": ours, "naive": naive}[who], *map(int, counts))))
