"""The covariance of the estimates says how the shares of one question's answers move together.

Reports of one level are independent and alike, so the covariance of the estimates is that of one report's supports S
over n (p - q)^2. With P_i = q + f_i (p - q), the chance that a report supports answer i of share f_i, and s and t the
chances that it supports the true answer and a given other one, or two given others,

    E[S_i S_j] = t + (f_i + f_j) (s - t),  so  Cov(S_i, S_j) = t - q^2 + (f_i + f_j) a - (p - q)^2 f_i f_j

with a = s - t - q (p - q). Completing the square, that is c^2 less than -l_i l_j, where l = (p - q) f - a / (p - q) and
c^2 = q^2 - t - a^2 / (p - q)^2:

choice   s = t = 0: a report supports one answer only. Then c = 0 and l = P: the multinomial diag(P) - P P'.
bits     s = pq and t = q^2, as the bits are independent given the answer. Then c = 0 and l = (p - q) f: the noise falls
         out and what remains is that nobody gives two answers.
subset   its size is fixed, so answers drive each other out: c^2 > 0 if it holds more than one.
set      given the set the bits are independent, so Cov(S_i, S_j) = (p - q)^2 Cov(x_i, x_j) of the memberships x, and
         Cov(x_i, x_j) >= -f_i f_j. The formula of bits is then the least covariance there can be: it makes a difference
         of two options look at most too uncertain.
meeting  a set that holds i or j supports both with s, any other with t, and P(i or j held) >= (f_i + f_j) / 2, so with
         (s - t) / 2 for s - t the formula is at most the covariance there can be: as for a set.

numbers  like bits: the numbers are independent given the answer. Only their variance is another, the mechanism's own.

Each is a diagonal less outer products; over levels with weights w these add up with w^2.

Source: multinomial moments; Wang, Blocki, Li, Jha, USENIX Security 2017, for p and q. Proved in the tests by listing
every report.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Covariance:
    """A covariance is diag(`diagonal`) less the outer products of the rows of `less` with themselves: [k], [rows,
    k]."""

    diagonal: Floats
    less: Floats

    def between(self, weights: ArrayLike, other: ArrayLike) -> float:
        """Returns the covariance of two weighted sums of the estimates; the weights are [k]."""
        first, second = np.asarray(weights, dtype=np.float64), np.asarray(other, dtype=np.float64)
        return float((self.diagonal * first) @ second - (self.less @ first) @ (self.less @ second))

    @property
    def variances(self) -> Floats:
        """Returns the variance of each estimate: [k]."""
        return np.asarray(self.diagonal - (self.less**2).sum(axis=0))

    def of_sums(self, weights: ArrayLike) -> Floats:
        """Returns the variances of weighted sums of the estimates, whose weights are the rows [sums, k]: [sums]."""
        rows = np.asarray(weights, dtype=np.float64)
        return np.asarray(rows**2 @ self.diagonal - ((rows @ self.less.T) ** 2).sum(axis=1))

    @property
    def matrix(self) -> Floats:
        """Returns the covariance as a table [k, k], for few answers."""
        return np.asarray(np.diag(self.diagonal) - self.less.T @ self.less)

    def drawn(self, normals: Floats) -> Floats:
        """Draws normal vectors with this covariance and mean 0, from independent standard normals: [draws, k] of each.

        With d the diagonal and V the other part divided by the root of d, the covariance is d^(1/2) (1 - V V') d^(1/2).
        V V' has as many eigenvalues above 0 as `less` has rows, so the root of 1 - V V' takes the normals and changes
        them in so many directions; no matrix [k, k] is ever made.
        """
        root = np.sqrt(self.diagonal)
        directions, singular, _ = np.linalg.svd((self.less / root).T, full_matrices=False)
        taken_off = 1 - np.sqrt(np.maximum(1 - singular**2, 0.0))
        return np.asarray((normals - ((normals @ directions) * taken_off) @ directions.T) * root)

    def among(self, places: ArrayLike) -> "Covariance":
        """Returns the covariance of the estimates at these places alone."""
        chosen = np.asarray(places)
        return Covariance(self.diagonal[chosen], self.less[:, chosen])

    def summed(self, groups: Sequence[Sequence[int]]) -> "Covariance":
        """Returns the covariance of the sums over groups of answers; no answer is in two groups."""
        places = np.array(groups)
        return Covariance(self.diagonal[places].sum(axis=-1), self.less[:, places].sum(axis=-1))

    def of_difference(self, answer: int, other: int) -> float:
        """Returns the variance of the estimate of `answer` less that of `other`."""
        signs = np.zeros(len(self.diagonal))
        signs[answer], signs[other] = 1.0, -1.0
        return self.between(signs, signs)


def covariance(oracle: FrequencyOracle, shares: ArrayLike, reports: int) -> Covariance:
    """Returns the covariance of the estimates from people drawn at random from many with these shares (of a set: at
    most this).

    Shares of one answer a person must lie on the simplex; a raw estimate is taken there first.
    """
    if reports < 1:
        raise ValueError(f"there are {reports} reports; an estimate needs at least 1")
    estimates = np.asarray(shares, dtype=np.float64)
    stretch = float(oracle.p - oracle.q)
    lean, constant = _square(oracle)
    less = np.stack([stretch * estimates - lean, np.full_like(estimates, constant)])[: 1 + (constant > 0)]
    less = less / (np.sqrt(reports) * stretch)
    return Covariance(oracle.variance(estimates, reports) + (less**2).sum(axis=0), less)


def _square(oracle: FrequencyOracle) -> tuple[float, float]:
    """Returns a / (p - q) and c of the head of this file, from exact numbers: the differences of chances are small."""
    with_true, without = oracle.pair_support
    if oracle.one_held_is_enough:
        with_true = min(with_true, (with_true + without) / 2)
    stretch = oracle.p - oracle.q
    lean = (with_true - without - oracle.q * stretch) / stretch
    squared = oracle.q**2 - without - lean**2
    if squared < 0 and not oracle.one_held_is_enough:
        raise ValueError(f"answers of {oracle.slug} are supported together more often than this formula covers")
    return float(lean), math.sqrt(max(squared, Fraction(0)))


def pooled_covariance(parts: Sequence[Covariance], weights: Sequence[float]) -> Covariance:
    """Returns the covariance of the weighted sum of independent parts' estimates."""
    diagonal = np.sum([weight**2 * part.diagonal for part, weight in zip(parts, weights, strict=True)], axis=0)
    less = np.concatenate([weight * part.less for part, weight in zip(parts, weights, strict=True)])
    return Covariance(np.asarray(diagonal), less)
