"""An engine may run in another process. Here each test writes a stand-in for the engine, which counts without any
noise and promises nothing. AIM itself is tried by tests/engines, which `scripts/test real` runs."""

import sys
from collections.abc import Callable
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, connection
from pytest_django.fixtures import Settings

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.synthesise import run_engine, sandbox_process
from datahub.analyses.tests.synthesis_factories import a_synthesis, ask, give_budget, people_of
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, work
from datahub.jobs import claims
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.jobs.services import cancel
from datahub.ledger.models import Spend
from datahub.ledger.tests.factories import sums

pytestmark = pytest.mark.django_db
GREETS = f"""
import collections, json, os, sys
print(json.dumps({{"opendp": "{version("opendp")}"}}), flush=True)
asked = json.loads(sys.stdin.buffer.readline())
told, sizes = sys.stdin.buffer.read(), asked["sizes"]
"""
COUNTS = """
rows = len(told) // 2 // len(sizes)
def column(place):
    return memoryview(told).cast("H")[place * rows : (place + 1) * rows]
def marginal(place):
    counted = collections.Counter(column(place))
    return {"of": [place], "values": [counted[code] for code in range(sizes[place])], "sigma": 1.0}
print(json.dumps({"marginals": [marginal(place) for place in range(len(sizes))]}))
"""
Installed = Callable[[str], None]


@pytest.fixture(autouse=True)
def _budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


@pytest.fixture
def installed(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Installed:
    """Returns a function that installs a program in place of AIM, and so makes AIM an offered engine."""
    monkeypatch.setattr(sandbox_process, "LOOK_SECONDS", 0.02)

    def installed(does: str) -> None:
        program = tmp_path / "stand_in.py"
        program.write_text(does)
        monkeypatch.setattr(run_engine, "PROGRAM", program)
        settings.AIM_PYTHON = sys.executable

    return installed


def rho_of(shown: dict[str, Any]) -> Decimal:
    return Decimal(shown["rho"])


def job_of(shown: dict[str, Any]) -> Job:
    return Synthesis.objects.select_related("job").get(pk=UUID(shown["id"])).job


def spend_of(shown: dict[str, Any]) -> str:
    return Synthesis.objects.select_related("spend").get(pk=UUID(shown["id"])).spend.state


def test_what_is_not_installed_is_refused_by_its_part_and_nothing_is_set_aside(
    owner: Visitor, data_set: DataSet
) -> None:
    refused = ask(owner, data_set, engine="aim")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["engine"])
    assert not Spend.objects.exists()


def test_an_engine_is_offered_where_it_is_installed_with_the_hours_it_may_take(
    owner: Visitor, data_set: DataSet, installed: Installed
) -> None:
    path = f"datasets/{data_set.pk}/syntheses/engines/"
    assert {"engine": "marginals", "hours": None} in owner.get(path).json()
    assert "aim" not in [offer["engine"] for offer in owner.get(path).json()]
    installed(GREETS + COUNTS)
    assert {"engine": "aim", "hours": 4} in owner.get(path).json()


def test_rows_are_made_elsewhere_paid_once_and_drawn_here(
    owner: Visitor, data_set: DataSet, installed: Installed
) -> None:
    installed(GREETS + COUNTS)
    shown = a_synthesis(owner, data_set, engine="aim")
    assert (shown["state"], shown["spend"], shown["plan"]["engine"]) == ("done", "committed", "aim")
    assert sums(people_of(data_set)) == (0, rho_of(shown))
    assert shown["report"]["rows"] == 60
    drawn = [owner.get(f"syntheses/{shown['id']}/rows/", rows="50").json() for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert {town for _, town, _ in drawn[0]["rows"]} <= {"Bern", "Basel", None}


def test_work_that_takes_hours_is_a_kind_of_job_of_its_own(
    owner: Visitor, data_set: DataSet, installed: Installed, settings: Settings
) -> None:
    installed(GREETS + COUNTS)
    slow, usual = ask(owner, data_set, engine="aim").json(), ask(owner, data_set).json()
    assert job_of(slow).kind in settings.SLOW
    assert job_of(usual).kind not in settings.SLOW


def test_what_was_made_stays_when_the_engine_is_gone(
    owner: Visitor, data_set: DataSet, installed: Installed, settings: Settings
) -> None:
    installed(GREETS + COUNTS)
    shown = a_synthesis(owner, data_set, engine="aim")
    settings.AIM_PYTHON = ""
    assert len(owner.get(f"syntheses/{shown['id']}/rows/", rows="20").json()["rows"]) == 20
    assert ask(owner, data_set, engine="aim").json()["id"] == shown["id"]
    assert ask(owner, data_set, engine="aim", epsilon="0.5").status_code == 400


def test_an_engine_that_is_gone_when_its_job_begins_gives_the_price_back(
    owner: Visitor, data_set: DataSet, installed: Installed, settings: Settings
) -> None:
    installed(GREETS + COUNTS)
    synthesis = ask(owner, data_set, engine="aim").json()
    assert sums(people_of(data_set)) == (rho_of(synthesis), 0)
    settings.AIM_PYTHON = ""
    work()
    assert (job_of(synthesis).state, job_of(synthesis).error) == ("failed", "engine_missing")
    assert (spend_of(synthesis), sums(people_of(data_set))) == ("released", (0, 0))


@pytest.mark.parametrize("does", ["raise SystemExit(1)", 'print(\'{"opendp": "0.15.0"}\')'])
def test_an_engine_that_does_not_come_up_gives_the_price_back(
    owner: Visitor, data_set: DataSet, installed: Installed, does: str
) -> None:
    installed(does)
    synthesis = ask(owner, data_set, engine="aim").json()
    work()
    assert job_of(synthesis).error == "engine_missing"
    assert (spend_of(synthesis), sums(people_of(data_set))) == ("released", (0, 0))


@pytest.mark.parametrize(
    "does",
    [
        "raise ValueError(told)",
        "sys.stderr.write('Bern has 30 rows'); os.kill(os.getpid(), 9)",
        "print('Bern has 30 rows')",
        'print(json.dumps({"marginals": []}))',
    ],
)
def test_an_engine_that_breaks_after_it_was_told_rows_says_nothing_and_is_paid_without_rows(
    owner: Visitor, data_set: DataSet, installed: Installed, caplog: pytest.LogCaptureFixture, does: str
) -> None:
    installed(GREETS + does)
    shown = a_synthesis(owner, data_set, engine="aim")
    assert (shown["state"], shown["error"], shown["report"]) == ("failed", "analysis_failed", None)
    assert (shown["spend"], sums(people_of(data_set))) == ("committed", (0, rho_of(shown)))
    assert "Bern" not in caplog.text
    assert not SyntheticModel.objects.exists()
    installed(GREETS + COUNTS)
    again = a_synthesis(owner, data_set, engine="aim")
    assert (again["id"] != shown["id"], again["state"]) == (True, "done")
    assert sums(people_of(data_set)) == (0, 2 * rho_of(shown))


def test_an_engine_that_takes_longer_than_it_may_is_ended_and_paid_without_rows(
    owner: Visitor, data_set: DataSet, installed: Installed, settings: Settings
) -> None:
    settings.AIM_HOURS = 0
    installed(GREETS + "while True: pass")
    shown = a_synthesis(owner, data_set, engine="aim")
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")


def test_an_engine_holds_no_more_memory_than_its_setting(
    owner: Visitor, data_set: DataSet, installed: Installed, settings: Settings
) -> None:
    settings.AIM_MEGABYTES = 200
    installed(GREETS + "held = bytearray(400 * 10**6)" + COUNTS)
    assert a_synthesis(owner, data_set, engine="aim")["error"] == "analysis_failed"
    settings.AIM_MEGABYTES = 800
    assert a_synthesis(owner, data_set, engine="aim")["state"] == "done"


def test_what_is_called_off_ends_the_engine_and_stays_spent(
    owner: Visitor, data_set: DataSet, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(GREETS + "while True: pass")
    synthesis = ask(owner, data_set, engine="aim").json()
    pids = []

    class Watched(sandbox_process.Elsewhere):
        def told(self, *words: Any, **more: Any) -> bytes:
            pids.append(self.pid)
            cancel(actor=people_of(data_set), rule="owner", job_id=job_of(synthesis).pk)
            return super().told(*words, **more)

    monkeypatch.setattr(sandbox_process, "Elsewhere", Watched)
    work()
    assert (job_of(synthesis).state, spend_of(synthesis)) == ("cancelled", "executing")
    assert sums(people_of(data_set)) == (0, rho_of(synthesis))
    assert [Path(f"/proc/{pid}").exists() for pid in pids] == [False]


def test_a_database_that_is_away_for_a_moment_ends_no_work_of_hours(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(owner, data_set)
    claim = claims.take(Job.objects.get(kind="analyses.synthesise").pk)
    assert claim is not None
    look = run_engine.wanted_by(claim)
    look()

    def away(self: Claim) -> bool:
        raise OperationalError("server closed the connection")

    with monkeypatch.context() as patched:
        patched.setattr(Claim, "cancelled", away)
        patched.setattr(connection, "close", lambda: None)
        look()
    cancel(actor=people_of(data_set), rule="owner", job_id=claim.job_id)
    with pytest.raises(ClaimLost):
        look()
