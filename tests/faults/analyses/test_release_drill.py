"""Workers are killed while they make a release: then there is one, whole and verified, and the ledger says it once."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.service import PATIENCE_SECONDS, ROOT

pytestmark = pytest.mark.real


def test_workers_killed_before_while_and_after_a_release_is_sealed_leave_one_whole_release(folder: Path) -> None:
    (folder / "data").mkdir(mode=0o700)
    before_work, at_work, sealing, leaving = (
        killed_when(moment, folder) for moment in ("made", "sealing", "leaving", "finished")
    )
    for before in (before_work, at_work, sealing, leaving):
        assert (before["release"], before["unbounded"], before["in the clear"]) == ("making", [], [])
    assert (before_work["job"], at_work["job"]) == ("queued", "running")
    # A half-written release keeps its folder until the attempt ends.
    assert (sealing["left"], sealing["folders"]) == (0, True)
    assert leaving["left"] == 1
    facts = told(folder, "look", ends=0)
    assert (facts["job"], facts["release"], facts["in the clear"]) == ("done", "released", [])
    assert (facts["left"], facts["folders"]) == (1, True)
    assert [(model["model"], model["k"]) for model in facts["models"]] == [("k-anonymity", 5), ("k-map", 6)]
    # The owner keeps the population, so k-map is not checked.
    assert (facts["rows"], facts["outcomes"]) == (60, ["holds", "not checked"])
    assert len(facts["unbounded"]) == 2  # One line of the journal holds both the rows and the population.
    assert len(set(facts["unbounded"])) == 1
    assert told(folder, "look", ends=0) == facts | {"left": 0}


def killed_when(moment: str, folder: Path) -> dict[str, Any]:
    return told(folder, moment, ends=-signal.SIGKILL)


def told(folder: Path, word: str, *, ends: int) -> dict[str, Any]:
    """Returns what a new process found before it did anything."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "-m", "tests.faults.analyses.releasing", word]
    environment = kept | {"DATAHUB_DATA": str(folder / "data")}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )
    assert done.returncode == ends, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts
