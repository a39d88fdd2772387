"""Bodies are read before Django, a few at a time and none too large, on every route."""

import io
import json
import threading
from typing import Any

import pytest
from django.conf import settings

from datahub.api import bodies
from datahub.api.bodies import whole_bodies


class Exchange:
    """An exchange is one request with its response. `seen` is the body that Django would have read, or None if Django
    was not called."""

    def __init__(self, application: Any, body: Any, **environ: str) -> None:
        self.status, self.headers = 0, dict[str, str]()
        parts = application({"wsgi.input": body, **environ}, self._start)
        self.body = b"".join(parts)

    def _start(self, status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        self.status, self.headers = int(status.split()[0]), dict(headers)

    @property
    def code(self) -> str:
        return str(json.loads(self.body)["code"])


def echo(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [environ["wsgi.input"].read()]


class Slow:
    """A slow body sends nothing before the test says so."""

    def __init__(self) -> None:
        self.is_waited_for, self.goes_on = threading.Event(), threading.Event()

    def read(self, size: int) -> bytes:
        self.is_waited_for.set()
        assert self.goes_on.wait(10)
        return b"x" * size


def test_django_finds_the_body_as_it_was_sent() -> None:
    answer = Exchange(whole_bodies(echo, at_once=1), io.BytesIO(b"{}beyond"), CONTENT_LENGTH="2")
    assert (answer.status, answer.body) == (200, b"{}")
    assert Exchange(whole_bodies(echo, at_once=1), io.BytesIO(b"")).status == 200


@pytest.mark.parametrize(
    ("length", "status", "code"),
    [
        (str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1), 413, "too_large"),
        ("9" * 19, 413, "too_large"),
        ("9" * 5000, 400, "malformed"),
        ("-1", 400, "malformed"),
        ("٣", 400, "malformed"),
        ("3", 400, "malformed"),  # three bytes are declared, and only two come
    ],
)
def test_refuses_a_length_that_no_route_wants_or_that_is_not_kept(length: str, status: int, code: str) -> None:
    answer = Exchange(whole_bodies(echo, at_once=1), io.BytesIO(b"{}"), CONTENT_LENGTH=length)
    assert (answer.status, answer.code) == (status, code)


def test_who_sends_slowly_holds_a_place_and_not_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 0)
    application, slow = whole_bodies(echo, at_once=1), Slow()
    first = threading.Thread(target=Exchange, args=[application, slow], kwargs={"CONTENT_LENGTH": "2"})
    first.start()
    assert slow.is_waited_for.wait(10)
    second = Exchange(application, io.BytesIO(b"{}"), CONTENT_LENGTH="2")
    assert (second.status, second.code, second.headers["Retry-After"]) == (503, "unavailable", "1")
    assert Exchange(application, io.BytesIO(b"")).status == 200
    slow.goes_on.set()
    first.join(10)
    assert Exchange(application, io.BytesIO(b"{}"), CONTENT_LENGTH="2").status == 200


def test_a_crowd_that_waits_for_a_place_does_not_hold_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two slots are taken and one more may wait; the next request is refused at once."""
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 10)
    application, slow = whole_bodies(echo, at_once=2), [Slow(), Slow()]
    threads = [
        threading.Thread(target=Exchange, args=[application, each], kwargs={"CONTENT_LENGTH": "2"}) for each in slow
    ]
    for thread, body in zip(threads, slow, strict=True):
        thread.start()
        assert body.is_waited_for.wait(10)
    answers = list[int]()

    def ask() -> None:
        answers.append(Exchange(application, io.BytesIO(b"{}"), CONTENT_LENGTH="2").status)

    crowd = [threading.Thread(target=ask) for _ in range(5)]
    for thread in crowd:
        thread.start()
    while len(answers) < 4:
        crowd[0].join(0.01)
    assert answers == [503] * 4
    for body in slow:
        body.goes_on.set()
    for thread in [*threads, *crowd]:
        thread.join(10)
    assert answers == [503, 503, 503, 503, 200]
