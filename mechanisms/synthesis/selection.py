"""The selection says which marginal to measure next: the one about which the model is most wrong, chosen with
privacy."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import pi, sqrt

import numpy as np

from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.synthesis.budget import Purse, selection_epsilon
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import Integers
from mechanisms.synthesis.model import Floats

UNIT = 1 << 16  # Scores are whole numbers of 1 / UNIT, since the counts of a model are fractions.
NOISE_TAKEN = 0.5  # A model keeps about this part of the error that noise adds to a measured marginal.


def score(counts: Integers, expected: Floats, *, weight: int, sigma: float) -> int:
    """Returns weight (|counts - expected|_1 - half of what noise of sigma would add to that), in 1 / UNIT.

    `expected` is what the model says, which is known already. A row that is added or removed changes one count by 1,
    so a score changes by at most weight UNIT. It may rise or fall, of two candidates one may rise while the other
    falls: scores are not monotonic, and to declare them so would spend four times the rho.
    """
    errors = np.abs(counts * UNIT - np.rint(expected * UNIT).astype(np.int64))
    return weight * (int(errors.sum()) - round(NOISE_TAKEN * noise_of(sigma, counts.size) * UNIT))


def noise_of(sigma: float, cells: int) -> float:
    """Returns the expected sum of the absolute errors of so many cells."""
    return sqrt(2 / pi) * sigma * cells


def choice(rho: Decimal, most_weight: int) -> ExponentialMechanism:
    """Returns the mechanism that chooses among scores of at most this weight: its range is bounded, which costs a
    quarter of the rho of permute-and-flip."""
    return ExponentialMechanism(epsilon=selection_epsilon(rho), sensitivity=most_weight * UNIT, monotonic=False)


def chosen(scores: Mapping[Attributes, int], *, most_weight: int, rho: Decimal, purse: Purse) -> Attributes | None:
    """Draws one of the candidates, or None: the choice that nothing is worth measuring has the score 0."""
    candidates: Sequence[Attributes] = list(scores)
    mechanism = choice(rho, most_weight)
    purse.spend("choosing", mechanism.cost())
    place = mechanism.release(np.array([0, *scores.values()], dtype=np.int64))
    return candidates[place - 1] if place else None
