"""The card of synthetic rows, of all columns or of some: what was promised of all of them holds of each part."""

from collections.abc import Mapping, Sequence
from typing import Any


def part_of(card: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """The guarantee stays whole: it is of the rows that were read, however little of what was made is shown."""
    places = [place for place, column in enumerate(card["columns"]) if column["name"] in columns]
    errors = card["expected_errors"]
    return {
        **card,
        "columns": [card["columns"][place] for place in places],
        "expected_errors": {
            **errors,
            "alone": [errors["alone"][place] for place in places],
            "pairs": [[errors["pairs"][row][place] for place in places] for row in places],
        },
    }
