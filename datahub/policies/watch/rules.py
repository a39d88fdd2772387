"""A day of use is unusual when a person uses a data set more than their own past gives reason to expect. Standard
library only.

The rule: a day's count is unusual if it reaches the least count and if a person whose daily mean is `rate` would reach
it on less than one day in ten thousand. `rate` is (uses + 1) / (days + 1) over the past 28 days, or since the first use
if that is later: one use is added, so that a new person is not judged by nothing. The chance is bounded by
P(X >= n) <= exp(n - rate) * (rate / n) ** n for a Poisson X and n > rate (Chernoff), which never states it too low.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from math import log

DAYS = 28
RAREST_LOG = log(1e-4)
LEAST = {"permitted": 25, "refused": 10}  # a smaller count on a day raises no alarm


def history_of(counts: Mapping[date, int], day: date) -> list[int]:
    """Returns the counts of the days before, from the first use on; days without use count, as 0."""
    first = max(min(counts, default=day), day - timedelta(days=DAYS))
    return [counts.get(first + timedelta(days=step), 0) for step in range((day - first).days)]


def rate_of(history: list[int]) -> float:
    return (sum(history) + 1) / (len(history) + 1)


def bound_of(what: str, history: list[int]) -> int:
    """Returns the least count of a day that is unusual."""
    rate = rate_of(history)
    count = max(LEAST[what], int(rate))
    while count - rate - count * log(count / rate) > RAREST_LOG:
        count += 1
    return count


def is_unusual(what: str, count: int, history: list[int]) -> bool:
    return count >= bound_of(what, history)
