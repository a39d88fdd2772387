"""A new version takes over while people answer: SIGTERM, a migration, the next start; nobody is refused for good."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.respondents import Phone, Respondents, digest
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service, until_gone
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
BEFORE = "0002_withdrawn_with_the_batch"  # the last migration of surveys in the release before


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    service = Service(folder / "service")
    yield service
    service.end()


def test_sigterm_drains_and_the_next_start_goes_on(service: Service) -> None:
    service.until_said("DataHub is ready")
    survey = OpenSurvey(service)
    respondents = Respondents(service.port, survey, 27)
    respondents.start()
    for starts in (2, 3):
        time.sleep(0.5)
        processes = set(service.processes().values())
        assert service.stop() == 0
        until_gone(processes)
        service.start()
        service.until_said("DataHub is ready", starts)
    respondents.finish()
    survey.close()
    found = survey.until_counted()
    assert set(respondents.heard) <= {202, 429, 503, None}, respondents.heard
    assert respondents.refused == []
    assert (found["stored"], found["digest"]) == (len(respondents.acknowledged), digest(respondents.acknowledged))


def test_a_folder_of_the_release_before_is_migrated_at_the_next_start(service: Service) -> None:
    """Back to the tables of that release, with a survey that people are answering, and forth again."""
    service.until_said("DataHub is ready")
    survey, phone, chance = OpenSurvey(service), Phone(service.port), random.Random(21)  # noqa: S311 - made-up reports
    assert [phone.post(survey.report(chance)[0])[0] for _ in range(30)] == [202] * 30
    phone.hang_up()
    assert service.stop() == 0
    back = [sys.executable, "manage.py", "migrate", "surveys", BEFORE, "--verbosity", "0"]
    subprocess.run(back, cwd=ROOT, env=service.environment, check=True, timeout=PATIENCE_SECONDS)
    service.start()
    service.until_said("DataHub is ready", 2)
    assert phone.post(survey.report(chance)[0])[0] == 202
    phone.hang_up()
    survey.close()
    assert survey.until_counted()["stored"] == 31
