"""A model card says what a model is worth, in one place: what was asked, what it cost people, how right it is and where
it fails."""

from dataclasses import asdict, dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from mechanisms.accounting.event import Event, decimal_text
from mechanisms.common.intervals import wilson


@dataclass(frozen=True, kw_only=True)
class Accuracy:
    """This is the share of held-out people whose class was foretold, and Wilson's 95 % limits for it.

    `usual` is the share that always naming the held-out people's most frequent class would get. It is computed on
    answers that are not perturbed: only people whose answers are public may be held out.
    """

    share: float
    low: float
    high: float
    usual: float
    people: int


@dataclass(frozen=True, kw_only=True)
class ModelCard:
    """Epsilons are decimal text: `epsilon` is asked of a person in all, `spent` what the integers realise.

    No model is made of perturbed answers without a card; `to_json` is what pages and programs show of it.
    """

    model: str
    asked: str
    mechanism: str
    version: int
    epsilon: str
    spent: str
    neighbours: str
    reports: int
    accuracy: Accuracy | None
    unbiased: tuple[str, ...]
    biased: tuple[str, ...]
    limits: tuple[str, ...]

    @classmethod
    def of(
        cls,
        event: Event,
        *,
        model: str,
        asked: str,
        reports: int,
        accuracy: Accuracy | None,
        unbiased: tuple[str, ...],
        biased: tuple[str, ...],
        limits: tuple[str, ...],
    ) -> Self:
        """Makes a model card. `event` is what one person's whole report costs."""
        return cls(
            model=model,
            asked=asked,
            mechanism=event.mechanism,
            version=event.version,
            epsilon=decimal_text(event.epsilon),
            spent=f"{event.spent:f}",
            neighbours=event.neighbours,
            reports=reports,
            accuracy=accuracy,
            unbiased=unbiased,
            biased=biased,
            limits=limits,
        )

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def accuracy_of(predicted: ArrayLike, labels: ArrayLike) -> Accuracy:
    """Returns the accuracy for people who were not asked. ValueError for lists of different lengths, and for nobody."""
    predictions, true = np.asarray(predicted), np.asarray(labels)
    if predictions.shape != true.shape or true.ndim != 1 or not true.size:
        raise ValueError(
            f"{predictions.shape} classes were foretold of people with {true.shape}; of each one, and of somebody"
        )
    right = int((predictions == true).sum())
    low, high = wilson(np.array([right]), len(true), 0.95)[0]
    _, frequent = np.unique(true, return_counts=True)
    return Accuracy(
        share=right / len(true),
        low=float(low),
        high=float(high),
        usual=float(frequent.max() / len(true)),
        people=len(true),
    )
