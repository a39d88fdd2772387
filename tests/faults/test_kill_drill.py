"""These tests cover thirty times kill -9 while people answer: what was acknowledged is stored, and counted once.

The seed of the moments and victims is printed if it fails; DATAHUB_DRILL_SEED repeats it.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.faults.crowds.machine import Machine
from tests.faults.kills import OF_SERVE, SEED, kill, until_all_run_again
from tests.faults.respondents import Respondents, digest
from tests.faults.servers import Servers
from tests.faults.service import Service, until, until_gone
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
KILLS = 30
LONGEST_QUIET_SECONDS = 0.6
BEFORE_THE_LOSS = 400  # so many reports are accepted by two machines, and as many by the one that is left


@pytest.fixture
def embedded(folder: Path) -> Iterator[Service]:
    service = Service(folder / "service")
    yield service
    service.end()


@pytest.fixture
def full(folder: Path, servers: Servers) -> Iterator[Service]:
    service = Service(folder / "service", **servers.environment)
    yield service
    service.end()


def test_web_and_worker_killed_on_sqlite(embedded: Service) -> None:
    drill(embedded, {name: partial(kill, embedded, name) for name in OF_SERVE}, OF_SERVE)


def test_web_worker_and_postgresql_killed_with_a_broker(full: Service, servers: Servers) -> None:
    ways: dict[str, Callable[[], None]] = {name: partial(kill, full, name) for name in OF_SERVE}
    ways["postgresql"] = servers.kill_postgres
    drill(full, ways, [*OF_SERVE, "postgresql", "postgresql"])


def test_a_machine_that_is_lost_while_people_answer_costs_no_report(full: Service, folder: Path) -> None:
    """Two webs and two workers share stores and data folder. One of each is killed and does not come back; what would
    join meanwhile with another data folder is refused."""
    full.until_said("DataHub is ready")
    lost = Machine(full, folder / "log-lost")
    stranger = Machine(full, folder / "log-stranger", DATAHUB_DATA=str(folder / "another"))
    try:
        lost.until_ready()
        survey = OpenSurvey(full)
        respondents = Respondents(survey, SEED, lost.port, full.port)
        respondents.start()
        try:
            until(lambda: len(respondents.acknowledged) >= BEFORE_THE_LOSS, "reports are accepted by both webs")
            assert lost.is_living()
            lost.kill()
            until(lambda: len(respondents.acknowledged) >= 2 * BEFORE_THE_LOSS, "reports are accepted after the loss")
            stranger.until_ended()
        finally:
            respondents.finish()
        assert respondents.heard[None] > 0  # Phones of the lost web noticed, and went to the other.
        assert_counted_as_acknowledged(survey, respondents)
        assert stranger.log.read_text().count("another does not belong to this database") == 2  # Web and worker say so.
    finally:
        lost.kill()
        stranger.kill()


def drill(service: Service, ways: dict[str, Callable[[], None]], victims: list[str]) -> None:
    print(f"DATAHUB_DRILL_SEED={SEED}")
    service.until_said("DataHub is ready")
    survey = OpenSurvey(service)
    respondents = Respondents(survey, SEED, service.port)
    respondents.start()
    try:
        killed = kill_thirty_times(ways, victims)
    finally:
        respondents.finish()
    until_all_run_again(service)
    print(f"killed {dict(killed)}")
    assert_counted_as_acknowledged(survey, respondents)
    left = set(service.processes().values())
    assert len(left) == len(set(OF_SERVE))
    service.kill_parent()
    until_gone(left)


def assert_counted_as_acknowledged(survey: OpenSurvey, respondents: Respondents) -> None:
    survey.close()
    tally = survey.until_counted()
    acknowledged = len(respondents.acknowledged)
    print(f"{acknowledged} acknowledged, {tally['stored']} stored; {respondents.replayed} sent again")
    assert respondents.refused == []
    assert acknowledged > 0
    assert respondents.replayed > 0
    assert tally["stored"] == acknowledged
    assert tally["counted"] == dict.fromkeys(survey.fields, acknowledged)
    assert tally["digest"] == digest(respondents.acknowledged)


def kill_thirty_times(ways: dict[str, Callable[[], None]], victims: list[str]) -> Counter[str]:
    chance = random.Random(f"{SEED} kills")  # noqa: S311 - a drill
    killed: Counter[str] = Counter()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0, LONGEST_QUIET_SECONDS))
        victim = chance.choice(victims)
        ways[victim]()
        killed[victim] += 1
    return killed
