"""These tests cover thirty times kill -9 while several people upload, open, change keys, release and make synthetic
data.

Nobody hears an answer that a kill does not explain, and what was acknowledged is so: once, whole and paid for once.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.faults.crowds.crowd import OWNERS, Crowd, OwnedDataSet
from tests.faults.kills import OF_SERVE, SEED, kill, until_all_run_again
from tests.faults.servers import Servers
from tests.faults.service import Service, until

pytestmark = pytest.mark.real
KILLS = 30
ATTACK_SECONDS = 90.0
ANSWERS_AT_REST = 200  # So many requests are answered after the last fault, before the people stop.
# Jobs and answers may fail because the database or the store is away.
AWAY = {"OperationalError", "InterfaceError", "StoreAway"}
ALLOWED = {200, 201, 202, 204, 409, 429}
BREAKDOWN = re.compile(r"(?:attempt \d+ at [\w.]+ job [\w-]+: (\w+))|(?:ERROR datahub\.api\.handlers (\w+) in )")


@pytest.fixture
def full(folder: Path, servers: Servers) -> Iterator[Service]:
    service = Service(
        folder / "service", DJANGO_SETTINGS_MODULE="tests.faults.crowds.crowd_settings", **servers.environment
    )
    yield service
    service.end()


def test_uploads_rotations_and_releases_while_web_workers_and_postgresql_are_killed(
    full: Service, servers: Servers
) -> None:
    ways: dict[str, Callable[[], None]] = {name: partial(kill, full, name) for name in OF_SERVE}
    ways |= {"postgresql": servers.kill_postgres, "ferretdb": servers.kill_ferretdb}
    attack(full, ways, [*OF_SERVE, "postgresql", "postgresql", "ferretdb"])


def attack(service: Service, ways: dict[str, Callable[[], None]], victims: list[str]) -> None:
    print(f"DATAHUB_DRILL_SEED={SEED}")
    service.until_said("DataHub is ready")
    crowd = Crowd(service, told(service, "prepare", str(OWNERS)), SEED)
    crowd.start()
    try:
        killed = kill_at_moments(ways, victims)
        until_all_run_again(service)
        crowd.all_run()
        until(lambda: crowd.since_all_ran.total() >= ANSWERS_AT_REST, "people are answered when all runs again")
    finally:
        crowd.finish()
    until_no_job_is_open(service)
    told(service, "settle")
    until_no_job_is_open(service)
    state = told(service, "look")
    print(f"killed {dict(killed)}; heard {dict(crowd.heard)}; done {state['done']}")
    print(f"{len(crowd.loaded)} data sets, {crowd.rotations} rotations asked for")
    assert_answers_are_explained(crowd, service.log)
    assert state["ended in vain"] == []
    assert state["folders"]
    assert_verified(state["verified"])
    assert_as_acknowledged(crowd, state["data sets"])


def kill_at_moments(ways: dict[str, Callable[[], None]], victims: list[str]) -> Counter[str]:
    """Kills processes at random moments; two kills may come at nearly the same moment."""
    chance = random.Random(f"{SEED} kills")  # noqa: S311 - a drill needs no secrets
    began = time.monotonic()
    killed: Counter[str] = Counter()
    for moment in sorted(chance.uniform(0, ATTACK_SECONDS) for _ in range(KILLS)):
        time.sleep(max(0.0, began + moment - time.monotonic()))
        victim = chance.choice(victims)
        ways[victim]()
        killed[victim] += 1
    return killed


def until_no_job_is_open(service: Service) -> None:
    until(lambda: told(service, "jobs")["open"] == 0, "every job has ended")


def assert_answers_are_explained(crowd: Crowd, log: str) -> None:
    """503 says when to come back, and only while something is down; no answer at all, only while a process is gone."""
    assert crowd.refused == []
    assert (crowd.mute, crowd.hung) == ([], [])
    assert set(crowd.heard) <= ALLOWED | {503, None}
    assert set(crowd.since_all_ran) <= ALLOWED
    assert "MemoryError" not in log
    assert "Internal Server Error" not in log
    assert {name for match in BREAKDOWN.findall(log) for name in match if name} <= AWAY


def assert_verified(findings: dict[str, str]) -> None:
    assert findings["vault"].endswith("collections: as written")
    assert "none was changed" in findings["log"]
    assert findings["ledger"] == "The database and the journal agree."


def assert_as_acknowledged(crowd: Crowd, data_sets: dict[str, Any]) -> None:
    """Asserts that everything is as it was acknowledged, and also that each kind of work was done under kills."""
    assert crowd.rotations > 0
    assert any(owned.is_released for owned in crowd.loaded)
    assert any(owned.rho for owned in crowd.loaded)
    assert set(data_sets) == {owned.id for owned in crowd.loaded}  # Every upload that began was loaded.
    for owned in crowd.loaded:
        assert data_sets[owned.id] == what_is_expected(owned), owned


def what_is_expected(owned: OwnedDataSet) -> dict[str, Any]:
    """Returns what is expected of a data set: its rows under its newest keys alone; one release, or one price, or
    neither."""
    return {
        "rows": [owned.digest],
        "keys left": [],
        "spends": [["committed", owned.rho]] if owned.rho else [],
        "spent": owned.rho or "0",
        "reserved": "0",
        "unbounded": int(owned.is_released),
        "releases": ["released"] * owned.is_released,
    }


def told(service: Service, *words: str) -> Any:
    return service.tell(*words, inside="tests.faults.crowds.crowd_inside")
