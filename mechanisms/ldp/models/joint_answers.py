"""People report which values go with which class: a feature's value and the class, as one perturbed answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb, prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event, decimal_text
from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import log_rounded_up
from mechanisms.ldp.local_mechanism import exact_epsilon
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import remainder, rows_of_words

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Parts = tuple[tuple[int, Report], ...]  # The features of a report in rising order, each with the perturbed answer.

_FINEST = Decimal("0.000001")


@dataclass(frozen=True)
class JointCounts:
    """The counts say how many reports, for each feature, support each pair of class and value, and how many speak of
    the feature.

    Counts of two batches add.
    """

    supports: tuple[Counts, ...]
    reports: tuple[int, ...]

    def __add__(self, other: "JointCounts") -> "JointCounts":
        return JointCounts(
            tuple(count + more for count, more in zip(self.supports, other.supports, strict=True)),
            tuple(count + more for count, more in zip(self.reports, other.reports, strict=True)),
        )


@dataclass(frozen=True, kw_only=True)
class JointAnswers:
    """Draw `spoken_of` of the features without looking at them; of each report the pair of class and value.

    Each pair is one answer of classes * values[feature], the value changing fastest, perturbed by `oracle` with
    epsilon / spoken_of. Guarantee: epsilon-LDP for a person's class and all values together (neighbours: any two
    persons). Which features are drawn is sent in clear and says nothing of them.

    spoken_of 1 is the published form; spoken_of len(values), epsilon split over all features, is as sound. Where noise
    rules, the error of a share goes with spoken_of^2 / epsilon^2 over a share spoken_of / len(values) of the people,
    hence with spoken_of: 1 is the better one, until epsilon is large (`error` compares them).

    Source: Yilmaz, Al-Rubaie, Chang 2019, "Locally differentially private naive Bayes classification",
    arXiv:1905.01039, sec. 4.1. Departure: there one group of people reports the class alone; here every report holds
    it, and the shares of the classes come from all reports.
    """

    oracle: type[FrequencyOracle]
    classes: int
    values: tuple[int, ...]  # The number of values of each feature.
    epsilon: Decimal | str
    spoken_of: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        if not isinstance(self.classes, int) or self.classes < 2:
            raise ValueError(f"classes is {self.classes!r}; a model tells at least 2 apart")
        if not self.values or not all(isinstance(many, int) and many >= 1 for many in self.values):
            raise ValueError(f"values is {self.values!r}; each feature has at least 1 value, and there is a feature")
        if not isinstance(self.spoken_of, int) or not 1 <= self.spoken_of <= len(self.values):
            raise ValueError(f"spoken_of is {self.spoken_of!r}; a report speaks of 1 to {len(self.values)} features")
        for oracle in self.oracles:
            if not oracle.is_of_one_answer:
                raise ValueError(f"{oracle.slug} is not for one answer of which all are protected alike")

    @property
    def epsilon_each(self) -> Decimal:
        """Returns the epsilon of one feature's report, rounded down."""
        return (Decimal(self.epsilon) / self.spoken_of).quantize(_FINEST, rounding=ROUND_DOWN)

    @cached_property
    def oracles(self) -> tuple[FrequencyOracle, ...]:
        oracles = {
            many: self.oracle(answers=self.classes * many, epsilon=self.epsilon_each) for many in set(self.values)
        }
        return tuple(oracles[many] for many in self.values)

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the largest ratio of one report's chances under two persons, when it covers the most revealing
        features."""
        ratios = sorted((oracle.worst_ratio for oracle in self.oracles), reverse=True)
        return prod(ratios[: self.spoken_of], start=Fraction(1))

    def epsilon_spent(self) -> Decimal:
        """Returns the epsilon that the integers of all parts of a report spend, rounded up; never more than the
        requested epsilon."""
        return log_rounded_up(self.worst_ratio)

    def event(self) -> Event:
        """Returns the cost of one person's whole report."""
        first = self.oracles[0]
        return Event(
            mechanism=first.slug,
            version=first.version,
            epsilon=Decimal(self.epsilon),
            spent=self.epsilon_spent(),
            neighbours="any two classes and lists of values of one person",
        )

    @property
    def request(self) -> str:
        """Returns the request to a person, in words."""
        of = "1 feature" if self.spoken_of == 1 else f"{self.spoken_of} features"
        each = decimal_text(self.epsilon_each)
        return (
            f"{of} of {len(self.values)}, drawn at random, each together with one of {self.classes} classes; "
            f"{self.oracles[0].name} with epsilon {each} each"
        )

    def pairs(self, feature: int, labels: ArrayLike, values: ArrayLike) -> Integers:
        """Returns the numbers of the answers for these classes and these values of a feature."""
        return np.asarray(labels, dtype=np.int64) * self.values[feature] + np.asarray(values, dtype=np.int64)

    def perturb(self, label: int, values: Sequence[int], entropy: Entropy) -> Parts:
        """Returns one person's report."""
        labels, feature_values = self._checked([label], [values])
        drawn = np.flatnonzero(self._drawn(1, entropy)[0]).tolist()
        return tuple(
            (
                int(feature),
                self.oracles[feature].perturb(int(self.pairs(feature, labels, feature_values[:, feature])[0]), entropy),
            )
            for feature in drawn
        )

    def perturb_many(self, labels: ArrayLike, values: ArrayLike, entropy: Entropy) -> tuple[Packed, ...]:
        """Returns the packed reports of the people who speak of each feature; for one person as `perturb` draws them.

        labels [people] and values [people, features] are whole numbers from 0 on.
        """
        given, feature_values = self._checked(labels, values)
        drawn = self._drawn(len(given), entropy)
        return tuple(
            oracle.perturb_many(self.pairs(feature, given[speak], feature_values[speak, feature]), entropy)
            for feature, (oracle, speak) in enumerate(zip(self.oracles, drawn.T, strict=True))
        )

    def report_probabilities(self, label: int, values: Sequence[int]) -> Mapping[Parts, Fraction]:
        """Returns the probability of every packed report: for proofs on small cases, as there are many reports."""
        labels, feature_values = self._checked([label], [values])
        probabilities: dict[Parts, Fraction] = {}
        chance = Fraction(1, comb(len(self.values), self.spoken_of))
        for drawn in combinations(range(len(self.values)), self.spoken_of):
            each = [
                self.oracles[feature]
                .report_probabilities(int(self.pairs(feature, labels, feature_values[:, feature])[0]))
                .items()
                for feature in drawn
            ]
            for reports in product(*each):
                parts = tuple((feature, report) for feature, (report, _) in zip(drawn, reports, strict=True))
                probabilities[parts] = chance * prod((probability for _, probability in reports), start=Fraction(1))
        return probabilities

    def count(self, batches: Sequence[Packed]) -> JointCounts:
        """Returns the counts of what `perturb_many` returns, or of many devices' reports sorted by feature in the same
        way."""
        if len(batches) != len(self.values):
            raise ValueError(f"there are reports on {len(batches)} features; this model has {len(self.values)}")
        supports = tuple(oracle.count(packed) for oracle, packed in zip(self.oracles, batches, strict=True))
        return JointCounts(supports, tuple(len(packed) for packed in batches))

    def shares(self, counts: JointCounts) -> tuple[Floats, ...]:
        """Returns the share of people with each class and value, for each feature [classes, values]: unbiased, raw."""
        return tuple(
            oracle.estimate(supports, self._heard(counts, feature)).reshape(self.classes, -1)
            for feature, (oracle, supports) in enumerate(zip(self.oracles, counts.supports, strict=True))
        )

    def class_shares(self, counts: JointCounts) -> Floats:
        """Returns the share of each class [classes], unbiased and raw, from all reports: each holds the class.

        Features weigh as many reports as they have, which nobody's answers decided.
        """
        weights = np.array(counts.reports) / sum(counts.reports)
        return np.asarray(weights @ np.stack([joint.sum(axis=1) for joint in self.shares(counts)]))

    def error(self, people: int) -> float:
        """Returns the mean standard error of a raw share, for this number of people and equally frequent features and
        pairs."""
        heard = max(1, people * self.spoken_of // len(self.values))
        variances = [float(oracle.variance(1 / oracle.answers, heard)) for oracle in self.oracles]
        return float(np.sqrt(np.mean(variances)))

    def _heard(self, counts: JointCounts, feature: int) -> int:
        if counts.reports[feature] < 1:
            raise ValueError(f"no report speaks of feature {feature}; each needs at least 1")
        return counts.reports[feature]

    def _drawn(self, people: int, entropy: Entropy) -> NDArray[np.bool_]:
        """Returns which features each person reports on [people, features]: the first ones of a shuffled list."""
        features = len(self.values)
        words = rows_of_words(people, [features - place for place in range(self.spoken_of)], entropy)
        order = np.tile(np.arange(features), (people, 1))
        everybody = np.arange(people)
        for place in range(self.spoken_of):
            chosen = place + remainder(words[:, place], features - place).astype(np.int64)
            moved = order[everybody, chosen]
            order[everybody, chosen] = order[:, place]
            order[:, place] = moved
        drawn = np.zeros((people, features), dtype=bool)
        np.put_along_axis(drawn, order[:, : self.spoken_of], True, axis=1)
        return drawn

    def _checked(self, labels: ArrayLike, values: ArrayLike) -> tuple[Integers, Integers]:
        given, feature_values = np.asarray(labels), np.asarray(values)
        if (
            given.ndim != 1
            or feature_values.shape != (len(given), len(self.values))
            or {given.dtype.kind, feature_values.dtype.kind} - set("iu")
        ):
            raise ValueError(f"labels are whole numbers, values rows of {len(self.values)} of them, one row a person")
        if given.size and (given.min() < 0 or given.max() >= self.classes):
            raise ValueError(f"a label is not one of the {self.classes} classes")
        if feature_values.size and (feature_values.min() < 0 or (feature_values >= np.array(self.values)).any()):
            raise ValueError("a value is not one of those of its feature")
        return given.astype(np.int64), feature_values.astype(np.int64)
