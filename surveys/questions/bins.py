"""Typed values are sent as the bin in which they lie: a bin begins with its edge and ends before the next edge."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from surveys.questions import schemas
from surveys.questions.checks import Check, Faults, entries
from surveys.questions.limits import MOST_EDGES
from surveys.questions.question_type import Answer, Item
from surveys.questions.schemas import Schema


def binned_of(item: Item) -> Item:
    """Returns the edges and limits of a question with bins; a slider keeps them where a number does."""
    binned: Item = item["number"] if "number" in item else item[item["type"]]
    return binned


def bin_schemas(edge: Schema) -> dict[str, Schema]:
    return {"edges": schemas.list_of(edge, MOST_EDGES), "least": schemas.or_null(edge), "most": schemas.or_null(edge)}


def check_edges(binned: Item, where: str, check: Check, faults: Faults) -> None:
    entries(binned.get("edges"), f"{where}.edges", MOST_EDGES, check, faults)


def check_ends(binned: Item, where: str, check: Check, faults: Faults) -> None:
    """Checks the limits of a typed value. The page accepts values from `least` to `most`; null is no limit."""
    for name in ("least", "most"):
        if binned.get(name) is not None:
            check(binned[name], f"{where}.{name}", faults)


def check_bins_complete(binned: Item, where: str, read: Callable[[str], Any], faults: Faults) -> None:
    edges = [read(edge) for edge in binned["edges"]]
    if not edges:
        faults[f"{where}.edges"] = "needs at least 1 edge: what is sent is a bin, never the value"
    for number, (edge, following) in enumerate(pairwise(edges)):
        if following <= edge:
            faults[f"{where}.edges.{number + 1}"] = "is not above the edge before it"
    if binned["least"] is not None and binned["most"] is not None and read(binned["most"]) <= read(binned["least"]):
        faults[f"{where}.most"] = "is not above the least value"


def bin_answers(edges: Sequence[str], below: str, between: str, above: str) -> list[Answer]:
    inner = [
        Answer(id=f"b{place}", label=between.format(edge, following))
        for place, (edge, following) in enumerate(pairwise(edges), 1)
    ]
    first, last = Answer(id="below", label=below.format(edges[0])), Answer(id="above", label=above.format(edges[-1]))
    return [first, *inner, last]
