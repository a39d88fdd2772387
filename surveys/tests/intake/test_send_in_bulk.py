"""Programs send many reports at once; each is taken or refused by itself, and the states come in order."""

from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.models import InboxRow, Version
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_version, send, text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana)


def post(person: Person | None, reports: list[Any], *scopes: str) -> Any:
    return Visitor(person, *scopes).post("reports/bulk/", {"reports": reports})


def test_states_come_in_the_order_of_the_reports(ana: Person, version: Version) -> None:
    good = a_report(version)
    other = a_report(version, level=1) | {"key": good["key"]}
    reports = [good, "no report", a_report(version, record=text(b"\0")), good, other, a_report(version)]
    answer = post(ana, reports, "reports:bulk")
    states = [state.get("code", state["state"]) for state in answer.json()["states"]]
    assert states == ["accepted", "malformed", "wrong_length", "accepted", "key_reused", "accepted"]
    assert InboxRow.objects.count() == 2


def test_a_report_sent_alone_and_in_bulk_is_one_report(ana: Person, version: Version) -> None:
    report = a_report(version)
    send(report)
    assert post(ana, [report], "reports:bulk").json() == {"states": [{"state": "accepted"}]}
    assert InboxRow.objects.count() == 1


def test_nothing_is_sent_to_surveys_of_others(ana: Person, version: Version) -> None:
    bert = Person.objects.create(email="bert@example.org", name="Bert")
    state = post(bert, [a_report(version)], "reports:bulk").json()["states"][0]
    assert (state["state"], state["code"]) == ("refused", "unknown_version")
    assert InboxRow.objects.count() == 0


@pytest.mark.parametrize(("scopes", "status"), [((), 403), (("surveys:write",), 403)])
def test_needs_a_token_with_the_scope(ana: Person, version: Version, scopes: tuple[str, ...], status: int) -> None:
    assert post(ana, [a_report(version)], *scopes).status_code == status
    assert InboxRow.objects.count() == 0


def test_nobody_without_a_token_sends_in_bulk(version: Version) -> None:
    assert post(None, [a_report(version)]).status_code == 401


@pytest.mark.parametrize("reports", [[], [{}] * 501])
def test_refuses_none_and_too_many(ana: Person, reports: list[Any]) -> None:
    assert post(ana, reports, "reports:bulk").status_code == 400


def test_five_hundred_are_taken_at_once(ana: Person, version: Version) -> None:
    reports = [a_report(version, key=number.to_bytes(16, "big")) for number in range(500)]
    states = post(ana, reports, "reports:bulk").json()["states"]
    assert states == [{"state": "accepted"}] * 500
    assert InboxRow.objects.count() == 500
