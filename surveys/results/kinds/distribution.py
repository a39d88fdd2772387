"""This kind estimates the distribution of a number from counts of its reports: shares of points, and quantiles with
limits."""

import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.numbers.number_distribution import NumberDistribution
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_distribution import PooledDistribution, share_pooled_distribution
from mechanisms.ldp.numbers.square_wave import SquareWave

QUANTILES = (0.25, 0.5, 0.75)
LIMITS_FROM = Decimal(1)  # Below this epsilon the coverage of the limits has not been measured.
# From this epsilon on every distribution that was tried, with up to 100 000 people, settled.
SETTLED_FROM = Decimal("0.5")
DRAWN_AGAIN = 40  # The limits come from this many simulated surveys.

Part = tuple[SquareWave, NDArray[np.int64]]


def distribution_of(
    parts: Sequence[Part], confidences: Mapping[str, float], people: Sequence[float]
) -> dict[str, Any] | None:
    """Returns the distribution share-pooled over levels; None where the reports of a level do not settle it, as with
    very strong protection.

    `intervals` of a quantile are null unless every level has epsilon 1 or more. The surveys that they are drawn from
    follow from the counts, so that the same reports always make the same limits.
    """
    pooled = share_pooled_distribution(parts, people)
    try:
        distribution = pooled.distribution
    except ValueError:
        return None
    limits = _limits(pooled, confidences)
    return {
        "points": [
            {"at": at, "share": share}
            for at, share in zip(distribution.points.tolist(), distribution.shares.tolist(), strict=True)
        ],
        "quantiles": [
            {
                "share": share,
                "value": distribution.quantile(share),
                "intervals": None if limits is None else {name: ends[place].tolist() for name, ends in limits.items()},
            }
            for place, share in enumerate(QUANTILES)
        ],
    }


def foretold(waves: Sequence[NumberMechanism]) -> dict[str, bool]:
    """Returns what is known of a distribution before the survey, from the levels that people may choose.

    `limits`: whether its quantiles will have any. `settles`: whether every level spends as much as those that settled
    wherever it was tried; the others may not, the sooner the more people answer.
    """
    least = min(Decimal(wave.epsilon) for wave in waves)
    return {"limits": least >= LIMITS_FROM, "settles": least >= SETTLED_FROM}


def _limits(pooled: PooledDistribution, confidences: Mapping[str, float]) -> dict[str, NDArray[np.float64]] | None:
    if min(Decimal(wave.epsilon) for wave, _ in pooled.parts) < LIMITS_FROM:
        return None
    counted = hashlib.sha256(b"".join(np.asarray(counts, dtype="<i8").tobytes() for _, counts in pooled.parts))
    # The randomness only simulates people; it protects nobody.
    entropy = SeededEntropy(int.from_bytes(counted.digest(), "big"))
    try:
        limits = pooled.intervals(_quantiles, confidences=confidences, surveys=DRAWN_AGAIN, entropy=entropy)
    except ValueError:  # A ValueError means that one simulated survey does not settle.
        return None
    grid = pooled.parts[0][0].grid
    # Every quantile lies within the grid.
    return {name: np.clip(ends, grid.low, grid.high) for name, ends in limits.items()}


def _quantiles(distribution: NumberDistribution) -> list[float]:
    return [distribution.quantile(share) for share in QUANTILES]
