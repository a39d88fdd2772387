"""The demonstration's people are the census extract, and its verdict cannot be pleased by wrong numbers."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
import segno

from surveys.demonstration import phone, verdict
from surveys.demonstration.answers import reports
from surveys.demonstration.people import EVERYBODY, TRAINING, everybody, questionnaire, true_shares
from surveys.demonstration.verdict import Line
from surveys.drafts.questionnaire import check_complete, check_shape
from surveys.intake.report import check, from_value
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import read

HONEST = Line(
    question="over_50", answer="Yes", truth=0.2, estimate=0.21, low=0.19, high=0.23, allowed=0.05, expected=0.02
)


def test_all_people_of_the_extract_answer_every_question() -> None:
    people = everybody()
    assert len(people) == EVERYBODY
    assert {len(column) for column in people.answers.values()} == {EVERYBODY}
    assert TRAINING == 32_561


def test_the_shares_are_those_of_the_source() -> None:
    shares = true_shares(everybody())
    assert shares["race"][4] == pytest.approx(41_762 / EVERYBODY)  # The source counts so many White people.
    assert shares["occupation"][-1] == pytest.approx(2_809 / EVERYBODY)  # The source's '?' becomes *prefer not to say*.
    assert shares["education"][8] == pytest.approx(15_784 / EVERYBODY)  # The ninth level of education is HS-grad.
    assert shares["over_50"][2] == 0


def test_the_same_seed_gives_the_same_reports_and_another_seed_others() -> None:
    draft = questionnaire()
    check_shape(draft)
    definition = build(draft, survey="0" * 8, number=1, bundle="0" * 64, simulated=True)
    people = everybody().part(0, 200)
    first, again, other = (reports(definition, "0" * 64, people, seed) for seed in (5, 5, 6))
    assert first == again
    assert all(a["record"] != b["record"] or a["key"] != b["key"] for a, b in zip(first, other, strict=True))
    assert len({report["key"] for report in first}) == len(people)


def test_an_honest_line_passes() -> None:
    assert verdict.faults([HONEST]) == []


@pytest.mark.parametrize(
    "line",
    [
        # This estimate is further from the truth than chance allows.
        replace(HONEST, estimate=0.26, low=0.24, high=0.28),
        replace(HONEST, low=0.16, high=0.26),  # This interval is wider than the closed form allows.
        replace(HONEST, low=0.205, high=0.215),  # This interval claims more precision than there is.
    ],
)
def test_a_dishonest_line_fails(line: Line) -> None:
    assert verdict.faults([line])


def test_one_level_is_chosen_by_the_people_expected_and_each_phone_sends_some_of_the_questions() -> None:
    """The platform's own checks take every record, and draws come as often as they weigh, to six standard errors."""
    built = build(questionnaire(), survey="0" * 8, number=1, bundle="0" * 64, simulated=True)
    definition = read(text_of(built))
    [level] = definition.levels
    assert (str(level.eps_report), definition.sends_some) == ("2", True)
    sent = reports(built, "0" * 64, everybody().part(0, 20_000), 3)
    records = [from_value(report) for report in sent]
    for report in records:
        check(report, definition)
    counted = np.bincount([level.draw_in(report.record) for report in records], minlength=len(level.draws))
    weights = np.array([draw.weight for draw in level.draws]) / 2**32
    worst = np.abs(counted - 20_000 * weights) / np.sqrt(20_000 * weights * (1 - weights))
    assert worst.max() < 6


def test_the_phones_survey_has_people_enough_to_be_shown_and_few_enough_to_be_moved() -> None:
    draft = phone.questionnaire()
    check_complete(draft, datetime(2026, 11, 20, tzinfo=UTC))
    definition = build(draft, survey="0" * 8, number=1, bundle="0" * 64, simulated=True)
    sent = reports(definition, "0" * 64, phone.people(), 7)
    assert definition["ingest"]["batch_least"] == 1
    assert definition["ingest"]["shown_from"] <= len(sent) <= 50


def test_the_code_in_the_terminal_is_the_link() -> None:
    """Each module of the code takes half a character; the drawn blocks have the modules of the QR code, light where the
    block is."""
    link = "http://192.0.2.7:8000/s/abcdefghijkl/"
    rows = [
        line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in phone.code_for_terminal(link).split("\n")
    ]
    upper, lower = {"█", "▀"}, {"█", "▄"}
    drawn = [[character not in half for character in row] for row in rows for half in (upper, lower)]
    code = [[bool(module) for module in row] for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    assert drawn[: len(code)] == code
