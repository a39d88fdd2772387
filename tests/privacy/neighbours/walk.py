"""This module is about every route, asked by every role, of a world: what each of them is answered, to the byte."""

import dataclasses
import hashlib
import json
import logging
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import transaction

from datahub.api.limits.throttles import counts
from datahub.api.operation import metrics
from surveys.results import page
from tests.api.test_who_may import OUTSIDE, TABLE
from tests.api.world import body_for
from tests.privacy.neighbours.world import OPERATOR, Neighbourhood

STUDIO = "^(?!api/|static/|s/|check/|preview/)(?!.*\\.\\w+/?$).*$"
STANDS_FOR = {STUDIO: "data-sets/<data set>/", "openapi.*": "openapi.html", "/*": "/", "<str:secret>": "unknown"}
# The pages outside the API.
PAGES = [reduce(lambda path, part: path.replace(*part), STANDS_FOR.items(), path) for path in OUTSIDE]
LOGS = ["api/v1/audit/?subject=dataset:<data set>", "api/v1/audit/?subject=lineage:<lineage>"]


@dataclass(frozen=True)
class Question:
    role: str
    method: str
    path: str
    whose: str  # "theirs" means things that the owner made, "own" things that the role made.
    by_token: bool = False
    tag: str = ""  # The value of If-None-Match.

    def __str__(self) -> str:
        return f"{self.role}: {self.method} {self.path} ({self.whose})"


@dataclass(frozen=True)
class Answer:
    """An answer holds everything that reaches the sender, and what it left in logs and mails."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    logs: tuple[str, ...]
    mails: tuple[str, ...]

    @property
    def tag(self) -> str:
        """Returns the ETag that a client with this answer sends later, to ask whether the answer has changed."""
        return dict(self.headers).get("ETag") or f'"{hashlib.sha256(self.body).hexdigest()}"'


def questions(of: Neighbourhood) -> Iterator[Question]:
    """Each role asks on every row of the who-may table, about the owner's things and about what it made itself; and on
    every path beside the API, and for the log. Whoever holds the token of the metrics asks for the latter alone."""
    for role in of.clients:
        yield from (Question(role, "GET", path, "theirs") for path in (*LOGS, *PAGES))
        own = dataclasses.replace(of.world, ids={**of.world.ids, **of.own.get(role, {})})
        for row in TABLE if role != OPERATOR else ():
            at = row["method"], row["path"]
            yield Question(role, *at, "theirs")
            if any(id in own.url(*at) for id in of.own.get(role, {}).values()):
                yield Question(role, *at, "own")


def half_of(of: Neighbourhood, half: int) -> list[str]:
    """Returns every second role: two workers walk side by side."""
    return sorted(of.clients)[half::2]


def by_token(of: Neighbourhood) -> list[Question]:
    """Returns the read requests of each role, sent by a program with a token of all scopes."""
    return [
        dataclasses.replace(question, by_token=True)
        for question in questions(of)
        if question.method == "GET" and question.role in of.tokens and question.path not in PAGES
    ]


def again(told: Mapping[Question, Answer]) -> list[Question]:
    """Returns the same requests, each with the ETag of the answer it got before."""
    return [dataclasses.replace(question, tag=answer.tag) for question, answer in told.items() if answer.status < 300]


def answers(
    of: Neighbourhood, questions: Iterable[Question], caplog: pytest.LogCaptureFixture
) -> dict[Question, Answer]:
    told = {}
    for question in questions:
        of.tape.step(str(question))
        told[question] = _answer(of, question, caplog)
    return told


def _answer(of: Neighbourhood, question: Question, caplog: pytest.LogCaptureFixture) -> Answer:
    cache.clear()
    counts.forget()
    page.forget()  # The same ids stand for both worlds.
    caplog.clear()
    mail.outbox.clear()
    for counted in (metrics._REPORTS, metrics._SECONDS):
        counted.clear()  # The metrics of this process: the number of requests and their duration.
    world = of.world
    if question.whose == "own":
        world = dataclasses.replace(world, ids={**world.ids, **of.own[question.role]})
    at = (question.method, question.path)
    body = json.dumps(of.bodies.get(at, body_for(*at, world)))
    with undone(), caplog.at_level(logging.INFO):
        answer = _send(of, question, world.url(*at), body)
    headers = tuple(sorted((name, value) for name, value in answer.items() if name != "Set-Cookie"))
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    letters = tuple(f"{letter.subject}\n{letter.body}" for letter in mail.outbox)
    return Answer(answer.status_code, headers, content, tuple(caplog.messages), letters)


def _send(of: Neighbourhood, question: Question, url: str, body: str) -> Any:
    client = (of.tokens if question.by_token else of.clients)[question.role]
    headers = {"If-None-Match": question.tag} if question.tag else {}
    if question.method == "GET":
        return client.get(url, headers=headers)
    return client.generic(question.method, url, body, content_type="application/json", headers=headers)


class undone:
    """Undoes all writes in its block, in the database and in the journal of the ledger."""

    def __enter__(self) -> None:
        self._journal = _files_of(Path(settings.LEDGER_FOLDER))
        self._transaction = transaction.atomic()
        self._transaction.__enter__()

    def __exit__(self, *about: Any) -> None:
        transaction.set_rollback(True)
        self._transaction.__exit__(None, None, None)
        folder = Path(settings.LEDGER_FOLDER)
        if _files_of(folder) != self._journal:
            shutil.rmtree(folder, ignore_errors=True)
            for path, content in self._journal.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)


def _files_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
