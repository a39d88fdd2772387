"""The catalogue shows what the viewer may see, and neither its pages nor its search tell of anything else."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datahub.accounts import membership
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.datasets.models import Column, DataSet, Version
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, a_data_set, load
from datahub.policies.services import give_up, grant
from datahub.policies.tests.write.test_policy_json import DENY
from datahub.policies.write.policy_store import write

pytestmark = pytest.mark.django_db


def hidden(owner: Visitor, name: str) -> DataSet:
    """Returns a data set whose audience is everybody, and which its policy forbids to everybody."""
    data_set = a_data_set(owner.person, name=name, audience="everyone")
    rule = DENY | {"operations": ["read_metadata"]}
    role = {"name": "all", "description": "", "anyone": True, "delegable": False, "groups": [], "requires": []}
    ref, document = ref_to(data_set), {"roles": [role | {"rules": [rule]}], "groups": []}
    write(actor=owner.person, ref=ref, facts=describe([ref])[ref], document=document, after=0)
    return data_set


def pages(viewer: Visitor, **query: str) -> list[list[str]]:
    """Returns the names on each page, up to the last page."""
    read: list[list[str]] = []
    cursor: dict[str, str] = {}
    while True:
        page: dict[str, Any] = viewer.get("datasets/", **query, **cursor).json()
        read.append([data_set["name"] for data_set in page["results"]])
        if page["next"] is None:
            return read
        cursor = {"cursor": parse_qs(urlsplit(page["next"]).query)["cursor"][0]}


@pytest.mark.parametrize("sort", ["name", "-name", "created_at", "-created_at"])
def test_pages_are_as_long_as_if_nothing_were_hidden(owner: Visitor, stranger: Visitor, sort: str) -> None:
    for number in range(4):
        for copy in range(5):
            hidden(owner, f"{number} hidden {copy}")
        a_data_set(owner.person, name=f"{number} shown", audience="everyone")
    hidden(owner, "9 hidden")
    shown = [f"{number} shown" for number in range(4)]
    ordered = sorted(shown, reverse=sort.startswith("-"))
    assert pages(stranger, sort=sort, rows="2") == [ordered[:2], ordered[2:]]
    assert pages(stranger, sort=sort, rows="4") == [ordered]
    assert pages(stranger, sort=sort, rows="2", q="hidden") == [[]]
    assert sum(map(len, pages(owner, sort=sort, rows="10", mine="yes"))) == 25


def test_a_list_of_many_data_sets_with_policies_asks_the_database_as_often_as_one_of_two(
    owner: Visitor, stranger: Visitor
) -> None:
    queries_of: list[int] = []
    for more in (2, 20):
        for number in range(more):
            hidden(owner, f"{more} hidden {number}")
            a_data_set(owner.person, name=f"{more} shown {number}", audience="everyone")
        for viewer in (owner, stranger):
            viewer.get("datasets/")
            with CaptureQueriesContext(connection) as queries:
                listed = viewer.get("datasets/", rows="100").json()["results"]
            queries_of.append(len(queries))
            assert len(listed) >= more
    of_owner, of_stranger, of_owner_of_many, of_stranger_of_many = queries_of
    assert (of_owner_of_many, of_stranger_of_many) == (of_owner, of_stranger)


def test_a_repeated_creation_tells_nothing_to_whoever_lost_the_data_set_since(
    owner: Visitor, stranger: Visitor
) -> None:
    body, key = {"name": "Incomes"}, "once-and-again"
    first = owner.send("POST", "datasets/", body, key=key).json()
    assert owner.send("POST", "datasets/", body, key=key).json() == first
    ref = Ref("dataset", first["id"])
    grant(actor=owner.person, person=stranger.person, role="owner", ref=ref)
    give_up(actor=owner.person, ref=ref)
    again = owner.send("POST", "datasets/", body, key=key)
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    assert DataSet.objects.count() == 1


def test_nobody_shows_data_to_an_organisation_that_is_not_theirs(owner: Visitor, stranger: Visitor) -> None:
    other = membership.create(actor=stranger.person, name="Theirs", id=uuid4())
    shown = {"audience": "organisation", "organisation": str(other.pk)}
    data_set = a_data_set(owner.person)
    for method, path in (("POST", "datasets/"), ("PATCH", f"datasets/{data_set.pk}/")):
        answer = owner.send(method, path, {"name": "Incomes", **shown})
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["organisation"])
        assert b"Theirs" not in answer.content
    assert list(DataSet.objects.values_list("organisation", flat=True)) == [None]
    membership.join(person=owner.person, organisation=other, role="member")
    assert owner.send("PATCH", f"datasets/{data_set.pk}/", shown).json()["organisation"]["name"] == "Theirs"


def test_nobody_spends_the_budget_of_people_in_data_of_others(owner: Visitor, stranger: Visitor) -> None:
    """A copy shares the budget of its original, so only whoever administers the original may make it."""
    original = a_data_set(owner.person, audience="everyone")
    body = {"name": "A copy", "copy_of": str(original.pk)}
    assert stranger.send("POST", "datasets/", body).status_code == 403
    assert DataSet.objects.count() == 1
    assert owner.send("POST", "datasets/", body).json()["lineage"] == str(original.lineage_id)


def test_a_policy_that_permits_shows_what_no_audience_does(owner: Visitor, stranger: Visitor) -> None:
    permitting = a_data_set(owner.person, name="By its policy")
    rule = DENY | {"name": "see", "effect": "permit", "operations": ["read_metadata"]}
    role = {"name": "all", "description": "", "anyone": True, "delegable": False, "groups": [], "requires": []}
    ref, document = ref_to(permitting), {"roles": [role | {"rules": [rule]}], "groups": []}
    write(actor=owner.person, ref=ref, facts=describe([ref])[ref], document=document, after=0)
    a_data_set(owner.person, name="Of nobody")
    assert pages(stranger) == [["By its policy"]]


def test_search_knows_the_columns_that_are_shown_and_no_earlier_ones(owner: Visitor, stranger: Visitor) -> None:
    data_set = a_data_set(owner.person, audience="everyone")
    for _ in range(2):
        load(owner, data_set)
    earlier = Version.objects.get(number=1)
    Column.objects.filter(version=earlier, name="income").update(name="diagnosis")
    assert pages(stranger, q="income") == [["Incomes"]]
    assert pages(stranger, q="diagnosis") == [[]]
