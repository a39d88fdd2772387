"""The queries of the clock cost the same for any number of surveys, and miss none of them."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from datahub.accounts.models import Person
from surveys.models import BatchKey, InboxRow, Survey, Version
from surveys.running import sweeping
from surveys.running.forget import forget_left_over
from surveys.running.sweep import sweep
from surveys.selectors import surveys_for
from surveys.tests.factories import a_report, a_version, send

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 27, tzinfo=UTC)


@pytest.fixture
def versions(ana: Person) -> list[Version]:
    """Returns seven open versions, each with one report more than the one before."""
    opened = [a_version(ana) for _ in range(7)]
    for number, version in enumerate(opened):
        for report in range(number):
            send(a_report(version, key=bytes([number, report]) * 8))
    return opened


def keys_of(versions: list[Version]) -> set[object]:
    return set(BatchKey.objects.filter(version__in=versions).values_list("pk", flat=True))


def slots(count: int) -> Iterator[datetime]:
    every = timedelta(seconds=settings.CLOCK["surveys.sweep"])
    return (NOW + number * every for number in range(count))


@pytest.mark.parametrize(("at_once", "turns"), [(7, 1), (3, 3), (2, 4), (1, 7)])
def test_every_key_has_its_turn_within_as_many_slots_as_there_are_groups(
    versions: list[Version], monkeypatch: pytest.MonkeyPatch, at_once: int, turns: int
) -> None:
    monkeypatch.setattr(sweeping, "AT_ONCE", at_once)
    Version.objects.update(batch_least=3)
    key_sets = [set(sweeping.full_batch_keys(now)) for now in slots(turns)]
    assert set.union(*key_sets) == keys_of(versions[3:])
    assert sum(map(len, key_sets)) == 4
    assert max(map(len, key_sets)) <= at_once


def test_each_version_is_asked_for_as_many_rows_as_it_promised(versions: list[Version]) -> None:
    for least, version in zip((1, 2, 2, 3, 9, 5, 7), versions, strict=True):
        Version.objects.filter(pk=version.pk).update(batch_least=least)
    assert set(sweeping.full_batch_keys(NOW)) == keys_of([versions[place] for place in (2, 3, 5)])


def test_a_sweep_asks_as_much_of_the_database_for_many_surveys_as_for_few_and_lists_no_folder(
    ana: Person, key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(path: object) -> list[str]:
        raise AssertionError(f"{path} is listed")

    a_version(ana)
    queries = queries_of_a_sweep()
    for _ in range(5):
        a_version(ana)
    monkeypatch.setattr(os, "listdir", never)
    monkeypatch.setattr(Path, "glob", never)
    assert queries_of_a_sweep() == queries


def test_a_sweep_writes_nothing_while_nothing_is_due(versions: list[Version]) -> None:
    with CaptureQueriesContext(connection) as queries:
        sweep()
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


def test_what_was_left_behind_is_found_by_one_look_at_the_folder(
    versions: list[Version], key_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, listed = 0, os.listdir

    def counted(path: str) -> list[str]:
        nonlocal looks
        looks += 1
        return listed(path)

    monkeypatch.setattr(os, "listdir", counted)
    InboxRow.objects.all().delete()
    BatchKey.objects.filter(version=versions[0]).update(state=BatchKey.State.DONE)
    forget_left_over()
    assert looks == 1
    assert len(list(key_folder.glob("batch-*.key"))) == len(versions) - 1


@pytest.mark.parametrize("table", ["surveys_version", "surveys_batchkey"])
def test_what_a_sweep_looks_for_is_found_by_an_index(versions: list[Version], table: str) -> None:
    """PostgreSQL would scan so small a table, so the test forbids scans wherever an index can be used."""
    with CaptureQueriesContext(connection) as queries:
        sweep()
    explain, read_whole = "EXPLAIN QUERY PLAN", f"SCAN {table}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET enable_seqscan = off")
            explain, read_whole = "EXPLAIN", f"Seq Scan on {table}"
        for query in queries:
            cursor.execute(f"{explain} {query['sql']}")
            assert not [step for *_, step in cursor.fetchall() if read_whole in step], query["sql"]
        if connection.vendor == "postgresql":
            cursor.execute("RESET enable_seqscan")


def test_a_list_of_surveys_asks_once_however_many_there_are(ana: Person, settings: Settings) -> None:
    """One query reads a list of surveys with its roles; a thousand roles are not sent to Python and back."""
    for number in range(3):
        a_version(ana, title=f"Survey {number}")
    with CaptureQueriesContext(connection) as queries:
        surveys = list(surveys_for(ana, search="survey"))
    assert len(queries) == 1
    assert {survey.pk for survey in surveys} == set(Survey.objects.values_list("pk", flat=True))


def queries_of_a_sweep() -> int:
    with CaptureQueriesContext(connection) as queries:
        sweep()
    return len(queries)
