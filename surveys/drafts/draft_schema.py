"""The shape of a draft as a JSON Schema, for editors and programs that write one before they ask us.

Built from the limits and patterns that `check_shape` uses. What no JSON Schema says stays with `check_shape` alone:
that 31 days are too many for April, and that 1.0 is not written for 1. Whether a draft can be published is another
question (`check_complete`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts import questionnaire as rules
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.questions import checks, items, numbers

DIALECT, ID = "https://json-schema.org/draft/2020-12/schema", "urn:datahub:survey-draft:2"
SEEN = checks.UNSEEN.pattern.replace("[", "[^", 1)
SEEN_IN_A_LINE = SEEN.replace("[^", r"[^\t\n", 1)
DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
MOMENT = re.compile(rf"{DAY.pattern}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z")

Schema = dict[str, Any]


def draft_schema() -> Schema:
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": "Draft of a survey",
        **_object(
            title=_line(TITLE),
            description=_text(DESCRIPTION),
            language=_pattern(checks.LANGUAGE),
            languages=_list(_pattern(checks.LANGUAGE), rules.MOST_LANGUAGES),
            translations={
                "type": "object",
                "propertyNames": _pattern(checks.LANGUAGE),
                "additionalProperties": {"type": "object", "additionalProperties": _text(DESCRIPTION)},
            },
            questions=_list({"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in items.FURTHER]}, rules.MOST_ITEMS),
            pairs=_list(_list(_pattern(checks.ID), 2) | {"minItems": 2}, rules.MOST_PAIRS),
            levels=_list(_object(epsilon=_pattern(rules.EPSILON)), rules.MOST_LEVELS),
            opens_at=_or_null(_pattern(MOMENT)),
            closes_at=_or_null(_pattern(MOMENT)),
            cap_reports=_or_null(_whole(1, rules.MOST_REPORTS)),
            level_choice={"enum": list(rules.LEVEL_CHOICES)},
        ),
        "required": list(rules.FIELDS),
        "$defs": {kind: _item(kind, further) for kind, further in items.FURTHER.items()},
    }


def _item(kind: str, further: Sequence[str]) -> Schema:
    common = {
        "id": _pattern(checks.ID),
        "type": {"const": kind},
        "text": _text(items.TEXT),
        "help": _text(items.HELP),
        "show_if": _line(items.CONDITION),
    }
    return _object(**common, **{name: _field(kind, name) for name in further})


def _field(kind: str, name: str) -> Schema:
    fields: Mapping[str, Schema] = {
        "may_skip": {"type": "boolean"},
        "shuffle": {"type": "boolean"},
        "label": _line(items.LABEL),
        "options": _options(kind),
        "rows": _list(_object(**LABELLED), items.MOST_ROWS),
        "most_choices": _or_null(_whole(1, items.MOST_CHOICES)),
        "scale": _scale(),
        "number": _number(),
        "date": _object(**_bins(_pattern(DAY))),
    }
    return fields[name]


def _options(kind: str) -> Schema:
    exclusive: Schema = {"exclusive": {"type": "boolean"}} if kind == "multiple_choice" else {}
    return _list(_object(**LABELLED, **exclusive), items.most_options(kind))


def _scale() -> Schema:
    point, label = _whole(-items.FURTHEST_POINT, items.FURTHEST_POINT), _line(items.LABEL)
    return _object(least=point, most=point, least_label=label, most_label=label)


def _number() -> Schema:
    bins = _object(**_bins(_pattern(checks.DECIMAL)), unit=_line(items.UNIT))
    bound, steps = (
        _whole(-numbers.FURTHEST_NUMBER, numbers.FURTHEST_NUMBER),
        _whole(1, max(numbers.MOST_STEPS.values())),
    )
    wanted = _object(of={"enum": list(numbers.WANTED)}, low=bound, high=bound, steps=steps)
    return bins | {"properties": bins["properties"] | {"estimate": wanted}}  # it may be missing


def _bins(edge: Schema) -> dict[str, Schema]:
    return {"edges": _list(edge, items.MOST_EDGES), "least": _or_null(edge), "most": _or_null(edge)}


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(entry: Schema, most: int) -> Schema:
    return {"type": "array", "items": entry, "maxItems": most}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, schema]}


def _whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _text(most: int) -> Schema:
    return {"type": "string", "maxLength": most, "pattern": _whole_text(f"{SEEN}*")}


def _line(most: int) -> Schema:
    return {"type": "string", "maxLength": most, "pattern": _whole_text(f"{SEEN_IN_A_LINE}*")}


def _pattern(form: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": _whole_text(form.pattern)}


def _whole_text(pattern: str) -> str:
    """From end to end also where $ stands before a last line break, as in Python."""
    return rf"^(?:{pattern})$(?!\n)"


LABELLED = {"id": _pattern(checks.ID), "label": _line(items.LABEL)}
