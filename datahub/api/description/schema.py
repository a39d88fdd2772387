"""This module completes the OpenAPI document of drf-spectacular: the failures that every route shares have one
shape."""

from collections.abc import Iterator
from typing import Any

from rest_framework.serializers import CharField, DecimalField, ListField, ListSerializer, Serializer

from datahub.api.names import SEEN, SEEN_AND_NOT_BLANK
from datahub.api.serializers import DescribedTextField, DistinctListField, StrictSerializer, amount_pattern, seen

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
NOT_BLANK = r"[^\s\u001c-\u001f\u0085]"  # str.strip does not remove such a character
_METHODS = {"get", "post", "put", "patch", "delete"}


def document_errors(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """This hook of SPECTACULAR_SETTINGS has each operation name its refusals, unless the view described one itself, and
    has a body that is read strictly say that it has no other fields."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    for name, serializer in _of_bodies(generator):
        if name in components["schemas"]:
            _limit(components["schemas"][name], serializer)
    components["responses"] = {
        f"Problem{status}": _refusal(status, description) for status, description in REFUSALS.items()
    }
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in _METHODS:
                _require_body(operation, components["schemas"])
                for status in REFUSALS:
                    operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    return result


def _of_bodies(generator: Any) -> Iterator[tuple[str, Serializer[Any]]]:
    """Yields the components that describe what is sent, with the serializers that read it."""
    for (name, _), component in generator.registry._components.items():
        serializer = component.object() if isinstance(component.object, type) else component.object
        # True where a name such as AccessRequest is of an answer.
        of_an_answer = type(serializer).__name__ == f"{name}Serializer"
        if name.endswith("Request") and not of_an_answer and isinstance(serializer, Serializer):
            yield name, serializer


def _limit(component: dict[str, Any], serializer: Serializer[Any]) -> None:
    """Adds to the schema what the serializer refuses and drf-spectacular does not say: other fields, lengths of lists,
    and texts that are blank, hold what nobody sees, or are no amount."""
    if isinstance(serializer, StrictSerializer) or getattr(serializer, "closed", False):
        component["additionalProperties"] = False
    if isinstance(serializer, StrictSerializer) and serializer.exactly_one:
        component["oneOf"] = [{"required": [name]} for name in serializer.exactly_one]
    for name, field in serializer.fields.items():
        stated = component.get("properties", {}).get(name)
        if stated is None:
            continue
        if isinstance(field, CharField | DecimalField):
            _limit_text(stated, field)
        if not isinstance(field, ListSerializer | ListField) or "array" not in stated.get("type", ""):
            continue
        if isinstance(field, DistinctListField):
            stated["uniqueItems"] = True
        if isinstance(field, ListField) and isinstance(field.child, CharField):
            _limit_text(stated["items"], field.child)
        bounds: Any = field  # the stubs lack the length limits of one of the two classes
        least = bounds.min_length if bounds.min_length is not None else int(not bounds.allow_empty)
        if least:
            stated.setdefault("minItems", least)
        if bounds.max_length is not None:
            stated.setdefault("maxItems", bounds.max_length)


def _require_body(operation: dict[str, Any], components: dict[str, Any]) -> None:
    """A body is required where each of its alternatives requires a field; drf-spectacular says that it is not."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = _component(content.get("schema", {}), components)
        if all("required" in _component(part, components) for part in schema.get("oneOf", [{}])):
            operation["requestBody"]["required"] = True


def _component(schema: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """Returns the component that a schema's `$ref` names, or the schema itself if it has none."""
    named: dict[str, Any] = components.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return named


def _limit_text(stated: dict[str, Any], field: Any) -> None:
    if isinstance(field, DecimalField):
        stated["pattern"] = amount_pattern(field)
    elif "pattern" not in stated and "enum" not in stated and "string" in stated.get("type", ""):
        if isinstance(field, DescribedTextField):
            stated["pattern"] = field.pattern
        elif seen in field.validators:
            stated["pattern"] = SEEN if field.allow_blank else SEEN_AND_NOT_BLANK
        elif field.trim_whitespace and not field.allow_blank:
            stated["pattern"] = NOT_BLANK


def _refusal(status: str, description: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    answer: dict[str, Any] = {"description": description, "content": content}
    if status in {"429", "503"}:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return answer
