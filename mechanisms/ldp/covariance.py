"""How the estimates of one question's answers move together.

Reports of one level are independent and alike, so the covariance of the estimates is that of one report's supports S
over n (p - q)^2. With P_i = q + f_i (p - q), the chance that a report supports answer i of share f_i:

choice   a report supports one answer only: E[S_i S_j] = 0 for i != j, so Cov(S) = diag(P) - P P'.
bits     given the answer v the bits are independent: E[S_i S_j] = pq if v is i or j, else q^2. Summed over v,
         E[S_i S_j] = q^2 + (f_i + f_j) q (p - q), hence Cov(S_i, S_j) = -(p - q)^2 f_i f_j: the noise falls out and
         what remains is that nobody gives two answers. So Cov(S) = diag(P (1 - P) + (p - q)^2 f^2) - (p - q)^2 f f'.
set      given the set the bits are independent, so Cov(S_i, S_j) = (p - q)^2 Cov(x_i, x_j) of the memberships x, and
         Cov(x_i, x_j) >= -f_i f_j. The formula of bits is then the least covariance there can be: it makes a difference
         of two options look at most too uncertain.

Each is a diagonal less one outer product; over levels with weights w these add up with w^2, one outer product a level.

Source: multinomial moments; Wang, Blocki, Li, Jha, USENIX Security 2017, for p and q. Proved in the tests by listing
every report.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Covariance:
    """diag(`diagonal`) less the outer products of the rows of `less` with themselves: [k], [levels, k]."""

    diagonal: Floats
    less: Floats

    def between(self, one: ArrayLike, other: ArrayLike) -> float:
        """Of two weighted sums of the estimates; the weights are [k]."""
        first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
        return float((self.diagonal * first) @ second - (self.less @ first) @ (self.less @ second))

    def summed(self, groups: Sequence[Sequence[int]]) -> "Covariance":
        """Of the sums over groups that share no answer: they move together in the same way."""
        places = np.array(groups)
        return Covariance(self.diagonal[places].sum(axis=-1), self.less[:, places].sum(axis=-1))

    def of_difference(self, one: int, other: int) -> float:
        """The variance of the estimate of answer `one` less that of answer `other`."""
        signs = np.zeros(len(self.diagonal))
        signs[one], signs[other] = 1.0, -1.0
        return self.between(signs, signs)


def covariance(oracle: FrequencyOracle, shares: ArrayLike, reports: int) -> Covariance:
    """Of the estimates from reports of people drawn at random from many with these shares (of a set: at most this).

    Shares of one answer a person must lie on the simplex; a raw estimate is taken there first.
    """
    if reports < 1:
        raise ValueError(f"there are {reports} reports; an estimate needs at least 1")
    found = np.asarray(shares, dtype=np.float64)
    stretch = float(oracle.p - oracle.q)
    supported = float(oracle.q) + found * stretch
    if oracle.shape == "choice":
        diagonal, less = supported, supported
    else:
        diagonal, less = supported * (1 - supported) + stretch**2 * found**2, stretch * found
    return Covariance(diagonal / (reports * stretch**2), (less / (np.sqrt(reports) * stretch))[None, :])


def pooled_covariance(parts: Sequence[Covariance], weights: Sequence[float]) -> Covariance:
    """Of the weighted sum of independent parts' estimates."""
    diagonal = np.sum([weight**2 * part.diagonal for part, weight in zip(parts, weights, strict=True)], axis=0)
    less = np.concatenate([weight * part.less for part, weight in zip(parts, weights, strict=True)])
    return Covariance(np.asarray(diagonal), less)
