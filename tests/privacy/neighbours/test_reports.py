"""Two surveys that differ in one report that waits are alike to everybody, its owner too: on every route."""

import hashlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from datahub.vault.tests.factories import quick_keys
from surveys.drafts.views import SurveyView
from surveys.models import InboxRow, Report
from tests.privacy.neighbours.tape import on_tape
from tests.privacy.neighbours.test_rows import WALK, Told, differing
from tests.privacy.neighbours.waiting import FEW, Waiting, a_survey
from tests.privacy.neighbours.walk import Question, again, answers, by_token, half_of, questions
from tests.privacy.neighbours.world import Neighbourhood

pytestmark = [pytest.mark.django_db, pytest.mark.same_on_every_database]
LEVEL, SEED = FEW[-1]
NEIGHBOURS = {
    "not there": FEW[:-1],
    "of another level": [*FEW[:-1], (1 - LEVEL, SEED)],
    "with another record": [*FEW[:-1], (LEVEL, SEED + 1)],
}
Tells = Callable[[Sequence[Waiting], Callable[[Neighbourhood], Iterable[Question]]], Told]


@pytest.fixture
def tells(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Tells:
    def told(waiting: Sequence[Waiting], asks: Callable[[Neighbourhood], Iterable[Question]]) -> Told:
        shutil.rmtree(settings.LEDGER_FOLDER, ignore_errors=True)
        with monkeypatch.context() as patch, transaction.atomic():
            quick_keys(patch, settings, tmp_path / "keys")
            tape, clock = on_tape(patch)
            with clock:
                of = a_survey(tape, waiting)
                assert Report.objects.count() > 0
                assert InboxRow.objects.filter(sealed__isnull=False).count() >= len(waiting)
                replies = answers(of, asks(of), caplog)
            transaction.set_rollback(True)
        return replies

    told(FEW, lambda _: ())
    return told


def of_surveys(of: Neighbourhood) -> Iterable[Question]:
    return [
        question
        for question in questions(of)
        if "survey" in question.path or "jobs" in question.path or "audit" in question.path
    ]


@pytest.mark.slow
@WALK
@pytest.mark.parametrize("half", [0, 1])
def test_nobody_is_told_of_one_report_that_waits(tells: Tells, half: int) -> None:
    def asks(of: Neighbourhood) -> Iterable[Question]:
        return [question for question in questions(of) if question.role in half_of(of, half)]

    whole = tells(FEW, asks)
    told_apart = {name: differing(whole, tells(waiting, asks)) for name, waiting in NEIGHBOURS.items()}
    assert told_apart == {name: set() for name in NEIGHBOURS}


@pytest.mark.slow
@WALK
def test_no_program_that_asks_whether_an_answer_still_holds_is_told_of_one_report_that_waits(tells: Tells) -> None:
    conditional = again(tells(FEW, by_token))
    whole = tells(FEW, lambda _: conditional)
    told_apart = {name: differing(whole, tells(waiting, lambda _: conditional)) for name, waiting in NEIGHBOURS.items()}
    assert told_apart == {name: set() for name in NEIGHBOURS}


def test_the_owner_of_a_survey_is_not_told_of_one_report_that_waits(tells: Tells) -> None:
    def of_owner(of: Neighbourhood) -> Iterable[Question]:
        return [question for question in of_surveys(of) if question.role == "owner"]

    assert differing(tells(FEW, of_owner), tells(NEIGHBOURS["not there"], of_owner)) == set()


def how_many_wait() -> str:
    return str(InboxRow.objects.filter(sealed__isnull=False).count())


def what_waits() -> str:
    sealed = InboxRow.objects.filter(sealed__isnull=False).order_by("pk").values_list("sealed", flat=True)
    return hashlib.sha256(b"".join(bytes(row or b"") for row in sealed)).hexdigest()


LEAKS = [(how_many_wait, "not there"), (what_waits, "of another level"), (what_waits, "with another record")]


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "neighbour"), LEAKS)
def test_a_planted_leak_is_found(
    tells: Tells, monkeypatch: pytest.MonkeyPatch, leak: Callable[[], str], neighbour: str
) -> None:
    get = SurveyView.get

    def tagged(view: Any, request: Any, id: Any) -> Any:
        answer = get(view, request, id)
        answer["ETag"] = leak()
        return answer

    monkeypatch.setattr(SurveyView, "get", tagged)

    def of_owner(of: Neighbourhood) -> Iterable[Question]:
        return [
            question
            for question in questions(of)
            if question.role == "owner" and question.path == "api/v1/surveys/<uuid:id>/"
        ]

    assert differing(tells(FEW, of_owner), tells(NEIGHBOURS[neighbour], of_owner)) != set()
