"""Every failure has one shape, and an unforeseen failure reveals nothing."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.test import Client, RequestFactory
from redis.exceptions import RedisError
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from datahub.api import handlers
from datahub.api.problem import Outage, Problem
from datahub.api.serializers import StrictSerializer


class Full(Problem):
    code = "full"
    status = 409


class InnerSerializer(StrictSerializer):
    word = serializers.CharField(max_length=3)


class OuterSerializer(StrictSerializer):
    name = serializers.CharField()
    inner = InnerSerializer(many=True, required=False)
    given = serializers.CharField(read_only=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["name"] == "impossible":
            raise serializers.ValidationError("These do not go together.")
        return attrs


class View(APIView):
    public = "a test"
    authentication_classes = ()
    act: Any  # the view does what the test wants

    def post(self, request: Request) -> Response:
        self.act(request)
        return Response({})


def failing(error: Exception) -> Callable[[Request], None]:
    def act(request: Request) -> None:
        raise error

    return act


def reading(request: Request) -> None:
    OuterSerializer(data=request.data).is_valid(raise_exception=True)


def answer(act: Callable[[Request], None], data: Any = b"{}", content_type: str = "application/json") -> Response:
    request = APIRequestFactory().generic("POST", "/", data, content_type)
    View.act = staticmethod(act)
    response = View.as_view()(request)
    assert isinstance(response, Response)
    response.render()
    assert set(response.data) in ({"code", "detail", "fields"}, set())
    return response


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Full("No room."), 409, "full"),
        (Http404(), 404, "not_found"),
        (exceptions.NotFound("a detail"), 404, "not_found"),
        (PermissionDenied("a detail"), 403, "permission_denied"),
        (exceptions.PermissionDenied(), 403, "permission_denied"),
        (exceptions.MethodNotAllowed("POST"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (exceptions.Throttled(wait=7), 429, "busy"),
        (exceptions.ParseError(), 400, "parse_error"),
        (OperationalError("the database at 10.0.0.1"), 503, "unavailable"),
        (RedisError("the cache at 10.0.0.1"), 503, "unavailable"),
        (Outage("A part is away.", retry_after_seconds=3), 503, "unavailable"),
        (KeyError("an answer"), 500, "failed"),
    ],
)
def test_a_failure_has_a_code_a_detail_and_fields(error: Exception, status: int, code: str) -> None:
    response = answer(failing(error))
    assert (response.status_code, response.data["code"], response.data["fields"]) == (status, code, {})
    assert response.data["detail"].endswith(".")
    assert "10.0.0.1" not in str(response.data)


def test_a_problem_may_name_fields_and_a_time_to_wait() -> None:
    problem = Full("No room.", fields={"place": "It is taken.", "row": ["a", "b"]}, retry_after_seconds=3)
    response = answer(failing(problem))
    assert response.data["fields"] == {"place": ["It is taken."], "row": ["a", "b"]}
    assert response["Retry-After"] == "3"
    assert answer(failing(Outage("A part is away.", retry_after_seconds=7)))["Retry-After"] == "7"


def test_too_many_requests_say_when_to_come_again() -> None:
    assert answer(failing(exceptions.Throttled(wait=7)))["Retry-After"] == "7"
    assert answer(failing(exceptions.Throttled()))["Retry-After"] == "1"


def test_what_nobody_foresaw_says_nothing_to_anybody(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        response = answer(failing(ValueError("secret-text")))
    assert response.data == handlers.FAILED
    assert "secret-text" not in caplog.text
    assert "ValueError in View" in caplog.text
    assert "test_answer.py" in caplog.text


def test_fields_are_named_by_dotted_path() -> None:
    response = answer(reading, b'{"name": "x", "inner": [{"word": "abc"}, {"word": "long"}]}')
    assert (response.status_code, response.data["code"]) == (400, "invalid")
    assert list(response.data["fields"]) == ["inner.1.word"]


def test_what_concerns_the_whole_body_is_the_detail() -> None:
    response = answer(reading, b'{"name": "impossible"}')
    assert response.data["detail"] == "These do not go together."
    assert response.data["fields"] == {}


@pytest.mark.parametrize("name", ["nmae", "given", "inner.0.wrod"])
def test_an_unknown_field_is_refused_by_name(name: str) -> None:
    bodies = {"inner.0.wrod": b'{"name": "x", "inner": [{"word": "a", "wrod": 1}]}'}
    response = answer(reading, bodies.get(name, f'{{"name": "x", "{name}": 1}}'.encode()))
    assert response.status_code == 400
    assert response.data["fields"] == {name: ["This field is not known here."]}


def test_a_body_of_another_type_or_size_is_refused() -> None:
    assert answer(reading, b"name=x", content_type="application/x-www-form-urlencoded").status_code == 415
    assert answer(reading, b'{"name": "' + b"x" * 300_000 + b'"}').status_code == 413
    assert answer(reading, b"[]").data["code"] == "malformed"


@pytest.mark.django_db
def test_what_django_answers_itself_has_the_same_shape() -> None:
    missing = Client().get("/api/v1/no-such-thing/")
    assert (missing.status_code, missing.json()) == (404, handlers.MISSING)
    bad_host = Client(headers={"Host": "evil.example"}).get("/api/v1/health/live/")
    assert (bad_host.status_code, bad_host.json()) == (400, handlers.BAD_REQUEST)


def test_the_other_pages_of_django_have_the_same_shape() -> None:
    request = RequestFactory().get("/")
    for response, status in (
        (handlers.permission_denied(request, PermissionDenied()), 403),
        (handlers.server_error(request), 500),
        (handlers.csrf_failure(request), 403),
    ):
        assert response.status_code == status
        assert response["Content-Type"] == "application/json"
