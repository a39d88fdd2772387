"""The log is read newest first, by those whom the Door lets in, with the names of today."""

import pytest
from django.test import Client

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.ref import Ref
from datahub.audit.models import Head
from datahub.audit.services import record

pytestmark = pytest.mark.django_db
URL = "/api/v1/audit/"


def signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def ada() -> Person:
    return Person.objects.create(email="ada@example.org", name="Ada")


@pytest.fixture
def admin() -> Person:
    return Person.objects.create(email="admin@example.org", name="Admin", is_administrator=True)


def test_an_administrator_reads_everything_newest_first(ada: Person, admin: Person) -> None:
    for number in range(3):
        record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="owner", detail={"number": number})
    page = signed_in(admin).get(f"{URL}?rows=2").json()
    assert [entry["detail"]["number"] for entry in page["results"]] == [2, 1]
    following = signed_in(admin).get(page["next"]).json()
    assert [entry["detail"]["number"] for entry in following["results"]] == [0]
    assert following["next"] is None


def test_an_entry_names_whom_it_speaks_of(ada: Person, admin: Person) -> None:
    record(actor=ref_of(ada), operation="survey.delete", subject=Ref("survey", "gone"), reason="owner")
    record(actor=None, operation="person.edit", subject=ref_of(ada), reason="the platform itself")
    by_platform, by_ada = signed_in(admin).get(URL).json()["results"]
    assert by_ada["actor"] == {"ref": str(ref_of(ada)), "name": "Ada"}
    assert by_ada["subject"] == {"ref": "survey:gone", "name": ""}
    assert by_platform["actor"] is None
    assert by_platform["previous"] == by_ada["hash"]


def test_a_person_reads_what_was_done_to_them_and_nothing_else(ada: Person, admin: Person) -> None:
    record(actor=ref_of(admin), operation="me.edit", subject=ref_of(ada), reason="test")
    record(actor=ref_of(admin), operation="me.edit", subject=ref_of(admin), reason="test")
    entries = signed_in(ada).get(URL, {"subject": str(ref_of(ada))}).json()["results"]
    assert [entry["subject"]["ref"] for entry in entries] == [str(ref_of(ada))]
    assert signed_in(ada).get(URL, {"subject": str(ref_of(admin))}).status_code == 404
    assert signed_in(ada).get(URL).status_code == 403


def test_refuses_a_subject_that_is_no_reference(admin: Person) -> None:
    answer = signed_in(admin).get(URL, {"subject": "survey"})
    assert (answer.status_code, answer.json()["fields"]) == (400, {"subject": ["This is no reference."]})


def test_an_administrator_looks_for_a_person_a_deed_and_a_rule(ada: Person, admin: Person) -> None:
    record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="a-rule")
    record(actor=ref_of(admin), operation="me.edit", subject=ref_of(ada), reason="another-rule")
    record(actor=ref_of(ada), operation="token.create", subject=Ref("token", "x"), reason="a-rule")

    def found(**asked: str) -> list[int]:
        return [entry["number"] for entry in signed_in(admin).get(URL, asked).json()["results"]]

    assert found(actor=str(ref_of(ada))) == [3, 1]
    assert found(operation="me.edit", reason="a-rule") == [1]
    assert found(subject=str(ref_of(ada)), actor=str(ref_of(admin))) == [2]


def test_the_chain_is_verified_on_request_and_names_its_head(ada: Person, admin: Person) -> None:
    empty = signed_in(admin).get(f"{URL}verification/").json()
    assert empty == {"entries": 0, "head": "0" * 64, "broken": None}
    last = record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    assert signed_in(admin).get(f"{URL}verification/").json() == {"entries": 1, "head": last.hash, "broken": None}
    assert signed_in(ada).get(f"{URL}verification/").status_code == 403


def test_a_log_that_was_cut_short_is_told_with_the_place(ada: Person, admin: Person) -> None:
    record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    Head.objects.update(number=2, hash="f" * 64)
    broken = signed_in(admin).get(f"{URL}verification/").json()["broken"]
    assert (broken["number"], "entry 2 was the last one written" in broken["reason"]) == (2, True)
