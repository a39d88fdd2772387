"""This module adds the routes of allauth, in their own form, to the OpenAPI document."""

import re
from collections.abc import Iterator
from typing import Any

from allauth.headless.spec.internal.schema import get_schema

from datahub.accounts.urls import NOT_OFFERED

# The prefix of each of allauth's components, so that none is taken for a component of DataHub.
PREFIX = "Auth"
METHODS = {"get", "post", "put", "patch", "delete"}
_REF = re.compile(r"#/components/(\w+)/(\w+)")


def merge_auth(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - the library defines the signature
    """Adds allauth's routes. It is the last hook of SPECTACULAR_SETTINGS, so DataHub's errors are not written into
    these routes."""
    spec = _without_examples(get_schema())
    paths = {path: item for path, item in spec["paths"].items() if not path.endswith(NOT_OFFERED)}
    for path, item in paths.items():
        for method in item.keys() & METHODS:
            item[method]["operationId"] = _operation_id(path, method)
    result["paths"] |= _translated(paths)
    wanted, seen = list(_refs(paths)), set[tuple[str, str]]()
    while wanted:
        kind, name = wanted.pop()
        if (kind, name) in seen:
            continue
        seen.add((kind, name))
        component = spec["components"][kind][name]
        result["components"].setdefault(kind, {})[PREFIX + name] = _translated(component)
        wanted += _refs(component)
    _add_picture(result["components"]["responses"][f"{PREFIX}TOTPAuthenticatorNotFound"])
    return result


def _add_picture(response: dict[str, Any]) -> None:
    """Adds to the schema the picture that views.sign_in.CodesView answers and allauth does not."""
    meta = response["content"]["application/json"]["schema"]["properties"]["meta"]
    description = "The address as an image to scan: a data: URI of an SVG."
    meta["properties"]["totp_picture"] = {"type": "string", "description": description}
    meta["required"].append("totp_picture")


def _without_examples(part: Any) -> Any:
    """Removes the examples from a part of the schema: they hold a person whose id is drawn anew each time, and the
    description in docs/ must not change by itself."""
    if isinstance(part, list):
        return [_without_examples(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {name: _without_examples(item) for name, item in part.items() if name not in {"example", "examples"}}


def _operation_id(path: str, method: str) -> str:
    """Returns the id of an operation, such as `auth_login_post`: allauth gives no ids, and clients are generated from
    them."""
    return "_".join([*re.findall(r"\w+", path.rpartition("/v1/")[2]), method])


def _refs(part: Any) -> Iterator[tuple[str, str]]:
    for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        match = _REF.fullmatch(value) if isinstance(value, str) else None
        if match:
            yield match[1], match[2]
        else:
            yield from _refs(value)


def _translated(part: Any) -> Any:
    """Returns a part of allauth's schema in OpenAPI 3.1 words, pointing to the prefixed components."""
    if isinstance(part, list):
        return [_translated(item) for item in part]
    if isinstance(part, str):
        return _REF.sub(rf"#/components/\1/{PREFIX}\2", part)
    if not isinstance(part, dict):
        return part
    translated = {name: _translated(item) for name, item in part.items()}
    if translated.pop("nullable", False):
        if "type" not in translated:
            return {"anyOf": [translated, {"type": "null"}]}
        translated["type"] = [translated["type"], "null"]
    return translated
