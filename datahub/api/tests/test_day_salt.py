"""Processes know a caller in common by a hash under a salt that lives a day, outside every database."""

from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.api.limits.day_salt import DAY_SECONDS, FOLDER, DaySalt
from tests.at_once import all_at_once

TEXT = "address 192.0.2.7"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA = tmp_path
    return tmp_path


class Clock:
    now = 20_000.0 * DAY_SECONDS

    def __call__(self) -> float:
        return self.now


def test_two_processes_know_a_caller_by_the_same_hash() -> None:
    assert DaySalt().hash_of(TEXT) == DaySalt().hash_of(TEXT)
    assert DaySalt().hash_of(TEXT) != DaySalt().hash_of("address 192.0.2.8")


def test_many_who_come_first_and_at_once_draw_one_salt(data_folder: Path) -> None:
    """Each thread has a reader of its own, as separate processes would."""
    assert len(set(all_at_once(lambda: DaySalt().hash_of(TEXT)))) == 1
    assert len(list((data_folder / FOLDER).iterdir())) == 1


def test_threads_of_one_process_share_one_salt() -> None:
    salt = DaySalt()
    assert set(all_at_once(lambda: salt.hash_of(TEXT))) == {salt.hash_of(TEXT)}


def test_the_next_day_has_another_and_the_one_before_is_gone(data_folder: Path) -> None:
    clock = Clock()
    salt = DaySalt(clock)
    before = salt.hash_of(TEXT)
    clock.now += DAY_SECONDS
    assert salt.hash_of(TEXT) != before
    assert [path.name for path in (data_folder / FOLDER).iterdir()] == ["20001"]


def test_it_is_readable_by_its_owner_alone_and_names_nobody(data_folder: Path) -> None:
    assert "192.0.2.7" not in DaySalt().hash_of(TEXT)  # three digits alone occur by chance in one of sixty hashes
    [path] = (data_folder / FOLDER).iterdir()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
