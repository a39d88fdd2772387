"""This module is about a questionnaire as a file: written from a draft, read back from that file or from a published
version."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from mechanisms.accounting.event import decimal_text
from surveys.drafts.draft_schema import ID
from surveys.drafts.questionnaire import FIELDS, OPTIONAL, VERSION_FORMAT, check_shape
from surveys.drafts.unfit import NO_QUESTIONNAIRE, unfit
from surveys.errors import DraftRefused

SCHEMA = "$schema"  # Editors find the JSON Schema by this field, which may be missing.
OF_VERSION = {"hash", "state", "definition"}  # The fields in which /versions/{hash}/ sends a version.


def portable(draft: Mapping[str, Any]) -> dict[str, Any]:
    fields = (*FIELDS, *(name for name in OPTIONAL if name in draft))
    return {SCHEMA: ID, **{name: draft[name] for name in fields}}


def draft_in(file: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a draft with the right shape, or DraftRefused with the place and the rule."""
    whole = file["definition"] if set(file) == OF_VERSION else file
    if not isinstance(whole, Mapping):
        raise DraftRefused("The file holds no questionnaire.", fields={"definition": "is an object"})
    if not set(whole) & set(FIELDS):
        raise unfit(NO_QUESTIONNAIRE)
    draft = _of_version(whole) if whole.get("format") == VERSION_FORMAT else dict(whole)
    if draft.pop(SCHEMA, ID) != ID:
        raise DraftRefused(f"The file is of another format than {ID}.", fields={SCHEMA: f"is {ID}, or missing"})
    check_shape(draft)
    return draft


def _of_version(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a published version as a draft. Pairs come from its blocks, and levels from the epsilon of a question in
    each level; where only some questions are sent, a level is that of the whole report."""
    try:
        blocks = {block["id"]: block for block in definition["blocks"]}
        question_counts = {
            field["id"]: len(field["of"]) if field["kind"] == "joint" else 1
            for block in blocks.values()
            for field in block["fields"]
        }
        pairs = [block["questions"] for block in blocks.values() if len(block["questions"]) == 2]
        if "send" in definition:
            levels = [{"epsilon": level["eps_report"]} for level in definition["levels"]]
            send = {"send": {**definition["send"], "together": _together(definition)}}
        else:
            levels = [_level(level["blocks"][0]["fields"][0], question_counts) for level in definition["levels"]]
            send = {}
    except (KeyError, TypeError, IndexError, ArithmeticError, AttributeError) as error:
        raise DraftRefused(
            "The file says that it is a published version, and is none.", fields={"blocks": "do not fit the levels"}
        ) from error
    taken = {name: definition[name] for name in (*FIELDS, *OPTIONAL) if name in definition}
    return taken | {"pairs": pairs, "levels": levels} | send


def _together(definition: Mapping[str, Any]) -> list[str]:
    """Returns the questions whose rows are one block."""
    of_blocks = {id for block in definition["blocks"] for id in block["questions"]}
    return [item["id"] for item in definition["questions"] if "rows" in item and item["id"] in of_blocks]


def _level(drawn: Mapping[str, Any], question_counts: Mapping[str, int]) -> dict[str, str]:
    return {"epsilon": decimal_text(Decimal(drawn["epsilon"]) / question_counts[drawn["field"]])}
