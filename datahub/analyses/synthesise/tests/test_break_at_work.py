"""These tests cover a job that raises, or whose worker dies: it is repeated before the noise was drawn, and never for
what the noise gave."""

from decimal import Decimal

import pytest

from datahub.analyses.synthesise import job as synthesis_job
from datahub.analyses.synthesise.engines import marginals
from datahub.analyses.tests.synthesis_factories import a_synthesis, ask, give_budget, people_of
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, work
from datahub.jobs import claims
from datahub.jobs.models import Job
from datahub.ledger.services.carry_out import WORKERS
from datahub.ledger.tests.factories import sums

pytestmark = pytest.mark.django_db
TOLD = "Bern has 30 rows"


@pytest.fixture(autouse=True)
def budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


def broken(*_: object, **__: object) -> None:
    raise ValueError(TOLD)


def again() -> None:
    """Repeats the job as the sweeper would, once the lease of the attempt that raised or died is over."""
    waiting = Job.objects.filter(kind="analyses.synthesise", finished_at=None)
    waiting.update(state=Job.State.QUEUED, lease_until=None)
    work()


def spent(data_set: DataSet) -> Decimal | int:
    reserved, spent_rho = sums(people_of(data_set))
    assert reserved == 0
    return spent_rho


def test_what_breaks_while_it_draws_is_charged_once_draws_no_more_and_says_nothing_of_why(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    synthesis = ask(owner, data_set).json()
    with monkeypatch.context() as patched:
        patched.setattr(marginals, "fitted", broken)
        work()
    assert TOLD not in caplog.text
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["error"], shown["spend"]) == ("failed", "analysis_failed", "committed")
    assert spent(data_set) == Decimal(synthesis["rho"])


def test_what_breaks_before_it_draws_is_done_again_under_the_same_price(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    synthesis = ask(owner, data_set).json()
    with monkeypatch.context() as patched:
        patched.setattr(synthesis_job, "columns_in_vault", broken)
        work()
    assert TOLD not in caplog.text
    again()
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["spend"]) == ("done", "committed")
    assert spent(data_set) == Decimal(synthesis["rho"])


@pytest.mark.parametrize(("killed", "state"), [(WORKERS - 1, "done"), (WORKERS, "failed")])
def test_so_many_workers_may_die_of_it_and_no_more(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch, killed: int, state: str
) -> None:
    synthesis = ask(owner, data_set).json()
    with monkeypatch.context() as patched:
        patched.setattr(claims.Claim, "rest", lambda _claim: None)  # a killed worker does not report that it raised
        patched.setattr(synthesis_job, "_keep", broken)
        for _ in range(killed):
            again()
    again()
    shown = owner.get(f"syntheses/{synthesis['id']}/").json()
    assert (shown["state"], shown["spend"]) == (state, "committed")
    assert spent(data_set) == Decimal(synthesis["rho"])


def test_what_is_done_says_no_more_how_far_it_was(owner: Visitor, data_set: DataSet) -> None:
    a_synthesis(owner, data_set)
    job = Job.objects.get(kind="analyses.synthesise")
    assert (job.progress_done, job.progress_total, job.progress_note) == (3, 3, "")
