"""A receipt takes its report back until the batch closes, and leaves nothing but the number withdrawn."""

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from datahub.accounts.models import Person
from surveys.models import BatchKey, InboxRow, Report, Version
from surveys.running import sweeping
from surveys.running.close import close
from surveys.running.rotate import rotate
from surveys.running.sweep import sweep
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_version, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)
KEY = b"a key of my own."


def ask(version: str, receipt: str) -> Any:
    body = {"version": version, "receipt": receipt}
    return Client().post("/api/v1/reports/withdrawals/", body, content_type="application/json")


def receipt(key: bytes = KEY) -> str:
    return hashlib.sha256(key).hexdigest()


def withdrawn() -> int:
    """Returns how many reports are withdrawn under all keys, also those whose batch is still open."""
    return sum(BatchKey.objects.values_list("withdrawn", flat=True))


def shown(ana: Person, version: Version) -> int:
    return int(Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["withdrawn"])


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana)


def test_a_withdrawn_report_is_not_counted(version: Version) -> None:
    send(a_report(version, key=KEY))
    send(a_report(version))
    answer = ask(version.hash, receipt())
    assert (answer.status_code, answer.json()) == (202, {"state": "noted"})
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    assert (Report.objects.count(), withdrawn()) == (1, 1)


def test_the_answer_is_the_same_whatever_was_there(version: Version) -> None:
    send(a_report(version, key=KEY))
    answers = [
        ask(version.hash, receipt()),
        ask(version.hash, receipt()),
        ask(version.hash, receipt(b"never sent")),
        ask("0" * 64, receipt()),
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b'{"state":"noted"}')}
    assert withdrawn() == 1


def test_a_withdrawn_row_looks_like_an_ingested_one_and_a_replay_is_not_stored(version: Version) -> None:
    report = a_report(version, key=KEY)
    send(report)
    ask(version.hash, receipt())
    row = InboxRow.objects.get()
    assert (row.sealed, row.batch_key) == (None, None)
    assert send(report).status == 202
    assert InboxRow.objects.exclude(sealed=None).count() == 0


def test_nothing_is_withdrawn_once_the_batch_is_closed(version: Version) -> None:
    """Held reports belong to a closed batch too: withdrawing them one by one would leave too few to be mixed with."""
    for number in range(100):
        send(a_report(version, key=number.to_bytes(16, "big")))
    sweep_and_work()
    for number in range(100):
        assert ask(version.hash, receipt(number.to_bytes(16, "big"))).status_code == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    assert (Report.objects.count(), withdrawn()) == (100, 0)


def test_nothing_is_withdrawn_between_the_closing_of_a_batch_and_its_ingest(version: Version) -> None:
    for number in range(50):
        send(a_report(version, key=number.to_bytes(16, "big")))
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    ask(version.hash, receipt((7).to_bytes(16, "big")))
    work()
    assert (Report.objects.count(), withdrawn()) == (50, 0)


def test_the_number_withdrawn_moves_only_with_a_batch(ana: Person, version: Version) -> None:
    """A live number would reveal when somebody withdrew, and whether the report of a receipt had been there."""
    send(a_report(version, key=KEY))
    ask(version.hash, receipt())
    assert (withdrawn(), shown(ana, version)) == (1, 0)
    for number in range(100):
        send(a_report(version, key=number.to_bytes(16, "big")))
        if number in {49, 99}:
            sweep()
            assert shown(ana, version) == 0
    work()
    assert shown(ana, version) == 1


def test_a_batch_that_fell_below_its_least_while_it_was_looked_at_stays_open(version: Version) -> None:
    for number in range(50):
        send(a_report(version, key=number.to_bytes(16, "big")))
    (full,) = sweeping.full_batch_keys(timezone.now())
    ask(version.hash, receipt((7).to_bytes(16, "big")))
    rotate(batch_key_id=full)
    assert [batch_key.state for batch_key in BatchKey.objects.all()] == [BatchKey.State.CURRENT]


@pytest.mark.parametrize("body", [{"version": "0" * 64}, {"version": "x", "receipt": "0" * 64}, {"receipt": "0" * 63}])
def test_refuses_what_is_no_receipt(db: None, body: dict[str, str]) -> None:
    answer = Client().post("/api/v1/reports/withdrawals/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
