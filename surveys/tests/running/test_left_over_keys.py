"""These tests cover key files without a row: from a transaction that is being committed, or left by a kill. No date
tells which."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from datahub.accounts.models import Person
from datahub.jobs.sightings import Sightings
from surveys import keys
from surveys.models import BatchKey
from surveys.running import forget
from surveys.tests.factories import a_version

pytestmark = pytest.mark.django_db
HASH = "ab" * 32
Write = Callable[[], Path]


def a_batch_key() -> Path:
    id = BatchKey().pk
    keys.create_batch_key(id)
    return keys.kept_batch_keys()[id]


def secrets() -> Path:
    keys.create_version_secrets(HASH)
    return keys.files().version_secrets[HASH]


def half_a_key() -> Path:
    half = a_batch_key()
    return half.rename(half.with_name(f".{half.name}.4711"))


class Watch:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(forget, "_without_rows", Sightings(watch))
    return watch


@pytest.mark.parametrize("write", [a_batch_key, secrets, half_a_key])
def test_a_file_goes_once_no_row_came_for_as_long_as_any_transaction_lasts(write: Write, watch: Watch) -> None:
    path = write()
    forget.forget_left_over()
    watch.seconds = forget.WATCHED_SECONDS - 1
    forget.forget_left_over()
    assert path.exists()
    watch.seconds = forget.WATCHED_SECONDS
    forget.forget_left_over()
    assert not path.exists()


@pytest.mark.parametrize("write", [a_batch_key, secrets, half_a_key])
def test_a_clock_that_is_set_ahead_or_a_laptop_that_slept_takes_no_file_that_is_just_being_committed(
    write: Write, watch: Watch
) -> None:
    path = write()
    os.utime(path, (0, 0))  # After the clock jumps, the file looks this old.
    forget.forget_left_over()
    assert path.exists()


def test_secrets_that_are_written_once_more_are_watched_anew(watch: Watch) -> None:
    secrets()
    forget.forget_left_over()
    watch.seconds = forget.WATCHED_SECONDS
    # The same version is published again, after a first try that failed.
    path = secrets()
    forget.forget_left_over()
    assert path.exists()


def test_keys_that_are_in_use_stay(ana: Person, watch: Watch) -> None:
    a_version(ana)
    forget.forget_left_over()
    watch.seconds = forget.WATCHED_SECONDS
    forget.forget_left_over()
    assert len(keys.kept_batch_keys()) == len(keys.kept_version_secrets()) == 1
