"""An event is one use of a mechanism with its cost, for ledgers and for the sum over a report."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, kw_only=True)
class Event:
    """An event is one draw of one mechanism. `epsilon` was requested and is charged; `spent` is what the mechanism's
    integers really spend."""

    mechanism: str
    version: int
    epsilon: Decimal
    spent: Decimal
    neighbours: str


def total_epsilon(events: Iterable[Event]) -> Decimal:
    """Returns the epsilon that all events together charge: independent draws on one person's data add up."""
    return sum((event.epsilon for event in events), Decimal(0))


def decimal_text(number: Decimal) -> str:
    """Returns the shortest plain form: no exponent, no trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
