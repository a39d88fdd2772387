"""POST /api/v1/reports/ for the web server, before Django's handler: no session, no cookie, no middleware.

Nothing is logged about a request here: neither body nor key, neither address nor time.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings

from datahub.api.errors import Malformed, TooLarge
from datahub.api.limits.throttles import counts, network_of, of_this_process
from datahub.api.operation import metrics
from datahub.api.parameters import check_query
from datahub.api.problem import Problem
from surveys.errors import Busy, UnsupportedMediaType
from surveys.intake import reception
from surveys.intake.report import BODY_LIMIT

PATH = "/api/v1/reports/"
ACCEPTED = {"state": "accepted"}
TRIED_OUT = {"state": "test"}
REASONS = {
    202: "Accepted", 400: "Bad Request", 404: "Not Found", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
    415: "Unsupported Media Type", 429: "Too Many Requests", 503: "Service Unavailable",
}  # fmt: skip

Read = Callable[[int], bytes]

OF_ONE_NETWORK = max(1, settings.INTAKE_AT_ONCE * 7 // 8)
held_places: Counter[str] = Counter()  # The number of slots that each network holds now.
_lock = threading.Lock()


def branch(django: WSGIApplication) -> WSGIApplication:
    """Returns the application that takes reports itself and passes everything else on."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] == PATH and environ["REQUEST_METHOD"] == "POST":
            return _answer(environ, start_response)
        return django(environ, start_response)

    return application


def take(meta: Mapping[str, Any], read: Read) -> None:
    """Does the whole of the intake, for this branch and for the view that documents it. Raises a Problem or returns."""
    network = network_of(meta)
    with a_slot_of(network):
        _check_rate(network)
        _check_query(meta)
        reception.receive(_body(meta, read))


def take_test(meta: Mapping[str, Any], read: Read) -> None:
    """Does as `take`, for a report that is checked and thrown away."""
    network = network_of(meta)
    with a_slot_of(network):
        _check_rate(network)
        _check_query(meta)
        reception.try_out(_body(meta, read))


def _check_query(meta: Mapping[str, Any]) -> None:
    """Refuses a query string: a report has no parameters, and an address ends in logs."""
    if meta.get("QUERY_STRING"):
        check_query(parse_qs(meta["QUERY_STRING"], keep_blank_values=True), {})


@contextmanager
def a_slot_of(network: str) -> Iterator[None]:
    """Holds a slot for one body. Bodies may arrive slowly, so one network may not hold so many slots that others find
    none."""
    with reception.a_slot():
        if _is_this_machine(network):
            yield
            return
        with _lock:
            if held_places[network] >= OF_ONE_NETWORK:
                raise Busy("Too many reports of this network are on their way.", retry_after_seconds=1)
            held_places[network] += 1
        try:
            yield
        finally:
            with _lock:
                held_places[network] -= 1
                if not held_places[network]:
                    del held_places[network]


def _answer(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    began = time.perf_counter()
    try:
        take(environ, environ["wsgi.input"].read)
    except Problem as refusal:
        metrics.count_report(refusal.code, refusal.status, PATH, time.perf_counter() - began)
        after = refusal.retry_after_seconds
        headers = () if after is None else (("Retry-After", str(after)),)
        return _respond(start_response, refusal.status, _json(refusal.to_json()), headers)
    metrics.count_report("accepted", 202, PATH, time.perf_counter() - began)
    return _respond(start_response, 202, _ACCEPTED, ())


def _respond(
    start_response: StartResponse, status: int, body: bytes, headers: Iterable[tuple[str, str]]
) -> list[bytes]:
    start_response(
        f"{status} {REASONS[status]}",
        [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            *headers,
        ],
    )
    return [body]


def _json(answer: Mapping[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode("ascii")


_ACCEPTED = _json(ACCEPTED)


def _check_rate(network: str) -> None:
    """Checks how many reports a network sends, counted under a salt of the day, in memory. A hall of students behind
    one address stays below the default."""
    if settings.INTAKE_PER_MINUTE and not _is_this_machine(network):
        if counts.add("intake", network) > of_this_process(settings.INTAKE_PER_MINUTE):
            raise Busy("Too many reports from this network in this minute.", retry_after_seconds=counts.seconds_left())


def _is_this_machine(network: str) -> bool:
    """Returns whether a request comes from this machine. Behind a local proxy that DATAHUB_PROXIES does not count,
    every request seems to."""
    return network.startswith("127.") or network == "::/64"


def _body(meta: Mapping[str, Any], read: Read) -> bytes:
    if meta.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() != "application/json":
        raise UnsupportedMediaType("A report is sent as application/json.")
    declared = meta.get("CONTENT_LENGTH", "")
    if not (declared.isascii() and declared.isdecimal() and len(declared) < 10):
        raise Malformed("The request does not say how long its body is.")
    if int(declared) > BODY_LIMIT:
        raise TooLarge(f"The report has {declared} bytes; at most {BODY_LIMIT} are read.")
    body = read(int(declared))
    if len(body) != int(declared):
        raise Malformed("The body ended before the length the request declared.")
    return body
