"""A plan says what a draft would cost its respondents, and what it would tell, before anybody is asked."""

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from mechanisms.accounting.event import decimal_text
from surveys.errors import BadQuery
from surveys.publishing.definition import Definition
from surveys.publishing.layout import Level
from surveys.results.kinds.all import kind_of
from surveys.results.kinds.kind import ForecastRequest
from surveys.results.kinds.share import forecast_pair

CONFIDENCE = 0.95
# The planned half-width is that of an answer with this share, the largest error in a yes/no question. A number that may
# be skipped is taken to be given by the same share of the people.
SHARE = 0.5
HALF_WIDTHS = ("0.05", "0.02")  # 40 % and 50 % are told apart when each is known to 5 points
MOST_SIZES, LARGEST_SIZE = 10, 10_000_000
MOST_HALF_WIDTHS = 5


def numbers(text: str, name: str, *, most: int, largest: int) -> list[int]:
    """Reads whole numbers such as `100,1000` from a query string."""
    parts = text.split(",")
    if len(parts) > most or not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
        raise BadQuery(f"{name} is 1 to {most} whole numbers with commas between them.", fields={name: "is not right"})
    values = [int(part) for part in parts]
    if max(values) > largest:
        raise BadQuery(f"{name} goes up to {largest}.", fields={name: "is too large"})
    return values


def half_widths(text: str) -> list[str]:
    """Reads half-widths such as `0.05,0.02` from a query string: shares of 1, as texts, which become keys of the
    plan.
    """
    parts = text.split(",")
    right = all(re.fullmatch(r"0\.[0-9]{1,4}", part) and 0 < Decimal(part) < Decimal("0.5") for part in parts)
    if len(parts) > MOST_HALF_WIDTHS or not right:
        raise BadQuery(
            f"half_widths is 1 to {MOST_HALF_WIDTHS} decimal numbers between 0 and 0.5 with commas between them.",
            fields={"half_widths": "is not right"},
        )
    return [decimal_text(Decimal(part)) for part in parts]


def checked_mix(definition: Definition, mix: Sequence[int]) -> Sequence[int]:
    if sum(mix) == 0 or len(mix) > len(definition.levels):
        raise BadQuery(
            f"mix has one number for each of the {len(definition.levels)} levels, not all 0.",
            fields={"mix": "does not fit the levels"},
        )
    return mix


def plan(
    definition: Definition, sizes: Sequence[int], mix: Sequence[int], halves: Sequence[str] = HALF_WIDTHS
) -> dict[str, Any]:
    """Returns the plan of a draft: how precise its estimates will be. `mix` says how many of each hundred people choose
    each level; levels beyond its end are chosen by nobody."""
    if min(sizes) < 1:
        raise BadQuery("reports are planned from 1 on.", fields={"reports": "is too small"})
    checked_mix(definition, mix)
    request = ForecastRequest(definition, sizes, mix, halves, SHARE, CONFIDENCE)
    forecasts: dict[str, list[dict[str, Any]]] = {"questions": [], "numbers": []}
    for question in definition.questions:
        kind = kind_of(question)
        forecasts.setdefault(kind.results, []).append(kind.forecast(request, question))
    return {
        "confidence": "95",
        "share": SHARE,
        "reports": list(sizes),
        "mix": list(mix),
        "half_widths": list(halves),
        "levels": [_level(level) for level in definition.levels],
        **forecasts,
        "pairs": [forecast_pair(request, field) for field in definition.fields if field.kind == "joint"],
    }


def _level(level: Level) -> dict[str, Any]:
    """Returns what a level protects, as JSON. `most_sure` is how sure an observer who thought something equally likely
    or not can become of it, from the whole report."""
    odds = math.exp(float(level.eps_report))
    return {
        "id": level.id,
        "eps_report": decimal_text(level.eps_report),
        "odds": {"ratio": odds, "most_sure": odds / (1 + odds)},
    }
