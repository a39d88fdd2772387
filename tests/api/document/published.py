"""This module is about the published OpenAPI document, filled in with things that exist: what is asked there is asked
of somebody's data."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any
from uuid import UUID

import schemathesis
from django.core.wsgi import get_wsgi_application
from schemathesis.core.result import Err

from datahub.api.description.openapi import openapi
from tests.api.routes import routes
from tests.api.world import World, body_for

ALLAUTH = "/api/v1/auth/"  # allauth defines the shape of these routes and tests them itself.
NOBODY = str(UUID(int=1))
COLUMNS = ("years", "note", "code", "nothing")  # The world's data set has all of these columns but the last.
NAMES_OF_COLUMNS = {"MadeColumnRequest", "PlannedColumnRequest", "CannotBeRequest"}
ANY_NUMBER = {"surveys_import_notes_destroy"}  # Whatever is not there is settled: no number in the path is a wrong one.
Schema = dict[str, Any]


def published(world: World) -> Schema:
    """Returns the document with the ids of the world's things and, as its examples, bodies that are accepted."""
    document = deepcopy(openapi())
    components = document["components"]["schemas"]
    for name in _of_bodies(document):
        _fill_properties(components[name], {**_values(world), **_values_in(name, world)})
    paths = _paths()
    document["paths"] = {path: item for path, item in document["paths"].items() if not path.startswith(ALLAUTH)}
    for template, item in document["paths"].items():
        for method, operation in item.items():
            path = paths[template]
            _fill_parameters(operation, template, world.url(method.upper(), path), world)
            _fill_example(operation, body_for(method.upper(), path, world))
    return document


def operations(document: Schema) -> list[Any]:
    schema = schemathesis.openapi.from_dict(document)
    schema.app = get_wsgi_application()
    # Generated tokens would replace the sender's own. A NUL or half a surrogate pair is not text anywhere.
    schema.config.generation.update(with_security_parameters=False, allow_x00=False, codec="utf-8")
    results = list(schema.get_all_operations())
    described = [result.ok() for result in results if not isinstance(result, Err)]
    assert len(described) == len(results)
    return described


def _values(world: World) -> Mapping[str, list[str]]:
    """Values by the name of the field that they are for, with one of each that names nothing."""
    data_set, colleague = world.ids["<data set>"], world.ids["<colleague>"]
    return {
        "subject": [f"dataset:{data_set}", f"survey:{world.version.survey_id}", f"dataset:{NOBODY}"],
        "data_set": [data_set, NOBODY],
        "copy_of": [data_set, NOBODY],
        "organisation": [world.ids["<organisation>"], NOBODY],
        "person": [colleague, NOBODY],
        "people": [colleague, NOBODY],
        "team": [world.ids["<team>"], NOBODY],
        "teams": [world.ids["<team>"], NOBODY],
        "question": ["q1", "nothing"],
    }


def _values_in(component: str, world: World) -> Mapping[str, list[str]]:
    if component in NAMES_OF_COLUMNS:
        return {"name": list(COLUMNS)}
    if component == "ChildrenRequest":
        return {"data_set": [world.ids["<members>"], NOBODY]}
    return {}


def _of_bodies(document: Schema) -> set[str]:
    """Returns the components that bodies have, whatever has them."""
    names: set[str] = set()
    open_ends: list[Any] = [
        operation.get("requestBody") for item in document["paths"].values() for operation in item.values()
    ]
    while open_ends:
        end = open_ends.pop()
        name = end.get("$ref", "").rpartition("/")[2] if isinstance(end, dict) else ""
        if name in document["components"]["schemas"] and name not in names:
            names.add(name)
            open_ends.append(document["components"]["schemas"][name])
        open_ends += end.values() if isinstance(end, dict) else end if isinstance(end, list) else []
    return names


def _fill_properties(component: Schema, values: Mapping[str, list[str]]) -> None:
    for name, stated in component.get("properties", {}).items():
        if name in values:
            _fill(stated.get("items", stated), values[name])


def _fill(stated: Schema, values: list[str]) -> None:
    if "string" in stated.get("type", ""):
        nulls = [None] if "null" in stated.get("type", "") else []
        stated["enum"] = [*values, *nulls]


def _fill_parameters(operation: Schema, template: str, url: str, world: World) -> None:
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", re.sub(r"[.]", r"\.", template))
    match = re.fullmatch(pattern, url)
    assert match is not None, (template, url)
    for parameter in operation.get("parameters", []):
        stated, name = parameter["schema"], parameter["name"]
        if parameter["in"] == "path" and not (stated["type"] == "integer" and operation["operationId"] in ANY_NUMBER):
            stated["enum"] = [int(match[name]) if stated["type"] == "integer" else match[name]]
        elif name in _values(world):
            _fill(stated, _values(world)[name])


def _fill_example(operation: Schema, body: dict[str, Any]) -> None:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None and body:
        content.pop("examples", None)
        content["example"] = body


def _paths() -> Mapping[str, str]:
    """Returns the routes of the URLconf, by their addresses in the document."""
    return dict(_described())


def _described() -> Iterator[tuple[str, str]]:
    for route in routes():
        yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.path), route.path
