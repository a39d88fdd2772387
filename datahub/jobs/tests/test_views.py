"""A person who asked for work sees it and can cancel it; others do not learn that it exists."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate

from datahub.api.ref import Ref
from datahub.jobs import objects
from datahub.jobs.models import Job
from datahub.jobs.tests.work import claimed, submitted
from datahub.jobs.views import JobListView, JobView

pytestmark = pytest.mark.django_db


def person(name: str, *, is_administrator: bool = False) -> Any:
    return get_user_model().objects.create(email=f"{name}@example.org", is_administrator=is_administrator)


def job_of(owner: Any) -> Job:
    return submitted(owner=Ref("person", str(owner.id)), subject=Ref("survey", "0f3c"))


def listed(viewer: Any) -> Response:
    request = APIRequestFactory().get("/api/v1/jobs/")
    force_authenticate(request, viewer)
    return JobListView.as_view()(request)


def job_response(viewer: Any, job_id: UUID, change: dict[str, str] | None = None) -> Response:
    factory = APIRequestFactory()
    request = factory.get("/") if change is None else factory.patch("/", change, format="json")
    force_authenticate(request, viewer)
    return JobView.as_view()(request, job_id=job_id)


def test_the_owner_reads_the_job() -> None:
    ada = person("ada")
    job = job_of(ada)
    claimed(job).progress(1, 4, "counting")
    answer = job_response(ada, job.id)
    assert answer.status_code == 200
    assert answer.data["state"] == "running"
    assert answer.data["progress"] == {"done": 1, "total": 4, "note": "counting"}
    assert set(answer.data) == {
        "id", "kind", "subject", "state", "progress", "attempts", "result", "error", "created_at", "finished_at",
    }  # fmt: skip


def test_others_do_not_learn_that_it_exists() -> None:
    job = job_of(person("ada"))
    bob = person("bob")
    assert job_response(bob, job.id).status_code == 404
    assert job_response(bob, job.id, {"state": "cancelled"}).status_code == 404
    assert listed(bob).data["results"] == []
    job.refresh_from_db()
    assert job.state == Job.State.QUEUED


def test_an_administrator_sees_all_long_work() -> None:
    job_of(person("ada"))
    submitted()
    assert len(listed(person("root", is_administrator=True)).data["results"]) == 2


def test_nobody_else_sees_the_clock() -> None:
    ada = person("ada")
    submitted()
    mine = job_of(ada)
    assert [row["id"] for row in listed(ada).data["results"]] == [str(mine.id)]


def test_the_owner_calls_it_off() -> None:
    ada = person("ada")
    job = job_of(ada)
    answer = job_response(ada, job.id, {"state": "cancelled"})
    assert (answer.status_code, answer.data["state"]) == (200, "cancelled")


def test_what_is_done_cannot_be_called_off() -> None:
    ada = person("ada")
    job = job_of(ada)
    claimed(job).finish({})
    answer = job_response(ada, job.id, {"state": "cancelled"})
    assert (answer.status_code, answer.data["code"]) == (409, "job_ended")


@pytest.mark.parametrize("change", [{"state": "done"}, {"state": "cancelled", "result": "mine"}, {}])
def test_nothing_else_about_a_job_can_be_changed(change: dict[str, str]) -> None:
    ada = person("ada")
    assert job_response(ada, job_of(ada).id, change).status_code == 400


def test_an_id_that_is_no_uuid_is_no_job() -> None:
    assert objects.describe(["0f3c", "not a uuid"]) == {}
