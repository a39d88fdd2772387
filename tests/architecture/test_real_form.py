"""`scripts/test real` finds what is marked for it; on PostgreSQL it runs what may ask a database, and nothing else."""

import re
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import touching

ROOT = Path(__file__).resolve().parents[2]
MARK = "pytest.mark" + ".real"
TESTS_IN = [
    "mechanisms",
    "datahub",
    "surveys",
    "client",
    "benchmarks",
    "reproductions",
    "tests",
]  # pyproject.toml has the same list.
TESTS = """
import django.test
import pytest
import unittest

@pytest.fixture
def saved(db): ...

def test_touches_by_a_fixture(db): ...
def test_touches_by_the_fixture_of_a_fixture(saved): ...
def test_touches_by_a_server(live_server): ...
def test_touches_as_an_administrator(admin_client): ...
@pytest.mark.django_db
def test_touches_by_a_mark(): ...
@pytest.mark.django_db(transaction=True)
class TestMarked:
    def test_touches_by_the_mark_of_its_class(self): ...
class TestOfDjango(django.test.TestCase):
    def test_touches_by_its_class(self): ...
@pytest.mark.every_case_asks_anew
@pytest.mark.parametrize("route", ["a", "b"])
def test_touches_with_each_case(db, route): ...

@pytest.mark.same_on_every_database
def test_compares_what_no_database_decides(db): ...
@pytest.mark.parametrize("number", [1, 2])
def test_reckons(number): ...
def test_asks_without_a_database(client): ...
class TestSimple(django.test.SimpleTestCase):
    def test_reckons_in_a_class(self): ...
class TestPlain(unittest.TestCase):
    def test_reckons_in_a_plain_class(self): ...
"""


def test_keeps_what_touches_the_database_and_leaves_out_what_does_not(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS)
    options = ["--rootdir", str(ROOT), "--collect-only", "-q", "-p", "no:cacheprovider", "--touching-the-database"]
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", *options, str(file)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = Counter(line.rpartition("::")[2].partition("[")[0] for line in output.splitlines() if "::" in line)
    assert kept == dict.fromkeys(re.findall(r"def (test_touches\w+)", TESTS), 1) | {"test_touches_with_each_case": 2}
    assert "(6 deselected)" in output


def test_the_first_case_runs_each_day_and_every_other_one_day_of_the_week(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATAHUB_ALL_PROOFS", raising=False)
    cases = [f"test_a.py::test_some[{number}]" for number in range(40)]
    items: list[Any] = [SimpleNamespace(nodeid=case, get_closest_marker=lambda _: None) for case in cases]
    days = [date(2026, 11, 23) + timedelta(days=number) for number in range(7)]
    ran = [[item.nodeid for item in touching._todays_cases(items, day)] for day in days]
    assert all(of_a_day[0] == cases[0] and len(of_a_day) < 15 for of_a_day in ran)
    assert sorted(case for of_a_day in ran for case in of_a_day[1:]) == sorted(cases[1:])
    monkeypatch.setenv("DATAHUB_ALL_PROOFS", "1")
    assert touching._todays_cases(items, days[0]) == items


def test_what_is_marked_real_lies_where_the_real_form_looks() -> None:
    [command] = re.findall(r'python_tests "real" (.*)', (ROOT / "scripts" / "test").read_text())
    looked_in = [ROOT / word for word in command.split() if (ROOT / word).is_dir()]
    marked = [path for part in TESTS_IN for path in (ROOT / part).rglob("test_*.py") if MARK in path.read_text()]
    assert len(marked) > 10
    assert [path for path in marked if not any(path.is_relative_to(folder) for folder in looked_in)] == []


def test_a_slow_test_whose_file_does_not_say_so_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    options = ["--rootdir", str(ROOT), "--collect-only", "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", *options, str(file)]
    for mark, ends in (('getattr(pytest.mark, "slow")', 4), ("pytest.mark.slow", 0)):
        file.write_text(f"import pytest\n@{mark}\ndef test_long(): ...\n")
        assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == ends
