"""A program asks for work and its token ends before a worker comes: nothing is read, and whoever asked is told why."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from datahub.accounts.models import Person, Token
from datahub.accounts.rules import READ_DATASETS, WRITE_DATASETS
from datahub.accounts.services import create_token, ref_of, revoke_token
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, begin, declaration, pieces_of, upload, work
from datahub.jobs.models import Job
from datahub.policies.services import grant
from datahub.vault.models import SecureCollection

pytestmark = pytest.mark.django_db(transaction=True)


class Program(Visitor):
    """A program is a client of the API that shows a token of this person."""

    def __init__(self, person: Person) -> None:
        until = timezone.now() + timedelta(days=1)
        self.person = person
        self.token, text = create_token(actor=person, name="nightly", scopes=[WRITE_DATASETS], expires_at=until)
        self._client = Client(headers={"Authorization": f"Bearer {text}"})


def revoked(program: Program) -> str:
    revoke_token(actor=program.person, token=program.token)
    return "token_revoked"


def expired(program: Program) -> str:
    Token.objects.filter(pk=program.token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    return "token_expired"


def too_narrow(program: Program) -> str:
    Token.objects.filter(pk=program.token.pk).update(scopes=[READ_DATASETS])
    return "token_too_narrow"


ENDS = pytest.mark.parametrize("end", [revoked, expired, too_narrow])


@pytest.fixture
def program(owner: Visitor) -> Program:
    return Program(owner.person)


@pytest.fixture
def declared(owner: Visitor, data_set: DataSet) -> str:
    """Returns the path of a version that is declared and not loaded."""
    upload(owner, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/versions/1/"
    assert owner.send("PUT", path, {"columns": declaration()}).status_code == 200
    return path


def progress_of(answer: Any) -> tuple[str, str]:
    return answer.json()["progress"]["state"], answer.json()["progress"]["error"]


@ENDS
def test_a_load_does_not_outlive_its_token(
    owner: Visitor, program: Program, declared: str, end: Callable[[Program], str]
) -> None:
    assert program.send("PATCH", declared, {"state": "loading"}).status_code == 202
    code = end(program)
    work()
    answer = owner.get(declared)
    assert (answer.json()["state"], progress_of(answer)) == ("draft", ("failed", code))
    assert not SecureCollection.objects.exists()
    assert owner.get("jobs/").json()["results"][0]["error"] == code


@ENDS
def test_a_look_at_a_file_does_not_outlive_its_token(
    owner: Visitor, program: Program, data_set: DataSet, end: Callable[[Program], str]
) -> None:
    begun = begin(program, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(CSV.encode(), begun["chunk_size"])):
        assert program.piece(f"{path}{number}/", piece).status_code == 204
    assert program.send("PATCH", path, {"state": "looking"}).status_code == 202
    code = end(program)
    work()
    assert progress_of(owner.get(f"datasets/{data_set.pk}/versions/1/")) == ("failed", code)
    assert owner.get(path).json()["found"] is None
    assert owner.send("PATCH", path, {"state": "looking"}).status_code == 202
    work()
    assert owner.get(path).json()["state"] == "found"


@ENDS
def test_reading_a_file_in_another_way_does_not_outlive_its_token(
    owner: Visitor, program: Program, declared: str, end: Callable[[Program], str]
) -> None:
    format = {"kind": "csv", "encoding": "windows-1252", "delimiter": ","}
    assert program.send("PATCH", declared, {"format": format}).status_code == 202
    code = end(program)
    work()
    assert progress_of(owner.get(declared)) == ("failed", code)


@ENDS
def test_a_leakage_preview_does_not_outlive_its_token(
    owner: Visitor, program: Program, declared: str, end: Callable[[Program], str]
) -> None:
    assert program.send("POST", f"{declared}leakage/").status_code == 202
    code = end(program)
    work()
    assert progress_of(owner.get(f"{declared}leakage/")) == ("failed", code)
    assert owner.send("POST", f"{declared}leakage/").status_code == 202
    work()
    assert owner.get(f"{declared}leakage/").json()["state"] == "ready"


def test_a_token_that_is_still_good_loads_what_it_asked_for(owner: Visitor, program: Program, declared: str) -> None:
    assert program.send("PATCH", declared, {"state": "loading"}).status_code == 202
    work()
    assert owner.get(declared).json()["state"] == "loaded"


def test_what_was_asked_in_a_session_goes_on_when_a_token_ends(owner: Visitor, program: Program, declared: str) -> None:
    assert owner.send("PATCH", declared, {"state": "loading"}).status_code == 202
    revoked(program)
    work()
    assert owner.get(declared).json()["state"] == "loaded"


def test_a_job_that_was_queued_before_tokens_were_kept_is_done(owner: Visitor, program: Program, declared: str) -> None:
    assert program.send("PATCH", declared, {"state": "loading"}).status_code == 202
    job = Job.objects.get(kind="datasets.load")
    job.payload.pop("token")
    job.save(update_fields=["payload"])
    revoked(program)
    work()
    assert owner.get(declared).json()["state"] == "loaded"


def test_a_load_that_is_asked_for_in_a_session_too_does_not_end_with_the_token(
    owner: Visitor, program: Program, declared: str
) -> None:
    for visitor in (program, owner):
        assert visitor.send("PATCH", declared, {"state": "loading"}).status_code == 202
    revoked(program)
    work()
    assert owner.get(declared).json()["state"] == "loaded"
    assert Job.objects.filter(kind="datasets.load").count() == 1


def test_a_load_that_a_second_owner_asks_for_too_is_theirs_when_the_token_ends(
    stranger: Visitor, program: Program, declared: str, data_set: DataSet
) -> None:
    grant(actor=program.person, person=stranger.person, role="owner", ref=ref_to(data_set))
    for visitor in (program, stranger):
        assert visitor.send("PATCH", declared, {"state": "loading"}).status_code == 202
    revoked(program)
    work()
    assert stranger.get(declared).json()["state"] == "loaded"
    assert Entry.objects.get(operation="dataset.load").actor == str(ref_of(stranger.person))


def test_a_look_that_is_asked_for_in_a_session_too_does_not_end_with_the_token(
    owner: Visitor, program: Program, data_set: DataSet
) -> None:
    begun = begin(program, data_set, CSV.encode())
    path = f"datasets/{data_set.pk}/uploads/{begun['id']}/"
    for number, piece in enumerate(pieces_of(CSV.encode(), begun["chunk_size"])):
        assert program.piece(f"{path}{number}/", piece).status_code == 204
    for visitor in (program, owner):
        assert visitor.send("PATCH", path, {"state": "looking"}).status_code == 202
    revoked(program)
    work()
    assert owner.get(path).json()["state"] == "found"


def test_a_leakage_preview_that_is_asked_for_in_a_session_too_does_not_end_with_the_token(
    owner: Visitor, program: Program, declared: str
) -> None:
    for visitor in (program, owner):
        assert visitor.send("POST", f"{declared}leakage/").status_code == 202
    revoked(program)
    work()
    assert owner.get(f"{declared}leakage/").json()["state"] == "ready"
