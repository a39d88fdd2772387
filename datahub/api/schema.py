"""Completes what drf-spectacular wrote: the failures every route shares, in one shape."""

from collections.abc import Iterator
from typing import Any

from rest_framework.serializers import ListField, ListSerializer, Serializer

from datahub.api.serializers import StrictSerializer

PROBLEM = {
    "type": "object",
    "description": "Why a request was refused. `code` never changes its meaning; `detail` is for people.",
    "required": ["code", "detail", "fields"],
    "additionalProperties": False,
    "properties": {
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "fields": {
            "type": "object",
            "description": "What is wrong with each field; nested fields by dotted path.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "reasons": {
            "type": "array",
            "description": "Of a refused plan: the same in codes, as far as there are any, with what they name.",
            "items": {
                "type": "object",
                "required": ["at", "code", "about"],
                "additionalProperties": False,
                "properties": {
                    "at": {"type": "string", "description": "The dotted path of the field; empty of the whole."},
                    "code": {"type": "string"},
                    "about": {"type": "object", "additionalProperties": {"type": "string"}},
                },
            },
        },
    },
}
REFUSALS = {
    "400": "The request cannot be read, or fields are not right.",
    "401": "Sign in, or send a token.",
    "403": "This viewer may not do this.",
    "404": "There is no such thing, or this viewer may not know of it.",
    "405": "The route does not know this method.",
    "406": "The answer is JSON; the request refuses it.",
    "409": "The state of the thing forbids this.",
    "413": "The body is larger than is read.",
    "415": "The body is not application/json.",
    "429": "Too many requests; Retry-After says how many seconds to wait.",
    "503": "DataHub cannot serve now; Retry-After says how many seconds to wait.",
}
_METHODS = {"get", "post", "put", "patch", "delete"}


def document_errors(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A hook of SPECTACULAR_SETTINGS: each operation names its refusals, unless the view described one itself, and a
    body that is read strictly says that it has no other fields."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    for name, serializer in _of_bodies(generator):
        if name in components["schemas"]:
            _limit(components["schemas"][name], serializer)
    components["responses"] = {f"Problem{status}": _refusal(status, said) for status, said in REFUSALS.items()}
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in _METHODS:
                for status in REFUSALS:
                    operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    return result


def _of_bodies(generator: Any) -> Iterator[tuple[str, Serializer[Any]]]:
    """The components that describe what is sent, with the serializers that read it."""
    for (name, _), component in generator.registry._components.items():
        serializer = component.object() if isinstance(component.object, type) else component.object
        if name.endswith("Request") and isinstance(serializer, Serializer):
            yield name, serializer


def _limit(component: dict[str, Any], serializer: Serializer[Any]) -> None:
    """What the serializer refuses and drf-spectacular does not say: other fields, and lengths of lists."""
    if isinstance(serializer, StrictSerializer):
        component["additionalProperties"] = False
    for name, field in serializer.fields.items():
        stated = component.get("properties", {}).get(name)
        if stated is None or not isinstance(field, ListSerializer | ListField) or stated.get("type") != "array":
            continue
        bounds: Any = field  # the stubs forget the lengths of one of the two
        least = bounds.min_length if bounds.min_length is not None else int(not bounds.allow_empty)
        if least:
            stated.setdefault("minItems", least)
        if bounds.max_length is not None:
            stated.setdefault("maxItems", bounds.max_length)


def _refusal(status: str, said: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    answer: dict[str, Any] = {"description": said, "content": content}
    if status in {"429", "503"}:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return answer
