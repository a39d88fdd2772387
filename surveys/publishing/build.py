"""This module builds a definition from a draft, as canonical JSON that the page, the platform and any checker hash."""

from collections.abc import Sequence
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.common.canonical import canonical
from surveys.drafts.questionnaire import CAP, VERSION_FORMAT
from surveys.drafts.sending import sends_some
from surveys.publishing.aim import levels_of
from surveys.publishing.blocks import blocks_of, largest_sets, level_of
from surveys.publishing.definition import LEVEL_BYTES, PER_REPORT, Json
from surveys.publishing.sampling import domains_of, sampled_level

BATCH_LEAST, BATCH_MOST = 50, 1000
# A version keeps these fields of `send`; its blocks show which rows stay together.
SENT = ("questions", "ask", "eps_block", "importance")
SHOWN_FROM = 20  # Nothing is computed about fewer than 20 reports.


def build(draft: Json, *, survey: str, number: int, bundle: str, simulated: bool) -> dict[str, Any]:
    """Returns the definition of a draft that `check_complete` has passed."""
    blocks = blocks_of(draft)
    levels = _levels(draft, blocks)
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
        **({"send": {name: draft["send"][name] for name in SENT}} if sends_some(draft) else {}),
        "cap": decimal_text(CAP),
        **{name: draft[name] for name in ("opens_at", "closes_at", "cap_reports")},
        "ingest": {
            "batch_least": 1 if simulated else BATCH_LEAST,
            "batch_most": _batch_most(levels),
            "shown_from": SHOWN_FROM,
            "row_bytes": _row_bytes(levels, choice),
        },
        "token_key": None,
        "bundle": bundle,
        "simulated": simulated,
    }


def _levels(draft: Json, blocks: Sequence[Json]) -> list[dict[str, Any]]:
    largest = largest_sets(draft["questions"])
    levels = enumerate(levels_of(draft))
    if not sends_some(draft):
        return [level_of(number, level, blocks, largest) for number, level in levels]
    domains = domains_of(draft)
    return [sampled_level(number, level, blocks, largest, draft["send"], domains) for number, level in levels]


def _batch_most(levels: Sequence[Json]) -> int:
    """Returns the largest size of a batch: enough for reports of each block at each level, however few blocks a draw
    has."""
    sent = [len(draw["blocks"]) for level in levels for draw in level.get("draws", ())]
    cells = sum(len(level["blocks"]) for level in levels)
    return max(BATCH_MOST, -(-60 * cells // min(sent))) if sent else BATCH_MOST


def _row_bytes(levels: Sequence[Json], choice: str) -> int:
    """Returns the bytes of an inbox row: those of the longest possible record with its levels."""
    if choice == PER_REPORT:
        return LEVEL_BYTES + max(int(level["record_bytes"]) for level in levels)
    blocks = list(zip(*(level["blocks"] for level in levels), strict=True))
    longest = [max(sum(int(field["bytes"]) for field in block["fields"]) for block in variants) for variants in blocks]
    return LEVEL_BYTES * len(blocks) + sum(longest)


def text_of(definition: Json) -> str:
    return canonical(definition).decode("utf-8")
