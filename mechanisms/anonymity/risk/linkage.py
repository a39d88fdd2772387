"""This module is about an attack played out: somebody knows the quasi-identifiers of people and looks for their rows in
the release."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy, uniform_below

Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Linkage:
    """This is the result of a simulated linkage. `hits` of `targets` were guessed right; `expected` is the same without
    the luck of the draw."""

    targets: int
    hits: int
    expected: float

    @property
    def standard_error(self) -> float:
        """Returns the standard error of found / targets, at most: half a root of the number of targets."""
        return float(0.5 / np.sqrt(self.targets))


def matching_classes(people: ArrayLike, classes: ArrayLike, covers: Sequence[Flags]) -> Flags:
    """Returns which classes each person may be in, [people, classes].

    `people` [people, columns] are codes of what is known, `classes` [classes, columns] of what is written; `covers` of
    a column [written, known] says which known values a written one stands for. A flag a pair: ask for some thousand.
    """
    known, written = np.asarray(people), np.asarray(classes)
    if known.ndim != 2 or written.ndim != 2 or not known.shape[1] == written.shape[1] == len(covers):
        raise ValueError("people, classes and covers must be of the same columns")
    matches = np.ones((len(known), len(written)), dtype=np.bool_)
    for column, table in enumerate(covers):
        matches &= np.asarray(table, dtype=np.bool_)[written[:, column]][:, known[:, column]].T
    return matches


def simulated_linkage(*, matches: Flags, sizes: ArrayLike, own: ArrayLike, targets: int, entropy: Entropy) -> Linkage:
    """Simulates a linkage attack. `targets` people are drawn without replacement; for each one row is drawn among all
    that may be theirs.

    `matches` [people, classes] as above, `sizes` rows of each class, `own` the class where each person really is, or -1
    for somebody who is not in the release and cannot be found. A draw is right with a chance of 1 / rows that match.
    """
    rows, home = np.asarray(sizes, dtype=np.int64), np.asarray(own, dtype=np.int64)
    if matches.shape != (len(home), len(rows)) or not 1 <= targets <= len(home):
        raise ValueError(f"targets is {targets}; it is from 1 to the {len(home)} people, matches is [people, classes]")
    fitting = matches @ rows
    chosen = np.arange(len(home))
    hits, expected = 0, 0.0
    for drawn in range(targets):
        swap = drawn + uniform_below(len(home) - drawn, entropy)
        chosen[[drawn, swap]] = chosen[[swap, drawn]]
        person = chosen[drawn]
        if home[person] >= 0 and matches[person, home[person]]:
            hits += uniform_below(int(fitting[person]), entropy) == 0
            expected += 1 / float(fitting[person])
    return Linkage(targets=targets, hits=hits, expected=expected)
