"""This module holds the base class of all mechanisms on a respondent's device, whatever they ask about."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from mechanisms.accounting.event import Event, decimal_text
from mechanisms.common.thresholds import exp_exceeds, log_rounded_up

LARGEST_EPSILON = 16
_DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6})?")


@dataclass(frozen=True, kw_only=True)
class LocalMechanism(ABC):
    """Every mechanism that runs on a person's device is built on this class. `epsilon` is asked for one report; the
    integers of the channel never spend more, and not much less."""

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    shape: ClassVar[str]
    neighbours: ClassVar[str] = "any two answers of one person"
    # Integers that spend a smaller part of the requested epsilon are refused.
    least_spent: ClassVar[Fraction] = Fraction(99, 100)

    epsilon: Decimal | str

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        self._check_answers()
        epsilon = Fraction(self.epsilon)
        if exp_exceeds(epsilon * self.least_spent, self.worst_ratio):
            raise ValueError(
                f"epsilon {self.epsilon_text} with {self._question} needs finer probabilities than 32-bit words "
                f"hold; less than {self.least_spent * 100} % of it would be used"
            )

    @property
    @abstractmethod
    def worst_ratio(self) -> Fraction:
        """Returns the largest ratio between the probabilities of one report under two answers of one person."""

    @property
    @abstractmethod
    def _question(self) -> str:
        """Returns the question's size in the words of a refusal, such as '5 answers'."""

    @abstractmethod
    def _check_answers(self) -> None:
        """Raises ValueError unless the parameters beside epsilon say what can be answered."""

    @property
    def epsilon_text(self) -> str:
        return decimal_text(Decimal(self.epsilon))

    def epsilon_spent(self) -> Decimal:
        """Returns the epsilon that the channel's integers spend, rounded up; never more than the requested epsilon."""
        return log_rounded_up(self.worst_ratio)

    def event(self) -> Event:
        return Event(
            mechanism=self.slug,
            version=self.version,
            epsilon=Decimal(self.epsilon),
            spent=self.epsilon_spent(),
            neighbours=self.neighbours,
        )


def exact_epsilon(epsilon: object) -> Decimal:
    """Returns epsilon from decimal text or a Decimal, and never from a float, which is not the number that was written.

    Errors: ValueError for anything else, for more than 6 decimals, and unless it lies in (0, LARGEST_EPSILON].
    """
    if not isinstance(epsilon, Decimal | str):
        raise ValueError(f"epsilon is {epsilon!r}; write it as decimal text, floats are not exact")
    text = f"{epsilon:f}" if isinstance(epsilon, Decimal) else epsilon
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"epsilon is {text!r}; it is a positive decimal number with at most 6 decimals")
    exact = Decimal(text)
    if not 0 < exact <= LARGEST_EPSILON:
        raise ValueError(f"epsilon is {text}; it lies above 0 and is at most {LARGEST_EPSILON}")
    return exact
