"""The outcome of an attack says what it achieved on people who were drawn, beside what a guess without the release
achieves on them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ERRORS_ALLOWED = 3.0  # standard errors above a promise; a kept promise is found broken once in 700 attacks


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """An outcome holds shares of the attacked people, 0 to 1.

    success         of whom the attacker was right with the release
    without         of whom he is right without it, knowing all else that he knows
    standard_error  of success - without, both being of the same people
    """

    people: int
    success: float
    without: float
    standard_error: float

    @property
    def advantage(self) -> float:
        return self.success - self.without

    def within(self, promised: float) -> bool:
        """Returns whether success is at most what a model promises, give or take the errors of that many people
        drawn."""
        if not 0 <= promised <= 1:
            raise ValueError(f"promised is {promised}; a chance lies in 0 to 1")
        return self.success <= promised + ERRORS_ALLOWED * float(np.sqrt(promised * (1 - promised) / self.people))


def outcome(right: ArrayLike, without: ArrayLike) -> Outcome:
    """Returns the outcome of one figure a person: whether he was right, or his chance of it. ValueError for fewer than
    two."""
    hits = np.asarray(right, dtype=np.float64)
    others = np.broadcast_to(np.asarray(without, dtype=np.float64), hits.shape)
    if hits.ndim != 1 or len(hits) < 2:
        raise ValueError("an attack on fewer than two people has no standard error")
    difference = hits - others
    return Outcome(
        people=len(hits),
        success=float(hits.mean()),
        without=float(others.mean()),
        standard_error=float((difference - difference[0]).std(ddof=1) / np.sqrt(len(hits))),
    )


def drawn(rows: int, people: int, entropy: Entropy) -> Integers:
    """Returns the places of `people` different rows, in the order in which they were drawn."""
    if not 1 <= people <= rows:
        raise ValueError(f"people is {people}; from 1 to the {rows} rows can be drawn")
    return np.argsort(entropy.words(rows), kind="stable")[:people].astype(np.int64, copy=False)


def surest(chances: Floats | Integers, people: int) -> Integers:
    """Returns the places of the people of whom the attacker is surest; among equals, those who stand first."""
    if not 1 <= people <= len(chances):
        raise ValueError(f"the attacker picks {people}; from 1 to the {len(chances)} people he knows")
    return np.argsort(-chances, kind="stable")[:people].astype(np.int64, copy=False)
