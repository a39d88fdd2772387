"""Two requests at once, each in a thread with a connection of its own, that meet before their first lock and after
each statement that locks rows of one more table: so whatever can come between does."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, connections
from django.test import Client

from datahub.accounts.models import Person

FIRST_SECONDS = 2.0  # until the other stands before its first lock: it has only read so far
NEXT_SECONDS = 0.01  # the other may wait in the database for a lock of ours, and comes when we are done
_LOCKING = re.compile(
    r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"|FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL
)
_OF_LOOKING = {"django_session", "accounts_session", "policies_use", "policies_latesttime"}  # not of writing
Send = Callable[[], Any]


def locked_table(sql: str) -> str | None:
    """The table whose rows the statement locks, unless that is of a look at things."""
    found = _LOCKING.search(sql)
    table = None if found is None else found[1] or found[2]
    return None if table in _OF_LOOKING else table


class Meeting:
    """A barrier for two that waits for nobody who is gone, or who waits elsewhere."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._here, self._meetings, self._gone = 0, 0, False

    def meet(self, seconds: float) -> None:
        with self._turn:
            if self._gone:
                return
            self._here += 1
            if self._here == 2:
                self._here, self._meetings = 0, self._meetings + 1
                self._turn.notify_all()
                return
            number = self._meetings
            if not self._turn.wait_for(lambda: self._gone or self._meetings != number, seconds):
                self._here -= 1

    def leave(self) -> None:
        with self._turn:
            self._gone = True
            self._turn.notify_all()


class Steps:
    """An execute wrapper of one of the two. `first` lets the other take its first lock before."""

    def __init__(self, meeting: Meeting, *, ahead: threading.Event, is_first: bool) -> None:
        self._meeting, self._ahead, self._is_first, self._begun = meeting, ahead, is_first, False
        self._locked: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        table = locked_table(sql)
        if table is None or table in self._locked:  # once a table: more of its rows are locked in one order
            return execute(sql, params, many, context)
        self._locked.add(table)
        if not self._begun:
            self._begun = True
            self._meeting.meet(FIRST_SECONDS)
            if not self._is_first:
                self._ahead.wait(NEXT_SECONDS)
        try:
            return execute(sql, params, many, context)
        finally:
            self._ahead.set()
            self._meeting.meet(NEXT_SECONDS)


def both(first: Send, second: Send) -> tuple[Any, Any]:
    """The answers. The first takes the first lock."""
    meeting, ahead = Meeting(), threading.Event()

    def run(send: Send, is_first: bool) -> Any:
        try:
            with connection.execute_wrapper(Steps(meeting, ahead=ahead, is_first=is_first)):
                return send()
        finally:
            meeting.leave()
            ahead.set()
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(run, first, True), pool.submit(run, second, False)]
        return answers[0].result(), answers[1].result()


def client_of(person: Person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client
