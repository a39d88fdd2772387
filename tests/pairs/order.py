"""This module is about the tables whose rows one request locks, transaction by transaction, against
`api.writes.locking.ORDER`."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from django.db import connection

from datahub.api.writes.locking import ORDER
from tests.pairs.interleave import Send

_LOCK = re.compile(r'FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)
_WRITE = re.compile(r'^\s*(?:UPDATE|DELETE FROM) "(\w+)"')
_INSERT = re.compile(r'^\s*INSERT INTO "(\w+)"')


class Locks:
    """This is an execute wrapper: which rows a request locks first in each transaction, as tables in that order."""

    def __init__(self) -> None:
        self.transactions: list[list[str]] = []
        self._open, self._made = False, set[str]()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not connection.in_atomic_block:
            self._end()
        elif not self._open:
            self._open = True
            self.transactions.append([])
            connection.on_commit(self._end)
        if self._open:
            self._note(sql, params)
        return execute(sql, params, many, context)

    def _note(self, sql: str, params: Any) -> None:
        match = _INSERT.search(sql)
        if match:
            self._made.add(match[1])
        table = _LOCK.search(sql) or _WRITE.search(sql)
        if table is None or table[1] in self._made:  # No other transaction can hold rows that this one has made.
            return
        # policies.jobs.join explains why it may wait.
        waits = table[1] == "jobs_job" and "queued" in map(str, params or ())
        if not waits and table[1] not in self.transactions[-1]:
            self.transactions[-1].append(table[1])

    def _end(self) -> None:
        self._open = False
        self._made.clear()


def locked_by(send: Send) -> tuple[Any, list[str]]:
    """Returns the answer, and the locks that were taken against the order."""
    locks = Locks()
    with connection.execute_wrapper(locks):
        answer = send()
    return answer, [fault for tables in locks.transactions for fault in faults_in(tables)]


def faults_in(tables: list[str]) -> list[str]:
    ranks = [(ORDER.index(table), table) for table in tables if table in ORDER]
    return [
        f"{later} is locked after {earlier}, which stands behind it in the order"
        for (before, earlier), (after, later) in pairwise(ranks)
        if after < before
    ]
