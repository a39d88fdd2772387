"""What DataHub writes beside a question into a file of another format, so that an import gives the same question.

Other formats have no place for the edges of bins, a unit, or an estimate. They ignore a field that is called `datahub`;
whatever somebody changed in the rest of the file meanwhile counts.
"""

import json
from collections.abc import Mapping
from typing import Any

from surveys.drafts.importing.items import CHOOSE_EDGES, Item
from surveys.drafts.importing.reading import Reading
from surveys.questions.all import ITEM_TYPES
from surveys.questions.checks import Faults
from surveys.questions.items import COMMON, check_item

FIELD = "datahub"
WHOLE, PARTS = ("type", "label", "shuffle", "most_choices", "may_skip"), ("number", "date", "slider")
EXCLUSIVE = "exclusive"  # The ids of the options that stand alone.
MOST_CHARACTERS = 20_000


def with_kept(item: Item, source: object, path: str, reading: Reading) -> Item:
    """Returns the item with what a file keeps for it, or as it is, with a note, where that does not fit."""
    if source in (None, ""):
        return item
    kept = _read(source)
    merged = _merged(item, kept) if kept is not None else None
    faults: Faults = {}
    if merged is not None:
        check_item(merged, "", faults)
    if merged is None or faults:
        reading.note(f"{path}.{FIELD}", FIELD, "does not fit this question, so it is not read")
        return item
    if kept and any("edges" in part or "estimate" in part for part in (kept.get("number", {}), kept.get("date", {}))):
        reading.notes[:] = [
            note for note in reading.notes if note["path"] != path or not note["why"].endswith(CHOOSE_EDGES)
        ]
    return merged


def kept_of(item: Item, imported: Item) -> dict[str, Any]:
    """Returns what a file has to keep beside an item, of which it would become `imported` otherwise."""
    kept: dict[str, Any] = {name: item[name] for name in WHOLE if name in item and item[name] != imported.get(name)}
    for name in PARTS:
        part = {key: value for key, value in item.get(name, {}).items() if value != imported.get(name, {}).get(key)}
        if part:
            kept[name] = part
    alone = _alone(item)
    if alone != _alone(imported):
        kept[EXCLUSIVE] = alone
    return kept


def _alone(item: Item) -> list[str]:
    return [option["id"] for option in item.get("options", []) if option.get("exclusive")]


def _read(source: object) -> Mapping[str, Any] | None:
    kept = source
    if isinstance(source, str):
        try:
            kept = json.loads(source) if len(source) <= MOST_CHARACTERS else None
        except (ValueError, RecursionError):
            return None
    known = isinstance(kept, Mapping) and set(kept) <= {*WHOLE, *PARTS, EXCLUSIVE}
    if not known or not isinstance(kept, Mapping) or not isinstance(kept.get("type", ""), str):
        return None
    return kept if all(isinstance(kept.get(name, {}), Mapping) for name in PARTS) else None


def _merged(item: Item, kept: Mapping[str, Any]) -> Item | None:
    merged = item | {name: kept[name] for name in WHOLE if name in kept}
    merged |= {name: {**item.get(name, {}), **kept[name]} for name in PARTS if name in kept}
    if "options" in merged and EXCLUSIVE in kept and isinstance(kept[EXCLUSIVE], list):
        merged["options"] = [option | {"exclusive": option["id"] in kept[EXCLUSIVE]} for option in merged["options"]]
    kind = ITEM_TYPES.get(merged["type"])
    if kind is None:
        return None
    return {name: value for name, value in merged.items() if name in COMMON or name in kind.fields}
