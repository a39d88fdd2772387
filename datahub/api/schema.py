"""Completes what drf-spectacular wrote: the failures every route shares, in one shape."""

from typing import Any

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
    """A hook of SPECTACULAR_SETTINGS: each operation names its refusals, unless the view described one itself."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["responses"] = {f"Problem{status}": _refusal(status, said) for status, said in REFUSALS.items()}
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in _METHODS:
                for status in REFUSALS:
                    operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    return result


def _refusal(status: str, said: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    answer: dict[str, Any] = {"description": said, "content": content}
    if status in {"429", "503"}:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return answer
