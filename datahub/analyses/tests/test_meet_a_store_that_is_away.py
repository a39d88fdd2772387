"""The store of documents goes away while a job reads or writes it: no job fails for good, and nothing is paid twice."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from datahub.analyses.tests import factories, synthesis_factories, two_tables_factories
from datahub.analyses.tests.synthesis_factories import give_budget, people_of
from datahub.api.ref import Ref
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, declaration, upload, work
from datahub.jobs.clock import queue_running_jobs
from datahub.jobs.models import Job
from datahub.jobs.shares import Share
from datahub.ledger.models import Unbounded
from datahub.ledger.tests.factories import sums
from datahub.vault import rotation
from datahub.vault.errors import StoreAway
from datahub.vault.models import SecureCollection
from datahub.vault.store.chosen import name_for_new_collections, store_named

pytestmark = pytest.mark.django_db
QUESTION = {"epsilon": "1", "delta": "0.000001", "target": "income", "group": "town"}


def ask_for_counts(owner: Visitor, data_set: DataSet) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/versions/1/counts/")


def ask_for_candidates(owner: Visitor, data_set: DataSet) -> None:
    factories.ask(owner, data_set)


def ask_for_a_release(owner: Visitor, data_set: DataSet) -> None:
    tried = factories.an_anonymisation(owner, data_set)
    owner.send("POST", f"anonymisations/{tried['id']}/releases/", factories.RELEASE)


def ask_for_synthetic_rows(owner: Visitor, data_set: DataSet) -> None:
    synthesis_factories.ask(owner, data_set)


def ask_for_a_report(owner: Visitor, data_set: DataSet) -> None:
    synthesis = synthesis_factories.a_synthesis(owner, data_set)
    owner.send("POST", f"syntheses/{synthesis['id']}/measured-reports/", QUESTION)


def two_tables_with_budgets(owner: Visitor) -> tuple[DataSet, DataSet]:
    households, members = two_tables_factories.two_data_sets(owner)
    for table in (households, members):
        give_budget(owner, table)
    return households, members


def ask_for_rows_of_two_tables(owner: Visitor, data_set: DataSet) -> None:
    households, members = two_tables_with_budgets(owner)
    two_tables_factories.ask(owner, households, members)


def ask_for_a_report_on_two_tables(owner: Visitor, data_set: DataSet) -> None:
    households, members = two_tables_with_budgets(owner)
    synthesis = two_tables_factories.a_synthesis_of_two(owner, households, members)
    question = {name: QUESTION[name] for name in ("epsilon", "delta")}
    owner.send("POST", f"syntheses/{synthesis['id']}/measured-reports/", question)


def ask_for_a_load(owner: Visitor, data_set: DataSet) -> None:
    other = a_data_set(owner.person, name="Others")
    number = upload(owner, other, CSV.encode())["version"]
    path = f"datasets/{other.pk}/versions/{number}/"
    owner.send("PUT", path, {"columns": declaration()})
    owner.send("PATCH", path, {"state": "loading"})


def ask_for_new_keys(owner: Visitor, data_set: DataSet) -> None:
    rotation.start_for_upkeep(SecureCollection.objects.get(ref=str(Ref("dataset", str(data_set.pk)))))


def ask_for_deletion(owner: Visitor, data_set: DataSet) -> None:
    owner.send("POST", f"datasets/{data_set.pk}/deletion/", {"confirm": "Incomes"})


REQUESTS = {
    "analyses.count": ask_for_counts,
    "analyses.candidates": ask_for_candidates,
    "analyses.release": ask_for_a_release,
    "analyses.synthesise": ask_for_synthetic_rows,
    "analyses.appraise": ask_for_a_report,
    "analyses.synthesise_joined": ask_for_rows_of_two_tables,
    "analyses.appraise_joined": ask_for_a_report_on_two_tables,
    "datasets.load": ask_for_a_load,
    "datasets.destroy": ask_for_deletion,
    "vault.rotate": ask_for_new_keys,
}


@pytest.mark.parametrize(("kind", "ask"), REQUESTS.items(), ids=list(REQUESTS))
def test_a_job_that_finds_no_store_is_done_when_it_is_back(
    kind: str,
    ask: Callable[[Visitor, DataSet], None],
    owner: Visitor,
    data_set: DataSet,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_budget(owner, data_set)
    ask(owner, data_set)
    with monkeypatch.context() as away:
        for call in ("scan", "put", "drop"):
            away.setattr(type(store_named(name_for_new_collections())), call, no_store)
        work()
    job = Job.objects.filter(kind=kind).latest("created_at")
    assert (job.state, job.breakdowns) == (Job.State.RUNNING, 1)
    lease_is_over()
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == (Job.State.DONE, "", 2)


def test_synthetic_rows_are_paid_once_and_a_release_is_written_down_once_though_the_store_was_away(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_budget(owner, data_set)
    ask_for_a_release(owner, data_set)
    synthesis = synthesis_factories.ask(owner, data_set).json()
    with monkeypatch.context() as away:
        away.setattr(type(store_named(name_for_new_collections())), "scan", no_store)
        work()
    lease_is_over()
    assert owner.get(f"syntheses/{synthesis['id']}/").json()["state"] == "done"
    assert sums(people_of(data_set)) == (0, Decimal(synthesis["rho"]))
    assert Unbounded.objects.count() == 1


def no_store(*_: object) -> object:
    raise StoreAway("The store does not answer.", retry_after_seconds=10)


def lease_is_over() -> None:
    for share in Share:
        queue_running_jobs(share)
    work()
