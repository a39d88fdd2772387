"""NO GUARANTEE: this is the micro-aggregation with Gaussians of a textbook, to be looked at beside one that has a
guarantee.

Zhuang, Chang, Samaraweera, "Privacy-Preserving Machine Learning", chapter 6, call its rows differentially private. They
are not: clusters are found in the raw rows of each class, so that one changed row changes many of them; which columns
go together, their smallest and largest numbers, the class of every row and how many there are come from the rows
without noise; and a covariance is drawn again from the raw one until it is positive. Nothing of the platform may import
this; the rows that it makes are for demonstration data, and there is no cost that a ledger could be charged.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals
from mechanisms.synthesis.gaussian.chance import even
from mechanisms.synthesis.gaussian.declared import Floats, Integers
from mechanisms.synthesis.gaussian.normals import root

MOST_DRAWS = 128  # A covariance is drawn at most this often until it is positive; the publication sets no limit.

Distances = Callable[[Floats, Floats], Floats]
Furthest = Callable[[Floats], np.intp]


@dataclass(frozen=True, kw_only=True, eq=False)
class Demonstration:
    """A demonstration uses public or made-up people, never those of a data set under lock: `source` names who published
    or made them.

    `numbers` float64[rows, columns], `labels` [rows].
    """

    numbers: Floats
    labels: Integers
    source: str

    def __post_init__(self) -> None:
        if not self.source.strip():
            raise ValueError("the source of demonstration data is not named; only public or made-up rows may be shown")
        if self.numbers.ndim != 2 or len(self.numbers) != len(self.labels) or not np.isfinite(self.numbers).all():
            raise ValueError("demonstration data are rows of finite numbers and a class for each row")


@dataclass(frozen=True, kw_only=True)
class MicroaggregatedGaussians:
    """This synthesis is not private: there is no guarantee, whatever `epsilon` says. `sets` is how many sets of columns
    are formed."""

    name: ClassVar[str] = "Micro-aggregated Gaussians as published (no guarantee)"
    guarantee: ClassVar[None] = None
    is_taught: ClassVar[bool] = True

    least: int
    epsilon: float
    sets: int

    def __post_init__(self) -> None:
        if self.least < 2 or self.sets < 1 or not self.epsilon > 0:
            raise ValueError("clusters have at least 2 rows, columns form at least 1 set, and epsilon is above 0")

    def as_described(self, people: Demonstration, entropy: Entropy) -> Demonstration:
        """Returns rows made as the publication's text describes; each row keeps its position and its class."""
        return self._synthetic(people, _Variant(people.numbers.shape[1], euclidean, np.argmax, lambda _: 1.0), entropy)

    def as_coded(self, people: Demonstration, entropy: Entropy) -> Demonstration:
        """Returns rows made as the published code has it.

        Noise is smaller by the number of rows, what is no distance is taken for one, its minimum stands in place of the
        maximum, and the last column is copied.
        """
        copied = people.numbers.shape[1] - 1
        return self._synthetic(people, _Variant(copied, root_of_squares, np.argmin, lambda rows: 1 / rows), entropy)

    def _synthetic(self, people: Demonstration, variant: "_Variant", entropy: Entropy) -> Demonstration:
        low, high = people.numbers.min(axis=0), people.numbers.max(axis=0)
        widths = np.where(high > low, high - low, 1.0)
        scaled = 2 * (people.numbers - low) / widths - 1
        numbers = people.numbers.copy()
        for columns in related(scaled[:, : variant.columns], self.sets):
            for label in np.unique(people.labels):
                inside = np.flatnonzero(people.labels == label)
                among = scaled[np.ix_(inside, columns)]
                for cluster in clusters(among, self.least, variant.distances, variant.furthest):
                    scale = variant.factor(len(inside)) * 2 * len(columns) / (len(cluster) * self.epsilon)
                    drawn = _noisy_normal(among[cluster], scale, entropy)
                    numbers[np.ix_(inside[cluster], columns)] = low[columns] + (drawn + 1) / 2 * widths[columns]
        return replace(people, numbers=numbers)


@dataclass(frozen=True)
class _Variant:
    """This is a variant of the published method. `columns` are synthesised, the others copied; `factor` of the rows of
    a class multiplies the noise."""

    columns: int
    distances: Distances
    furthest: Furthest
    factor: Callable[[int], float]


def related(scaled: Floats, sets: int) -> list[Integers]:
    """Returns columns joined by average linkage on 1 - |correlation|, without noise, until `sets` are left."""
    varied = scaled.std(axis=0) > 0
    correlation = np.zeros((scaled.shape[1], scaled.shape[1]))
    correlation[np.ix_(varied, varied)] = np.corrcoef(scaled[:, varied], rowvar=False)
    joined = [[column] for column in range(scaled.shape[1])]
    while len(joined) > sets:
        pairs = [(first, other) for first in range(len(joined)) for other in range(first)]
        first, other = max(pairs, key=lambda pair: np.abs(correlation[np.ix_(joined[pair[0]], joined[pair[1]])]).mean())
        joined[other] += joined.pop(first)
    return [np.array(sorted(group), dtype=np.int64) for group in joined]


def clusters(scaled: Floats, least: int, distances: Distances, furthest: Furthest) -> list[Integers]:
    """Returns clusters of rows, at least `least` each: the nearest to the row furthest from the centre, then those
    nearest to the row furthest from that one, again and again (MDAV, Domingo-Ferrer and Torra 2005)."""
    left, groups = np.arange(len(scaled)), []

    def taken(near: Floats) -> None:
        nonlocal left
        order = np.argsort(distances(scaled[left], near), kind="stable")
        groups.append(left[order[:least]])
        left = np.sort(left[order[least:]])

    while len(left) >= 3 * least:
        first = scaled[left][furthest(distances(scaled[left], scaled[left].mean(axis=0)))]
        other = scaled[left][furthest(distances(scaled[left], first))]
        taken(first)
        taken(other)
    if len(left) >= 2 * least:
        taken(scaled[left][furthest(distances(scaled[left], scaled[left].mean(axis=0)))])
    return [*groups, left]


def euclidean(rows: Floats, centre: Floats) -> Floats:
    return np.asarray(np.sqrt(((rows - centre) ** 2).sum(axis=1)))


def root_of_squares(rows: Floats, centre: Floats) -> Floats:
    """Returns the number that the published code takes for a distance; between a row and itself it is not 0."""
    return np.asarray(np.sqrt(rows**2 + centre**2).sum(axis=1))


def _noisy_normal(rows: Floats, scale: float, entropy: Entropy) -> Floats:
    """Returns rows of a normal distribution, as many, with Laplace noise on its mean and covariance.

    The covariance is drawn again from the raw one until it is positive.
    """
    many, columns = rows.shape
    mean = rows.mean(axis=0) + _laplace(1, columns, entropy)[0] * scale
    raw = np.atleast_2d(np.cov(rows, rowvar=False, bias=True))
    noise = scale * _laplace(MOST_DRAWS, columns**2, entropy).reshape(MOST_DRAWS, columns, columns)
    tried = raw + np.triu(noise) + np.triu(noise, 1).transpose(0, 2, 1)
    positive = np.flatnonzero(np.linalg.eigvalsh(tried)[:, 0] > 0)
    spread = root(tried[positive[0] if len(positive) else 0])
    return np.asarray(mean + standard_normals(many, columns, entropy) @ spread)


def _laplace(rows: int, columns: int, entropy: Entropy) -> Floats:
    """Returns Laplace noise of scale 1 in floating-point numbers, whose last digits undo it: a reason more to release
    none."""
    centred = even(rows, columns, entropy) - 0.5
    return np.asarray(-np.sign(centred) * np.log1p(-2 * np.abs(centred)))
