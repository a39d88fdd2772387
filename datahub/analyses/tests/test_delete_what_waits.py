"""When a data set is deleted, the price of work that waited is free again, and that of work that has read is spent."""

from decimal import Decimal

import pytest

from datahub.analyses.tests.synthesis_factories import a_synthesis, ask, give_budget, people_of, share_of
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor
from datahub.jobs import claims
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.ledger.models import Spend
from datahub.ledger.services.carry_out import start_held
from datahub.ledger.tests.factories import sums

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


def destroy(owner: Visitor, data_set: DataSet) -> None:
    """Deletes a data set by a job that runs before the waiting jobs."""
    answer = owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": data_set.name})
    assert answer.status_code == 202
    run(Job.objects.get(kind="datasets.destroy").pk)
    assert not DataSet.objects.exists()


def test_what_waited_is_called_off_and_its_price_is_free_again_of_everybody(owner: Visitor, data_set: DataSet) -> None:
    rows = a_synthesis(owner, data_set)
    measured = {"epsilon": "0.5", "delta": "0.000001"}
    assert owner.send("POST", f"syntheses/{rows['id']}/measured-reports/", measured).status_code == 202
    assert ask(owner, data_set, epsilon="0.5").status_code == 202
    reserved, spent = sums(people_of(data_set))
    assert reserved > 0
    destroy(owner, data_set)
    waited = Job.objects.filter(kind__in=["analyses.synthesise", "analyses.appraise"], attempts=0)
    assert [job.state for job in waited] == ["cancelled", "cancelled"]
    assert sums(people_of(data_set)) == (0, spent)
    assert share_of(owner) == spent


def test_what_a_worker_has_begun_to_read_stays_spent(owner: Visitor, data_set: DataSet) -> None:
    synthesis = ask(owner, data_set).json()
    claim = claims.take(Job.objects.get(kind="analyses.synthesise").pk)
    assert claim
    start_held(claim, Spend.objects.get().pk)
    destroy(owner, data_set)
    assert Job.objects.get(kind="analyses.synthesise").state == "cancelled"
    assert sums(people_of(data_set)) == (0, Decimal(synthesis["rho"]))
