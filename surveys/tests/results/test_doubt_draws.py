"""Results say whether the questions were sent as often as the lots say, once everything has left the inbox."""

from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.models import Version
from surveys.results.selectors import results_of
from surveys.tests.factories import read, sweep_and_work
from surveys.tests.reports.test_send_some import a_record, a_sampled_version, close_now, send_many, send_record

pytestmark = pytest.mark.django_db(transaction=True)
SEND_ALL = {"questions": "all", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}


def draws_of(version: Version) -> Any:
    return results_of(version)["draws"]


def test_nothing_is_said_while_reports_stay_in_the_inbox(ana: Person) -> None:
    """Fewer reports of a block that few send leave in the meantime: the test would doubt honest people."""
    version = a_sampled_version(ana)
    send_many(version, range(320))
    sweep_and_work()
    assert draws_of(version) is None
    close_now(version)
    assert draws_of(version) is not None


def test_honest_phones_pass(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(200))
    send_many(version, range(200, 400), 1)
    close_now(version)
    draws = draws_of(version)
    assert draws["freedom"] == 4 + 4  # the counts of five blocks add to the people, or to twice as many
    assert draws["chance"] > 0.001


def test_reports_that_choose_their_question_are_noticed_and_it_is_named(ana: Person) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(250))
    draws = read(version).levels[0].draws
    chosen = next(index for index, draw in enumerate(draws) if draw.blocks == ("b3",))
    records = [record for number in range(250, 900) if (record := a_record(version, number))[0] == chosen][:50]
    for number, record in enumerate(records):
        assert send_record(version, record, 1000 + number).status == 202
    close_now(version)
    doubted = draws_of(version)
    assert doubted["chance"] < 0.001
    assert doubted["questions"] == ["q3"]
    assert doubted["expected"] == pytest.approx(60, abs=1)
    assert doubted["reports"] > 80


def test_left_out_reports_were_sent_too(ana: Person) -> None:
    """Nineteen of a question are in no number, and yet they are what the lot says of so few people."""
    version = a_sampled_version(ana)
    send_many(version, range(88))
    close_now(version)
    outcome = results_of(version)
    assert any(result["left_out"] for result in outcome["questions"]) or outcome["unshown"]
    assert outcome["draws"]["chance"] > 0.001


def test_where_every_question_is_sent_there_is_nothing_to_say(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "1"}], send=SEND_ALL)
    send_many(version, range(120))
    close_now(version)
    assert "draws" not in results_of(version)
