"""Beta-likeness limits how much more frequent a sensitive value may become in a class than it is in the whole.

Source: Cao, Karras 2012, doi 10.14778/2350229.2350255.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mechanisms.anonymity.classes import Booleans, Classes
from mechanisms.anonymity.models.model import Asking, Exact, decimal, exact
from mechanisms.anonymity.models.whole_numbers import at_most
from mechanisms.common.thresholds import log_rounded_up

_UNIT = Fraction(1, 10**12)


@dataclass(frozen=True, init=False)
class BasicLikeness(Asking):
    """No value is more frequent in a class than (1 + beta) times its share of the whole."""

    column: str
    beta: Fraction

    def __init__(self, column: str, beta: Exact) -> None:
        most = exact("beta", beta)
        if most <= 0:
            raise ValueError(f"beta is {beta}; it is more than 0")
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "beta", most)

    def words(self) -> str:
        return f"basic {decimal(self.beta)}-like in {self.column}"

    def holds(self, classes: Classes, whole: Classes) -> Booleans:
        here, overall = classes.counts(self.column), whole.counts(self.column)[0]
        verdicts = np.ones(len(here), dtype=bool)
        for value, of_all in enumerate(overall.tolist()):
            limit = (1 + self._gain(of_all, int(whole.sizes[0]))) * Fraction(of_all, int(whole.sizes[0]))
            verdicts &= at_most(1 / limit, here[:, value], classes.sizes) if limit else here[:, value] == 0
        return verdicts

    def _gain(self, of_all: int, rows: int) -> Fraction:  # noqa: ARG002 - the enhanced one needs them
        return self.beta


class EnhancedLikeness(BasicLikeness):
    """Enhanced likeness is basic likeness in which a value of share p also gains at most log(1 / p), so that none
    becomes certain.

    Departures   log(1 / p) is rounded down to twelve decimals.
    """

    def words(self) -> str:
        return f"enhanced {decimal(self.beta)}-like in {self.column}"

    def _gain(self, of_all: int, rows: int) -> Fraction:
        return min(self.beta, _log_rounded_down(Fraction(rows, of_all))) if of_all else self.beta


def _log_rounded_down(ratio: Fraction) -> Fraction:
    return max(Fraction(log_rounded_up(ratio)) - _UNIT, Fraction(0))
