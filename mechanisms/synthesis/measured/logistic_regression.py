"""This module is about a logistic regression on declared columns, learnt from rows that may be seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.lbfgs import minimum

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_TOLERANCE = 1e-6
_STEPS = 300
_AT_ONCE = 1 << 14  # So many rows are scored together; all at once, with many classes, would fill the memory.
_PLACES = 6  # Scores are compared to this many decimals, as the rest is rounding; of equal scores the first code wins.


@dataclass(frozen=True, kw_only=True, eq=False)
class LogisticRegression:
    """Scores of the classes are a sum: a number for the class, and one for each column's value.

    Guarantee    none of its own: what it learns from may be seen.
    Shapes       `weights` float64[values of all columns + 1, classes], the last line for the class alone; codes
                 uint16[n] a column; predicted int64[n], codes of the target.
    Error        the maximum of the likelihood with a ridge of 1 for all rows, as scikit-learn has by default. A class
                 that no row has is never predicted; where there is one class, it always is.
    Source       Hastie, Tibshirani, Friedman 2009, section 4.4; the ridge is that of section 18.3.
    """

    sizes: tuple[int, ...]
    classes: Integers
    weights: Floats

    def predicted(self, columns: Sequence[Codes]) -> Integers:
        """Returns the predicted class of each row. Errors: ValueError unless there is a column for each column of the
        training rows."""
        if len(columns) != len(self.sizes):
            raise ValueError(f"{len(columns)} columns; this was learnt from {len(self.sizes)}")
        places = _places(columns, self.sizes)
        predictions = np.empty(len(columns[0]), dtype=np.int64)
        for first in range(0, len(predictions), _AT_ONCE):
            of_some = [place[first : first + _AT_ONCE] for place in places]
            scores = np.round(_scores(of_some, self.weights, len(of_some[0])), _PLACES)
            predictions[first : first + _AT_ONCE] = self.classes[np.argmax(scores, axis=1)]
        return predictions


def learnt(columns: Sequence[Codes], sizes: Sequence[int], target: Codes) -> LogisticRegression:
    """Learns a logistic regression. Errors: ValueError without a column to learn from, without a row, or with columns
    of several lengths."""
    if not columns or len(columns) != len(sizes):
        raise ValueError(f"{len(columns)} columns of {len(sizes)} sizes; it takes at least one to predict from")
    if not len(target) or any(len(column) != len(target) for column in columns):
        raise ValueError("there is no row to learn from, or columns are not all of one length")
    classes, known = np.unique(target, return_inverse=True)
    values = sum(sizes) + 1
    places, rows, shape = _places(columns, sizes), len(target), (values, len(classes))
    truth = np.zeros((rows, len(classes)))
    truth[np.arange(rows), known] = 1.0
    ridge = np.full((values, 1), 1 / rows)
    ridge[-1] = 0  # The intercept of a class has no penalty.

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        scores = _scores(places, weights, rows)
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        sums = shares.sum(axis=1, keepdims=True)
        value = float((np.log(sums[:, 0]) - (scores * truth).sum(axis=1)).mean() + (ridge * weights**2).sum() / 2)
        return value, (_slope(places, shares / sums - truth, shape) + ridge * weights).ravel()

    weights = np.zeros(shape)
    if len(classes) > 1:
        weights = minimum(loss, weights.ravel(), tolerance=_TOLERANCE, steps=_STEPS).reshape(shape)
    return LogisticRegression(sizes=tuple(sizes), classes=classes.astype(np.int64), weights=weights)


def _places(columns: Sequence[Codes], sizes: Sequence[int]) -> list[Integers]:
    """Returns where in the weights each row's value of a column is."""
    if any(column.size and int(column.max()) >= size for column, size in zip(columns, sizes, strict=True)):
        raise ValueError("a code is beyond the size of its column")
    starts = np.cumsum([0, *sizes[:-1]])
    return [column.astype(np.int64) + start for column, start in zip(columns, starts, strict=True)]


def _scores(places: Sequence[Integers], weights: Floats, rows: int) -> Floats:
    scores = np.repeat(weights[-1:], rows, axis=0)
    for place in places:
        scores += weights[place]
    return scores


def _slope(places: Sequence[Integers], wrong: Floats, shape: tuple[int, int]) -> Floats:
    slope = np.zeros(shape)
    for of_class in range(shape[1]):
        off = wrong[:, of_class]
        for place in places:
            slope[:, of_class] += np.bincount(place, weights=off, minlength=shape[0])
        slope[-1, of_class] = off.sum()
    return slope / len(wrong)
