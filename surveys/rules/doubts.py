"""What stands beside an estimate: whether levels agree, and how far made-up reports could push it. Neither selects."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from mechanisms.ldp.agreement import agreement
from mechanisms.ldp.margin import Margin
from mechanisms.ldp.poisoning import furthest_push

MADE_UP = ("0.01", "0.05")  # shares of the reports for which the push is stated
Counted = tuple[Margin, ArrayLike, int]


def levels_agree(groups: Sequence[Sequence[Counted]]) -> dict[str, Any] | None:
    """None where fewer than two levels are shown, or too few reports for any answer."""
    found = agreement(groups)
    if found is None:
        return None
    return {
        "statistic": found.statistic,
        "freedom": found.freedom,
        "compared": found.compared,
        "chance": found.chance,
    }


def pushes(margins: Sequence[Margin]) -> list[dict[str, Any]]:
    """The same for every answer; of all levels, whether or not anybody chose them: who makes up reports chooses."""
    found = [(text, furthest_push(margins, float(text))) for text in MADE_UP]
    return [{"reports": text, "up": up, "down": down} for text, (up, down) in found]
