"""A slider question is answered with a number between two bounds, on a track. The report holds its bin or its position
on a grid, as for a number question.

The bounds are those of the estimate, or the least and most of the bins. Nothing beyond them can be given.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from mechanisms.ldp.numbers.grid import WIDEST
from surveys.questions import schemas
from surveys.questions.checks import Faults, is_object, line, whole
from surveys.questions.limits import LABEL, MOST_POSITIONS
from surveys.questions.number import NUMBER
from surveys.questions.number_estimate import estimate_of
from surveys.questions.question_type import MAY_SKIP, Item, ItemField, ItemText

_LABEL = schemas.line(LABEL)


def _check(slider: Any, where: str, faults: Faults) -> None:
    if is_object(slider, where, ("step", "least_label", "most_label"), faults):
        whole(slider.get("step"), f"{where}.step", 1, WIDEST, faults)
        for name in ("least_label", "most_label"):
            line(slider.get(name), f"{where}.{name}", LABEL, faults)


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    NUMBER.check_complete(item, where, faults)
    bounds = _bounds(item)
    for name, bound in bounds.items():
        if bound is None or "." in str(bound):
            faults.setdefault(f"{where}.number.{name}", "must be a whole number: a slider ends there")
    if faults.keys() & {f"{where}.number.{name}" for name in bounds}:
        return
    low, high = (int(Decimal(bound)) for bound in bounds.values())
    positions, rest = divmod(high - low, item["slider"]["step"])
    if rest or not 1 <= positions <= MOST_POSITIONS:
        rule = f"it takes at most {MOST_POSITIONS} whole steps"
        faults[f"{where}.slider.step"] = f"is {item['slider']['step']}; from {low} to {high} {rule}"


def _bounds(item: Item) -> dict[str, Any]:
    estimate = estimate_of(item)
    if estimate is not None:
        return {"estimate.low": estimate["low"], "estimate.high": estimate["high"]}
    return {"least": item["number"]["least"], "most": item["number"]["most"]}


def _texts(item: Item) -> Iterator[ItemText]:
    yield from NUMBER.texts(item)
    for end in ("least", "most"):
        yield ItemText(f"slider.{end}", f"slider.{end}_label", item["slider"][f"{end}_label"], LABEL)


SLIDER = replace(
    NUMBER,
    slug="slider",
    fields={
        "number": NUMBER.fields["number"],
        "slider": ItemField(
            check=_check,
            schema=schemas.object_of(step=schemas.whole_number(1, WIDEST), least_label=_LABEL, most_label=_LABEL),
        ),
        "may_skip": MAY_SKIP,
    },
    check_complete=_check_complete,
    texts=_texts,
    is_typed=False,
)
