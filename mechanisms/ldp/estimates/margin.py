"""A margin is one question read from the reports of a field that may hold several questions.

Two questions whose pair is planned are perturbed as one answer of a domain of pairs. The first question's answer is
then a group of the field's answers: all pairs that begin with it. A question alone in its field has groups of one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.intervals import normal_quantile
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Packed

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Margin:
    """A margin is made of groups of equal size b of a field's answers; a report supports a group once for each answer
    of it.

    Given an answer of the group the mean support is p + (b - 1) q, else b q: they differ by p - q whatever b is. So
    the estimate of a group is the sum of its answers' estimates, and its variance for one report is
    noise + slope * share - share^2 with two constants of the mechanism, which follow from how often it supports two
    answers together. A choice names one answer at most, so its support is 0 or 1.
    """

    oracle: FrequencyOracle
    groups: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        named = [answer for group in self.groups for answer in group]
        if len({len(group) for group in self.groups}) != 1 or not named:
            raise ValueError(f"the groups hold {[len(group) for group in self.groups]} answers; all hold equally many")
        if len(set(named)) != len(named) or not set(named) <= set(range(self.oracle.answers)):
            raise ValueError(f"each of the {self.oracle.answers} answers stands in at most one group")

    @property
    def answers(self) -> int:
        return len(self.groups)

    @property
    def size(self) -> int:
        """Returns how many answers of the field one group has."""
        return len(self.groups[0])

    @property
    def stretch(self) -> float:
        return float(self.oracle.p - self.oracle.q)

    @property
    def outside(self) -> float:
        """Returns the mean support that a report gives a group when the respondent's answer lies in another group."""
        return self.size * float(self.oracle.q)

    @property
    def most(self) -> int:
        """Returns the largest support that one report can give to a group."""
        return min(self.size, self.oracle.channel.most_supported)

    @property
    def exclusive(self) -> bool:
        """Returns whether a report names one answer only, so that it never supports two groups."""
        return not any(self.oracle.pair_support)

    @cached_property
    def noise(self) -> tuple[float, float]:
        """Returns the variance of one report's estimate of a group: for a person in another group, and for one in this
        group."""
        p, q = self.oracle.p, self.oracle.q
        with_true, without = self.oracle.pair_support
        others = self.size - 1
        # The variances of one answer when it is not given and when it is given. The mechanism computes them, as a
        # support may be a number with noise.
        free, true = (float(self.oracle.variance(share, 1)) for share in (0.0, 1.0))
        together = float(without - q**2) / self.stretch**2
        with_given = float(with_true - p * q) / self.stretch**2
        outside = self.size * (free + others * together)
        return outside, true + others * (free + 2 * with_given + (others - 1) * together)

    def supports(self, counts: ArrayLike) -> Floats:
        """Returns the counts of a field, or of one report of it, summed over each group: [..., answers]."""
        return np.asarray(np.asarray(counts)[..., np.array(self.groups)].sum(axis=-1))

    def read(self, packed: Packed) -> NDArray[np.int64]:
        """Returns how far each report supports each group: [people, answers]."""
        return np.asarray(self.supports(self.oracle.channel.supports(packed).astype(np.int64)))

    def estimate(self, counts: ArrayLike, reports: int) -> Floats:
        """Returns unbiased shares; they may lie outside [0, 1] and need not sum to one."""
        return self.supports(self.oracle.estimate(counts, reports))

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of a group's estimate at this share, when respondents are drawn at random from many
        people."""
        if self.size == 1:
            return self.oracle.variance(share, reports)
        shares = np.asarray(share, dtype=np.float64)
        outside, inside = self.noise
        return np.asarray((outside + shares * (inside - outside) + shares * (1 - shares)) / reports)

    def interval(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:
        """Returns Wilson's limits, for groups too: the shares at which the estimate lies z standard errors away:
        [answers, 2].

        Where a group is one answer this is Wilson's interval mapped to shares.
        """
        if self.size == 1:
            return self.oracle.interval(counts, reports, confidence)[[group[0] for group in self.groups]]
        z2 = normal_quantile(confidence) ** 2 / reports
        outside, inside = self.noise
        estimates = self.estimate(counts, reports)
        slope = inside - outside + 1
        centre = estimates + z2 * slope / 2
        spread = np.sqrt(np.maximum(centre**2 - (1 + z2) * (estimates**2 - z2 * outside), 0))
        return np.stack([centre - spread, centre + spread], axis=-1) / (1 + z2)


def alone(oracle: FrequencyOracle) -> Margin:
    """Returns the margin of a question that has its field for itself."""
    return Margin(oracle, tuple((answer,) for answer in range(oracle.answers)))


def of_pair(oracle: FrequencyOracle, answers: Sequence[int]) -> tuple[Margin, Margin]:
    """Returns the two questions of a field whose answers are pairs, the second question's answer changing fastest."""
    first, second = answers
    if math.prod(answers) != oracle.answers:
        raise ValueError(f"{first} times {second} pairs are not the {oracle.answers} answers of the field")
    rows = tuple(tuple(range(value * second, (value + 1) * second)) for value in range(first))
    columns = tuple(tuple(range(other, first * second, second)) for other in range(second))
    return Margin(oracle, rows), Margin(oracle, columns)
