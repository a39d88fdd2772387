"""These tests cover references, dotted paths, health, and ids from idempotency keys."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings
from rest_framework.request import Request

from datahub.api.checks import resolve_dotted_paths
from datahub.api.errors import BadIdempotencyKey, Unavailable
from datahub.api.facts import Facts
from datahub.api.objects import describe
from datahub.api.operation import health
from datahub.api.ref import LONGEST, PLATFORM, Ref
from datahub.api.writes.idempotency import creation_id


def test_a_reference_is_text_and_back() -> None:
    ref = Ref("survey", "0f3c-1A_b")
    assert str(ref) == "survey:0f3c-1A_b"
    assert Ref.parse(str(ref)) == ref
    assert Ref.parse("platform:") == PLATFORM
    assert len(str(Ref("k" * 32, "1" * 64))) == LONGEST


@pytest.mark.parametrize(
    "text", ["", "survey", "survey:", "platform:1", "Survey:1", "1:1", ":1", "a b:1", "survey:a b", "survey:a:b",
             "survey:" + "1" * 65, "k" * 33 + ":1", "survey:é", "survey:1\n", "*:1"],
)  # fmt: skip
def test_what_is_no_reference_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no reference|no kind|no id"):
        Ref.parse(text)


def describe_boats(ids: list[str]) -> dict[Ref, Facts]:
    return {Ref("boat", id): Facts(name=id, url="", owner=None, parent=None, state="") for id in ids if id != "sunk"}


def test_a_room_describes_its_own_things(settings: Settings) -> None:
    settings.OBJECTS = {"boat": f"{__name__}.describe_boats"}
    refs = [Ref("boat", "a"), Ref("boat", "sunk"), Ref("car", "a"), PLATFORM]
    assert {ref: facts.name for ref, facts in describe(refs).items()} == {Ref("boat", "a"): "a"}


def test_every_dotted_path_resolves_and_one_that_does_not_is_named(settings: Settings) -> None:
    assert resolve_dotted_paths() == []
    settings.OBJECTS = settings.OBJECTS | {"boat": "harbour.objects.describe"}
    settings.JOBS = settings.JOBS | {"boat.sail": "surveys.tasks.sail"}
    settings.CLOCK = {"boat.rest": 5}
    assert [error.id for error in resolve_dotted_paths()] == ["api.E001", "api.E001", "api.E002"]
    assert "harbour.objects.describe" in resolve_dotted_paths()[0].msg


@pytest.mark.django_db
def test_a_process_is_ready_when_its_migrations_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *arguments: [("one", False)])  # noqa: ARG005
    answer = Client().get("/api/v1/health/ready/")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer["Retry-After"] == "5"
    monkeypatch.undo()
    assert Client().get("/api/v1/health/ready/").json() == {"state": "ready"}


def test_a_process_without_its_database_is_alive_but_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise OperationalError("no database at 10.0.0.1")

    monkeypatch.setattr(connection, "cursor", refuse)
    with pytest.raises(Unavailable, match="does not answer"):
        health.check_ready()
    assert Client().get("/api/v1/health/live/").json() == {"state": "live"}


def asked_by(person: str, path: str = "/surveys/", key: str | None = "a" * 8) -> Request:
    request = Request(RequestFactory().post(path, headers={} if key is None else {"Idempotency-Key": key}))
    request.user = SimpleNamespace(pk=person)  # type: ignore[assignment]  # only the person's pk is read
    return request


def test_the_same_person_route_and_key_give_the_same_id() -> None:
    first = creation_id(asked_by("ada"))
    assert creation_id(asked_by("ada")) == first
    others = [asked_by("eve"), asked_by("ada", "/tokens/"), asked_by("ada", key="b" * 8), asked_by("ada", key=None)]
    assert len({first, *(creation_id(other) for other in others)}) == 5
    assert creation_id(asked_by("ada", key=None)) != creation_id(asked_by("ada", key=None))


@pytest.mark.parametrize("key", ["", "short", "x" * 129, "with a blank", "é" * 8])
def test_refuses_a_key_that_is_too_weak_or_unreadable(key: str) -> None:
    with pytest.raises(BadIdempotencyKey):
        creation_id(asked_by("ada", key=key))
