"""This module is about two requests at once, each in a thread with a connection of its own, that meet before their
first lock and after each statement that locks rows of one more table: so whatever can come between does."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

from django.db import connection, connections

FIRST_SECONDS = 2.0  # The wait until the other has reached its first lock; so far it has only read.
NEXT_SECONDS = 0.2  # The wait is short, as the other may wait for a file that the first one holds.
LOOK_SECONDS = 0.002  # The interval between checks of whether the other waits in the database.
_LOCKING = re.compile(
    r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"|FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL
)
# Requests that only read lock these tables too.
_OF_LOOKING = {"django_session", "accounts_session", "policies_use", "policies_latesttime"}
Send = Callable[[], Any]


def locked_table(sql: str) -> str | None:
    """Returns the table whose rows the statement locks, unless that is of a look at things."""
    match = _LOCKING.search(sql)
    table = None if match is None else match[1] or match[2]
    return None if table in _OF_LOOKING else table


class Meeting:
    """This barrier for two threads does not wait for a thread that has ended or waits elsewhere."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._here, self._meetings, self._gone = 0, 0, False

    def meet(self, seconds: float, waits_elsewhere: Callable[[], bool]) -> None:
        with self._turn:
            if self._gone:
                return
            self._here += 1
            if self._here == 2:
                self._here, self._meetings = 0, self._meetings + 1
                self._turn.notify_all()
                return
            number = self._meetings
            looks = int(seconds / LOOK_SECONDS)
            for _ in range(looks):
                if self._turn.wait_for(lambda: self._gone or self._meetings != number, LOOK_SECONDS):
                    return
                if waits_elsewhere():
                    break
            self._here -= 1

    def leave(self) -> None:
        with self._turn:
            self._gone = True
            self._turn.notify_all()


class Steps:
    """This execute wrapper belongs to one of the two threads. `first` lets the other take its first lock before."""

    def __init__(self, meeting: Meeting, *, ahead: threading.Event, backends: dict[bool, int], is_first: bool) -> None:
        self._meeting, self._ahead, self._backends, self._is_first = meeting, ahead, backends, is_first
        self._begun = False
        self._locked: set[str] = set()
        backends[is_first] = connection.connection.info.backend_pid

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        table = locked_table(sql)
        # Only the first lock of a table counts: further rows are locked in one order.
        if table is None or table in self._locked:
            return execute(sql, params, many, context)
        self._locked.add(table)
        if not self._begun:
            self._begun = True
            self._meeting.meet(FIRST_SECONDS, never)
            if not self._is_first:
                self._ahead.wait(FIRST_SECONDS)
        answered = False
        try:
            answer = execute(sql, params, many, context)
            answered = True
            return answer
        finally:
            self._ahead.set()
            self._meeting.meet(NEXT_SECONDS, self._other_waits if answered else never)

    def _other_waits(self) -> bool:
        """Returns whether the other request waits in the database for a lock of ours, and comes when we are done."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self._backends[not self._is_first]])
            return bool(cursor.fetchone()[0])


def never() -> bool:
    return False


class Pair:
    """These are two threads, each with a connection that stays open from one pair of requests to the next."""

    def __enter__(self) -> Self:
        self._threads = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        return self

    def __exit__(self, *about: type[BaseException] | BaseException | TracebackType | None) -> None:
        for thread in self._threads:
            thread.submit(connections.close_all).result()
            thread.shutdown()

    def both(self, first: Send, second: Send) -> tuple[Any, Any]:
        """Returns the answers of both requests. The first takes the first lock."""
        meeting, ahead, backends = Meeting(), threading.Event(), dict[bool, int]()

        def run(send: Send, is_first: bool) -> Any:
            try:
                connection.ensure_connection()
                with connection.execute_wrapper(Steps(meeting, ahead=ahead, backends=backends, is_first=is_first)):
                    return send()
            finally:
                meeting.leave()
                ahead.set()

        sent = [
            thread.submit(run, send, send is first) for thread, send in zip(self._threads, (first, second), strict=True)
        ]
        return sent[0].result(), sent[1].result()
