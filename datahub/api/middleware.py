"""This middleware processes every request and every answer of the API."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

from datahub.api.errors import Malformed
from datahub.api.operation import metrics

API = "/api/"
UNUSED = ", ".join(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb"))
Answer = Callable[[HttpRequest], HttpResponse]


def text_without_nul(get_response: Answer) -> Answer:
    """Refuses a NUL in path and query: PostgreSQL accepts it in no text, so the request would end as a server error."""

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            refusal = Malformed("The address holds a NUL character, which is no text.")
            return JsonResponse(refusal.to_json(), status=refusal.status)
        return get_response(request)

    return answer


def timed(get_response: Answer) -> Answer:
    """Measures how long answers take, by route: the route's pattern, never the address that was asked for."""

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = "none" if match is None else f"/{match.route}"
        metrics.count_request(request.method or "", route, response.status_code, time.perf_counter() - began)
        return response

    return answer


def closed_to_others(get_response: Answer) -> Answer:
    """Keeps other sites from embedding what is served here, and pages from using a device or sensor that a browser
    could open to it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", UNUSED)
        return response

    return answer


def private_answers(get_response: Answer) -> Answer:
    """Keeps browsers and proxies from storing answers of the API, so that the next user of a computer has to sign
    in."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(API):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer
