"""An idempotency key stands for one request: what was deleted is not made again under it, nor anything else."""

from typing import Any

import pytest

from datahub.analyses.tests.synthesis_factories import PLAN, a_synthesis, give_budget, people_of
from datahub.analyses.tests.two_tables_factories import plan, two_data_sets
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs.models import Job
from datahub.ledger.models import Spend
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign

pytestmark = pytest.mark.django_db
KEY = "one-key-of-a-program"


def ask(visitor: Visitor, data_set: DataSet, **changed: Any) -> Any:
    path, body = f"datasets/{data_set.pk}/syntheses/", {"version": 1, "plan": PLAN | changed}
    return visitor.send("POST", path, body, key=KEY)


def ask_two_tables(visitor: Visitor, both: tuple[DataSet, DataSet], **changed: Any) -> Any:
    path, body = f"datasets/{both[0].pk}/syntheses/", {"version": 1, "plan": plan(both[1], **changed)}
    return visitor.send("POST", path, body, key=KEY)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_key_names_what_was_asked_under_it_while_that_is_there(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)
    first, again = ask(owner, data_set), ask(owner, data_set)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    # A request of the same price, and a cheaper one.
    others: list[dict[str, Any]] = [{"together": []}, {"epsilon": "0.5"}]
    for changed in others:
        assert refusal(ask(owner, data_set, **changed)) == (409, "key_reused")
    assert Spend.objects.count() == 1


@pytest.mark.parametrize("changed", [{}, {"together": []}, {"epsilon": "0.5"}], ids=["same", "as dear", "cheaper"])
def test_a_key_whose_rows_were_thrown_away_is_used_up(
    owner: Visitor, data_set: DataSet, changed: dict[str, Any]
) -> None:
    give_budget(owner, data_set)
    synthesis = ask(owner, data_set).json()
    work()
    before = sums(people_of(data_set))
    assert owner.send("DELETE", f"syntheses/{synthesis['id']}/").status_code == 204
    assert refusal(ask(owner, data_set, **changed)) == (409, "request_reused")
    assert sums(people_of(data_set)) == before
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()


def test_so_is_one_whose_price_was_given_back(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)
    path = f"syntheses/{ask(owner, data_set).json()['id']}/"
    owner.send("PATCH", path, {"state": "cancelled"})
    owner.send("DELETE", path)
    for epsilon in ("1", "0.5"):  # the first request is the same, the second another
        assert refusal(ask(owner, data_set, epsilon=epsilon)) == (409, "request_released")
    assert sums(people_of(data_set)) == (0, 0)


def test_so_is_one_that_was_answered_with_rows_that_were_there(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    give_budget(owner, data_set)
    write_policy(owner.person, data_set, "synthesise")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    a_synthesis(owner, data_set)
    synthesis = ask(second, data_set).json()
    work()
    assert second.send("DELETE", f"syntheses/{synthesis['id']}/").status_code == 204
    assert refusal(ask(second, data_set)) == (409, "request_reused")
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()


def test_so_is_one_whose_rows_of_two_tables_were_thrown_away(owner: Visitor) -> None:
    both = two_data_sets(owner)
    synthesis = ask_two_tables(owner, both).json()
    work()
    before = [sums(people_of(table)) for table in both]
    assert owner.send("DELETE", f"syntheses/{synthesis['id']}/").status_code == 204
    for most in (3, 2):  # the first request is the same, the second another
        assert refusal(ask_two_tables(owner, both, most=most)) == (409, "request_reused")
    assert [sums(people_of(table)) for table in both] == before
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()
