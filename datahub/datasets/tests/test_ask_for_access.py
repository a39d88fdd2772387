"""Roles, log and mail follow each step of a request at once: asking, answering and deciding."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from datahub.accounts.models import Mail
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry
from datahub.datasets.models import AccessRequest, DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, somebody, work, write_policy
from datahub.jobs.services import submit
from datahub.policies.errors import Refused
from datahub.policies.services import authorise

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(owner: Visitor) -> DataSet:
    """Returns a data set that everybody may find; only a reader may make synthetic data of it."""
    data_set = a_data_set(owner.person, audience="everyone")
    write_policy(owner.person, data_set, "read_metadata", "synthesise")
    return data_set


def a_submitted_request(by: Visitor, data_set: DataSet) -> str:
    body = {"data_set": str(data_set.pk), "purpose": "Does income follow age?", "role_wanted": "reader"}
    answer = by.send("POST", "access-requests/", body)
    assert answer.status_code == 201, answer.content
    path = f"access-requests/{answer.json()['id']}/"
    assert by.send("PATCH", path, {"state": "submitted"}).json()["state"] == "submitted"
    return path


def approve(owner: Visitor, path: str, **changed: Any) -> Any:
    until = (timezone.now() + timedelta(days=30)).isoformat()
    return owner.send(
        "PATCH", f"{path}decision/", {"state": "approved", "role": "reader", "expires_at": until} | changed
    )


def may_synthesise(person: Visitor, data_set: DataSet) -> bool:
    try:
        authorise(viewer=person.person, operation="dataset.synthesise", ref=Ref("dataset", str(data_set.pk)))
    except Refused:
        return False
    return True


def test_an_approval_opens_exactly_the_role_and_revoking_it_works_at_once(
    owner: Visitor, stranger: Visitor, shown: DataSet
) -> None:
    path = a_submitted_request(stranger, shown)
    assert not may_synthesise(stranger, shown)
    assert approve(owner, path).json()["state"] == "approved"
    seen = stranger.get(f"datasets/{shown.pk}/").json()
    assert seen["operations"] == ["dataset.read_metadata", "dataset.synthesise", "dataset.list_versions"]
    assert seen["request"]["state"] == "approved"
    assert may_synthesise(stranger, shown)
    assert owner.send("PATCH", f"{path}decision/", {"state": "revoked"}).json()["state"] == "revoked"
    assert not may_synthesise(stranger, shown)


def test_each_step_is_in_the_log_and_mailed_to_both_sides(owner: Visitor, stranger: Visitor, shown: DataSet) -> None:
    path = a_submitted_request(stranger, shown)
    owner.send("PATCH", f"{path}decision/", {"state": "questions", "said": "Which years?"})
    stranger.send("PATCH", path, {"state": "submitted", "said": "All of them."})
    approve(owner, path)
    steps = stranger.get(path).json()["steps"]
    assert [step["deed"] for step in steps] == ["submit", "ask", "submit", "approve"]
    logged = Entry.objects.filter(subject=f"dataset:{shown.pk}", operation__startswith="access_request.")
    assert list(logged.order_by("number").values_list("operation", flat=True)) == [
        "access_request.create", *(f"access_request.{step['deed']}" for step in steps),
    ]  # fmt: skip
    assert "Which years" not in str(list(logged.values()))
    mailed = list(Mail.objects.order_by("created_at").values_list("recipient", flat=True))
    assert sorted(mailed) == sorted(["ana@example.org", "zoe@example.org"] * 4)
    assert "Which years?" in Mail.objects.filter(subject__contains="questions").first().body  # type: ignore[union-attr]  # there are two such mails


def test_what_is_logged_and_what_is_done_are_kept_or_lost_together(
    owner: Visitor, stranger: Visitor, shown: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_submitted_request(stranger, shown)

    def full(**arguments: Any) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr("datahub.datasets.services.requests.record", full)
    assert approve(owner, path).status_code == 500
    assert AccessRequest.objects.get().state == "submitted"
    assert not may_synthesise(stranger, shown)
    assert Mail.objects.count() == 2


def test_access_ends_at_the_time_that_was_agreed(owner: Visitor, stranger: Visitor, shown: DataSet) -> None:
    path = a_submitted_request(stranger, shown)
    approve(owner, path)
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        assert not may_synthesise(stranger, shown)  # access ends at once, before any job has run
        submit(kind="datasets.end", subject=PLATFORM)
        work()
        assert AccessRequest.objects.get().state == "revoked"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"state": "approved"}, "invalid"),
        ({"state": "approved", "role": "no such role", "expires_at": "2999-01-01T00:00:00Z"}, "invalid"),
        ({"state": "approved", "role": "reader", "expires_at": "2001-01-01T00:00:00Z"}, "invalid"),
        ({"state": "refused"}, "invalid"),
        ({"state": "questions", "said": " "}, "invalid"),
        ({"state": "revoked"}, "not_in_this_state"),
        ({"state": "draft"}, "not_in_this_state"),
        ({"status": "approved"}, "invalid"),
    ],
)  # fmt: skip
def test_a_decision_that_says_too_little_changes_nothing(
    wish: dict[str, str], code: str, owner: Visitor, stranger: Visitor, shown: DataSet
) -> None:
    path = a_submitted_request(stranger, shown)
    answer = owner.send("PATCH", f"{path}decision/", wish)
    assert answer.json()["code"] == code
    assert AccessRequest.objects.get().state == "submitted"


def test_nobody_decides_about_themselves(owner: Visitor, stranger: Visitor, shown: DataSet) -> None:
    path = a_submitted_request(stranger, shown)
    assert approve(stranger, path).status_code == 403
    own = a_submitted_request(owner, shown)
    assert approve(owner, own).status_code == 400


def test_a_request_is_nobody_elses_business(owner: Visitor, stranger: Visitor, shown: DataSet) -> None:
    path, other = a_submitted_request(stranger, shown), Visitor(somebody("eve"))
    unknown = f"access-requests/{shown.pk}/"
    assert other.get(path).content == other.get(unknown).content
    assert (other.get(path).status_code, other.send("PATCH", path, {"state": "revoked"}).status_code) == (404, 404)
    assert approve(other, path).status_code == 404
    assert other.get("access-requests/", whose="to_decide").json()["results"] == []
    assert [
        access_request["state"] for access_request in owner.get("access-requests/", whose="to_decide").json()["results"]
    ] == ["submitted"]
    assert [access_request["can"] for access_request in stranger.get("access-requests/").json()["results"]] == [
        ["withdraw"]
    ]


def test_a_draft_is_shown_to_its_author_alone(owner: Visitor, stranger: Visitor, shown: DataSet) -> None:
    body = {"data_set": str(shown.pk), "purpose": ""}
    access_request = stranger.send("POST", "access-requests/", body).json()
    assert owner.get("access-requests/", whose="to_decide").json()["results"] == []
    path = f"access-requests/{access_request['id']}/"
    assert stranger.send("PATCH", path, {"state": "submitted"}).json()["code"] == "invalid"
    assert stranger.send("PATCH", path, {"purpose": "To learn."}).json()["purpose"] == "To learn."
    again = stranger.send("POST", "access-requests/", body)
    assert (again.status_code, again.json()["code"]) == (409, "not_in_this_state")


def test_of_what_one_may_not_see_one_cannot_ask(owner: Visitor, stranger: Visitor, data_set: DataSet) -> None:
    hidden = stranger.send("POST", "access-requests/", {"data_set": str(data_set.pk), "purpose": "x"})
    unknown = stranger.send("POST", "access-requests/", {"data_set": str(owner.person.pk), "purpose": "x"})
    assert (hidden.status_code, hidden.content) == (404, unknown.content)
