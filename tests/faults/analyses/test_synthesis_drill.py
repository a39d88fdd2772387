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
MOST_SECONDS = 900  # OpenDP's AIM compiles its arithmetic in each attempt of a drill.


@pytest.mark.parametrize("engine", ENGINES)
def test_workers_killed_at_each_step_of_synthetic_rows_leave_one_result_and_one_charge(
    engine: str, folder: Path
) -> None:
    (folder / "data").mkdir(mode=0o700)
    looks = told(folder, "synthesising", engine)
    rho = Decimal(looks.pop("rho"))
    again = looks.pop("again")
    assert [look["ended"] for look in looks.values()] == [-signal.SIGKILL] * len(looks)
    assert state_of(looks["permitted"]) == ("running", "reserved", 0, 0)
    assert [Decimal(looks["permitted"][part]) for part in ("reserved", "spent")] == [rho, Decimal(0)]
    for moment in ("started", "read", "fitted", "written"):
        assert state_of(looks[moment]) == ("running", "executing", 0, 0), moment
    assert state_of(looks["kept"]) == state_of(again) == ("done", "committed", 1, 1)
    for after in (*list(looks.values())[1:], again):
        assert (Decimal(after["reserved"]), Decimal(after["spent"]), after["spends"]) == (Decimal(0), rho, 1)
    assert (again["same"], again["rows"]) == (True, 30)


def test_workers_killed_at_each_step_of_rows_of_two_tables_leave_one_result_and_one_charge_to_either_people(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    looks = told(folder, "synthesising_two")
    rho, nothing = Decimal(looks.pop("rho")), Decimal(0)
    again = looks.pop("again")
    assert [look["ended"] for look in looks.values()] == [-signal.SIGKILL] * len(looks)
    assert state_of(looks["permitted"]) == ("running", "reserved", 0, 0)
    assert charged(looks["permitted"]) == [(rho, nothing)] * 2
    for moment in ("started", "half read", "read", "fitted", "written"):
        assert state_of(looks[moment]) == ("running", "executing", 0, 0), moment
    assert state_of(looks["kept"]) == state_of(again) == ("done", "committed", 1, 1)
    for after in (*list(looks.values())[1:], again):
        assert (charged(after), after["spends"]) == ([(nothing, rho)] * 2, 1)
    assert (again["same"], again["rows"]) == (True, 30)


def test_workers_killed_at_each_step_of_releasing_synthetic_rows_leave_one_release_and_charge_nothing(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    output = told(folder, "releasing_rows")
    looks = output["found"]
    assert [look["ended"] for look in looks.values()] == [-signal.SIGKILL] * len(looks)
    states = [(look["job"], look["release"]) for look in looks.values()]
    assert states == [*[("running", "making")] * 3, ("done", "released")]
    for look in looks.values():
        assert (Decimal(look["spent"]), look["unbounded"], look["in the clear"]) == (Decimal(output["rho"]), 0, [])
    assert [look["folders"] for look in looks.values()] == [0, 1, 1, 1]
    assert output["same"]


def test_workers_killed_at_each_step_of_measuring_synthetic_rows_leave_one_report_and_one_charge(folder: Path) -> None:
    (folder / "data").mkdir(mode=0o700)
    looks = told(folder, "measuring")
    before, rho = (Decimal(looks.pop(name)) for name in ("before", "rho"))
    again = looks.pop("again")
    assert [look["ended"] for look in looks.values()] == [-signal.SIGKILL] * len(looks)
    # The only stored answer is the synthetic rows.
    assert state_of(looks["permitted"]) == ("running", "reserved", 0, 1)
    assert [Decimal(looks["permitted"][part]) for part in ("reserved", "spent")] == [rho, before]
    for moment in ("started", "read", "measured", "written"):
        assert state_of(looks[moment]) == ("running", "executing", 0, 1), moment
    assert state_of(looks["kept"]) == state_of(again) == ("done", "committed", 1, 2)
    for after in (*list(looks.values())[1:], again):
        assert (Decimal(after["reserved"]), Decimal(after["spent"]), after["spends"]) == (Decimal(0), before + rho, 2)
    assert (again["same"], again["told"]) == (True, 6)


def test_workers_killed_at_each_step_of_measuring_rows_of_two_tables_leave_one_report_and_one_charge_to_either_people(
    folder: Path,
) -> None:
    (folder / "data").mkdir(mode=0o700)
    looks = told(folder, "measuring_two")
    before, rho = (Decimal(looks.pop(name)) for name in ("before", "rho"))
    again = looks.pop("again")
    assert [look["ended"] for look in looks.values()] == [-signal.SIGKILL] * len(looks)
    # The only stored answer is the synthetic rows.
    assert state_of(looks["permitted"]) == ("running", "reserved", 0, 1)
    assert charged(looks["permitted"]) == [(rho, before)] * 2
    for moment in ("started", "half read", "read", "measured", "written"):
        assert state_of(looks[moment]) == ("running", "executing", 0, 1), moment
    assert state_of(looks["kept"]) == state_of(again) == ("done", "committed", 1, 2)
    for after in (*list(looks.values())[1:], again):
        assert (charged(after), after["spends"]) == ([(Decimal(0), before + rho)] * 2, 2)
    assert (again["same"], again["told"]) == (True, 9)


def charged(look: dict[str, Any]) -> list[tuple[Decimal, Decimal]]:
    """Returns the reserved and the spent budget of both groups of people."""
    return list(zip(map(Decimal, look["reserved"]), map(Decimal, look["spent"]), strict=True))


def state_of(look: dict[str, Any]) -> tuple[str, str, int, int]:
    return look["job"], look["spend"], look["models"], look["answers"]


def told(folder: Path, drill: str, *arguments: str) -> dict[str, Any]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.analyses.{drill}", *arguments],
        cwd=ROOT,
        env=kept | {"DATAHUB_DATA": str(folder / "data"), "DATAHUB_AIM_PYTHON": os.environ["AIM_OF_TESTS"]},
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    output: dict[str, Any] = json.loads(done.stdout)
    return output
