"""This module is about naive Bayes of numbers: in each class every number is taken as normal, with a mean and variance
from moments."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.accounting.event import Event
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.models.class_moments import Bounded, ClassMoments
from mechanisms.ldp.models.model_card import Accuracy, ModelCard

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class GaussianNaiveBayes:
    """This is a Gaussian naive Bayes model. `prior` [classes]; `means` and `variances` [numbers, classes], in units and
    squared units of the numbers."""

    prior: Floats
    means: Floats
    variances: Floats

    def __post_init__(self) -> None:
        if not (self.prior > 0).all() or not (self.variances > 0).all():
            raise ValueError("a class has the chance 0, or a number the variance 0")

    def log_chances(self, numbers: ArrayLike) -> Floats:
        """Returns, for each row and class, the log of the class's chance times the density of the row in it: [people,
        classes], not normalised."""
        given = np.asarray(numbers, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] != len(self.means):
            raise ValueError(f"numbers must be rows of {len(self.means)}")
        away = (given[:, :, None] - self.means) ** 2 / self.variances
        return np.asarray(np.log(self.prior) - (away + np.log(2 * np.pi * self.variances)).sum(axis=1) / 2)

    def predict(self, numbers: ArrayLike) -> Integers:
        """Returns the likeliest class of each row; the first of equals."""
        return np.asarray(self.log_chances(numbers).argmax(axis=1), dtype=np.int64)


def gaussian_naive_bayes(moments: ClassMoments, numbers: Sequence[Bounded]) -> GaussianNaiveBayes:
    """Returns the model of raw moments; ratios of them are consistent and biased.

    Shares are made consistent and smoothed by their error. A mean outside the bounds is taken at the bound. A variance
    that noise leaves below its own standard error, or below 0, is taken to be that error, and never more than that of a
    number that is at one end or the other: a number of which little is known has little say.
    """
    prior = onto_simplex(moments.shares) + moments.share_error / np.sqrt(len(moments.shares))
    prior /= prior.sum()
    widths = np.array([number.width for number in numbers], dtype=np.float64)[:, None]
    middles = np.array([(number.low + number.high) / 2 for number in numbers])[:, None]
    means = np.clip(moments.first / prior, -widths, widths)
    errors = moments.second_errors / prior
    variances = np.clip(moments.second / prior - means**2, np.minimum(errors, widths**2), widths**2)
    return GaussianNaiveBayes(prior, middles + means / 2, np.asarray(variances / 4))


def gaussian_of(labels: ArrayLike, numbers: ArrayLike, *, classes: int) -> GaussianNaiveBayes:
    """Returns the model of numbers in clear, with which the model of perturbed numbers is compared.

    A number that is all alike is refused.
    """
    given, values = np.asarray(labels), np.asarray(numbers, dtype=np.float64)
    inside = [values[given == label] for label in range(classes)]
    return GaussianNaiveBayes(
        np.array([len(rows) / len(given) for rows in inside]),
        np.stack([rows.mean(axis=0) for rows in inside], axis=1),
        np.stack([rows.var(axis=0) for rows in inside], axis=1),
    )


def gaussian_card(event: Event, moments: ClassMoments, *, reports: int, accuracy: Accuracy | None) -> ModelCard:
    """Returns the card of a Gaussian naive Bayes model. `event` is what the reports cost, `reports` how many there
    were; `accuracy` is None where none was measured."""
    return ModelCard.of(
        event,
        model="Gaussian naive Bayes",
        asked=f"numbers and their squares in {len(moments.shares)} classes, {len(moments.first)} numbers",
        reports=reports,
        accuracy=accuracy,
        unbiased=("the share of each class", "the mean over everybody of each number and its square in each class"),
        biased=(
            "means and variances within a class: ratios of unbiased estimates, held within what can be",
            "the class foretold",
        ),
        limits=(
            "in each class every number is taken as normal and as independent of the others",
            "no interval is known for what the model foretells",
        ),
    )
