"""Bodies are read whole before Django sees the request: few at a time, and none that is larger than any route accepts.

A thread waits for a body for as long as the sender likes: who sends slowly holds these places, and no thread that
serves pages. And Django itself would write an upload of any size to disk before it looked who sent it.
"""

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from io import BytesIO
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings

from datahub.api.errors import Malformed, TooLarge, Unavailable
from datahub.api.problem import Problem

PATIENCE_SECONDS = 0.5  # a request waits this long for a slot; most bodies are read within milliseconds


class BodySlots:
    """Only `count` bodies are received at once, each in a slot. Half as many requests may wait for a slot, because each
    waiting request holds a thread too."""

    def __init__(self, count: int) -> None:
        self._free = threading.BoundedSemaphore(count)
        self._bench = threading.BoundedSemaphore(max(1, count // 2))

    @contextmanager
    def slot(self) -> Iterator[None]:
        if not self._free.acquire(blocking=False):
            self._wait()
        try:
            yield
        finally:
            self._free.release()

    def _wait(self) -> None:
        if self._bench.acquire(blocking=False):
            try:
                if self._free.acquire(timeout=PATIENCE_SECONDS):
                    return
            finally:
                self._bench.release()
        raise Unavailable("Too many bodies are on their way. Try again after a moment.", retry_after_seconds=1)


def whole_bodies(django: WSGIApplication, *, at_once: int) -> WSGIApplication:
    slots = BodySlots(at_once)

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            length = _declared(environ)
            if length:
                environ["wsgi.input"] = BytesIO(_read(environ, length, slots))
        except Problem as refusal:
            return _refuse(start_response, refusal)
        return django(environ, start_response)

    return application


def _declared(environ: WSGIEnvironment) -> int:
    text = environ.get("CONTENT_LENGTH") or "0"
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Malformed("The request does not say how long its body is.")
    if int(text) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise TooLarge(f"The body has {text} bytes; at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} are read.")
    return int(text)


def _read(environ: WSGIEnvironment, length: int, slots: BodySlots) -> bytes:
    with slots.slot():
        body = bytes(environ["wsgi.input"].read(length))
    if len(body) != length:
        raise Malformed("The body ended before the length the request declared.")
    return body


def _refuse(start_response: StartResponse, refusal: Problem) -> list[bytes]:
    body = json.dumps(refusal.to_json()).encode()
    headers = [
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    if refusal.retry_after_seconds is not None:
        headers.append(("Retry-After", str(refusal.retry_after_seconds)))
    start_response(f"{refusal.status} {HTTPStatus(refusal.status).phrase}", headers)
    return [body]
