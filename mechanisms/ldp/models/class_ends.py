"""Numbers and their squares in each class are reported as an end of their range, drawn at random, together with the
class."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.covariance import covariance
from mechanisms.ldp.models.class_moments import Bounded, ClassMoments
from mechanisms.ldp.models.joint_answers import JointAnswers, JointCounts
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Packed
from mechanisms.ldp.shapes.drawn_words import rows_of_words

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class _EndVariances:
    """These are the variances of one number's shares [classes, 2], and of the sum and the difference of each class's
    two shares [classes]."""

    shares: Floats
    sums: Floats
    differences: Floats


@dataclass(frozen=True, kw_only=True)
class ClassEnds:
    """A person's numbers and class are perturbed together: each number, and each square, goes to an end of its range by
    a rounding right on average; then `JointAnswers`.

    So a pair is one of 2 * classes answers, whatever `oracle` perturbs it, and its guarantee is that of `JointAnswers`:
    epsilon-LDP for the class and all numbers together. `spoken_of` of the 2 * len(numbers) numbers and squares are
    drawn: 1 is "one sampled feature", all of them "everything, with epsilon split".

    Source: Yilmaz, Al-Rubaie, Chang 2019, arXiv:1905.01039, sec. 4.2, for class-wise moments; Duchi, Jordan, Wainwright
    2018 for the ends. Departure: there the number stands at its class's place in a list of noughts, and each place gets
    Laplace noise 2 / epsilon, a variance of 8 / epsilon^2. Here the two shares of a class, with optimized unary
    encoding, have about that together for small epsilon and far less for large, and hold the class's share too.

    The two shares of a class are estimated from the same reports. Where it is known how they move together
    (`oracle.pairs_alike`) the errors of numbers and of the classes are standard errors; with Hadamard response and with
    local hashing they are upper bounds, as if the two erred in step.

    A share estimated below 0 has the error of a share of 0, so next to 0 an error is on average too large: by up to a
    quarter where noise brings fewer than one report to such a share, by less than a twentieth from 20 such reports on.
    """

    oracle: type[FrequencyOracle]
    classes: int
    numbers: tuple[Bounded, ...]
    epsilon: Decimal | str
    spoken_of: int = 1

    def __post_init__(self) -> None:
        _ = self.joint  # The joint mechanism refuses impossible parameters.

    @cached_property
    def joint(self) -> JointAnswers:
        """Returns the joint answers of numbers first, then their squares; each has the values 0, the lower end, and
        1."""
        return JointAnswers(
            oracle=self.oracle,
            classes=self.classes,
            values=(2,) * (2 * len(self.numbers)),
            epsilon=self.epsilon,
            spoken_of=self.spoken_of,
        )

    @cached_property
    def grids(self) -> tuple[Grid, ...]:
        first = [Grid(low=number.low, high=number.high, steps=1) for number in self.numbers]
        return (*first, *(Grid(low=0, high=number.width**2, steps=1) for number in self.numbers))

    def ends(self, numbers: ArrayLike, entropy: Entropy) -> Integers:
        """Draws the ends of each person's numbers and squares [people, 2 * numbers], also of those that no report will
        cover."""
        given = np.asarray(numbers)
        if given.ndim != 2 or given.shape[1] != len(self.numbers):
            raise ValueError(f"answers are rows of {len(self.numbers)} whole numbers, a row for each person")
        checked = [grid.numbers(given[:, place]) for place, grid in enumerate(self.grids[: len(self.numbers)])]
        squares = [
            (2 * value - number.low - number.high) ** 2 for value, number in zip(checked, self.numbers, strict=True)
        ]
        words = rows_of_words(len(given), [grid.bound for grid in self.grids], entropy)
        columns = [
            grid.rounded(value, words[:, place])
            for place, (grid, value) in enumerate(zip(self.grids, checked + squares, strict=True))
        ]
        return np.stack(columns, axis=1)

    def perturb_many(self, labels: ArrayLike, numbers: ArrayLike, entropy: Entropy) -> tuple[Packed, ...]:
        """Returns the reports of labels [people] from 0 on and numbers [people, numbers], whole, within their
        bounds."""
        return self.joint.perturb_many(labels, self.ends(numbers, entropy), entropy)

    def count(self, batches: Sequence[Packed]) -> JointCounts:
        return self.joint.count(batches)

    def moments(self, counts: JointCounts) -> ClassMoments:
        shares, size = self.joint.shares(counts), len(self.numbers)
        variances = [
            self._variances(oracle, joint, heard)
            for oracle, joint, heard in zip(self.joint.oracles, shares, counts.reports, strict=True)
        ]
        widths = np.array([number.width for number in self.numbers], dtype=np.float64)[:, None]
        class_shares = self.joint.class_shares(counts)
        return ClassMoments(
            shares=class_shares,
            first=np.stack([joint[:, 1] - joint[:, 0] for joint in shares[:size]]) * widths,
            second=np.stack([joint[:, 1] for joint in shares[size:]]) * widths**2,
            share_error=self._share_error(class_shares, variances, counts),
            first_errors=np.sqrt(np.stack([variance.differences for variance in variances[:size]])) * widths,
            second_errors=np.sqrt(np.stack([variance.shares[:, 1] for variance in variances[size:]])) * widths**2,
        )

    def _variances(self, oracle: FrequencyOracle, joint: Floats, heard: int) -> _EndVariances:
        shares = _possible(joint).ravel()
        if not oracle.pairs_alike:
            alone = oracle.variance(shares, heard).reshape(joint.shape)
            in_step = np.sqrt(alone).sum(axis=1) ** 2
            return _EndVariances(alone, in_step, in_step)
        together = covariance(oracle, shares, heard)
        alone = together.variances.reshape(joint.shape)
        sums = together.summed(
            [(2 * class_number, 2 * class_number + 1) for class_number in range(self.classes)]
        ).variances
        return _EndVariances(alone, sums, 2 * alone.sum(axis=1) - sums)

    def _share_error(self, shares: Floats, variances: Sequence[_EndVariances], counts: JointCounts) -> float:
        """Returns the root of the mean variance of the share of a class.

        A person who speaks of several features says the same class in each report, so any two of these go together as
        f (1 - f), the variance of who was asked; their noise does not.
        """
        reports = sum(counts.reports)
        alone = sum(
            (heard / reports) ** 2 * variance.sums for heard, variance in zip(counts.reports, variances, strict=True)
        )
        true = onto_simplex(shares)
        return float(np.sqrt(np.mean(alone + (self.spoken_of - 1) * true * (1 - true) / reports)))


def _possible(joint: Floats) -> Floats:
    """Returns the two shares of each class [classes, 2], moved to where two shares can lie; each class is corrected by
    itself.

    On the simplex of all of them the noise of a large share would move the small ones too, and their errors with them.
    """
    positive = np.maximum(joint, 0)
    return np.asarray(positive / np.maximum(positive.sum(axis=1, keepdims=True), 1))
