"""These functions add to the OpenAPI document what its generator cannot see: an answer contains every field of a
policy."""

from typing import Any

WHOLE = ("Obligations", "WrittenRule", "WrittenRole", "Group")


def answer_wholly(result: dict[str, Any], **kwargs: object) -> dict[str, Any]:  # noqa: ARG001 - drf-spectacular passes more arguments
    """Marks fields with a default as required in answers; only a request may leave them out."""
    for name in WHOLE:
        component = result["components"]["schemas"][name]
        component["required"] = sorted(component["properties"])
    return result
