"""This module is about the shares under which the reports were most likely, for any channel: expectation maximisation,
plain and smoothed.

Each round asks, of every report, which answers it probably came from if the shares so far were true, and takes the mean
of these posteriors as the new shares. For counts c of the reports y, a channel P(y | v) and N reports,

    f_v  <-  f_v g_v,   g_v = 1/N sum_y c_y P(y | v) / sum_u f_u P(y | u),

from equal shares on. The log-likelihood L = sum_y c_y log sum_u f_u P(y | u) never falls. It is concave, so at any f it
is at most N (max_v g_v - 1) below its largest value: this is stated as `shortfall`, and it is a proof, not a guess.

Rounds stop when L moves by less than `tolerance` (a number of nats, of all reports together; 0.001 is published) or
after `most`. A channel of strong protection is slow: then a small move is no small shortfall, and the latter says so.

The result is biased, as it is never negative, and has no closed form for its variance: no closed form, parametric
bootstrap. For shares that need an interval take the unbiased estimate.

Source: Agrawal, Aggarwal, PODS 2001 (the update); ElSalamouny, Palamidessi, EuroS&P 2020, "Generalized iterative
Bayesian update" (its convergence on local channels); Li, Wang, Lopuhaa-Zwakenberg, Skoric, Li, SIGMOD 2020,
arXiv:1912.01051 (EMS and the rule to stop). For one answer sent as one answer the maximum has a closed form:
`choice_maximum`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


class ReportChances(Protocol):
    """This is the interface that expectation maximisation needs of a channel P(y
    v). A factor of P(y
    .) that is equal for all v changes nothing.
    """

    @property
    def answers(self) -> int: ...

    @property
    def reports(self) -> int: ...

    def forward(self, shares: Floats) -> Floats:
        """Returns sum_v f_v P(y | v) for each report: [answers] to [reports]."""

    def backward(self, ratios: Floats) -> Floats:
        """Returns sum_y r_y P(y | v) for each answer: [reports] to [answers]."""


@dataclass(frozen=True)
class Matrix:
    """A channel is kept as a matrix P(y | v) of [reports, answers]; each column is a distribution."""

    chances: Floats

    def __post_init__(self) -> None:
        chances = np.asarray(self.chances, dtype=np.float64)
        object.__setattr__(self, "chances", chances)
        if chances.ndim != 2 or 0 in chances.shape or not np.isfinite(chances).all() or (chances < 0).any():
            raise ValueError("a channel is a table [reports, answers] of chances, none below 0")
        worst = float(np.abs(chances.sum(axis=0) - 1).max())
        if worst > 1e-9:
            raise ValueError(f"the chances of an answer's reports miss a sum of 1 by {worst:g}")

    @property
    def answers(self) -> int:
        return int(self.chances.shape[1])

    @property
    def reports(self) -> int:
        return int(self.chances.shape[0])

    def forward(self, shares: Floats) -> Floats:
        return np.asarray(self.chances @ shares)

    def backward(self, ratios: Floats) -> Floats:
        return np.asarray(ratios @ self.chances)


@dataclass(frozen=True, kw_only=True)
class Symmetric:
    """A symmetric channel sends one answer as itself with p and as each other with q: no table is needed, a round costs
    a sum."""

    answers: int
    p: float

    def __post_init__(self) -> None:
        if self.answers < 2 or not 0 <= self.p <= 1:
            raise ValueError(f"{self.answers} answers and p {self.p} are no channel; it has 2 or more, p in [0, 1]")

    @property
    def reports(self) -> int:
        return self.answers

    @property
    def q(self) -> float:
        return (1 - self.p) / (self.answers - 1)

    def forward(self, shares: Floats) -> Floats:
        return np.asarray(self.q * shares.sum() + (self.p - self.q) * shares)

    def backward(self, ratios: Floats) -> Floats:
        return self.forward(ratios)


@dataclass(frozen=True, kw_only=True)
class Reconstruction:
    """A reconstruction holds shares on the simplex. `log_likelihood` is in nats, without the terms that are equal for
    all shares."""

    shares: Floats
    iterations: int
    converged: bool
    log_likelihood: float
    shortfall: float


def ibu(counts: ArrayLike, channel: ReportChances | Floats, *, tolerance: float, most: int) -> Reconstruction:
    """Returns the most likely shares. `channel` may be a table [reports, answers], `counts` are of its reports.

    Errors: ValueError for counts that are not one whole number for each report, for reports that no answer sends, and
    for a tolerance or number of rounds that is not above 0.
    """
    return _rounds(counts, channel, tolerance, most, lambda shares: shares)


def ems(counts: ArrayLike, channel: ReportChances | Floats, *, tolerance: float, most: int) -> Reconstruction:
    """Returns the same for answers in an order, each round's shares smoothed: neighbours weigh 1, 2, 1, at the ends 2,
    1.

    It gives up likelihood for smoothness, so L may fall, and `shortfall` says how much at most was given up. The less
    a round learns from the reports, the more is smoothed: of generalised randomised response at epsilon 2 and 32
    answers it makes the error larger, not smaller.
    """
    return _rounds(counts, channel, tolerance, most, smoothed)


def smoothed(shares: Floats) -> Floats:
    """Returns each share as the mean of itself, twice, and its neighbours; then of sum 1 again."""
    padded = np.pad(shares, 1)
    weights = np.pad(np.ones_like(shares), 1)
    kernel = np.array([1.0, 2.0, 1.0])
    mean = np.convolve(padded, kernel, "valid") / np.convolve(weights, kernel, "valid")
    return np.asarray(mean / mean.sum())


def choice_maximum(counts: ArrayLike, channel: Symmetric) -> Floats:
    """Returns the shares that `ibu` tends to where each report is one answer and p exceeds q, in closed form: no round
    is needed.

    At the maximum f_v = max(0, (c_v / m - q) / (p - q)) with the m for which they add up to 1; it follows from the
    answers above 0, which are the most frequent ones. How many these are is found by trying, after sorting.
    """
    given = _counted(counts, channel)
    if channel.p <= channel.q:
        raise ValueError(f"p is {channel.p}, q is {channel.q}; the maximum has this form where p is larger")
    descending = np.sort(given)[::-1]
    kept = np.arange(1, channel.answers + 1)
    scales = np.cumsum(descending) / (1 - (channel.answers - kept) * channel.q)
    scale = scales[np.flatnonzero(descending > scales * channel.q)[-1]]
    return np.asarray(np.maximum((given / scale - channel.q) / (channel.p - channel.q), 0.0))


def _rounds(
    counts: ArrayLike,
    channel: ReportChances | Floats,
    tolerance: float,
    most: int,
    after: Callable[[Floats], Floats],
) -> Reconstruction:
    known = Matrix(channel) if isinstance(channel, np.ndarray) else channel
    given = _counted(counts, known)
    if not tolerance > 0 or most < 1:
        raise ValueError(f"the tolerance is {tolerance} and at most {most} rounds are made; both are above 0")
    total = given.sum()
    seen = given > 0
    shares = np.full(known.answers, 1 / known.answers)
    chances = known.forward(shares)
    if (chances[seen] <= 0).any():
        raise ValueError("a report was counted that no answer sends")
    likelihood = _log_likelihood(given, chances, seen)
    iterations, converged = 0, False
    while iterations < most and not converged:
        shares = shares * known.backward(_ratios(given, chances, seen))
        shares = after(shares / shares.sum())
        chances = known.forward(shares)
        before, likelihood = likelihood, _log_likelihood(given, chances, seen)
        iterations, converged = iterations + 1, abs(likelihood - before) < tolerance
    slopes = known.backward(_ratios(given, chances, seen))
    return Reconstruction(
        shares=shares,
        iterations=iterations,
        converged=bool(converged),
        log_likelihood=likelihood,
        shortfall=float(max(slopes.max() - total, 0.0)),
    )


def _counted(counts: ArrayLike, channel: ReportChances) -> Floats:
    given = np.asarray(counts)
    if given.shape != (channel.reports,) or given.dtype.kind not in "iu":
        raise ValueError(f"counts must be {channel.reports} integers, one for each report there can be")
    if given.min() < 0 or not given.any():
        raise ValueError(f"the counts lie between {given.min()} and {given.max()}; none is below 0, and one above it")
    return given.astype(np.float64)


def _ratios(counts: Floats, chances: Floats, seen: NDArray[np.bool_]) -> Floats:
    return np.divide(counts, chances, out=np.zeros_like(counts), where=seen)


def _log_likelihood(counts: Floats, chances: Floats, seen: NDArray[np.bool_]) -> float:
    return float(counts[seen] @ np.log(chances[seen]))
