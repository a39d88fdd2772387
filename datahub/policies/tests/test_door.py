"""Every view passes the Door, which refuses a view that states no operation or thing."""

import logging
from collections.abc import Mapping
from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from datahub.api.ref import PLATFORM, Ref
from datahub.policies import permissions
from datahub.policies.permissions import permit_of
from datahub.policies.services import Permit
from datahub.policies.tests.people import a_person, a_token


class View(APIView):
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response({"permit": getattr(request, "permit", None) is not None})

    def post(self, request: Request) -> Response:
        return Response({"rule": permit_of(request).rule})


class Guarded(View):
    operations: Mapping[str, str] = {"GET": "survey.list", "POST": "survey.create"}

    def ref(self, request: Request, **kwargs: Any) -> Ref:
        return PLATFORM


class Public(View):
    public = "a test"


class Silent(View):
    pass


class Both(Guarded):
    public = "a test"


class WithoutRef(View):
    operations: Mapping[str, str] = {"GET": "survey.list"}


class UnknownOperation(Guarded):
    operations: Mapping[str, str] = {"GET": "survey.fly"}


def ask(view: type[APIView], method: str = "get", user: Any = None, token: Any = None) -> Response:
    request = getattr(APIRequestFactory(), method)("/")
    force_authenticate(request, user=user, token=token)
    response = view.as_view()(request)
    assert isinstance(response, Response)
    return response


@pytest.mark.django_db
def test_a_view_that_names_its_operation_gets_a_permit() -> None:
    ada = a_person("ada")
    assert ask(Guarded, user=ada).data == {"permit": True}
    assert ask(Guarded, "post", user=ada).data == {"rule": "who-proved-an-address-creates-surveys"}
    assert ask(Guarded, "head", user=ada).status_code == 200


@pytest.mark.django_db
def test_a_refusal_answers_in_the_shape_of_all_problems() -> None:
    response = ask(Guarded)
    assert response.status_code == 401
    assert response.data == {"code": "not_authenticated", "detail": "Sign in, or send a token.", "fields": {}}
    assert response["WWW-Authenticate"].startswith("Bearer")
    assert ask(Guarded, "post", user=a_person("eve", proven=False)).status_code == 403


@pytest.mark.django_db
def test_the_door_looks_at_the_token_that_was_sent() -> None:
    ada = a_person("ada")
    assert ask(Guarded, "post", user=ada, token=a_token(ada, "surveys:read")).status_code == 403
    assert ask(Guarded, "post", user=ada, token=a_token(ada, "surveys:write")).status_code == 200


def test_a_public_view_lets_everybody_in_without_a_permit() -> None:
    assert ask(Public).data == {"permit": False}


@pytest.mark.parametrize("view", [Silent, Both, WithoutRef, UnknownOperation])
def test_a_view_that_does_not_say_what_it_does_is_refused_and_named(
    view: type[APIView], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = ask(view)
    assert (response.status_code, response.data["code"]) == (500, "failed")
    assert f"datahub.policies.tests.test_door.{view.__name__}" in caplog.text


def test_a_method_the_view_does_not_have_is_405_for_everybody() -> None:
    for method in ("put", "delete", "options"):
        response = ask(Guarded, method)
        assert (response.status_code, response.data["code"]) == (405, "method_not_allowed")
        assert ask(Public, method).status_code == 405


PERMIT = Permit(PLATFORM, "dataset.query", PLATFORM, None, "a test", administrator=False)


class Forecast(Guarded):
    operations: Mapping[str, str] = {"GET": "dataset.query", "POST": "dataset.query"}
    looks = ("GET",)

    def ref(self, request: Request, **kwargs: Any) -> Ref:
        return Ref("dataset", "one")


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "counted"), [("get", []), ("head", []), ("post", ["permitted"])])
def test_a_method_that_reads_no_row_is_no_use(monkeypatch: pytest.MonkeyPatch, method: str, counted: list[str]) -> None:
    noted: list[str] = []
    monkeypatch.setattr(permissions, "note", lambda **fields: noted.append(fields["what"]))
    monkeypatch.setattr(permissions, "authorise", lambda **_said: PERMIT)
    ask(Forecast, method, a_person("bo"))
    assert noted == counted


@pytest.mark.django_db
def test_a_refusal_is_counted_whatever_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(permissions, "note", lambda **fields: noted.append(fields["what"]))
    assert ask(Forecast, "get", a_person("bo")).status_code in {403, 404}
    assert noted == ["refused"]
