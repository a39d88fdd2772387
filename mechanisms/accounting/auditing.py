"""The audit of a guarantee shows from outcomes under two neighbouring inputs how much privacy was spent at least.

A quarter of the outcomes picks a few events: of each statistic tails, single outcomes and what looked too likely; of
all statistics together a direction that tells the two sides apart. On the rest, which played no part in picking, the
two probabilities of each event are enclosed by exact one-sided limits (Clopper and Pearson 1934), all of which hold
together but with probability `error`. So what is said to have been spent at least was spent, but with that probability,
whatever the mechanism is. It is a lower bound alone: that little was shown does not say that little was spent.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.beta import beta_quantile

Floats = NDArray[np.float64]
Outcomes = NDArray[np.float64] | NDArray[np.int64]
Measure = Callable[[Floats, Floats], Floats]

EVENTS = 6  # An audit tests this many events.
_QUANTILES = np.linspace(0.02, 0.98, 33)
_ATOMS = 8
_FEW = 16
_RIDGE = 1e-4  # The ridge is a part of the variance of a standardised statistic.
_CAUTION = 3.0  # Events are picked by limits this many standard errors from what was seen.
_ORDERS = 1 + np.geomspace(1e-3, 100, 60)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A privacy loss of at least `spent` follows from an event with a probability of at least `at_least` on one side
    and at most `at_most` on the other."""

    spent: float
    event: str
    at_least: float
    at_most: float


def epsilon_for_delta(delta: float) -> Measure:
    """Returns the measure of (epsilon, delta)-DP: epsilon follows from at_least <= e^epsilon at_most + delta."""

    def measure(at_least: Floats, at_most: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(np.maximum((at_least - delta) / at_most, 1.0)))

    return measure


def rho(at_least: Floats, at_most: Floats) -> Floats:
    """Returns the rho of zCDP: whether an event happens has a Renyi divergence of order a of at most a rho, for every a
    > 1.

    The divergence grows with the larger probability and falls with the smaller one, so limits may stand for them.
    """
    p = np.maximum(at_least, at_most)[..., np.newaxis]
    q = np.asarray(at_most)[..., np.newaxis]
    with np.errstate(divide="ignore"):
        happens = _ORDERS * np.log(p) + (1 - _ORDERS) * np.log(q)
        fails = np.where(p < 1, _ORDERS * np.log1p(-p) + (1 - _ORDERS) * np.log1p(-np.minimum(q, 1 - 1e-16)), -np.inf)
    divergence = np.logaddexp(happens, fails) / (_ORDERS - 1)
    return np.asarray(np.maximum(0.0, (divergence / _ORDERS).max(axis=-1)))


def largest_shown(left: Outcomes, right: Outcomes, measure: Measure, *, error: float) -> Shown:
    """Returns the largest lower bound on the privacy loss that an audit proves. `left` and `right` hold [n] outcomes,
    or [n, k] statistics of them, of independent draws on two neighbouring inputs. The bound is wrong with a probability
    of at most `error`."""
    if not 0 < error < 1:
        raise ValueError(f"the error is {error}; it lies strictly between 0 and 1")
    sides = [np.asarray(side, dtype=np.float64).reshape(len(side), -1) for side in (left, right)]
    picking = [side[: len(side) // 4] for side in sides]
    testing = [side[len(side) // 4 :] for side in sides]
    if min(map(len, picking)) < 2 or sides[0].shape[1] != sides[1].shape[1]:
        raise ValueError("an audit needs at least 8 outcomes on either side, with the same statistics of each")
    direction = _direction(*picking)
    picking, testing = ([np.column_stack([side, side @ direction]) for side in part] for part in (picking, testing))
    tail = error / (4 * EVENTS)
    candidates = []
    for event in _picked(picking[0], picking[1], measure):
        counts = [(int(event.of(side).sum()), len(side)) for side in testing]
        for likely, rare in (counts, counts[::-1]):
            at_least, at_most = lower_limit(*likely, tail), upper_limit(*rare, tail)
            spent = float(measure(np.array(at_least), np.array(at_most)))
            candidates.append(Shown(spent=spent, event=event.name, at_least=at_least, at_most=at_most))
    return max(candidates, key=lambda shown: shown.spent)


def lower_limit(count: int, trials: int, tail: float) -> float:
    """Returns a limit above which a chance lies but for `tail` (Clopper and Pearson), after `count` of `trials`; 0 of
    none."""
    return 0.0 if count == 0 else beta_quantile(tail, count, trials - count + 1)


def upper_limit(count: int, trials: int, tail: float) -> float:
    """Returns a limit below which a chance lies but for `tail` (Clopper and Pearson), after `count` of `trials`; 1 of
    all."""
    return 1.0 if count == trials else 1.0 - beta_quantile(tail, trials - count, count + 1)


@dataclass(frozen=True)
class _Event:
    """An event tests an outcome: one of its statistics is one of some values, or lies between two ends."""

    name: str
    column: int
    low: float = -math.inf
    high: float = math.inf
    among: Floats | None = None

    def of(self, outcomes: Floats) -> NDArray[np.bool_]:
        values = outcomes[:, self.column]
        return np.isin(values, self.among) if self.among is not None else (values >= self.low) & (values <= self.high)


def _picked(left: Floats, right: Floats, measure: Measure) -> list[_Event]:
    """Returns the events by which most seems to be spent, on a cautious view of how often each came."""
    events = [event for column in range(left.shape[1]) for event in _events(left[:, column], right[:, column], column)]
    often = np.array([[event.of(side).mean() for side in (left, right)] for event in events])
    sizes = np.array([len(left), len(right)])
    error = _CAUTION * np.sqrt((often * (1 - often) + 1 / sizes) / sizes)
    low, high = np.clip(often - error, 0, 1), np.clip(often + error, 0, 1)
    # The values are rounded to nine decimals because the last bits of a logarithm differ between processors.
    seem = np.round(np.maximum(measure(low[:, 0], high[:, 1]), measure(low[:, 1], high[:, 0])), 9)
    return [events[place] for place in np.lexsort((-np.abs(often[:, 0] - often[:, 1]), -seem))[:EVENTS]]


def _events(left: Floats, right: Floats, column: int) -> Iterator[_Event]:
    pooled = np.concatenate([left, right])
    for end in np.unique(np.quantile(pooled, _QUANTILES, method="lower")).tolist():
        yield _Event(f"statistic {column} is at most {end}", column, high=end)
        yield _Event(f"statistic {column} is at least {end}", column, low=end)
    outcomes, counts = np.unique(pooled, return_counts=True)
    for atom in outcomes[np.argsort(-counts, kind="stable")][:_ATOMS].tolist():
        yield _Event(f"statistic {column} is {atom}", column, low=atom, high=atom)
    if len(outcomes) > _FEW:
        # With few values each, an event made of likely values would only show chance, so none is offered.
        return
    ratios = [(outcomes[:, np.newaxis] == side).sum(axis=1) + 0.5 for side in (left, right)]
    for name, likely, rare in (("left", *ratios), ("right", *ratios[::-1])):
        for times in (1, math.e, math.e**2):
            yield _Event(
                f"statistic {column} looked likely on the {name}", column, among=outcomes[likely > times * rare]
            )


def _direction(left: Floats, right: Floats) -> Floats:
    """Returns Fisher's linear discriminant of the standardised statistics, [k], with a ridge."""
    spread = np.concatenate([left - left.mean(axis=0), right - right.mean(axis=0)])
    far = right.mean(axis=0) - left.mean(axis=0)
    scale = np.where(spread.std(axis=0) > 0, spread.std(axis=0), np.maximum(np.abs(far), 1.0) * 1e-3)
    related = (spread / scale).T @ (spread / scale) / len(spread) + _RIDGE * np.eye(len(scale))
    return np.asarray(np.linalg.solve(related, far / scale) / scale)
