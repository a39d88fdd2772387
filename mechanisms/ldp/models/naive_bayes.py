"""This module is about naive Bayes from perturbed pairs of class and value.

Raw shares are unbiased and no probabilities: some lie below 0. What is made of them here is consistent and biased, and
so is the model.

Source: Yilmaz, Al-Rubaie, Chang 2019, "Locally differentially private naive Bayes classification", arXiv:1905.01039.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.models.joint_answers import JointAnswers, JointCounts
from mechanisms.ldp.models.model_card import Accuracy, ModelCard

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class NaiveBayes:
    """This is a naive Bayes model. `prior` [classes], and for each feature the chance of each value given the class
    [classes, values]; none is 0."""

    prior: Floats
    conditionals: tuple[Floats, ...]

    def __post_init__(self) -> None:
        for name, chances in (("prior", self.prior), *(("a conditional", table) for table in self.conditionals)):
            if not (chances > 0).all() or not np.allclose(chances.sum(axis=-1), 1):
                raise ValueError(f"{name} holds a chance of 0 or chances that do not add up to 1")

    def log_chances(self, values: ArrayLike) -> Floats:
        """Returns log P(class) + sum of log P(value | class), for each row of values: [people, classes], not
        normalised."""
        features = np.asarray(values)
        if features.ndim != 2 or features.shape[1] != len(self.conditionals) or features.dtype.kind not in "iu":
            raise ValueError(f"values must be rows of {len(self.conditionals)} whole numbers")
        log_chances = np.tile(np.log(self.prior), (len(features), 1))
        for place, table in enumerate(self.conditionals):
            if features.size and (features[:, place].min() < 0 or features[:, place].max() >= table.shape[1]):
                raise ValueError(f"a value of feature {place} is none of its {table.shape[1]}")
            log_chances += np.log(table).T[features[:, place]]
        return log_chances

    def predict(self, values: ArrayLike) -> Integers:
        """Returns the likeliest class of each row; the first of equals."""
        return np.asarray(self.log_chances(values).argmax(axis=1), dtype=np.int64)


def naive_bayes(mechanism: JointAnswers, counts: JointCounts) -> NaiveBayes:
    """Returns naive Bayes from the counts. Each feature's table is the nearest that can be true (Norm-Sub), smoothed by
    its own noise.

    Every class's row of a table gets, spread evenly over its values, one standard error of the row's sum: as much as
    noise may have taken or given. A feature that says nothing above its noise so has little say instead of a loud wrong
    one. Measured, it foretells as well as the published rule, neither better nor worse (docs/reproductions).
    ValueError for a feature that no report speaks of.
    """
    tables = []
    for feature, joint in enumerate(mechanism.shares(counts)):
        table = onto_simplex(joint.ravel()).reshape(joint.shape)
        each = _row_errors(mechanism, counts, feature)[:, None] / joint.shape[1]
        tables.append(_given_class(np.asarray(table + each, dtype=np.float64)))
    classes = onto_simplex(mechanism.class_shares(counts))
    smoothed = classes + _class_error(mechanism, counts) / np.sqrt(mechanism.classes)
    return NaiveBayes(smoothed / smoothed.sum(), tuple(tables))


def naive_bayes_as_published(mechanism: JointAnswers, counts: JointCounts) -> NaiveBayes:
    """Returns naive Bayes as it was published: every estimated number of people that is not above 0 becomes 1; then
    shares of sums. For comparison."""
    tables = []
    for heard, joint in zip(counts.reports, mechanism.shares(counts), strict=True):
        people = joint * heard
        tables.append(_given_class(_at_least_somebody(people)))
    prior = _at_least_somebody(mechanism.class_shares(counts) * sum(counts.reports))
    return NaiveBayes(prior / prior.sum(), tuple(tables))


def exact(labels: ArrayLike, values: ArrayLike, *, classes: int, many: Sequence[int]) -> NaiveBayes:
    """Returns the model of answers that are no secret, for comparison, with one person more in every cell."""
    given, features = np.asarray(labels), np.asarray(values)
    prior = np.bincount(given, minlength=classes) + 1.0
    tables = []
    for place, size in enumerate(many):
        cells = np.bincount(given * size + features[:, place], minlength=classes * size)
        tables.append(_given_class(np.asarray(cells.reshape(classes, size) + 1.0)))
    return NaiveBayes(prior / prior.sum(), tuple(tables))


def naive_bayes_card(mechanism: JointAnswers, counts: JointCounts, accuracy: Accuracy | None) -> ModelCard:
    """Returns the card of a model of people who may each speak of several pairs; `accuracy` is None where none was
    measured."""
    parts = sum(counts.reports)
    return ModelCard.of(
        mechanism.event(),
        model="Naive Bayes",
        asked=mechanism.request,
        reports=parts // mechanism.spoken_of,
        accuracy=accuracy,
        unbiased=("the raw share of each pair of class and value", "the raw share of each class"),
        biased=(
            "every probability of the model: raw shares are made consistent, then smoothed by their noise",
            "the class foretold",
        ),
        limits=(
            "features are taken as independent given the class",
            f"a raw share has a standard error of about {mechanism.error(parts // mechanism.spoken_of):.3f}",
            "no interval is known for what the model foretells",
        ),
    )


def _row_errors(mechanism: JointAnswers, counts: JointCounts, feature: int) -> Floats:
    """Returns the approximate standard error of the raw share of each class, from the reports on one feature
    [classes].
    """
    oracle, heard = mechanism.oracles[feature], counts.reports[feature]
    shares = np.clip(oracle.estimate(counts.supports[feature], heard), 0, 1)
    variances = oracle.variance(shares, heard).reshape(mechanism.classes, -1)
    return np.asarray(np.sqrt(variances.sum(axis=1)))


def _class_error(mechanism: JointAnswers, counts: JointCounts) -> float:
    """Returns the standard error of the classes' shares together from all reports: the root of their mean variance."""
    weights = np.array(counts.reports) / sum(counts.reports)
    each = np.array([_row_errors(mechanism, counts, feature) for feature in range(len(mechanism.values))])
    return float(np.sqrt((weights**2 @ each**2).mean()))


def _at_least_somebody(people: Floats) -> Floats:
    return np.asarray(np.where(people > 0, people, 1.0), dtype=np.float64)


def _given_class(table: Floats) -> Floats:
    return np.asarray(table / table.sum(axis=1, keepdims=True))
