"""Workers are killed at every step of making synthetic rows: there is one result and one charge, and they agree."""

import json
import os
import signal
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from datahub.analyses.synthesise.engines.named import ENGINES
from tests.faults.service import ROOT

pytestmark = pytest.mark.real
MOST_SECONDS = 900  # of one drill: OpenDP's AIM compiles its arithmetic anew in each attempt


@pytest.mark.parametrize("engine", ENGINES)
def test_workers_killed_at_each_step_of_synthetic_rows_leave_one_result_and_one_charge(
    engine: str, folder: Path
) -> None:
    (folder / "data").mkdir(mode=0o700)
    found = told(folder, "synthesising", engine)
    rho = Decimal(found.pop("rho"))
    again = found.pop("again")
    assert [one["ended"] for one in found.values()] == [-signal.SIGKILL] * len(found)
    assert state_of(found["permitted"]) == ("running", "reserved", 0, 0)
    assert [Decimal(found["permitted"][part]) for part in ("reserved", "spent")] == [rho, Decimal(0)]
    for moment in ("started", "read", "fitted", "written"):
        assert state_of(found[moment]) == ("running", "executing", 0, 0), moment
    assert state_of(found["kept"]) == state_of(again) == ("done", "committed", 1, 1)
    for after in (*list(found.values())[1:], again):
        assert (Decimal(after["reserved"]), Decimal(after["spent"]), after["spends"]) == (Decimal(0), rho, 1)
    assert (again["same"], again["rows"]) == (True, 30)


def test_workers_killed_at_each_step_of_rows_of_two_tables_leave_one_result_and_one_charge_to_either_people(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    found = told(folder, "synthesising_two")
    rho, nothing = Decimal(found.pop("rho")), Decimal(0)
    again = found.pop("again")
    assert [one["ended"] for one in found.values()] == [-signal.SIGKILL] * len(found)
    assert state_of(found["permitted"]) == ("running", "reserved", 0, 0)
    assert charged(found["permitted"]) == [(rho, nothing)] * 2
    for moment in ("started", "half read", "read", "fitted", "written"):
        assert state_of(found[moment]) == ("running", "executing", 0, 0), moment
    assert state_of(found["kept"]) == state_of(again) == ("done", "committed", 1, 1)
    for after in (*list(found.values())[1:], again):
        assert (charged(after), after["spends"]) == ([(nothing, rho)] * 2, 1)
    assert (again["same"], again["rows"]) == (True, 30)


def test_workers_killed_at_each_step_of_releasing_synthetic_rows_leave_one_release_and_charge_nothing(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    said = told(folder, "releasing_rows")
    found = said["found"]
    assert [one["ended"] for one in found.values()] == [-signal.SIGKILL] * len(found)
    states = [(one["job"], one["release"]) for one in found.values()]
    assert states == [*[("running", "making")] * 3, ("done", "released")]
    for one in found.values():
        assert (Decimal(one["spent"]), one["unbounded"], one["in the clear"]) == (Decimal(said["rho"]), 0, [])
    assert [one["folders"] for one in found.values()] == [0, 1, 1, 1]
    assert said["same"]


def test_workers_killed_at_each_step_of_measuring_synthetic_rows_leave_one_report_and_one_charge(folder: Path) -> None:
    (folder / "data").mkdir(mode=0o700)
    found = told(folder, "appraising")
    before, rho = (Decimal(found.pop(name)) for name in ("before", "rho"))
    again = found.pop("again")
    assert [one["ended"] for one in found.values()] == [-signal.SIGKILL] * len(found)
    assert state_of(found["permitted"]) == ("running", "reserved", 0, 1)  # the answer there is, is the rows
    assert [Decimal(found["permitted"][part]) for part in ("reserved", "spent")] == [rho, before]
    for moment in ("started", "read", "measured", "written"):
        assert state_of(found[moment]) == ("running", "executing", 0, 1), moment
    assert state_of(found["kept"]) == state_of(again) == ("done", "committed", 1, 2)
    for after in (*list(found.values())[1:], again):
        assert (Decimal(after["reserved"]), Decimal(after["spent"]), after["spends"]) == (Decimal(0), before + rho, 2)
    assert (again["same"], again["told"]) == (True, 6)


def test_workers_killed_at_each_step_of_measuring_rows_of_two_tables_leave_one_report_and_one_charge_to_either_people(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    found = told(folder, "appraising_two")
    before, rho = (Decimal(found.pop(name)) for name in ("before", "rho"))
    again = found.pop("again")
    assert [one["ended"] for one in found.values()] == [-signal.SIGKILL] * len(found)
    assert state_of(found["permitted"]) == ("running", "reserved", 0, 1)  # the answer there is, is the rows
    assert charged(found["permitted"]) == [(rho, before)] * 2
    for moment in ("started", "half read", "read", "measured", "written"):
        assert state_of(found[moment]) == ("running", "executing", 0, 1), moment
    assert state_of(found["kept"]) == state_of(again) == ("done", "committed", 1, 2)
    for after in (*list(found.values())[1:], again):
        assert (charged(after), after["spends"]) == ([(Decimal(0), before + rho)] * 2, 2)
    assert (again["same"], again["told"]) == (True, 9)


def charged(said: dict[str, Any]) -> list[tuple[Decimal, Decimal]]:
    """What is reserved and what is spent, for either people."""
    return list(zip(map(Decimal, said["reserved"]), map(Decimal, said["spent"]), strict=True))


def state_of(said: dict[str, Any]) -> tuple[str, str, int, int]:
    return said["job"], said["spend"], said["models"], said["answers"]


def told(folder: Path, drill: str, *said: str) -> dict[str, Any]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.{drill}", *said],
        cwd=ROOT,
        env=kept | {"DATAHUB_DATA": str(folder / "data"), "DATAHUB_AIM_PYTHON": os.environ["AIM_OF_TESTS"]},
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
