"""These tests cover two requests about one thing at once, on PostgreSQL: each is answered rightly, and nothing is left
half done.

`scripts/test real` pairs whatever ends a thing with everything that is done to it, itself included, in two rounds: each
of the two takes the first lock once. `PAIRS_ROUNDS=20` pairs everything with everything, so often.
"""

import os
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from datahub.accounts import membership
from datahub.accounts.models import Team
from datahub.api.writes import locking
from tests.pairs import order
from tests.pairs.interleave import Pair
from tests.pairs.invariants import faults
from tests.pairs.operations import KINDS, Operation
from tests.pairs.stage import Stage, on_stage

pytestmark = [
    pytest.mark.real,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for the whole file"),
]
ROUNDS = int(os.environ.get("PAIRS_ROUNDS", "2"))
RIGHT = {400, 403, 404, 409, 412, 429}  # 400 is right too: a named person may be gone.


def pairs_of(operations: list[Operation], rounds: int) -> Iterator[tuple[Operation, Operation]]:
    for first, other in combinations_with_replacement(operations, 2):
        if rounds > 2 or first.ends or other.ends:
            yield first, other


def faults_of_pair(pair: Pair, stage: Stage, first: Operation, other: Operation) -> list[str]:
    """Returns the faults of the answers and of the state they left. The world is then as built again."""
    answers = pair.both(first.request(stage.first), other.request(stage.second))
    wrong = [
        f"{answer.status_code} {answer.content[:200]!r}"
        for answer in answers
        if not (200 <= answer.status_code < 300 or answer.status_code in RIGHT)
    ]
    wrong += faults()
    stage.set_back()
    return [f"{first} | {other}: {fault}" for fault in wrong]


@pytest.mark.parametrize("kind", KINDS)
def test_two_at_once_are_each_answered_and_leave_nothing_half_done(kind: str) -> None:
    build, operations = KINDS[kind]
    wrong = []
    with Pair() as pair, on_stage(build) as stage:
        for number in range(ROUNDS):
            for first, other in pairs_of(operations, ROUNDS):
                in_turn = (first, other) if number % 2 == 0 else (other, first)
                wrong += faults_of_pair(pair, stage, *in_turn)
    assert not wrong, "\n".join(wrong)


# These operations end a team, and put a member into it.
ENDS, PUTS = KINDS["organisation"][1][1], KINDS["organisation"][1][6]


def faults_of_one_pair(first: Operation, other: Operation) -> str:
    with Pair() as pair, on_stage(KINDS["organisation"][0]) as stage:
        return "\n".join(faults_of_pair(pair, stage, first, other))


def test_a_get_without_care_for_a_row_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(rows: QuerySet[Any]) -> Any:
        return rows.select_for_update(no_key=True, of=("self",)).get()

    monkeypatch.setattr(membership, "lock_row", bare)
    assert "500" in faults_of_one_pair(ENDS, PUTS)


def test_locks_in_another_order_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def part_first(id: Any) -> Team:
        team = locking.lock_row(Team.objects.select_related("organisation").filter(pk=id))
        membership.lock_organisation(team.organisation_id)
        return team

    monkeypatch.setattr(membership, "lock_team", part_first)
    with on_stage(KINDS["organisation"][0]) as stage:
        assert order.locked_by(PUTS.request(stage.first))[1] != []
    assert "503" in faults_of_one_pair(KINDS["organisation"][1][0], PUTS)


def state() -> dict[str, Any]:
    """Returns all rows of all tables, and all files of the data folder."""
    with connection.cursor() as cursor:
        rows: dict[str, Any] = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT rows::text FROM "{table}" rows ORDER BY 1')  # noqa: S608 - Django's own names
            rows[table] = cursor.fetchall()
    data = Path(settings.DATA)
    return rows | {str(file): file.read_bytes() for file in data.rglob("*") if file.is_file()}


def test_a_world_is_set_back_to_what_was_built() -> None:
    build, operations = KINDS["upload"]
    with on_stage(build) as stage:
        built = state()
        assert any(key.endswith("/0") for key in built)  # The world holds the piece of a file.
        for operation in operations[:2]:
            assert operation.request(stage.first)().status_code < 300
            assert state() != built
            stage.set_back()
            assert state() == built
