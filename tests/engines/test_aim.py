"""OpenDP's AIM itself, in its own environment: rows through the job, what they cost, and how the program ends."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from datahub.analyses.synthesise.run_engine import PROGRAM
from datahub.analyses.tests.synthesis_factories import a_synthesis, give_budget, people_of
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, load
from datahub.ledger.tests.factories import sums
from tests.faults.service import LOOK_SECONDS, PATIENCE_SECONDS, ROOT

pytestmark = pytest.mark.real
ROWS = 400
# People in Bern earn little, people in Basel much; age has no relation to income.
TABLE = "age,town,income\n" + "".join(
    f"{20 + place % 60},{'Bern' if place % 2 else 'Basel'},{100 if place % 2 else 300}\n" for place in range(ROWS)
)
STARTS = """
import os, sys
from pathlib import Path
from datahub.analyses.synthesise.sandbox_process import started
with started(sys.argv[1], Path(sys.argv[2]), megabytes=8000, greeting={}) as program:
    print(program.pid, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def data_set(owner: Visitor) -> DataSet:
    new_data_set = a_data_set(owner.person)
    load(owner, new_data_set, TABLE)
    give_budget(owner, new_data_set, "10")
    return new_data_set


@pytest.mark.django_db
@pytest.mark.usefixtures("aim")
def test_rows_are_made_by_aim_for_the_price_and_keep_what_goes_together(owner: Visitor, data_set: DataSet) -> None:
    columns = [{"name": "age", "bins": 2}, {"name": "town"}, {"name": "income", "edges": ["200"]}]
    plan: dict[str, Any] = {"engine": "aim", "columns": columns, "together": [["town", "income"]], "epsilon": "4"}
    shown = a_synthesis(owner, data_set, **plan)
    assert (shown["state"], shown["spend"], shown["plan"]["engine"]) == ("done", "committed", "aim")
    assert sums(people_of(data_set)) == (0, Decimal(shown["rho"]))
    assert abs(shown["report"]["rows"] - ROWS) < 40
    assert shown["report"]["pairs"][1][2] < 0.2
    drawn = [owner.get(f"syntheses/{shown['id']}/rows/", rows="400").json()["rows"] for _ in range(2)]
    assert drawn[0] == drawn[1]
    pairs = Counter((town, income is not None and Decimal(income) < 200) for _, town, income in drawn[0])
    assert pairs["Bern", True] + pairs["Basel", False] > 0.8 * ROWS


@pytest.mark.django_db
@pytest.mark.usefixtures("aim")
def test_a_column_by_itself_is_made_by_aim_too(owner: Visitor, data_set: DataSet) -> None:
    shown = a_synthesis(owner, data_set, engine="aim", columns=[{"name": "town"}], together=[])
    assert shown["state"] == "done"
    assert sums(people_of(data_set)) == (0, Decimal(shown["rho"]))


def test_the_program_is_gone_when_the_worker_that_started_it_is_killed(aim: str) -> None:
    command = [sys.executable, "-c", STARTS, aim, str(PROGRAM)]
    environ = os.environ | {"DJANGO_SETTINGS_MODULE": "datahub.settings"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environ) as worker:
        assert worker.stdout is not None
        pid = int(worker.stdout.readline())
        assert is_at_work(pid)
        os.kill(pid, signal.SIGTERM)  # A service manager may signal all processes; the program then finishes its work.
        worker.kill()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while is_at_work(pid):
        assert time.monotonic() < deadline
        time.sleep(LOOK_SECONDS)


def is_at_work(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
