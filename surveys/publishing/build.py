"""How a draft becomes a definition, in canonical JSON that the page, the platform and whoever checks them hash."""

from collections.abc import Sequence
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.common.canonical import canonical
from surveys.drafts.questionnaire import CAP, VERSION_FORMAT
from surveys.publishing.blocks import blocks_of, largest_sets, level_of
from surveys.publishing.definition import LEVEL_BYTES, PER_REPORT, Json

BATCH_LEAST, BATCH_MOST = 50, 1000
SHOWN_FROM = 20  # reports; nothing about fewer people is computed


def build(draft: Json, *, survey: str, number: int, bundle: str, simulated: bool) -> dict[str, Any]:
    """The definition of a draft that `check_complete` has passed."""
    blocks = blocks_of(draft)
    largest = largest_sets(draft["questions"])
    levels = [level_of(place, level, blocks, largest) for place, level in enumerate(draft["levels"])]
    choice = draft.get("level_choice", PER_REPORT)
    return {
        "format": VERSION_FORMAT,
        "survey": survey,
        "number": number,
        **{name: draft[name] for name in ("language", "languages", "translations", "title", "description")},
        "questions": draft["questions"],
        "blocks": blocks,
        "levels": levels,
        **({} if choice == PER_REPORT else {"level_choice": choice}),
        "cap": decimal_text(CAP),
        **{name: draft[name] for name in ("opens_at", "closes_at", "cap_reports")},
        "ingest": {
            "batch_least": 1 if simulated else BATCH_LEAST,
            "batch_most": BATCH_MOST,
            "shown_from": SHOWN_FROM,
            "row_bytes": _row_bytes(levels, choice),
        },
        "token_key": None,
        "bundle": bundle,
        "simulated": simulated,
    }


def _row_bytes(levels: Sequence[Json], choice: str) -> int:
    """The bytes of a row: as many as the longest record there can be needs, with its levels."""
    if choice == PER_REPORT:
        return LEVEL_BYTES + max(int(level["record_bytes"]) for level in levels)
    blocks = list(zip(*(level["blocks"] for level in levels), strict=True))
    longest = [max(sum(int(field["bytes"]) for field in block["fields"]) for block in variants) for variants in blocks]
    return LEVEL_BYTES * len(blocks) + sum(longest)


def text_of(definition: Json) -> str:
    return canonical(definition).decode("utf-8")
