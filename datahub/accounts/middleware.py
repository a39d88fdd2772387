"""This middleware runs for requests of people: it accepts only plain JSON, remembers devices, and ends old sessions."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse

from datahub.accounts import devices, sessions
from datahub.accounts.models import Person
from datahub.api.parsers import BODY_LIMIT, read_object
from datahub.api.problem import Problem

API = "/api/v1/"
AUTH = "/api/v1/auth/"


def strict_auth_bodies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuses, in the form of allauth's routes, a body that is too large or is not plain JSON.

    Without it deep nesting or half a surrogate pair in a password would end in 500.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(AUTH) and request.method not in {"GET", "HEAD"}:
            refusal = _refusal(request)
            if refusal is not None:
                return refusal
        return get_response(request)

    return answer


def known_devices(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Remembers, by a cookie of the sign-in routes, the device of a person who has just signed in; accounts.devices
    says why."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        person = getattr(request, "signed_in_here", None)
        if isinstance(person, Person):
            devices.remember(response, devices.device_of(request).after_sign_in(person.email))
        return response

    return answer


def living_sessions(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Ends a session that is too old, was idle too long or was ended elsewhere, before anybody asks who is there.

    Only for the API: nothing else asks, and the page that people answer on must not know of sessions at all.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(API) and settings.SESSION_COOKIE_NAME in request.COOKIES:
            person = request.user
            if isinstance(person, Person) and not sessions.keep(request, person):
                logout(request)
        return get_response(request)

    return answer


def _refusal(request: HttpRequest) -> HttpResponse | None:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    if not declared.isdecimal() or int(declared) > BODY_LIMIT:
        return _refuse(413, "too_large", f"At most {BODY_LIMIT} bytes are read.")
    if not request.body:
        return None
    try:
        read_object(request.body)
    except Problem as problem:
        return _refuse(400, problem.code, problem.detail)
    return None


def _refuse(status: int, code: str, message: str) -> HttpResponse:
    return JsonResponse({"status": status, "errors": [{"code": code, "message": message}]}, status=status)
