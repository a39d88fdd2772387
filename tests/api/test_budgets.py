"""An owner sets a budget, asks, and reads what is left: in numbers, in words, and in questions like the last."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.ref import Ref
from datahub.datasets.models import AccessRequest, DataSet
from datahub.datasets.services.create import create, ref_to
from datahub.datasets.services.destroy import ask_for_destruction
from datahub.datasets.tests.factories import work, write_policy
from datahub.ledger.models import Account
from datahub.ledger.services.carry_out import commit, start
from datahub.ledger.services.limits import unbounded
from datahub.ledger.services.reserve import reserve
from datahub.policies.hold.role_holders import assign, end
from datahub.policies.services import authorise
from mechanisms.accounting.zcdp import Cost, gaussian, pure
from tests.api.world import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return person("owner")


@pytest.fixture
def data_set(owner: Person) -> DataSet:
    return create(actor=owner, id=uuid4(), fields={"name": "Adult"})


class Page:
    def __init__(self, viewer: Person, data_set: DataSet) -> None:
        self.client = Client()
        self.client.force_login(viewer)
        self.base = f"/api/v1/budgets/dataset:{data_set.pk}/"

    def limit(self, **fields: object) -> Any:
        body = {"rho": "0.5", "delta": "0.000001", "epsilon": None} | fields
        return self.client.put(f"{self.base}limits/", body, content_type="application/json")

    def read(self) -> Any:
        return self.client.get(self.base).json()


def spend_on(owner: Person, data_set: DataSet, cost: Cost, request: str = "") -> None:
    ref, people = Ref("dataset", str(data_set.pk)), Ref("lineage", str(data_set.lineage_id))
    permit = authorise(viewer=owner, operation="dataset.synthesise", ref=ref)
    accounts = [people, ref_of(owner)]
    spend = reserve(permit=permit, request=request or str(uuid4()), accounts=accounts, cost=cost, note="a mean")
    start(spend.pk, fence=1)
    commit(spend.pk, fence=1, answer=None)


def test_without_a_budget_the_page_says_so(owner: Person, data_set: DataSet) -> None:
    told = Page(owner, data_set).read()
    assert (told["unit"], told["accounts"], told["forecast"]) == (None, [], None)
    assert told["words"] == "No budget was set for these people, so nothing can be asked."


def test_a_budget_is_told_in_numbers_words_and_questions(owner: Person, data_set: DataSet) -> None:
    page = Page(owner, data_set)
    assert page.limit().status_code == 200
    assert page.read()["words"] == "You have asked nothing yet."
    spend_on(owner, data_set, pure(Decimal("0.1")))
    spend_on(owner, data_set, gaussian(5))
    told = page.read()
    whole, own = told["accounts"]
    assert (whole["kind"], whole["name"], own["kind"], own["name"]) == ("people", "people of Adult", "analyst", "owner")
    assert whole["limit"] == {"rho": "0.5", "delta": "0.000001", "epsilon": None}
    assert whole["spent"] == {"rho": "0.025", "delta": "0", "epsilon": None}
    assert whole["worth"] == {"epsilon": "1.014075", "delta": "0.000001"}
    assert whole["words"] == f"Epsilon 1.014075 is spent of {whole['limit_worth']['epsilon']}."
    assert own["limit"] == {"rho": None, "delta": None, "epsilon": None}
    assert own["words"] == "Epsilon 1.014075 is spent, without a limit of its own."
    assert told["forecast"] == {
        "questions": 23,
        "or_more": False,
        "cost": {"rho": "0.02", "delta": "0", "epsilon": None},
        "words": "There is room for about 23 more questions like your last.",
    }
    assert (told["bounded"], told["words"]) == (True, told["forecast"]["words"])


def test_every_use_is_listed_newest_first(owner: Person, data_set: DataSet) -> None:
    page = Page(owner, data_set)
    page.limit()
    for name in ("first", "second"):
        spend_on(owner, data_set, pure(Decimal("0.1")), name)
    uses = page.client.get(f"{page.base}uses/").json()["results"]
    assert [use["request"] for use in uses] == ["second", "first"]
    assert (uses[0]["name"], uses[0]["state"], uses[0]["note"], uses[0]["again"]) == (
        "owner",
        "committed",
        "a mean",
        False,
    )
    assert uses[0]["cost"] == {"rho": "0.005", "delta": "0", "epsilon": "0.1"}


def test_the_list_names_the_data_that_one_owns_or_has_asked(owner: Person, data_set: DataSet) -> None:
    page = Page(owner, data_set)
    assert page.client.get("/api/v1/budgets/").json()["results"] == []
    page.limit()
    (row,) = page.client.get("/api/v1/budgets/").json()["results"]
    assert (row["people"], row["name"]) == (f"lineage:{data_set.lineage_id}", "people of Adult")
    assert row["url"] == f"/data/{data_set.pk}"
    assert Page(person("stranger"), data_set).client.get("/api/v1/budgets/").json()["results"] == []


def test_whoever_once_asked_reads_no_name_of_what_is_hidden_from_them_now(owner: Person, data_set: DataSet) -> None:
    Page(owner, data_set).limit()
    reader = person("reader")
    write_policy(owner, data_set, "synthesise", "read_metadata")
    place = assign(actor=owner, ref=ref_to(data_set), role="reader", holder=reader, until=None)
    spend_on(reader, data_set, pure(Decimal("0.1")))
    request = AccessRequest.objects.create(data_set=data_set, person=reader, state="approved", role="reader",
                                           expires_at=timezone.now())  # fmt: skip
    client = Page(reader, data_set).client

    def names() -> list[tuple[str, str]]:
        (row,) = client.get("/api/v1/budgets/").json()["results"]
        (wish,) = client.get("/api/v1/access-requests/").json()["results"]
        shown_request = client.get(f"/api/v1/access-requests/{request.pk}/").json()
        return [(row["name"], row["url"]), (wish["data_set"]["name"], shown_request["data_set"]["name"])]

    assert names() == [("people of Adult", f"/data/{data_set.pk}"), ("Adult", "Adult")]
    end(actor=owner, role_holder=place)
    assert names() == [("", ""), ("", "")]


def test_when_something_left_without_a_bound_every_page_says_so(owner: Person, data_set: DataSet) -> None:
    page = Page(owner, data_set)
    page.limit()
    permit = authorise(viewer=owner, operation="dataset.release", ref=Ref("dataset", str(data_set.pk)))
    unbounded(permit=permit, people=Ref("lineage", str(data_set.lineage_id)), reason="an exact table")
    told = page.read()
    assert (told["bounded"], [entry["reason"] for entry in told["unbounded"]]) == (False, ["an exact table"])
    assert told["words"].startswith("Something about these people left without a bound.")
    (row,) = page.client.get("/api/v1/budgets/").json()["results"]
    assert row["bounded"] is False


def test_a_copy_shares_the_budget_of_its_people(owner: Person, data_set: DataSet) -> None:
    Page(owner, data_set).limit()
    copy = create(actor=owner, id=uuid4(), fields={"name": "A copy", "copy_of": data_set.pk})
    spend_on(owner, copy, gaussian(5))
    assert Page(owner, data_set).read()["accounts"] == Page(owner, copy).read()["accounts"]


def a_copy_by(somebody: Person, owner: Person, data_set: DataSet) -> DataSet:
    """Returns a copy that belongs to somebody who administers the original by a role of its policy."""
    write_policy(owner, data_set, "administer")
    assign(actor=owner, ref=ref_to(data_set), role="reader", holder=somebody, until=None)
    return create(actor=somebody, id=uuid4(), fields={"name": "A copy", "copy_of": data_set.pk})


def test_who_owns_a_copy_raises_no_budget_of_the_original(owner: Person, data_set: DataSet) -> None:
    Page(owner, data_set).limit(rho="0.5")
    spend_on(owner, data_set, gaussian(5))
    copier = person("copier")
    page = Page(copier, a_copy_by(copier, owner, data_set))
    answer = page.limit(rho="4000")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert "This is a copy." in answer.json()["detail"]
    assert Account.objects.get(ref=F("people")).cap_rho == Decimal("0.5")
    assert page.read()["accounts"] == []
    assert page.client.get(f"{page.base}uses/").json()["results"] == []
    assert page.client.get(f"/api/v1/budgets/lineage:{data_set.lineage_id}/").status_code == 404


def test_nor_by_deleting_the_original(owner: Person, data_set: DataSet) -> None:
    Page(owner, data_set).limit(rho="0.5")
    copier = person("copier")
    copy = a_copy_by(copier, owner, data_set)
    ask_for_destruction(actor=copier, rule="a-role", data_set_id=data_set.pk, name=data_set.name)
    work()
    assert not DataSet.objects.filter(pk=data_set.pk).exists()
    assert Page(copier, copy).limit(rho="4000").status_code == 403
    again = create(actor=copier, id=uuid4(), fields={"name": "A copy of it", "copy_of": copy.pk})
    assert Page(copier, again).limit(rho="4000").status_code == 403


def test_the_budget_goes_on_with_a_copy_of_the_same_owner(owner: Person, data_set: DataSet) -> None:
    Page(owner, data_set).limit(rho="0.5")
    copier = person("copier")
    theirs = a_copy_by(copier, owner, data_set)
    own = create(actor=owner, id=uuid4(), fields={"name": "A copy of one's own", "copy_of": data_set.pk})
    ask_for_destruction(actor=owner, rule="an-owner", data_set_id=data_set.pk, name=data_set.name)
    work()
    assert Page(owner, own).limit(rho="0.6").status_code == 200
    assert Page(copier, theirs).limit(rho="4000").status_code == 403


@pytest.mark.parametrize(
    ("limit_fields", "field"),
    [
        ({"rho": "-1"}, "rho"),
        ({"rho": "4001"}, "rho"),
        ({"delta": "0.0000000000000001"}, "delta"),
        ({"account": "survey:x"}, "account"),
        ({"account": "nobody"}, "account"),
        ({"share": "1"}, "share"),
    ],
)
def test_a_limit_that_cannot_be_is_refused(
    owner: Person, data_set: DataSet, limit_fields: dict[str, object], field: str
) -> None:
    answer = Page(owner, data_set).limit(**limit_fields)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_a_limit_is_not_set_below_what_is_spent(owner: Person, data_set: DataSet) -> None:
    page = Page(owner, data_set)
    page.limit()
    spend_on(owner, data_set, gaussian(5))
    assert page.limit(rho="0.01").json()["code"] == "budget_in_use"
    assert page.limit(account=str(ref_of(owner)), rho="0.02", delta=None).status_code == 200
    assert page.read()["forecast"]["words"] == "There is no room for another question like your last."
    assert page.limit(rho=None).json()["code"] == "invalid"


@pytest.mark.parametrize("account", ["role:researcher", "project:health", "nobody"])
def test_no_limit_is_set_for_an_account_that_no_use_is_charged_to(
    owner: Person, data_set: DataSet, account: str
) -> None:
    answer = Page(owner, data_set).limit(account=account)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["account"])
    assert not Account.objects.exists()
