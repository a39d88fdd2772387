"""Two data sets that differ in one row are alike to whoever may not see rows: on every route, for every role."""

import dataclasses
import logging
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from prometheus_client.metrics_core import GaugeMetricFamily
from pytest_django import Settings
from rest_framework.response import Response

from datahub.analyses.anonymise import release, selectors, views
from datahub.analyses.errors import PlanRefused
from datahub.datasets.models import Version
from datahub.datasets.sealed import rows_of
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, quick
from datahub.jobs import metrics as jobs_metrics
from datahub.jobs.claims import Claim
from datahub.jobs.errors import JobEnded
from datahub.policies.services import Permit
from datahub.vault.tests.factories import a_permit
from tests.privacy.neighbours.exceptions import EXCEPTIONS
from tests.privacy.neighbours.tape import on_tape
from tests.privacy.neighbours.walk import Answer, Question, again, answers, by_token, half_of, questions
from tests.privacy.neighbours.world import OPERATOR, Neighbourhood, a_neighbourhood

pytestmark = [pytest.mark.django_db, pytest.mark.same_on_every_database]
HEAD, *LINES = CSV.splitlines(keepends=True)
REPLACED = "".join((HEAD, *LINES[:-1], "29,Basel,99999\n"))  # No other row has this income.
MISSING = "".join((HEAD, *LINES[:-1]))

WALK = pytest.mark.depends_on(
    "datahub", "surveys", "mechanisms", "tests/api", "tests/privacy/neighbours", "conftest.py"
)  # These folders decide how a walk ends.
Told = dict[Question, Answer]
Asks = Callable[[Neighbourhood], Iterable[Question]]
Tells = Callable[[str, Asks], Told]


@pytest.fixture
def tells(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Tells:
    """Returns a function from a content to all answers. Both worlds share the keys that the first one draws."""

    def told(content: str, asks: Asks) -> Told:
        shutil.rmtree(settings.LEDGER_FOLDER, ignore_errors=True)
        with monkeypatch.context() as patch, transaction.atomic():
            quick(patch, settings, tmp_path)
            tape, clock = on_tape(patch)
            with clock:
                of = a_neighbourhood(tape, content)
                replies = answers(of, asks(of), caplog)
            transaction.set_rollback(True)
        return replies

    told(CSV, lambda _: ())
    return told


def differing(first: Told, other: Told) -> set[tuple[str, str, str]]:
    """Returns the role, method and path of each answer that differs, in any byte, header, log line or mail."""
    assert list(first) == list(other)
    return {(question.role, question.method, question.path) for question in first if first[question] != other[question]}


def of_role(role: str, *words: str) -> Asks:
    """Returns the questions of one role on routes with one of these words in their path."""

    def chosen(of: Neighbourhood) -> Iterable[Question]:
        return [
            question
            for question in questions(of)
            if question.role == role and any(word in question.path for word in words)
        ]

    return chosen


@pytest.mark.slow
@WALK
@pytest.mark.parametrize("half", [0, 1])
def test_no_role_is_told_of_one_row_on_any_route_but_where_the_table_says_why(tells: Tells, half: int) -> None:
    def asks(of: Neighbourhood) -> Iterable[Question]:
        return [question for question in questions(of) if question.role in half_of(of, half)]

    whole = tells(CSV, asks)
    roles = {question.role for question in whole}
    seen = [differing(whole, tells(content, asks)) for content in (REPLACED, MISSING)]
    assert seen[0] | seen[1] == {line for line in EXCEPTIONS if line[0] in roles}


@pytest.mark.slow
@WALK
def test_no_program_with_a_token_that_asks_whether_an_answer_still_holds_is_told_more(tells: Tells) -> None:
    conditional = again(tells(CSV, by_token))
    whole = tells(CSV, lambda _: conditional)
    seen = [differing(whole, tells(content, lambda _: conditional)) for content in (REPLACED, MISSING)]
    assert seen[0] | seen[1] <= set(EXCEPTIONS)
    assert {answer.status for answer in whole.values()} == {200}  # No route answers 304 yet.


def test_whoever_may_anonymise_is_not_told_of_one_row(tells: Tells) -> None:
    asks = of_role("anonymise", "datasets", "anonymisations", "releases", "jobs", "budgets")
    whole = tells(CSV, asks)
    assert differing(whole, tells(MISSING, asks)) == set()
    assert {200, 202, 403, 404, 409} <= {answer.status for answer in whole.values()}


def rows() -> int:
    return rows_of_version(Version.objects.get(number=1, data_set__name="Incomes"))


def rows_of_version(version: Version) -> int:
    return rows_of(a_permit(ref_to(version.data_set)), version) or 0


def a_count_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> Any:
        raise JobEnded(f"The work on {rows()} rows is over.")

    patch.setattr(views.AnonymisationView, "patch", refused)


def a_total_in_a_progress(patch: pytest.MonkeyPatch) -> None:
    handed = release._handed

    def counted(claim: Claim, permit: Permit) -> Any:
        try:
            return handed(claim, permit)
        except PlanRefused:
            claim.progress(rows(), rows(), "making")
            raise

    patch.setattr(release, "_handed", counted)


def an_etag(patch: pytest.MonkeyPatch) -> None:
    get = views.AnonymisationView.get

    def tagged(view: Any, request: Any, id: Any) -> Any:
        answer = get(view, request, id)
        answer["ETag"] = f'"{rows()}"'
        return answer

    patch.setattr(views.AnonymisationView, "get", tagged)


def a_length(patch: pytest.MonkeyPatch) -> None:
    in_list = selectors.in_list

    def padded(anonymisation: Any) -> dict[str, Any]:
        return {**in_list(anonymisation), "error": "x" * rows_of_version(anonymisation.version)}

    patch.setattr(selectors, "in_list", padded)


def a_line_of_the_log(patch: pytest.MonkeyPatch) -> None:
    get = views.AnonymisationView.get

    def noted(view: Any, request: Any, id: Any) -> Any:
        logging.getLogger("datahub.analyses").info("%s rows", rows())
        return get(view, request, id)

    patch.setattr(views.AnonymisationView, "get", noted)


LEAKS = [a_count_in_a_refusal, a_total_in_a_progress, an_etag, a_length, a_line_of_the_log]


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(tells: Tells, monkeypatch: pytest.MonkeyPatch, leak: Callable[..., None]) -> None:
    leak(monkeypatch)
    asks = of_role("anonymise", "anonymisations", "jobs")
    assert differing(tells(CSV, asks), tells(MISSING, asks)) != set()


def by_programs_again(of: Neighbourhood) -> Iterable[Question]:
    token_questions = [
        question for question in by_token(of) if question.role == "anonymise" and "anonymisations/<" in question.path
    ]
    return [dataclasses.replace(question, tag='"as before"') for question in token_questions]


def of_the_operator(of: Neighbourhood) -> Iterable[Question]:
    return [question for question in questions(of) if question.role == OPERATOR and question.path == "metrics"]


def to_programs(patch: pytest.MonkeyPatch) -> None:
    get = views.AnonymisationView.get

    def tagged(view: Any, request: Any, id: Any) -> Any:
        answer = get(view, request, id)
        if request.auth is not None:
            answer["X-Rows"] = str(rows())
        return answer

    patch.setattr(views.AnonymisationView, "get", tagged)


def to_whoever_asks_again(patch: pytest.MonkeyPatch) -> None:
    get = views.AnonymisationView.get

    def unchanged(view: Any, request: Any, id: Any) -> Any:
        answer = get(view, request, id)
        return Response(status=304) if "If-None-Match" in request.headers and rows() < len(LINES) else answer

    patch.setattr(views.AnonymisationView, "get", unchanged)


def to_the_operator(patch: pytest.MonkeyPatch) -> None:
    def gauges() -> Iterable[GaugeMetricFamily]:
        yield GaugeMetricFamily("datahub_rows", "Rows.", value=rows())

    patch.setattr(jobs_metrics, "jobs", gauges)


LEAKS_WITHOUT_A_SESSION = [
    (to_programs, by_programs_again),
    (to_whoever_asks_again, by_programs_again),
    (to_the_operator, of_the_operator),
]


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "asks"), LEAKS_WITHOUT_A_SESSION, ids=lambda part: part.__name__)
def test_a_planted_leak_to_whoever_has_no_session_is_found(
    tells: Tells, monkeypatch: pytest.MonkeyPatch, leak: Callable[..., None], asks: Asks
) -> None:
    assert differing(tells(CSV, asks), tells(MISSING, asks)) == set()
    leak(monkeypatch)
    assert differing(tells(CSV, asks), tells(MISSING, asks)) != set()
