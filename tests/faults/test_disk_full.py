"""The disk is full: 503 with Retry-After, pages are still served, no half-written report, and it recovers alone."""

import os
import random
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.respondents import Phone, digest
from tests.faults.service import Service
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
SMALL = "24m"
PIECE = 64 * 1024


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Path]:
    if os.getuid() != 0:
        pytest.skip("a full disk is made with a small tmpfs, which only root may mount")
    disk = folder / "service"
    disk.mkdir(mode=0o700)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=700", "datahub-drill", str(disk)], check=True)
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * PIECE)
        except OSError:
            return ballast


def test_a_full_disk_refuses_reports_and_keeps_those_it_has(small_disk: Path) -> None:
    service = Service(small_disk)
    try:
        service.until_said("DataHub is ready")
        survey, phone, chance, kept = OpenSurvey(service), Phone(service.port), random.Random(9), list[str]()  # noqa: S311

        def send() -> int | None:
            body, line = survey.report(chance)
            status, _ = phone.post(body)
            kept.extend([line] if status == 202 else [])
            return status

        assert [send() for _ in range(100)] == [202] * 100
        ballast = fill(small_disk)
        # The rest of a page may still hold a few reports.
        refused = [status for status in (send() for _ in range(3)) if status != 202]
        assert set(refused) == {503}
        assert int(phone.headers["retry-after"]) > 0
        for path in ("/api/v1/health/live/", "/api/v1/health/ready/", f"/api/v1/versions/{survey.version}/"):
            assert phone.get(path)[0] == 200, path
        ballast.unlink()
        assert [send() for _ in range(10)] == [202] * 10
        survey.close()
        tally = survey.until_counted()
        assert (tally["stored"], tally["digest"]) == (len(kept), digest(kept))
        with closing(sqlite3.connect(small_disk / "data" / "datahub.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert not list((small_disk / "data" / "keys").glob(".*"))  # No half-written file is left.
        phone.hang_up()
    finally:
        service.end()
