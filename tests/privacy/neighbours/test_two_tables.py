"""Two tables that belong together, and the same of which either differs in one row, are alike to whoever may not see
rows: what somebody made of both, and measured on them, too."""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from datahub.analyses.models import Synthesis
from datahub.analyses.synthesise.views import measured_reports, syntheses
from datahub.datasets.sealed import rows_of
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import quick
from datahub.vault.tests.factories import a_permit
from tests.privacy.neighbours.exceptions import OF_TWO_TABLES
from tests.privacy.neighbours.tape import on_tape
from tests.privacy.neighbours.test_rows import WALK, Told, differing
from tests.privacy.neighbours.two_tables import BOTH, Tables, two_tables
from tests.privacy.neighbours.walk import Answer, Question, answers, by_token, questions
from tests.privacy.neighbours.world import Neighbourhood

pytestmark = [pytest.mark.django_db, pytest.mark.same_on_every_database, pytest.mark.slow]
HOUSEHOLDS, MEMBERS = BOTH
A_MEMBER_LESS: Tables = HOUSEHOLDS, "".join(MEMBERS.splitlines(keepends=True)[:-1])
ANOTHER_HOUSEHOLD: Tables = "".join([*HOUSEHOLDS.splitlines(keepends=True)[:-1], "h99,north,5\n"]), MEMBERS
Tells = Callable[[Tables, "Asks"], Told]
Asks = Callable[[Neighbourhood], Iterable[Question]]


@pytest.fixture
def tells(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Tells:
    def told(content: Tables, asks: Asks) -> Told:
        shutil.rmtree(settings.LEDGER_FOLDER, ignore_errors=True)
        with monkeypatch.context() as patch, transaction.atomic():
            quick(patch, settings, tmp_path)
            tape, clock = on_tape(patch)
            with clock:
                of = two_tables(tape, content)
                replies = answers(of, asks(of), caplog)
            transaction.set_rollback(True)
        return replies

    told(BOTH, lambda _: ())
    return told


def of_both(of: Neighbourhood) -> Iterable[Question]:
    """Returns the questions of whoever made rows of both, on every route, and by a program."""
    return [question for question in [*questions(of), *by_token(of)] if question.role == "synthesise"]


def of_what_was_made(of: Neighbourhood) -> Iterable[Question]:
    return [question for question in questions(of) if question.role == "synthesise" and question.whose == "own"]


@WALK
def test_nobody_is_told_of_a_row_of_either_table_but_where_the_table_says_why(tells: Tells) -> None:
    whole = tells(BOTH, of_both)
    seen = [differing(whole, tells(content, of_both)) for content in (A_MEMBER_LESS, ANOTHER_HOUSEHOLD)]
    assert seen[0] | seen[1] == set(OF_TWO_TABLES)
    assert {200, 202, 204, 403, 404, 409} <= {answer.status for answer in whole.values()}


def members() -> int:
    _, children = Synthesis.objects.exclude(model=None).get().both_versions
    return rows_of(a_permit(ref_to(children.data_set)), children) or 0


LEAKS = [
    (syntheses.SynthesisView, "delete", "api/v1/syntheses/<uuid:id>/?two"),
    (syntheses.SyntheticRowsView, "get", "api/v1/syntheses/<uuid:id>/rows/?two"),
    (measured_reports.MeasuredReportsView, "get", "api/v1/syntheses/<uuid:id>/measured-reports/?two"),
]


@pytest.mark.parametrize(("view", "method", "path"), LEAKS)
def test_a_planted_leak_is_found(
    tells: Tells, monkeypatch: pytest.MonkeyPatch, view: Any, method: str, path: str
) -> None:
    answered = getattr(view, method)

    def tagged(*of: Any, **named: Any) -> Any:
        number = members()
        answer = answered(*of, **named)
        answer["X-Rows"] = str(number)
        return answer

    monkeypatch.setattr(view, method, tagged)
    whole, other = tells(BOTH, of_what_was_made), tells(A_MEMBER_LESS, of_what_was_made)
    moved = {question.path for question in whole if header_of(whole[question]) != header_of(other[question])}
    assert moved == {path}
    assert ("synthesise", method.upper(), path) in differing(whole, other)


def header_of(answer: Answer) -> str | None:
    return dict(answer.headers).get("X-Rows")
