"""This module is about the one JSON text of a value, so that Python, TypeScript and agents hash the same bytes."""

import hashlib
import json
from collections.abc import Mapping

LARGEST_INTEGER = 2**53 - 1  # This is the largest integer up to which JavaScript numbers are exact.
DEEPEST = 64


def canonical(value: object) -> bytes:
    """Returns a value as canonical JSON: sorted ASCII keys, no blanks, UTF-8; text, integers, booleans, null, lists and
    objects only."""
    return _text(value, 0).encode("utf-8")


def digest(value: object) -> str:
    """Returns the SHA-256 of the canonical bytes, in hexadecimal."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _text(value: object, depth: int) -> str:
    if depth > DEEPEST:
        raise ValueError(f"the value is nested more than {DEEPEST} deep")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return "[" + ",".join(_text(item, depth + 1) for item in value) + "]"
    if isinstance(value, dict):
        return _object(value, depth)
    raise ValueError(f"{type(value).__name__} has no canonical form; JSON without fractions has")


def _integer(value: int) -> str:
    if abs(value) > LARGEST_INTEGER:
        raise ValueError(f"{value} lies outside +-{LARGEST_INTEGER}")
    return str(int(value))


def _string(value: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("the text holds half of a surrogate pair, which UTF-8 cannot write")
    return json.dumps(str(value), ensure_ascii=False)


def _object(value: Mapping[object, object], depth: int) -> str:
    keys: list[str] = []
    for key in value:
        if not isinstance(key, str) or not key.isascii():
            raise ValueError(f"the key {key!r} is not ASCII text")
        keys.append(key)
    return "{" + ",".join(f"{_string(key)}:{_text(value[key], depth + 1)}" for key in sorted(keys)) + "}"
