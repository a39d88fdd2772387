"""This module turns every failure into `{"code", "detail", "fields"}`."""

import logging
import sys
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from redis.exceptions import RedisError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from datahub.api.errors import Unavailable
from datahub.api.operation.logs import way_of
from datahub.api.problem import Outage, Problem

logger = logging.getLogger(__name__)

FAILED = {"code": "failed", "detail": "DataHub failed to answer. The failure was noted.", "fields": {}}
MISSING = {"code": "not_found", "detail": "There is nothing here.", "fields": {}}
REFUSED = {"code": "permission_denied", "detail": "This is not allowed.", "fields": {}}
BAD_REQUEST = {"code": "malformed", "detail": "The request cannot be read.", "fields": {}}
NO_CSRF = {"code": "csrf_failed", "detail": "The request has no valid CSRF token. Load the page again.", "fields": {}}


def answer_problem(error: Exception, context: dict[str, Any]) -> Response:
    """Answers an error of a view; it is DRF's exception handler. It never returns None: an unforeseen error becomes a
    constant 500."""
    set_rollback()
    away = _away(error)
    if away is not None:
        _note(error, context)
        error = away
    if isinstance(error, Problem | Outage):
        return _of_problem(error, context)
    if isinstance(error, Http404):
        return Response(MISSING, status=404)
    if isinstance(error, PermissionDenied):
        return Response(REFUSED, status=403)
    if isinstance(error, exceptions.APIException):
        return _of_drf(error)
    _note(error, context)
    return Response(FAILED, status=500)


def _away(error: BaseException | None) -> Unavailable | None:
    """Returns what is said of a service that does not answer and will again, or None for any other error."""
    if isinstance(error, OperationalError | InterfaceError):
        return Unavailable("The database does not answer. Try again.", retry_after_seconds=5)
    if isinstance(error, RedisError):
        return Unavailable("A part of DataHub does not answer. Try again.", retry_after_seconds=5)
    return None


def _of_problem(problem: Problem | Outage, context: dict[str, Any]) -> Response:
    response = Response(problem.to_json(), status=problem.status)
    if problem.status == 401:
        response["WWW-Authenticate"] = context["view"].get_authenticate_header(context["request"]) or "Bearer"
    if problem.retry_after_seconds is not None:
        response["Retry-After"] = str(problem.retry_after_seconds)
    return response


def _of_drf(error: exceptions.APIException) -> Response:
    response = Response(_body_of(error), status=error.status_code)
    header = getattr(error, "auth_header", None)
    if header:
        response["WWW-Authenticate"] = header
    if isinstance(error, exceptions.Throttled):
        response["Retry-After"] = str(max(1, int(getattr(error, "wait", None) or 1)))
    return response


def _body_of(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        fields = dict(_flat(error.detail))
        whole = fields.pop("", [])
        return {"code": "invalid", "detail": " ".join(whole) or "Some fields are not right.", "fields": fields}
    if isinstance(error, exceptions.Throttled):
        return {"code": "busy", "detail": "Too many requests. Try again after a moment.", "fields": {}}
    if isinstance(error, exceptions.NotFound):
        return MISSING
    codes = {405: "method_not_allowed", 415: "unsupported_media_type"}
    code = codes.get(error.status_code, getattr(error.detail, "code", error.default_code))
    return {"code": code, "detail": str(error.detail), "fields": {}}


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yields the errors of DRF, which nests lists and dictionaries, as one map from a dotted path to sentences."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            name = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, ".".join(part for part in (path, name) if part))
    elif isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        for index, item in enumerate(detail):
            if item:
                yield from _flat(item, f"{path}.{index}" if path else str(index))
    elif isinstance(detail, list):
        yield path, [str(item) for item in detail]
    else:
        yield path, [str(detail)]


def _note(error: Exception, context: dict[str, Any]) -> None:
    """Logs the place and the class of an error, not the message: a message may quote what somebody sent."""
    view = type(context.get("view")).__qualname__
    # DataHub's own code writes this message, about code.
    detail = f": {error}" if isinstance(error, ImproperlyConfigured) else ""
    logger.error("%s in %s%s at %s", type(error).__qualname__, view, detail, way_of(error))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return JsonResponse(BAD_REQUEST, status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return JsonResponse(REFUSED, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return JsonResponse(MISSING, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answers an error outside of the views of DRF, such as that of signing in. Django calls it while it handles the
    error."""
    away = _away(sys.exc_info()[1])
    if away is None:
        return JsonResponse(FAILED, status=500)
    return JsonResponse(away.to_json(), status=away.status, headers={"Retry-After": str(away.retry_after_seconds)})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return JsonResponse(NO_CSRF, status=403)
