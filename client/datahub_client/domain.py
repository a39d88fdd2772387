"""The answers a question can send, in the order that the odds are written for.

The third of three: tests/vectors/domains.json holds it to the platform's and to the page's.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from datahub_client.errors import BadAnswer

SKIPPED, NOT_ASKED = "prefer_not_to_say", "not_asked"
Item = Mapping[str, Any]


def domain(item: Item, *, conditional: bool) -> list[str]:
    """Returns the ids of the answers; `conditional` where the question, or its page, has a `show_if`."""
    answers = _answers(item)
    if item["may_skip"]:
        answers.append(SKIPPED)
    if conditional:
        answers.append(NOT_ASKED)
    return answers


def position(item: Item, answers: Sequence[str], answer: object) -> int:
    """Returns the position of one answer: an option's id, yes or no, a point of a scale, a number, a date, SKIPPED or
    NOT_ASKED."""
    text = answer if answer in (SKIPPED, NOT_ASKED) else _id_of(item, answer)
    if text not in answers:
        raise BadAnswer(f"{item['id']} was answered {answer!r}; it offers {', '.join(answers)}")
    return answers.index(str(text))


def positions(item: Item, answers: Sequence[str], chosen: object) -> list[int]:
    """Returns the positions of a set of options. What stands alone stands alone, and something is chosen."""
    if not isinstance(chosen, list | tuple | set | frozenset):
        chosen = [chosen]
    ids = sorted(str(option) for option in chosen)
    alone = {SKIPPED, NOT_ASKED} | {option["id"] for option in item["options"] if option["exclusive"]}
    most = item["most_choices"] or len(item["options"])
    if not ids or len(ids) > most or (len(ids) > 1 and alone & set(ids)):
        raise BadAnswer(f"{item['id']} was answered {ids}; it takes 1 to {most}, and {sorted(alone)} each alone")
    return sorted({position(item, answers, id) for id in ids})


def largest_set(item: Item) -> int:
    """Returns how many options a set can hold; one that stands alone is a set of one."""
    together = sum(not option["exclusive"] for option in item["options"])
    return max(1, min(together, item["most_choices"] or together))


def ranks(item: Item, order: object) -> dict[str, object]:
    """Returns the rank of each row by its name, of an order that holds each row's id once, the first at the front."""
    rows = [row["id"] for row in item["rows"]]
    if order in (SKIPPED, NOT_ASKED):
        return {f"{item['id']}.{row}": order for row in rows}
    if not isinstance(order, list | tuple) or sorted(map(str, order)) != sorted(rows):
        raise BadAnswer(f"{item['id']} was answered {order!r}; it takes a list of {', '.join(rows)} in their order")
    return {f"{item['id']}.{row}": rank for rank, row in enumerate(order, 1)}


def bounded(item: Item, answer: object) -> int:
    """Returns a whole number; a number beyond the bounds becomes the nearest bound, as on the page."""
    wanted, value = item["number"]["estimate"], _decimal(item, answer)
    if value != value.to_integral_value():
        raise BadAnswer(f"{item['id']} was answered {answer!r}; it takes a whole number")
    if "slider" in item and not wanted["low"] <= value <= wanted["high"]:
        raise BadAnswer(f"{item['id']} was answered {answer!r}; it goes from {wanted['low']} to {wanted['high']}")
    _on_track(item, value)
    return int(min(max(value, Decimal(wanted["low"])), Decimal(wanted["high"])))


def _answers(item: Item) -> list[str]:
    match item["type"]:
        case "scale":
            return [_point(point) for point in range(item["scale"]["least"], item["scale"]["most"] + 1)]
        case "ranking":
            return [_point(rank) for rank in range(1, len(item["rows"]) + 1)]
        case "number" | "slider" | "date":
            between = len(_binned(item)["edges"]) - 1
            return ["below", *(f"b{number}" for number in range(1, between + 1)), "above"]
        case _:
            return [option["id"] for option in item["options"]]


def _id_of(item: Item, answer: object) -> str:
    match item["type"]:
        case "yes_no" if isinstance(answer, bool):
            return "yes" if answer else "no"
        case "scale" | "ranking" if isinstance(answer, int):
            return _point(answer)
        case "number" | "slider":
            return _bin(item, _on_track(item, _decimal(item, answer)), Decimal)
        case "date":
            return _bin(item, _day(item, answer), date.fromisoformat)
        case _:
            return str(answer)


def _bin(item: Item, value: Any, read: Callable[[str], Any]) -> str:
    """Refuses what the page would not take: a value outside the question's limits."""
    bounds = _binned(item)
    least, most = bounds["least"], bounds["most"]
    if (least is not None and value < read(least)) or (most is not None and value > read(most)):
        raise BadAnswer(f"{item['id']} was answered {value}; its limits are {least} and {most}")
    edges = [read(edge) for edge in bounds["edges"]]
    passed = sum(value >= edge for edge in edges)
    if passed == 0:
        return "below"
    return "above" if passed == len(edges) else f"b{passed}"


def _binned(item: Item) -> Item:
    """Returns the part of a question that holds its edges and limits; a slider has those of a number."""
    binned: Item = item["number"] if "number" in item else item["date"]
    return binned


def _on_track(item: Item, value: Decimal) -> Decimal:
    """Refuses a number that no position of a slider stands for."""
    if "slider" in item:
        low = Decimal(item["number"].get("estimate", {}).get("low", item["number"]["least"] or 0))
        if (value - low) % item["slider"]["step"]:
            raise BadAnswer(f"{item['id']} was answered {value}; its steps are {item['slider']['step']} from {low}")
    return value


def _decimal(item: Item, answer: object) -> Decimal:
    try:
        value = Decimal(str(answer))
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite():
        raise BadAnswer(f"{item['id']} was answered {answer!r}; it takes a number")
    return value


def _day(item: Item, answer: object) -> date:
    try:
        return date.fromisoformat(str(answer))
    except ValueError:
        raise BadAnswer(f"{item['id']} was answered {answer!r}; it takes a day written YYYY-MM-DD") from None


def _point(point: int) -> str:
    return f"p{point}" if point >= 0 else f"n{-point}"
