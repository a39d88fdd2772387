"""This module gives the values of a draft as JSON Schemas: the twins of `checks`, for editors and programs that write a
draft."""

import re
from typing import Any

from surveys.questions import checks
from surveys.questions.limits import LABEL

SEEN = checks.UNSEEN.pattern.replace("[", "[^", 1)
SEEN_IN_A_LINE = SEEN.replace("[^", r"[^\t\n", 1)
DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")

Schema = dict[str, Any]


def object_of(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def list_of(entry: Schema, most: int) -> Schema:
    return {"type": "array", "items": entry, "maxItems": most}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, schema]}


def whole_number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def text(most: int) -> Schema:
    return {"type": "string", "maxLength": most, "pattern": _from_end_to_end(f"{SEEN}*")}


def line(most: int) -> Schema:
    return {"type": "string", "maxLength": most, "pattern": _from_end_to_end(f"{SEEN_IN_A_LINE}*")}


def pattern(form: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": _from_end_to_end(form.pattern)}


def _from_end_to_end(pattern: str) -> str:
    """The pattern from end to end, also where $ stands before a last line break, as in Python."""
    return rf"^(?:{pattern})$(?!\n)"


BOOLEAN: Schema = {"type": "boolean"}
LABELLED = {"id": pattern(checks.ID), "label": line(LABEL)}
