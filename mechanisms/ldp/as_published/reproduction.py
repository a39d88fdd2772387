"""This module is the base of mechanisms that are kept as they were published; they only reproduce published figures.

They are no LocalMechanism: no question, choice, ledger or plan takes them, for their whole report keeps no epsilon.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import log_rounded_up
from mechanisms.ldp.local_mechanism import exact_epsilon
from mechanisms.ldp.shapes.sets.padding import sizes_of, truth_of_sets

Floats = NDArray[np.float64]
Supports = NDArray[np.int64]  # An array [people, answers]: how often each report supports or names each answer.
Truth = NDArray[np.bool_]


@dataclass(frozen=True)
class Sent:
    """A report has two parts: what the publication calls protected, and the non-sensitive answers that stand beside it
    in clear."""

    protected: tuple[int, ...]
    named: frozenset[int]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """This is the guarantee of a published mechanism: the logarithms of the largest ratios, rounded up; None where a
    report under one set is impossible under another.

    `silent` is of reports that name nothing, between any two sets; `protected` of the protected part, whatever is
    named, between any two sets; `whole` of all of a report, between any two sets that hold what it names.
    """

    silent: Decimal | None
    protected: Decimal | None
    whole: Decimal | None


@dataclass(frozen=True, kw_only=True)
class Reproduction(ABC):
    """Sets of exactly `members` of `answers` answers, of which the first `sensitive` are sensitive."""

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]

    answers: int
    sensitive: int
    members: int
    epsilon: Decimal | str

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        if not 1 <= self.members < self.answers:
            raise ValueError(f"members is {self.members}; a set of some of {self.answers} answers has fewer, and one")
        if not 1 <= self.sensitive <= self.answers:
            raise ValueError(f"sensitive is {self.sensitive}; of {self.answers} answers 1 to {self.answers} are")

    @classmethod
    def example(cls) -> Self:
        """Returns an example so small that every set and every report can be listed."""
        return cls(answers=6, sensitive=4, members=2, epsilon="1")

    @abstractmethod
    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        """Returns every report of a set and its probability."""

    @abstractmethod
    def supports(self, sent: Sent) -> list[int]:
        """Returns how often a report supports or names each answer."""

    @abstractmethod
    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """Returns how often a sensitive answer, and another, is supported if not held, and how much more if held."""

    def perturb_many(self, sets: ArrayLike, entropy: Entropy) -> Supports:
        """Returns what estimates need of the reports on sets [people, answers] of truth values, each of exactly
        `members`."""
        truth = truth_of_sets(sets, self.answers)
        if truth.size and (sizes_of(truth) != self.members).any():
            raise ValueError(f"a person's set does not hold exactly {self.members} answers")
        return self._supports_of(truth, entropy)

    def estimate(self, counts: ArrayLike, people: int) -> Floats:
        """Returns the share of people who hold each answer, from sums over the people of `perturb_many`."""
        of_sensitive, of_others = self.lines()
        lines = [of_sensitive] * self.sensitive + [of_others] * (self.answers - self.sensitive)
        low, stretch = (np.array([float(line[side]) for line in lines]) for side in (0, 1))
        return np.asarray((np.asarray(counts) / people - low) / stretch)

    def all_sets(self) -> list[frozenset[int]]:
        return [frozenset(members) for members in itertools.combinations(range(self.answers), self.members)]

    def kept(self) -> Kept:
        """Returns the privacy that is kept, computed by listing every report of every set."""
        every = {answer_set: self.reports(answer_set) for answer_set in self.all_sets()}
        sent = {report for law in every.values() for report, chance in law.items() if chance}
        parts = {answer_set: _protected_parts(law) for answer_set, law in every.items()}
        silent = [[law.get(report, Fraction(0)) for law in every.values()] for report in sent if not report.named]
        protected = [
            [law.get(part, Fraction(0)) for law in parts.values()] for part in {report.protected for report in sent}
        ]
        whole = [
            [law.get(report, Fraction(0)) for answer_set, law in every.items() if report.named <= answer_set]
            for report in sent
        ]
        return Kept(silent=_worst(silent), protected=_worst(protected), whole=_worst(whole))

    @abstractmethod
    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports: ...

    def _named(self, answers: "list[int] | NDArray[np.int64]") -> frozenset[int]:
        return frozenset(int(answer) for answer in answers if answer >= self.sensitive)


def _protected_parts(law: Mapping[Sent, Fraction]) -> dict[tuple[int, ...], Fraction]:
    parts: dict[tuple[int, ...], Fraction] = {}
    for report, chance in law.items():
        parts[report.protected] = parts.get(report.protected, Fraction(0)) + chance
    return parts


def _worst(rows: list[list[Fraction]]) -> Decimal | None:
    """Returns the log of the largest ratio in a row, each row of one report; None if a row holds 0 and more."""
    if any(not min(row) and max(row) for row in rows):
        return None
    return log_rounded_up(max(max(row) / min(row) for row in rows))
