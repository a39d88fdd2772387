"""This is a pytest plugin: `--touching-the-database` leaves out what would say the same on every database.

Of a test with several cases it keeps the first, and of the others a seventh, another one each day of the week: all run
on SQLite, and DATAHUB_ALL_PROOFS=1 keeps all. It keeps all of a test marked `every_case_asks_anew`, whose cases ask the
database in ways of their own.

Slow tests say that they are in their own file, where `scripts/test slow` looks for the mark. The plugin can tell what
touches the database from the outside, since pytest-django opens it to no test that did not ask for it.
"""

import os
from collections.abc import Iterable
from datetime import UTC, date, datetime
from zlib import crc32

import pytest
from django.test import TransactionTestCase

SLOW = "mark.slow"
ASKED_FOR_BY = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--touching-the-database", action="store_true", help="only tests that may ask the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for path in {item.path for item in items if item.get_closest_marker("slow")}:
        if SLOW not in path.read_text(encoding="utf-8"):
            raise pytest.UsageError(f"{path} has slow tests and does not say {SLOW}: scripts/test would not find it")
    if config.getoption("--touching-the-database"):
        kept = _todays_cases((item for item in items if touches(item)), datetime.now(UTC).date())
        known = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in known])
        items[:] = kept


def _todays_cases(items: Iterable[pytest.Item], today: date) -> list[pytest.Item]:
    functions: set[str] = set()
    kept = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        every = os.environ.get("DATAHUB_ALL_PROOFS") or item.get_closest_marker("every_case_asks_anew")
        if every or function not in functions or day_of(item.nodeid) == today.weekday():
            kept.append(item)
        functions.add(function)
    return kept


def day_of(case: str) -> int:
    """Returns the day of the week, from Monday as 0, on which a case runs on PostgreSQL although it is not the first
    of its test."""
    return crc32(case.encode()) % 7


def touches(item: pytest.Item) -> bool:
    """Returns whether a test touches the database: by a mark, a fixture, the fixture of a fixture, or a class of
    Django's; and what is no function may.

    `same_on_every_database` is said of a test that asks the database, and compares what does not hang on which it is.
    """
    if item.get_closest_marker("same_on_every_database"):
        return False
    if not isinstance(item, pytest.Function) or item.get_closest_marker("django_db"):
        return True
    if item.cls is not None and issubclass(item.cls, TransactionTestCase):
        return True
    return not ASKED_FOR_BY.isdisjoint(item.fixturenames)
