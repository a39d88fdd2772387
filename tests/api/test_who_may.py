"""The table says who may use which route: every route has a row, and every row is what the platform does."""

import csv
import json
import shutil
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from datahub.api.limits.throttles import counts
from datahub.policies.permissions import stated_operation
from tests.api.routes import Route, routes
from tests.api.world import ROLES, World, a_world, body_for, client_of

HERE = Path(__file__).parent


def rows_of(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TABLE = rows_of("who_may.csv")
OUTSIDE = [row["path"] for row in rows_of("outside.csv")]


def without_row(listed: Iterable[Route]) -> list[str]:
    """Returns the method and path of routes that the table leaves out."""
    spoken = {(row["method"], row["path"].split("?")[0]) for row in TABLE}
    missing = []
    for route in listed:
        if route.view is None:
            outside = any(route.path == known or fnmatchcase(route.path, known) for known in OUTSIDE)
            missing += [] if outside else [route.path]
        else:
            missing += [f"{method} {route.path}" for method in route.methods() if (method, route.path) not in spoken]
    return missing


def test_every_route_has_a_row() -> None:
    assert without_row(routes()) == []


def test_a_route_without_a_row_is_noticed() -> None:
    api_view = next(route.view for route in routes() if route.view is not None)
    assert without_row([Route("api/v1/new/", api_view)]) == ["GET api/v1/new/"]
    assert without_row([Route("new/", None)]) == ["new/"]


def test_no_row_speaks_of_a_route_that_is_gone() -> None:
    known_routes = {(method, route.path) for route in routes() if route.view is not None for method in route.methods()}
    assert {(row["method"], row["path"].split("?")[0]) for row in TABLE} == known_routes
    paths = [route.path for route in routes() if route.view is None]
    assert [known for known in OUTSIDE if not any(p == known or fnmatchcase(p, known) for p in paths)] == []


def test_every_view_states_what_it_does() -> None:
    """`stated_operation` raises for a view that says nothing, and names no operation only where the view is public."""
    silent = [
        f"{method} {route.path}"
        for route in routes()
        if route.view is not None
        for method in route.methods()
        if stated_operation(route.view(), method) is None and not getattr(route.view, "public", "")
    ]
    assert silent == []


def by_thing(rows: Iterable[dict[str, str]]) -> dict[str, list[dict[str, str]]]:
    """Returns the rows of the table grouped by the thing with which their paths begin: a group shares a world, as
    building one takes longer than a request."""
    things: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        things.setdefault("/".join(row["path"].split("/")[2:4]), []).append(row)
    return things


@pytest.mark.django_db
@pytest.mark.every_case_asks_anew
@pytest.mark.parametrize("rows", [pytest.param(rows, id=thing) for thing, rows in by_thing(TABLE).items()])
def test_the_platform_does_what_the_rows_say(rows: list[dict[str, str]]) -> None:
    world = a_world()
    for row in rows:
        seen = {role: answer_to(role, row["method"], row["path"], world) for role in ROLES}
        assert seen == {role: int(row[role]) for role in ROLES}, f"{row['method']} {row['path']}"


def answer_to(role: str, method: str, path: str, world: World) -> int:
    """Returns the status of the answer to a person in this role, and leaves the world unchanged."""
    cache.clear()
    counts.forget()
    with transaction.atomic():
        body = json.dumps(body_for(method, path, world))
        url = world.url(method, path)
        answer = client_of(role, world).generic(method, url, body, content_type="application/json")
        transaction.set_rollback(True)
    shutil.rmtree(settings.LEDGER_FOLDER, ignore_errors=True)  # A rollback does not reset the journal of the ledger.
    return answer.status_code
