"""The log is read newest first, by those whom the Door lets in, with the names of today."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.ref import PLATFORM, Ref
from datahub.api.signing import is_signed, public_key
from datahub.audit.models import Head, Verification
from datahub.audit.services import record
from datahub.jobs.execution import run
from datahub.jobs.services import submit

pytestmark = pytest.mark.django_db
URL = "/api/v1/audit/"
JOBS = "/api/v1/jobs/"


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

    def entry_numbers(**filters: str) -> list[int]:
        return [entry["number"] for entry in signed_in(admin).get(URL, filters).json()["results"]]

    assert entry_numbers(actor=str(ref_of(ada))) == [3, 1]
    assert entry_numbers(operation="me.edit", reason="a-rule") == [1]
    assert entry_numbers(subject=str(ref_of(ada)), actor=str(ref_of(admin))) == [2]


def test_the_chain_is_verified_on_request_and_names_its_head(ada: Person, admin: Person) -> None:
    empty = signed_in(admin).get(f"{URL}verification/").json()
    nothing = {"first_looked_at": 1, "signed_head": None, "whole": None, "broken": None}
    assert empty == {"entries": 0, "head": "0" * 64} | nothing
    last = record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    assert signed_in(admin).get(f"{URL}verification/").json() == {"entries": 1, "head": last.hash} | nothing
    assert signed_in(ada).get(f"{URL}verification/").status_code == 403


def test_a_log_that_was_cut_short_is_told_with_the_place(ada: Person, admin: Person) -> None:
    record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    Head.objects.update(number=2, hash="f" * 64)
    broken = signed_in(admin).get(f"{URL}verification/").json()["broken"]
    assert (broken["number"], "entry 2 was the last one written" in broken["reason"]) == (2, True)


def test_a_whole_pass_that_an_administrator_asked_for_is_told_with_its_signed_head(ada: Person, admin: Person) -> None:
    client = signed_in(admin)
    answer = client.post(JOBS, {"kind": "audit.verify"}, content_type="application/json")
    assert answer.status_code == 202
    again = client.post(JOBS, {"kind": "audit.verify"}, content_type="application/json")
    assert again.json()["id"] == answer.json()["id"]
    run(UUID(answer.json()["id"]))
    verification = client.get(f"{URL}verification/").json()
    assert (verification["first_looked_at"], verification["whole"]["broken"]) == (verification["entries"] + 1, None)
    signed = verification["signed_head"]
    assert (signed["statement"]["entries"], signed["statement"]["head"]) == (
        verification["entries"],
        verification["head"],
    )
    assert is_signed(signed["statement"], signed["signature"], public_key())


def test_a_break_that_the_whole_pass_found_is_told_by_every_look(ada: Person, admin: Person) -> None:
    record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    Verification.objects.create(at=timezone.now(), entries=1, head="0" * 64, broken_at=1, reason="entry 1 is missing")
    verification = signed_in(admin).get(f"{URL}verification/").json()
    assert verification["broken"] == verification["whole"]["broken"] == {"number": 1, "reason": "entry 1 is missing"}


def test_the_clock_asks_for_a_whole_pass_every_day_and_the_job_keeps_it(ada: Person, settings: Settings) -> None:
    assert settings.CLOCK["audit.verify"] == 24 * 3600
    record(actor=ref_of(ada), operation="me.edit", subject=ref_of(ada), reason="test")
    job = submit(kind="audit.verify", subject=PLATFORM)
    run(job.id)
    job.refresh_from_db()
    assert job.result == {"entries": 1, "broken": None}
    assert Verification.objects.values_list("entries", "broken_at").get() == (1, None)


@pytest.mark.parametrize("kind", ["surveys.sweep", "analyses.synthesise", "none"])
def test_refuses_a_job_that_is_not_on_demand(admin: Person, kind: str) -> None:
    answer = signed_in(admin).post(JOBS, {"kind": kind}, content_type="application/json")
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"kind"})
