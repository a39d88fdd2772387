"""This module makes a naive Bayes model from tables that cross one question, the class, with others, and the share of
people it would classify right.

A survey publishes such tables with the standard error of every cell. All here is made of those numbers, so it costs
the people nothing more. Nobody's answers are known, so nobody can be held out: how often the model is right is
estimated from the tables too. If values go together as the model takes them to, independently given the class, that is
the sum over all combinations of values of the share of people who have them and the class that is named for them.

The sum is larger than it should be, for the class that noise favours is named. By how much is told by a parametric
bootstrap: surveys are drawn around the tables with the published errors, a rule is made of each, and what it claims is
compared with how often it would be right among the people it was drawn for (Efron 1983, "Estimating the error rate of a
prediction rule", JASA 78(382): optimism). The limits hold for every rule at once, also for the one that noise chose:
they are as wide as the surveys drawn miss the rule they mistake most.

Errors of cells go together. A report names one answer, or as many as any other, so those of a table add up to 0; where
its two questions were perturbed apart from each other, so do those of each row and of each column, but for what is
known much better. With two answers each, one number then moves all four cells, the right ones up and the others down.
Surveys drawn without that made the limits half as wide as they are, and 79 of 100 held. With it, of 2 to 4 classes, 200
reports (2 000 in one setting), tables of either kind and epsilon 0.5 to 3, 95 to 100 did. There is no closed form.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.models.naive_bayes import NaiveBayes

Floats = NDArray[np.float64]

MOST_COMBINATIONS = 1 << 16  # So many combinations of answers are scored 400 times in one to two seconds.
SURVEYS = 200
_TAIL = 0.025
_WORDS = float(1 << 32)


@dataclass(frozen=True)
class Estimated:
    """An estimate is raw shares of people and their standard errors, alike in shape: [classes], or [classes, values] of
    a feature.

    `apart` says of a table that its two questions were perturbed apart from each other, not as one.
    """

    shares: Floats
    errors: Floats
    apart: bool = False

    def __post_init__(self) -> None:
        if self.shares.shape != self.errors.shape or not self.shares.size:
            raise ValueError(f"{self.errors.shape} standard errors are not those of {self.shares.shape} shares")
        if not np.isfinite(self.shares).all() or not (np.isfinite(self.errors) & (self.errors >= 0)).all():
            raise ValueError("a share is no number, or a standard error is below 0")


@dataclass(frozen=True)
class Expected:
    """This is a share of people, less the bias that noise adds, with limits that hold the true share 95 times of 100 or
    more."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Foresight:
    """A foresight says how right a model would be. `accuracy` is how often the model is right, `gain` how much more
    often than always naming the likeliest class."""

    accuracy: Expected
    gain: Expected


def crossed_naive_bayes(classes: Estimated, tables: Sequence[Estimated]) -> NaiveBayes:
    """Returns naive Bayes from the estimated tables. Each table is the nearest that can be true (Norm-Sub), smoothed by
    its noise as in `naive_bayes`.

    ValueError for no table, for one that has other classes, and for one without any noise.
    """
    if not tables or any(table.shares.ndim != 2 or len(table.shares) != len(classes.shares) for table in tables):
        raise ValueError(f"every table has {len(classes.shares)} rows, one a class, and there is one")
    prior = onto_simplex(classes.shares) + np.sqrt((classes.errors**2).mean() / len(classes.errors))
    given = []
    for table in tables:
        of_row = np.sqrt((table.errors**2).sum(axis=1, keepdims=True))
        smoothed = _consistent(table) + of_row / table.shares.shape[1]
        given.append(smoothed / smoothed.sum(axis=1, keepdims=True))
    return NaiveBayes(prior / prior.sum(), tuple(given))


def combinations(tables: Sequence[Estimated]) -> int:
    """Returns the number of combinations of a class and one value of each feature; there is at least one table."""
    return int(len(tables[0].shares) * math.prod(table.shares.shape[1] for table in tables))


def foresight(classes: Estimated, tables: Sequence[Estimated], entropy: Entropy) -> Foresight:
    """Returns the expected accuracy of the model made from the estimates. Errors: ValueError for too many combinations
    of answers."""
    if (cells := combinations(tables)) > MOST_COMBINATIONS:
        raise ValueError(f"{cells} combinations of answers; at most {MOST_COMBINATIONS} are gone through")
    law, named = _law(classes, tables), _named(classes, tables)
    usual = int(law.sum(axis=1).argmax())
    people = _drawn_for(law, [table.shares.shape[1] for table in tables])
    too_much, missed, missed_gain = [], [], []
    for _ in range(SURVEYS):
        drawn = [_around(share, estimate, entropy) for share, estimate in zip(people, (classes, *tables), strict=True)]
        other, its_rule = _law(drawn[0], drawn[1:]), _named(drawn[0], drawn[1:])
        too_much.append(_right(its_rule, other) - _right(its_rule, law))
        missed.append(_extremes(other - law))
        missed_gain.append(_extremes(other - law - (other - law)[usual]))
    claimed, always = _right(named, law), float(law[usual].sum())
    by_luck = float(np.mean(too_much))
    return Foresight(
        _expected(claimed, by_luck, np.array(missed), (0, 1)),
        _expected(claimed - always, by_luck, np.array(missed_gain), (-always, 1 - always)),
    )


def expected_gain(classes: Estimated, tables: Sequence[Estimated], surveys: int, entropy: Entropy) -> float:
    """Returns how much more often than always naming the likeliest class the model is right, without limits; as
    `foresight`, of so many surveys drawn around the tables."""
    law, named = _law(classes, tables), _named(classes, tables)
    people = _drawn_for(law, [table.shares.shape[1] for table in tables])
    too_much = []
    for _ in range(surveys):
        drawn = [_around(share, estimate, entropy) for share, estimate in zip(people, (classes, *tables), strict=True)]
        its_rule = _named(drawn[0], drawn[1:])
        too_much.append(_right(its_rule, _law(drawn[0], drawn[1:])) - _right(its_rule, law))
    return _right(named, law) - float(law.sum(axis=1).max()) - float(np.mean(too_much))


def _consistent(table: Estimated) -> Floats:
    return onto_simplex(table.shares.ravel()).reshape(table.shares.shape)


def _law(classes: Estimated, tables: Sequence[Estimated]) -> Floats:
    """Returns consistent shares of people with each class and combination of values [classes, combinations], not
    smoothed."""
    given = []
    for table in tables:
        joint = _consistent(table)
        rows = joint.sum(axis=1, keepdims=True)
        # A class that seems empty gives no information, so its values are taken as equally likely.
        nobody = np.full_like(joint, 1 / joint.shape[1])
        given.append(np.divide(joint, rows, out=nobody, where=rows > 0))
    return _together(onto_simplex(classes.shares), given)


def _named(classes: Estimated, tables: Sequence[Estimated]) -> NDArray[np.int64]:
    """Returns the class that the model names for each combination of values."""
    model = crossed_naive_bayes(classes, tables)
    return np.asarray(_together(model.prior, model.conditionals).argmax(axis=0), dtype=np.int64)


def _together(prior: Floats, given: Sequence[Floats]) -> Floats:
    return reduce(
        lambda joint, table: (joint[:, :, None] * table[:, None, :]).reshape(len(joint), -1), given, prior[:, None]
    )


def _drawn_for(law: Floats, values: Sequence[int]) -> list[Floats]:
    """Returns the shares of the classes and the tables of people with this law."""
    whole = law.reshape(len(law), *values)
    others = [tuple(1 + place for place in range(len(values)) if place != kept) for kept in range(len(values))]
    return [law.sum(axis=1), *(np.asarray(whole.sum(axis=summed)) for summed in others)]


def _right(named: NDArray[np.int64], law: Floats) -> float:
    """Returns how often a rule names the class of somebody drawn from a law."""
    return float(law[named, np.arange(law.shape[1])].sum())


def _extremes(missed: Floats) -> tuple[float, float]:
    """Returns how much the rule that is overrated least and the one overrated most are; `missed` is [classes,
    combinations]."""
    return float(missed.min(axis=0).sum()), float(missed.max(axis=0).sum())


def _around(shares: Floats, estimate: Estimated, entropy: Entropy) -> Estimated:
    """Returns another survey's estimates: normal errors (Box, Muller), each as large as it is and together as at the
    head."""
    first, second = (entropy.words(2 * shares.size).reshape(2, *shares.shape) + 0.5) / _WORDS
    normals = np.sqrt(-2 * np.log(first)) * np.cos(2 * np.pi * second)
    for axes in ((0,), (1,)) if estimate.apart else (tuple(range(shares.ndim)),):
        normals = _adding_up_to_nothing(normals, axes)
    return Estimated(shares + estimate.errors * normals, estimate.errors, estimate.apart)


def _adding_up_to_nothing(normals: Floats, axes: tuple[int, ...]) -> Floats:
    """Returns normal draws corrected so that they sum to 0 along these axes, with their variance kept; along an axis of
    length 1 they stay."""
    together = math.prod(normals.shape[axis] for axis in axes)
    if together == 1:
        return normals
    return np.asarray((normals - normals.mean(axis=axes, keepdims=True)) / math.sqrt(1 - 1 / together))


def _expected(claimed: float, by_luck: float, missed: Floats, bounds: tuple[float, float]) -> Expected:
    least, most = np.quantile(missed[:, 0], _TAIL), np.quantile(missed[:, 1], 1 - _TAIL)
    low, high = np.clip([claimed - most, claimed - least], *bounds).tolist()
    return Expected(float(np.clip(claimed - by_luck, low, high)), low, high)
