"""What stands beside an estimate: whether levels agree, and how far made-up reports could push it. Neither selects."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from mechanisms.ldp.advice.means import furthest_mean_push
from mechanisms.ldp.estimates.agreement import Agreement, agreement
from mechanisms.ldp.estimates.margin import Margin
from mechanisms.ldp.estimates.poisoning import furthest_push
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import means_agree

MADE_UP = ("0.01", "0.05")  # shares of the reports for which the push is stated
Counted = tuple[Margin, ArrayLike, int]
CountedNumber = tuple[NumberMechanism, ArrayLike]


def levels_agree(groups: Sequence[Sequence[Counted]]) -> dict[str, Any] | None:
    """None where fewer than two levels are shown, or too few reports for any answer."""
    return _agreed(agreement(groups))


def means_alike(groups: Sequence[Sequence[CountedNumber]]) -> dict[str, Any] | None:
    """None where fewer than two levels are shown."""
    return _agreed(means_agree(groups))


def _agreed(agreement: Agreement | None) -> dict[str, Any] | None:
    if agreement is None:
        return None
    return {
        "statistic": agreement.statistic,
        "freedom": agreement.freedom,
        "compared": agreement.compared,
        "chance": agreement.chance,
    }


def pushes(margins: Sequence[Margin]) -> list[dict[str, Any]]:
    """The same for every answer; of all levels, whether or not anybody chose them: who makes up reports chooses."""
    return _push_fields([(text, furthest_push(margins, float(text))) for text in MADE_UP])


def number_pushes(mechanisms: Sequence[NumberMechanism]) -> list[dict[str, Any]]:
    """How far made-up reports push a mean, in its unit."""
    return _push_fields([(text, furthest_mean_push(mechanisms, float(text))) for text in MADE_UP])


def _push_fields(pushes: Sequence[tuple[str, tuple[float, float]]]) -> list[dict[str, Any]]:
    return [{"reports": text, "up": up, "down": down} for text, (up, down) in pushes]
