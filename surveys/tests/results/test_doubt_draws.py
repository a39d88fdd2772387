"""Results say whether the questions were sent as often as the lots say, once everything has left the inbox."""

from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.models import Version
from surveys.publishing.definition import Definition
from surveys.reports.tally import Tally
from surveys.results.cautions import draws_alike
from surveys.results.selectors import results_of
from surveys.tests.factories import read, sweep_and_work
from surveys.tests.reports.test_send_some import a_record, a_sampled_version, close_now, send_many, send_record

pytestmark = pytest.mark.django_db(transaction=True)
SEND_ALL = {"questions": "all", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}


def draws_of(version: Version) -> Any:
    return results_of(version)["draws"]


def test_nothing_is_said_while_reports_stay_in_the_inbox(ana: Person) -> None:
    """Fewer reports of a rarely sent block leave the inbox before the end, so the test would doubt honest people."""
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
    assert draws["freedom"] == 4 + 4  # At each level the counts of five blocks have one fixed sum.
    assert draws["chance"] > 0.001
    assert draws["furthest"] is None  # The counts of a level are given only when the draws are doubted.


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
    furthest = doubted["furthest"]
    assert (furthest["level"], furthest["questions"]) == (0, ["q3"])
    assert furthest["expected"] == pytest.approx(60, abs=1)
    assert furthest["reports"] > 80


def test_left_out_reports_were_sent_too(ana: Person) -> None:
    """Nineteen reports on a question are in no estimate, but the test of the draws counts them."""
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


def test_a_level_of_too_few_people_to_test_is_never_the_one_that_is_named(ana: Person) -> None:
    """Five of six people of a level sent one question: with so few people, this is reported nowhere."""
    definition = read(a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}]))
    few = sent_by(definition, 6, [5, 5, 1, 1, 0])
    honest = draws_alike(definition, {0: sent_by(definition, 500, [100] * 5), 1: few})
    pushed = draws_alike(definition, {0: sent_by(definition, 500, [180, 80, 80, 80, 80]), 1: few})
    assert honest is not None
    assert honest["furthest"] is None
    assert pushed is not None
    assert (pushed["furthest"]["level"], pushed["furthest"]["questions"]) == (0, ["q1"])


def test_a_block_that_too_few_sent_is_not_named(ana: Person) -> None:
    """Twenty of a hundred people should have sent the block and two did; no other number reveals this."""
    definition = read(a_sampled_version(ana))
    doubted = draws_alike(definition, {0: sent_by(definition, 100, [2, 24, 24, 25, 25])})
    assert doubted is not None
    assert doubted["chance"] < 0.001
    assert doubted["furthest"] is None


def sent_by(definition: Definition, people: int, reports: list[int]) -> Tally:
    return Tally(people, {}, dict(zip([field.id for field in definition.fields], reports, strict=True)))
