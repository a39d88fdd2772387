"""A service is stopped and started while people answer, and once on tables of another version."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.respondents import Respondents, digest
from tests.faults.service import Service, TooLate, until_gone
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    service = Service(folder / "service")
    yield service
    service.end()


def test_sigterm_drains_and_the_next_start_goes_on(service: Service) -> None:
    service.until_said("DataHub is ready")
    survey = OpenSurvey(service)
    respondents = Respondents(survey, 27, service.port)
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
    tally = survey.until_counted()
    assert set(respondents.heard) <= {202, 429, 503, None}, respondents.heard
    assert respondents.refused == []
    assert (tally["stored"], tally["digest"]) == (len(respondents.acknowledged), digest(respondents.acknowledged))


def test_a_folder_of_another_version_is_refused_in_words_and_left_as_it_is(service: Service) -> None:
    service.until_said("DataHub is ready")
    assert service.stop() == 0
    tables = Path(service.environment["DATAHUB_DATA"], "datahub.sqlite3")
    with closing(sqlite3.connect(tables, isolation_level=None)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('surveys', '0011_found_by_state', '2026-11-01')"
        )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = tables.read_bytes()
    service.start()
    with pytest.raises(TooLate, match="serve ended with exit code 1"):
        service.until_said("DataHub is ready", 2)
    assert "This database was made by another version of DataHub" in service.log
    assert tables.read_bytes() == before
