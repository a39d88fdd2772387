"""These checks say what an item of any type must look like: while it is written, and before people meet it."""

from collections.abc import Mapping
from typing import Any

from surveys.questions.all import ITEM_TYPES, item_type
from surveys.questions.checks import ID, ID_RULE, Faults, is_object, line, pattern, text, written
from surveys.questions.limits import CONDITION, HELP, TEXT

COMMON = ("id", "type", "text", "help", "show_if")


def check_item(item: Any, where: str, faults: Faults) -> None:
    slug = item.get("type") if isinstance(item, Mapping) else None
    # A slug of another type might not be hashable, and the lookup would fail.
    known = ITEM_TYPES.get(slug) if isinstance(slug, str) else None
    if known is None and isinstance(item, Mapping):
        faults[f"{where}.type"] = f"is one of {', '.join(ITEM_TYPES)}"
        return
    fields = known.fields if known else {}
    if not is_object(item, where, (*COMMON, *fields), faults):
        return
    pattern(item.get("id"), f"{where}.id", ID, ID_RULE, faults)
    text(item.get("text"), f"{where}.text", TEXT, faults)
    text(item.get("help"), f"{where}.help", HELP, faults)
    line(item.get("show_if"), f"{where}.show_if", CONDITION, faults)
    for name, field in fields.items():
        if name in item:
            field.check(item[name], f"{where}.{name}", faults)


def check_item_complete(item: Mapping[str, Any], where: str, faults: Faults) -> None:
    """The item has passed `check_item`."""
    kind = item_type(item)
    if not kind.begins_page:  # The title of a page may be empty.
        written(item["text"], f"{where}.text", TEXT, faults)
    kind.check_complete(item, where, faults)
