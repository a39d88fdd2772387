"""Items that the importers of all formats make alike: numbers and days between two bounds."""

from collections.abc import Sized
from decimal import ROUND_CEILING, Decimal, InvalidOperation
from typing import Any

from mechanisms.accounting.event import decimal_text
from surveys.drafts.importing.reading import LeftOut
from surveys.questions.checks import DECIMAL, day
from surveys.questions.limits import MOST_POSITIONS

BINS = 10  # A number with bounds is cut into so many bins until the author chooses others.
FREE_TEXT = "free text cannot be perturbed; ask with answers to choose from"

CHOOSE_EDGES = ("set edges that fit the question", "set their edges before you publish")  # How notes on bins end.
Item = dict[str, Any]


def whole_number_between(least: object, most: object) -> Item:
    """Returns a number whose bins begin at whole numbers, as far as its bounds leave room for them."""
    item = number_between(least, most)
    number = item["number"]
    low, high = Decimal(number["least"]), Decimal(number["most"])
    edges = dict.fromkeys(Decimal(edge).to_integral_value(ROUND_CEILING) for edge in number["edges"])
    whole = [decimal_text(edge) for edge in edges if low < edge < high]
    return item | {"number": number | {"edges": whole or number["edges"]}}


def number_between(least: object, most: object) -> Item:
    low, high = decimal_of(least), decimal_of(most)
    if low >= high:
        raise LeftOut("its least value is not below its most")
    edges = [
        decimal_text((low + (high - low) * place / BINS).quantize(Decimal("1.000000"))) for place in range(1, BINS)
    ]
    bounds = {"least": decimal_text(low), "most": decimal_text(high)}
    return {"type": "number", "number": {"edges": edges, "unit": "", **bounds}}


def date_between(least: object, most: object) -> Item:
    low, high = day(least), day(most)
    if low is None or high is None or low >= high:
        raise LeftOut("its least and most are not two days written 2026-12-01")
    middle = low + (high - low) / 2
    return {"type": "date", "date": {"edges": [max(middle, low).isoformat()], "least": str(low), "most": str(high)}}


def is_track(number: Item, step: object) -> bool:
    """Returns whether a slider has whole bounds and few enough whole steps between them; other sliders become typed
    numbers."""
    low, high = Decimal(number["least"]), Decimal(number["most"])
    if not isinstance(step, int) or isinstance(step, bool) or step < 1 or low % 1 or high % 1:
        return False
    return (high - low) % step == 0 and (high - low) / step <= MOST_POSITIONS


def check_count(options: Sized, most: int) -> None:
    if not 2 <= len(options) <= most:
        raise LeftOut(f"it has {len(options)} answers; this type has 2 to {most}")


def decimal_of(value: object) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        raise LeftOut("its least and most are not numbers") from None
    if not number.is_finite() or not DECIMAL.fullmatch(f"{number:f}"):
        raise LeftOut("its least and most are numbers of more digits than DataHub keeps")
    return number
