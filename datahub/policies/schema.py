"""These functions tell the generator of the API's description what it cannot see: an answer names every part of a
policy."""

from typing import Any

WHOLE = ("Obligations", "WrittenRule", "WrittenRole", "Group")


def answer_wholly(result: dict[str, Any], **kwargs: object) -> dict[str, Any]:  # noqa: ARG001 - the generator passes more
    """A field with a default may be left out of a request; in an answer it always stands."""
    for name in WHOLE:
        component = result["components"]["schemas"][name]
        component["required"] = sorted(component["properties"])
    return result
