"""These tests cover each request of the pairs, alone on PostgreSQL: it does what it is for, and takes its locks in the
written order."""

import pytest
from django.db import connection

from tests.pairs import order
from tests.pairs.operations import KINDS
from tests.pairs.stage import on_stage

pytestmark = [
    pytest.mark.real,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for the whole file"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_request_is_right_alone_and_takes_its_locks_in_the_written_order(kind: str) -> None:
    build, operations = KINDS[kind]
    wrong = []
    with on_stage(build) as stage:
        for operation in operations:
            answer, against = order.locked_by(operation.request(stage.first))
            wrong += [f"{operation}: {fault}" for fault in against]
            if not 200 <= answer.status_code < 300 and operation.alone != answer.status_code:
                wrong.append(f"{operation}: {answer.status_code} {answer.content[:200]!r}")
            stage.set_back()
    assert not wrong, "\n".join(wrong)


def test_an_order_that_was_turned_round_is_noticed() -> None:
    assert order.faults_in(["accounts_organisation", "accounts_team", "audit_head"]) == []
    assert order.faults_in(["accounts_team", "accounts_organisation"]) != []
    assert order.faults_in(["audit_head", "ledger_account"]) != []
