"""These tests cover a process that has just started, and is asked by many at once to open data sets: the root is
derived once."""

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.faults.opening import LOOKS
from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service, until

pytestmark = pytest.mark.real
AT_ONCE = 32


@pytest.mark.parametrize("variables", [[], ["DATABASE_URL"]], ids=["embedded", "PostgreSQL"])
def test_thirty_two_who_open_a_data_set_right_after_a_start_are_all_answered(
    folder: Path, servers: Servers, variables: list[str]
) -> None:
    """The worker does four jobs at once on PostgreSQL, which open data sets too."""
    (folder / "data").mkdir(mode=0o700)
    environment = {name: servers.environment[name] for name in variables}
    prepared = told(folder, "prepare", environment)
    service = Service(folder, **environment)
    try:
        service.until_said("DataHub is ready")
        ready = threading.Barrier(AT_ONCE)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            requests = [pool.submit(status_of, service.port, prepared, ready) for _ in range(AT_ONCE)]
            assert [answer.result() for answer in requests] == [200] * AT_ONCE
        until(lambda: told(folder, "look", environment) == {"done": LOOKS + 1}, "the worker has looked at every file")
    finally:
        service.end()


def status_of(port: int, prepared: dict[str, str], ready: threading.Barrier) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    connection.connect()
    ready.wait(PATIENCE_SECONDS)
    connection.request("GET", prepared["path"], headers={"Authorization": f"Bearer {prepared['token']}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def told(folder: Path, word: str, environment: dict[str, str]) -> Any:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.opening", word],
        cwd=ROOT,
        env=kept | {"DATAHUB_DATA": str(folder / "data")} | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
