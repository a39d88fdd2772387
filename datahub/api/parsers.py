"""This module reads JSON bodies, and only those that mean the same to every reader."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser

from datahub.api.errors import Malformed, TooLarge

BODY_LIMIT = 256 * 1024  # a body has at most this many bytes, unless its view states `body_limit`
DEPTH_LIMIT = 32
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


class StrictJSONParser(BaseParser):
    """The parser accepts one JSON object in UTF-8: no NaN, no key twice, no lone surrogate, no NUL, of bounded size and
    depth."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        limit = getattr((parser_context or {}).get("view"), "body_limit", BODY_LIMIT)
        return read_object(_body(stream, parser_context or {}, limit))


def read_object(body: bytes) -> dict[str, Any]:
    """Reads a JSON object from a body. Errors name the rule and the place, never what stood there."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"The body is not UTF-8: byte {error.start} cannot be read.") from None
    _check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_number)
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: line {error.lineno}, column {error.colno}.") from None
    except ValueError:  # an integer of thousands of digits raises ValueError
        raise Malformed("The body holds a number that is too long to read.") from None
    if not isinstance(value, dict):
        raise Malformed("The body must be a JSON object.")
    if "\\u" in text:  # only an escape can write a lone surrogate or NUL
        for string in _strings(value):
            check_string(string)
    return value


def _body(stream: IO[Any], context: Mapping[str, Any], limit: int) -> bytes:
    request = context.get("request")
    declared = request.META.get("CONTENT_LENGTH", "") if request is not None else ""
    if declared.isdecimal() and int(declared) > limit:
        raise TooLarge(f"The body has {declared} bytes; at most {limit} are read.")
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise TooLarge(f"The body has more than the {limit} bytes that are read.")
    return bytes(body)


def _check_depth(text: str) -> None:
    """Refuses a body that is nested too deep, before parsing and without recursion: json would raise RecursionError, or
    end the process."""
    depth = 0
    for token in _TOKENS.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                raise Malformed(f"The body is nested deeper than {DEPTH_LIMIT} levels.")
        elif mark in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Malformed("The body holds an object that names a field twice.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"The body holds {name}, which is not JSON.")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise Malformed("The body holds a number beyond the range of a double.")
    return value


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def check_string(string: str) -> None:
    if "\0" in string or any("\ud800" <= letter <= "\udfff" for letter in string):
        raise Malformed("The body holds a NUL character or half a surrogate pair, which is no text.")
