"""This module holds the base class of mechanisms with a pure guarantee."""

from dataclasses import dataclass
from typing import ClassVar

from mechanisms.central.central_mechanism import (
    MOST_SENSITIVITY,
    CentralMechanism,
    Exact,
    exact_epsilon,
    whole_number,
)


@dataclass(frozen=True, kw_only=True)
class PureMechanism(CentralMechanism):
    """A mechanism with a pure guarantee is built on this class. epsilon is kept as an exact fraction. The field that
    `bound` names limits the distance of two neighbours; it is a whole number from 1 to `most`."""

    shape: ClassVar[str] = "integers"
    bound: ClassVar[str] = "sensitivity"
    most: ClassVar[int] = MOST_SENSITIVITY

    epsilon: Exact

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        whole_number(self.bound, getattr(self, self.bound), most=self.most)
