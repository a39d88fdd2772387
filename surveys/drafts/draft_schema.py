"""This module is about the shape of a draft as a JSON Schema, for editors and programs that write one before they ask
us.

Built from the limits and patterns that `check_shape` uses. What no JSON Schema says stays with `check_shape` alone:
that 31 days are too many for April, and that 1.0 is not written for 1. Whether a draft can be published is another
question (`check_complete`).
"""

import re

from surveys.drafts import questionnaire as rules
from surveys.drafts import sending
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.questions import checks
from surveys.questions.all import ITEM_TYPES
from surveys.questions.limits import CONDITION, HELP, TEXT
from surveys.questions.question_type import ItemType
from surveys.questions.schemas import DAY, Schema, line, list_of, object_of, or_null, pattern, text, whole_number

DIALECT, ID = "https://json-schema.org/draft/2020-12/schema", "urn:datahub:survey-draft:2"
MOMENT = re.compile(rf"{DAY.pattern}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z")


def draft_schema() -> Schema:
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": "Draft of a survey",
        **object_of(
            title=line(TITLE),
            description=text(DESCRIPTION),
            language=pattern(checks.LANGUAGE),
            languages=list_of(pattern(checks.LANGUAGE), rules.MOST_LANGUAGES),
            translations={
                "type": "object",
                "propertyNames": pattern(checks.LANGUAGE),
                "additionalProperties": {"type": "object", "additionalProperties": text(DESCRIPTION)},
            },
            questions=list_of({"oneOf": [{"$ref": f"#/$defs/{slug}"} for slug in ITEM_TYPES]}, rules.MOST_ITEMS),
            pairs=list_of(list_of(pattern(checks.ID), 2) | {"minItems": 2}, rules.MOST_PAIRS),
            levels=list_of(object_of(epsilon=pattern(rules.EPSILON)), rules.MOST_LEVELS),
            opens_at=or_null(pattern(MOMENT)),
            closes_at=or_null(pattern(MOMENT)),
            cap_reports=or_null(whole_number(1, sending.MOST_REPORTS)),
            level_choice={"enum": list(rules.LEVEL_CHOICES)},
            aim=or_null(
                object_of(
                    people=whole_number(sending.LEAST_PEOPLE, sending.MOST_REPORTS),
                    half_width=pattern(sending.HALF_WIDTH),
                )
            ),
            send=object_of(
                questions={"enum": ["some", "all"]},
                ask={"enum": ["sent", "all"]},
                eps_block=pattern(sending.EPS_BLOCK),
                importance={"type": "object", "additionalProperties": pattern(sending.IMPORTANCE)},
                together=list_of(pattern(checks.ID), sending.MOST_QUESTIONS),
            ),
        ),
        "required": list(rules.FIELDS),
        "$defs": {slug: _item(kind) for slug, kind in ITEM_TYPES.items()},
    }


def _item(kind: ItemType) -> Schema:
    common = {
        "id": pattern(checks.ID),
        "type": {"const": kind.slug},
        "text": text(TEXT),
        "help": text(HELP),
        "show_if": line(CONDITION),
    }
    return object_of(**common, **{name: field.schema for name, field in kind.fields.items()})
