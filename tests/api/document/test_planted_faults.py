"""Faults that were planted: a document that is not true is noticed, wherever it is not."""

from typing import Any

import pytest
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from schemathesis.core.failures import FailureGroup

from datahub.accounts.serializers import TeamSerializer
from datahub.accounts.views.me import MeView
from datahub.accounts.views.organisations import TeamListView, TeamView
from tests.api.document import test_chains, test_coverage, test_fuzzing
from tests.api.document.asking import Senders

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TEAMS = "POST /api/v1/organisations/{id}/teams/"


def only(operations: list[Any], *labels: str) -> list[Any]:
    return [operation for operation in operations if operation.label in labels]


def test_a_status_that_is_not_described_is_found(
    document_operations: list[Any], senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MeView, "get", lambda *_: Response({}, status=203))
    faults = test_fuzzing.faults_of(only(document_operations, "GET /api/v1/me/"), senders, examples=2)
    assert any("203" in fault for fault in faults)


def test_less_taken_than_the_document_allows_is_found(
    document_operations: list[Any], senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Any, name: str) -> str:
        raise ValidationError("A name starts with Q.")

    monkeypatch.setattr(TeamSerializer, "validate_name", refuse, raising=False)
    faults = list(test_coverage.faults_of(only(document_operations, TEAMS), senders))
    assert any("starts with Q" in fault and "though the document allows" in fault for fault in faults)


def test_an_error_at_a_boundary_alone_is_found(
    document_operations: list[Any], senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Any, name: str) -> str:
        if len(name) == 200:
            raise RuntimeError("at the longest name alone")
        return name

    monkeypatch.setattr(TeamSerializer, "validate_name", fail, raising=False)
    faults = list(test_coverage.faults_of(only(document_operations, TEAMS), senders))
    assert any("Server error" in fault for fault in faults)


def test_an_error_after_another_call_alone_is_found(
    document_operations: list[Any], senders: Senders, monkeypatch: pytest.MonkeyPatch
) -> None:
    teams: set[str] = set()
    create, delete = TeamListView.post, TeamView.delete

    def remember(self: Any, *args: Any, **kwargs: Any) -> Response:
        answer = create(self, *args, **kwargs)
        teams.add(str(answer.data["id"]))
        return answer

    def fail(self: Any, request: Any, id: Any, team_id: Any) -> Response:
        if str(team_id) in teams:
            raise RuntimeError("at a team that was created before")
        return delete(self, request, id, team_id)

    monkeypatch.setattr(TeamListView, "post", remember)
    monkeypatch.setattr(TeamView, "delete", fail)
    with pytest.raises(FailureGroup, match="Server error"):
        test_chains.walk(document_operations[0].schema.include(path_regex="/organisations/"), senders)
