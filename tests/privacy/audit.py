"""This module is about a black-box audit of local privacy: pick the most telling event on some draws, put it to the
test on others.

A claim of epsilon says: for any two answers v and w and any set S of reports, P(S | v) <= e^epsilon P(S | w). The audit
sees only which answer went in and which report came out. Choosing (v, w, S) on draws of their own keeps the test exact:
its lower bound of epsilon exceeds the true one with probability at most `alpha`, whatever was chosen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from mechanisms.common.intervals import clopper_pearson

# An array [answers, reports]: the number of times each report came out for each true answer.
Counts = NDArray[np.int64]
_SPREAD = 10.0  # The choice subtracts so many standard errors from each ratio, so that luck chooses no event.


@dataclass(frozen=True, kw_only=True)
class Event:
    """This is a set of reports that is likelier under the answer `likely` than under `unlikely`."""

    likely: int
    unlikely: int
    reports: tuple[int, ...]


def count(pairs: ArrayLike, *, answers: int, reports: int) -> Counts:
    """Counts of (answer, report) pairs: [pairs, 2]."""
    table = np.zeros((answers, reports), dtype=np.int64)
    drawn = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    np.add.at(table, (drawn[:, 0], drawn[:, 1]), 1)
    return table


def choose_event(counts: Counts) -> Event:
    """Returns the event whose ratio stays largest after its standard errors are taken off."""
    answers = range(len(counts))
    pairs = [(likely, unlikely) for likely in answers for unlikely in answers if likely != unlikely]
    scored = [_best_set(counts[likely], counts[unlikely]) for likely, unlikely in pairs]
    best = max(range(len(pairs)), key=lambda index: scored[index][0])
    likely, unlikely = pairs[best]
    return Event(likely=likely, unlikely=unlikely, reports=scored[best][1])


def epsilon_at_least(counts: Counts, event: Event, *, alpha: float) -> float:
    """Returns a lower bound of epsilon that is wrong with probability at most alpha: Clopper-Pearson, half on each
    side."""
    low = _limits(counts[event.likely], event.reports, alpha)[0]
    high = _limits(counts[event.unlikely], event.reports, alpha)[1]
    return math.log(low / high) if low > 0 else -math.inf


def misfits(counts: Counts, channel: NDArray[Any], *, alpha: float) -> list[tuple[int, int]]:
    """Returns the (answer, report) pairs drawn more or less often than the channel says, at family-wise error alpha.

    By the exact tails of the binomial: a count is a misfit where the channel lies outside its Clopper-Pearson limits.
    """
    drawn = counts.sum(axis=1, keepdims=True)
    tail = np.minimum(binom.cdf(counts, drawn, channel), binom.sf(counts - 1, drawn, channel))
    return [(int(answer), int(report)) for answer, report in np.argwhere(tail < alpha / counts.size / 2)]


def joint(first: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Returns the law of two reports of one record, drawn apart: [answers, reports of one * reports of the other]."""
    return np.asarray(np.einsum("ar,as->ars", first, other).reshape(len(first), -1))


def _best_set(likely: Counts, unlikely: Counts) -> tuple[float, tuple[int, ...]]:
    """Returns the best set by Neyman-Pearson: the best set of any size holds the reports with the largest ratios."""
    n, m = int(likely.sum()), int(unlikely.sum())
    ratios = (likely + 0.5) / (unlikely + 0.5)
    order = np.argsort(-ratios, kind="stable")
    a, b = np.cumsum(likely[order])[:-1] + 0.5, np.cumsum(unlikely[order])[:-1] + 0.5
    gap = np.log(a / (n + 1)) - np.log(b / (m + 1))
    # The errors are added, as the test bounds the two sides separately.
    error = np.sqrt(1 / a - 1 / (n + 1)) + np.sqrt(1 / b - 1 / (m + 1))
    scores = gap - _SPREAD * error
    size = int(np.argmax(scores)) + 1
    return float(scores[size - 1]), tuple(int(report) for report in order[:size])


def _limits(row: Counts, reports: Sequence[int], alpha: float) -> tuple[float, float]:
    inside = np.array([row[list(reports)].sum()])
    low, high = clopper_pearson(inside, int(row.sum()), 1 - alpha)[0]  # Each limit is wrong with probability alpha / 2.
    return float(low), float(high)
