"""Tests watch which rows of the inbox a statement names, in its order."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from surveys.models import InboxRow


@contextmanager
def marks_taken_out() -> Iterator[list[list[bytes]]]:
    """Yields the marks of the rows that each statement takes out of the inbox."""
    taken: list[list[bytes]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(f"UPDATE {InboxRow._meta.db_table} SET sealed = NULL"):  # noqa: S608 - compared, never run
            taken.append([bytes(mark) for [mark] in params] if many else [bytes(mark) for mark in params[0]])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield taken
