"""A value that all threads of a process share is made once, however many ask right after a start."""

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pytest_django import Settings

from datahub.api import signing
from datahub.api.errors import Unavailable
from datahub.api.limits.throttles import Counts
from datahub.api.once import once
from datahub.api.operation import health
from tests.at_once import THREADS, FirstCall, all_at_once


def test_many_who_ask_at_once_get_the_value_that_was_made_once() -> None:
    first = FirstCall(object)
    kept = once(first)
    assert len({id(value) for value in all_at_once(kept, first)}) == 1
    assert first.calls == 1


def test_each_set_of_arguments_has_a_value_of_its_own() -> None:
    kept = once(lambda name, size=0: [name, size])
    assert kept("a") is kept("a") is not kept("b")
    assert kept("a", size=1) == ["a", 1]


def test_a_failure_is_not_kept() -> None:
    answers = iter([ZeroDivisionError(), 7])

    def make() -> int:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return int(str(answer))

    kept = once(make)
    with pytest.raises(ZeroDivisionError):
        kept()
    assert (kept(), kept()) == (7, 7)


def test_threads_that_sign_first_sign_with_one_key(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first complete file is the key, also for threads that had begun to write another."""
    settings.DATA = tmp_path
    first = FirstCall(Ed25519PrivateKey.generate)

    class Drawing(Ed25519PrivateKey):
        generate = staticmethod(first)  # the calls are counted, and the first one is slow
        from_private_bytes = Ed25519PrivateKey.from_private_bytes

    monkeypatch.setattr(signing, "Ed25519PrivateKey", Drawing)
    assert set(all_at_once(signing.public_key, first)) == {signing.public_key()}
    assert [path.name for path in tmp_path.iterdir()] == [signing.FILE]


def test_threads_that_are_asked_first_whether_they_can_serve_read_the_migrations_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = FirstCall(Migrated)
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health, "MigrationExecutor", first)
    all_at_once(health.check_migrations, first)
    assert first.calls == 1


def test_migrations_that_are_missing_are_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health, "MigrationExecutor", lambda _: Migrated(missing=1))
    for _ in range(2):
        with pytest.raises(Unavailable):
            health.check_migrations()


def test_requests_of_one_caller_at_once_are_all_counted() -> None:
    counts = Counts(now=lambda: 0.0)
    assert sorted(all_at_once(lambda: counts.add("default", "person 1"))) == list(range(1, THREADS + 1))


class Migrated:
    """This class replaces Django's executor: `missing` migrations are not applied."""

    def __init__(self, connection: object = None, *, missing: int = 0) -> None:
        self.loader = self.graph = self
        self._missing = missing

    def leaf_nodes(self) -> list[Any]:
        return []

    def migration_plan(self, targets: list[Any]) -> list[Any]:
        return [None] * self._missing
