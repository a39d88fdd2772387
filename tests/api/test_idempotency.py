"""An Idempotency-Key is good for one request: each route that takes one repeats its answer, and refuses others."""

import ast
import json
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings

from datahub.accounts.models import Organisation
from datahub.api.description.openapi import openapi
from datahub.api.writes.idempotency import HEADER
from surveys.drafts.questionnaire import empty_draft
from tests.api.keyed_world import K2, PLAN, a_keyed_world
from tests.api.world import World, body_for, client_of

pytestmark = pytest.mark.django_db
KEY = "key-of-this-request"
ROWS = {"columns": [{"name": "years"}], "delta": "0.000001"}
# These changes to a body make it ask for another thing that is possible.
OTHER: dict[str, dict[str, Any]] = {
    "api/v1/organisations/": {"name": "A third institute"},
    "api/v1/surveys/": {"title": "Another survey"},
    "api/v1/surveys/import/": {"title": "Another survey"},
    "api/v1/surveys/import/surveyjs/": {"title": "Another survey"},
    "api/v1/surveys/import/form/": {"name": "another.csv"},
    "api/v1/datasets/": {"name": "Still more data"},
    "api/v1/datasets/<uuid:id>/uploads/": {"name": "c.csv"},
    "api/v1/access-requests/": {"purpose": "To teach."},
    "api/v1/evaluations/": {"seed": 2},
    "api/v1/datasets/<uuid:id>/anonymisations/": {"candidates": [{"models": [{"model": "k-anonymity", "k": 3}]}]},
    "api/v1/anonymisations/<uuid:id>/releases/": {"title": "Other notes"},
    "api/v1/datasets/<uuid:id>/syntheses/": {"plan": ROWS | {"epsilon": "0.5"}},
    "api/v1/syntheses/<uuid:id>/measured-reports/": {"epsilon": "0.5"},
    "api/v1/syntheses/<uuid:id>/releases/": {"title": "Somebody"},
    # bodies() builds this change, as the plan names a data set of the world.
    "api/v1/datasets/<uuid:id>/syntheses/?two": {},
    "api/v1/syntheses/<uuid:id>/measured-reports/?two": {"epsilon": "0.5"},
}
FIRST: dict[str, dict[str, Any]] = {
    "api/v1/datasets/<uuid:id>/anonymisations/": {"version": 1, "plan": PLAN, "candidates": [{"models": K2}]},
    "api/v1/surveys/import/": empty_draft() | {"title": "A survey"},
    "api/v1/surveys/import/surveyjs/": {"title": "A survey", "elements": []},
}


@pytest.fixture
def world() -> World:
    return a_keyed_world()


def bodies(path: str, world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    first = FIRST.get(path) or body_for("POST", path, world)
    if path.endswith("/syntheses/?two"):
        return first, first | {"plan": first["plan"] | {"epsilon": "0.5"}}
    return first, first | OTHER[path]


def keyed_operations() -> set[tuple[str, str]]:
    """Returns the operations of the published document that name the header."""
    return {
        (method.upper(), path)
        for path, item in openapi()["paths"].items()
        for method, operation in item.items()
        if any(parameter.get("name") == HEADER for parameter in operation.get("parameters", []))
    }


def as_documented(path: str) -> str:
    return "/" + path.partition("?")[0].replace("<uuid:", "{").replace("<int:", "{").replace(">", "}")


def calls_of(name: str) -> int:
    """Returns the number of calls in all views: each call creates behind one operation."""
    root = Path(settings.BASE_DIR)
    views = [path for room in ("datahub", "surveys") for path in (root / room).rglob("*.py") if "view" in str(path)]
    return sum(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for path in views
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    )


def test_every_operation_that_takes_a_key_has_a_row_and_says_so() -> None:
    assert keyed_operations() == {("POST", as_documented(path)) for path in OTHER}
    assert calls_of("create_once") == len(keyed_operations())
    assert calls_of("creation_id") == 0


def send(world: World, path: str, body: dict[str, Any], key: str = KEY) -> Any:
    url = world.url("POST", path)
    return client_of("owner", world).generic(
        "POST", url, json.dumps(body), content_type="application/json", headers={HEADER: key}
    )


def id_in(answer: Any) -> str:
    body = answer.json()
    return str((body.get("survey") or body)["id"])


@pytest.mark.every_case_asks_anew
@pytest.mark.parametrize("path", OTHER)
def test_a_key_is_good_for_one_request_and_its_repetitions(path: str, world: World) -> None:
    first, other = bodies(path, world)
    answer = send(world, path, first)
    assert answer.status_code in {201, 202}, answer.content
    in_another_order = dict(reversed(first.items()))
    again = send(world, path, in_another_order)
    assert (again.status_code, id_in(again)) == (answer.status_code, id_in(answer))
    refusal = send(world, path, other)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "key_reused"), refusal.content


def test_another_person_may_use_the_same_key(world: World) -> None:
    path, body = "api/v1/organisations/", {"name": "Another institute"}
    send(world, path, body)
    answer = client_of("stranger", world).post(
        f"/{path}", {"name": "A third"}, content_type="application/json", headers={HEADER: KEY}
    )
    assert answer.status_code == 201


def test_what_was_asked_goes_with_what_was_created(world: World) -> None:
    path = "api/v1/organisations/"
    id = id_in(send(world, path, {"name": "Another institute"}))
    Organisation.objects.filter(pk=id).delete()
    assert send(world, path, {"name": "A third institute"}).status_code == 201


def test_no_bare_hash_of_a_body_is_kept(world: World, settings: Any, tmp_path: Path) -> None:
    """The same body has another digest at another installation."""
    path, body = "api/v1/organisations/", {"name": "Secret institute"}
    here = [id_in(send(world, path, body, key)) for key in ("first-key", "second-key")]
    settings.DATA = tmp_path
    there = id_in(send(world, path, body, "third-key"))
    digests = dict(Organisation.objects.values_list("pk", "request_digest"))
    first, second, third = (digests[UUID(id)] for id in (*here, there))
    assert first == second
    assert len({first, third, sha256(json.dumps(body).encode()).hexdigest()}) == 3
