"""Two requests about one thing at once, on PostgreSQL: each is answered rightly, and nothing is left half done.

`scripts/test real` pairs whatever ends a thing with everything that is done to it, itself included, in two rounds: each
of the two takes the first lock once. `PAIRS_ROUNDS=20` pairs everything with everything, so often.
"""

import os
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from datahub.accounts import membership
from datahub.accounts.models import Team
from datahub.api import locking
from tests.pairs import order
from tests.pairs.interleave import both
from tests.pairs.invariants import faults
from tests.pairs.operations import KINDS, Operation
from tests.pairs.worlds import Build

pytestmark = [
    pytest.mark.real,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for the whole file"),
]
ROUNDS = int(os.environ.get("PAIRS_ROUNDS", "2"))
RIGHT = {400, 403, 404, 409, 412, 429}  # 400: somebody who is named is nobody any more


def pairs_of(operations: list[Operation]) -> Iterator[tuple[Operation, Operation]]:
    for one, other in combinations_with_replacement(operations, 2):
        if ROUNDS > 2 or one.ends or other.ends:
            yield one, other


def faults_of_pair(build: Build, one: Operation, other: Operation) -> list[str]:
    world = build()
    first, second = one.request(world), other.request(world)
    answers = both(first, second)
    wrong = [
        f"{answer.status_code} {answer.content[:200]!r}"
        for answer in answers
        if not (200 <= answer.status_code < 300 or answer.status_code in RIGHT)
    ]
    left = faults() if ROUNDS > 2 else []  # the short form looks once, at the end of each kind
    return [f"{one} | {other}: {fault}" for fault in (*wrong, *left)]


@pytest.mark.parametrize("kind", KINDS)
def test_two_at_once_are_each_answered_and_leave_nothing_half_done(kind: str) -> None:
    build, operations = KINDS[kind]
    wrong = []
    for number in range(ROUNDS):
        for pair in pairs_of(operations):
            wrong += faults_of_pair(build, *(pair if number % 2 == 0 else reversed(pair)))
    wrong += faults()
    assert not wrong, "\n".join(wrong)


ENDS, PUTS = KINDS["organisation"][1][1], KINDS["organisation"][1][6]  # of a team


def test_a_get_without_care_for_a_row_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(rows: QuerySet[Any]) -> Any:
        return rows.select_for_update(no_key=True, of=("self",)).get()

    monkeypatch.setattr(membership, "lock_row", bare)
    build = KINDS["organisation"][0]
    assert any("500" in fault for fault in faults_of_pair(build, ENDS, PUTS))


def test_locks_in_another_order_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def part_first(id: Any) -> Team:
        team = locking.lock_row(Team.objects.select_related("organisation").filter(pk=id))
        membership.lock_organisation(team.organisation_id)
        return team

    build = KINDS["organisation"][0]
    deletes, adds = KINDS["organisation"][1][0], PUTS
    monkeypatch.setattr(membership, "lock_team", part_first)
    assert order.locked_by(adds.request(build()))[1] != []
    assert any("503" in fault for fault in faults_of_pair(build, deletes, adds))
