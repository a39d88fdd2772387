"""A query parameter that an operation does not name is refused by name, on every route, as a field of a body is."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from datahub.api.description.openapi import openapi
from datahub.api.parameters import parameters_of
from tests.api.routes import METHODS, Route, routes
from tests.api.test_who_may import TABLE
from tests.api.world import a_world, body_for, client_of

UNKNOWN = "no-such-parameter"


def documented(path: str, method: str) -> set[str]:
    item = openapi()["paths"]["/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)]
    return {parameter["name"] for parameter in item[method.lower()].get("parameters", []) if parameter["in"] == "query"}


@pytest.mark.parametrize("route", [route for route in routes() if route.view is not None], ids=lambda route: route.path)
def test_what_is_accepted_is_what_the_document_names(route: Route) -> None:
    assert route.view is not None
    methods = [method for method in METHODS if method in route.methods()]
    accepted = {method: set(parameters_of(route.view, method)) for method in methods}
    assert accepted == {method: documented(route.path, method) for method in methods}


@pytest.mark.django_db
def test_every_route_refuses_a_parameter_that_it_does_not_know() -> None:
    world = a_world()
    client, taken = client_of("owner", world), []
    for row in TABLE:
        if row["owner"] in {"401", "403", "404"}:
            continue  # Roles without access get no other answer.
        method, url = row["method"], world.url(row["method"], row["path"])
        body = json.dumps(body_for(method, row["path"], world))
        separator = "&" if "?" in url else "?"
        answer = client.generic(method, f"{url}{separator}{UNKNOWN}=1", body, content_type="application/json")
        if answer.status_code != 400 or UNKNOWN not in answer.json()["fields"]:
            taken.append(f"{method} {row['path']}: {answer.status_code}")
    assert taken == []


@pytest.mark.django_db
def test_a_number_that_is_empty_is_refused_and_not_taken_for_none() -> None:
    world = a_world()
    client, refusals = client_of("owner", world), {}
    for row in TABLE:
        if row["method"] != "GET" or row["owner"] in {"401", "403", "404"}:
            continue
        for name in numbers_in_query(row["path"]):
            url = world.url("GET", row["path"])
            answer = client.get(f"{url}{'&' if '?' in url else '?'}{name}=")
            refusals[f"{row['path']} {name}"] = answer.status_code == 400 and name in answer.json()["fields"]
    assert len(refusals) > 10
    assert [address for address, is_refused in refusals.items() if not is_refused] == []


def numbers_in_query(path: str) -> list[str]:
    """Returns the query parameters of an address that are numbers, pages and their lengths left out."""
    described = openapi()["paths"]["/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path.partition("?")[0])]["get"]
    parameters = [parameter for parameter in described.get("parameters", []) if parameter["in"] == "query"]
    return [parameter["name"] for parameter in parameters if parameter["schema"].get("type") in {"integer", "number"}]


LINK = re.compile(r"`/api/v1/([^`?]*)\?(\$\{query\}|\w+=[^`]*)`")
SEARCH = re.compile(r"new URLSearchParams\(\{(.*?)\}\);", re.DOTALL)


def links_of_pages() -> list[tuple[str, set[str]]]:
    """Returns the addresses that pages build themselves, with their parameters; all others are typed by the
    document."""
    links = []
    for path in sorted((Path(settings.BASE_DIR) / "frontend/src").rglob("*.ts*")):
        text = path.read_text("utf-8")
        for link in LINK.finditer(text):
            query = link[2]
            if query == "${query}":
                query = [*SEARCH.finditer(text, 0, link.start())][-1][1]
                names = set(re.findall(r"(?<![.\w])(\w+)(?=\s*[,:}])", query))
            else:
                names = set(re.findall(r"(?:^|&)(\w+)=", query))
            links.append((re.sub(r"\$\{[^}]*\}", "<id>", link[1]), names))
    return links


def test_pages_build_no_link_with_a_parameter_that_is_not_known() -> None:
    links = links_of_pages()
    assert len(links) >= 8
    for path, names in links:
        assert names, path
        assert names <= documented(f"api/v1/{path}", "GET"), path
