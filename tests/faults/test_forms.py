"""Each real part is turned on by its own variable; every form does its work, stops cleanly, and begins again."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.respondents import Phone
from tests.faults.servers import Servers
from tests.faults.service import Service, is_alive
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
REPORTS = 25
Start = Callable[..., Service]


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Start a service of the test's data folder; none is left when the test ends."""
    with ExitStack() as running:

        def start(**environment: str) -> Service:
            service = Service(folder / "service", **environment)
            running.callback(service.end)
            return service

        yield start


def answered(service: Service) -> OpenSurvey:
    # The reports are simulated.
    survey, phone, chance = OpenSurvey(service), Phone(service.port), random.Random(7)  # noqa: S311
    assert [phone.post(survey.report(chance)[0])[0] for _ in range(REPORTS)] == [202] * REPORTS
    phone.hang_up()
    return survey


@pytest.mark.parametrize(
    "variables", [[], ["DATABASE_URL"], ["REDIS_URL"], ["DATABASE_URL", "REDIS_URL"]], ids=lambda names: "+".join(names)
)
def test_every_form_counts_what_it_accepted(start: Start, servers: Servers, variables: list[str]) -> None:
    service = start(**{name: servers.environment[name] for name in variables})
    service.until_said("DataHub is ready")
    survey = answered(service)
    survey.close()
    assert survey.until_counted()["stored"] == REPORTS


def test_a_broker_may_be_gone_when_work_is_asked_for(start: Start, servers: Servers) -> None:
    service = start(**servers.environment)
    service.until_said("DataHub is ready")
    survey = answered(service)
    servers.kill_redis()
    survey.close()
    assert survey.tally()["waiting"] == REPORTS
    servers.start_redis()
    assert survey.until_counted()["stored"] == REPORTS


def test_a_service_that_was_stopped_goes_on_where_it_was(start: Start) -> None:
    service = start()
    service.until_said("DataHub is ready")
    survey = answered(service)
    processes = set(service.processes().values())
    assert service.stop() == 0
    assert not any(map(is_alive, processes))  # A start right afterwards needs the port and the lock.
    service.start()
    service.until_said("DataHub is ready", 2)
    survey.close()
    assert survey.until_counted()["stored"] == REPORTS


def test_a_second_start_says_so(start: Start) -> None:
    first = start()
    first.until_said("DataHub is ready")
    second = start()
    second.until_said("DataHub runs already: process")
    assert second.exit_code() == 3
    assert len(first.processes()) == 4
