"""One person's heavy jobs keep nobody else's waiting: not the short ones at all, and the long ones for one job."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service, until

pytestmark = pytest.mark.real
HEAVY = [f"heavy {number}" for number in range(8)]


@pytest.fixture(params=[[], ["DATABASE_URL", "REDIS_URL"]], ids=["embedded", "full"])
def service(folder: Path, servers: Servers, request: pytest.FixtureRequest) -> Iterator[Service]:
    parts = {name: servers.environment[name] for name in request.param}
    service = Service(folder, DJANGO_SETTINGS_MODULE="tests.faults.crowds.heavy_settings", **parts)
    service.until_said("DataHub is ready")
    yield service
    service.end()


def test_a_small_job_ends_beside_eight_heavy_ones_and_a_long_one_of_another_person_is_next(
    service: Service, folder: Path
) -> None:
    told(service, "ask", "ada", "drill.heavy", *HEAVY)
    until(lambda: "running" in told(service, "look").values(), "a heavy job has begun")
    told(service, "ask", "bea", "drill.small", "small")
    until(lambda: told(service, "look")["small"] == "done", "the small job is done")
    states = told(service, "look")
    assert {states[name] for name in HEAVY} == {"running", "queued"}  # No job has ended: they wait for this test.
    told(service, "ask", "bea", "drill.heavy", "long")
    running = [name for name in HEAVY if states[name] == "running"]
    for name in running:
        release(folder, name)
    until(lambda: told(service, "look")["long"] != "queued", "the long job of the other person has begun")
    assert [told(service, "look")[name] for name in HEAVY].count("queued") >= len(HEAVY) - 2 * len(running)
    for name in [*HEAVY, "long"]:
        release(folder, name)
    until(lambda: set(told(service, "look").values()) == {"done"}, "every job is done")


def release(folder: Path, name: str) -> None:
    (folder / "data" / name).touch()


def told(service: Service, *words: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.crowds.heavy", *words],
        cwd=ROOT,
        env=service.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    states: dict[str, str] = json.loads(done.stdout)
    return states
