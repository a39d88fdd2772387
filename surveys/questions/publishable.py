"""What an item must hold before people meet it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from surveys.questions.checks import Faults, distinct, written
from surveys.questions.items import LABEL, MOST_POINTS, RESERVED, TEXT
from surveys.questions.numbers import estimate_of, finish_estimate

Item = Mapping[str, Any]


def finish_item(item: Item, where: str, faults: Faults) -> None:
    """The item has passed `check_item`."""
    if item["type"] != "page":  # a page needs no title
        written(item["text"], f"{where}.text", TEXT, faults)
    if "options" in item:
        _options(item, f"{where}.options", faults)
    if "rows" in item:
        _labelled(item["rows"], f"{where}.rows", 1, "row", faults)
    if "label" in item:
        written(item["label"], f"{where}.label", LABEL, faults)
    if item.get("most_choices") is not None and item["most_choices"] > len(item["options"]):
        faults[f"{where}.most_choices"] = f"is {item['most_choices']}, of {len(item['options'])} options"
    if "scale" in item:
        _points(item["scale"], f"{where}.scale", faults)
    if "number" in item:
        if estimate_of(item) is None:
            _bins(item["number"], f"{where}.number", Decimal, faults)
        else:
            finish_estimate(item["number"], f"{where}.number", faults)
    if "date" in item:
        _bins(item["date"], f"{where}.date", date.fromisoformat, faults)


def _options(item: Item, where: str, faults: Faults) -> None:
    ids = [option["id"] for option in item["options"]]
    if item["type"] == "yes_no" and ids != ["yes", "no"]:
        faults[where] = "of a yes/no question are yes and no, in this order"
    _labelled(item["options"], where, 2, "option", faults)


def _labelled(options: Sequence[Item], where: str, least: int, name: str, faults: Faults) -> None:
    if len(options) < least:
        faults.setdefault(where, f"needs at least {least} {name}{'s' if least > 1 else ''}")
    distinct([option["id"] for option in options], where, "id", faults)
    distinct([option["label"].strip() for option in options], where, "label", faults)
    for number, option in enumerate(options):
        if option["id"] in RESERVED:
            faults[f"{where}.{number}.id"] = "is taken by an answer that the survey adds by itself"
        written(option["label"], f"{where}.{number}.label", LABEL, faults)


def _points(scale: Item, where: str, faults: Faults) -> None:
    points = scale["most"] - scale["least"] + 1
    if not 2 <= points <= MOST_POINTS:
        faults[where] = f"has {max(points, 0)} points; it needs 2 to {MOST_POINTS}"


def _bins(binned: Item, where: str, read: Callable[[str], Any], faults: Faults) -> None:
    edges = [read(edge) for edge in binned["edges"]]
    if not edges:
        faults[f"{where}.edges"] = "needs at least 1 edge: what is sent is a bin, never the value"
    for number, (edge, following) in enumerate(pairwise(edges)):
        if following <= edge:
            faults[f"{where}.edges.{number + 1}"] = "is not above the edge before it"
    if binned["least"] is not None and binned["most"] is not None and read(binned["most"]) <= read(binned["least"]):
        faults[f"{where}.most"] = "is not above the least value"
