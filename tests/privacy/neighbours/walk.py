"""Every route, asked by every role, of a world: what each of them is answered, to the byte."""

import dataclasses
import json
import logging
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from datahub.api.throttles import counts
from tests.api.test_who_may import TABLE
from tests.api.world import body_for
from tests.privacy.neighbours.world import Neighbourhood, bodies_of


@dataclass(frozen=True)
class Question:
    role: str
    method: str
    path: str
    whose: str  # "theirs" of what the owner made, "own" of what the role made

    def __str__(self) -> str:
        return f"{self.role}: {self.method} {self.path} ({self.whose})"


@dataclass(frozen=True)
class Answer:
    """All that reaches whoever asked, and what it left in logs and mails."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    logs: tuple[str, ...]
    mails: tuple[str, ...]


def questions(of: Neighbourhood) -> Iterator[Question]:
    """Of each role, for every row of the who-may table: about the owner's things, and about what the role made."""
    for role in of.clients:
        own = dataclasses.replace(of.world, ids={**of.world.ids, **of.own.get(role, {})})
        for row in TABLE:
            at = row["method"], row["path"]
            yield Question(role, *at, "theirs")
            if any(id in own.url(*at) for id in of.own.get(role, {}).values()):
                yield Question(role, *at, "own")


def answers(of: Neighbourhood, asked: Iterable[Question], caplog: pytest.LogCaptureFixture) -> dict[Question, Answer]:
    bodies, told = bodies_of(), {}
    for question in asked:
        of.tape.step(str(question))
        told[question] = _answer(of, question, bodies, caplog)
    return told


def _answer(
    of: Neighbourhood, question: Question, bodies: Mapping[tuple[str, str], Any], caplog: pytest.LogCaptureFixture
) -> Answer:
    cache.clear()
    counts.forget()
    caplog.clear()
    mail.outbox.clear()
    world = of.world
    if question.whose == "own":
        world = dataclasses.replace(world, ids={**world.ids, **of.own[question.role]})
    at = (question.method, question.path)
    body = json.dumps(bodies.get(at, body_for(*at, world)))
    with undone(), caplog.at_level(logging.INFO):
        answer = _send(of.clients[question.role], question.method, world.url(*at), body)
    headers = tuple(sorted((name, value) for name, value in answer.items() if name != "Set-Cookie"))
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    letters = tuple(f"{letter.subject}\n{letter.body}" for letter in mail.outbox)
    return Answer(answer.status_code, headers, content, tuple(caplog.messages), letters)


def _send(client: Client, method: str, url: str, body: str) -> Any:
    if method == "GET":
        return client.get(url)
    return client.generic(method, url, body, content_type="application/json")


class undone:
    """Whatever is written in it, in the database and in the journal of the ledger, was not."""

    def __enter__(self) -> None:
        self._journal, self._aside = Path(settings.LEDGER_FOLDER), Path(f"{settings.LEDGER_FOLDER}.aside")
        if self._journal.exists():
            shutil.copytree(self._journal, self._aside)
        self._transaction = transaction.atomic()
        self._transaction.__enter__()

    def __exit__(self, *about: Any) -> None:
        transaction.set_rollback(True)
        self._transaction.__exit__(None, None, None)
        shutil.rmtree(self._journal, ignore_errors=True)
        if self._aside.exists():
            self._aside.rename(self._journal)
