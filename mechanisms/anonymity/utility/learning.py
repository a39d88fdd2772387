"""These figures say whether a model that learns from a release is right about the people of the original."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.anonymity.utility.released import ReleasedColumn

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Learned:
    """The result holds shares of tested people whose label is foretold: from the release, from the original, by the
    commonest label."""

    from_release: float
    from_original: float
    commonest: float


def learned(columns: Sequence[ReleasedColumn], labels: ArrayLike, tested: ArrayLike) -> Learned:
    """Trains naive Bayes on the rows that are not `tested` (a flag each), then tests it on original values alone.

    A written value adds to each original it stands for an equal part of a person; every cell has one person more, so
    that nothing is impossible. Labels are whole numbers from 0. ValueError where nobody is left to train or to test.
    """
    given, held_out = np.asarray(labels), np.asarray(tested)
    if held_out.dtype != np.bool_ or not 0 < held_out.sum() < len(held_out) or held_out.shape != given.shape:
        raise ValueError("tested must be a flag for each label, some of them true and some not")
    if not columns or any(column.rows != len(given) for column in columns):
        raise ValueError("columns must be of the same rows as the labels, and at least one")
    if given.dtype.kind not in "iu" or given.min() < 0:
        raise ValueError("labels must be whole numbers from 0")
    train, classes = ~held_out, int(given.max()) + 1
    prior = np.bincount(given[train], minlength=classes) + 1.0
    truth = given[held_out]
    release = original = np.log(prior / prior.sum())[:, None]
    for column in columns:
        seen = column.original[held_out]
        written = _table(given[train], column.released[train], classes, len(column.covers)) @ column.spread()
        release = release + _log_chances(written)[:, seen]
        plain = _table(given[train], column.original[train], classes, column.covers.shape[1])
        original = original + _log_chances(plain)[:, seen]
    return Learned(
        from_release=float((release.argmax(axis=0) == truth).mean()),
        from_original=float((original.argmax(axis=0) == truth).mean()),
        commonest=float((prior.argmax() == truth).mean()),
    )


def _table(labels: NDArray[np.int64], codes: NDArray[np.int64], classes: int, many: int) -> Floats:
    return np.asarray(
        np.bincount(labels * many + codes, minlength=classes * many).reshape(classes, many), dtype=np.float64
    )


def _log_chances(people: Floats) -> Floats:
    return np.asarray(np.log((people + 1) / (people + 1).sum(axis=1, keepdims=True)))
