"""A point channel is the interface that every shape of report offers to mechanisms for a number.

The number has become a point of a grid, from 0 to `steps`. A report is a number below `outputs`, and each has a
*reading*: what it says about the point, in steps. The mean of the readings over all reports of a point is the point
itself, exactly, so that the mean of what many people send is unbiased for the mean of what they hold.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Words

Points = NDArray[np.int64]


class PointChannel(Protocol):
    """Integers that say how a device turns a point into a report, from the words of `bounds` and no others.

    `worst_ratio` is the largest ratio between the probabilities of one report under two points; `spread(point)` the
    variance of the reading, in squared steps.
    """

    shape: ClassVar[str]

    @property
    def steps(self) -> int: ...

    @property
    def spec(self) -> dict[str, str | int]: ...

    @property
    def bounds(self) -> tuple[int, ...]: ...

    @property
    def outputs(self) -> int: ...

    @property
    def worst_ratio(self) -> Fraction: ...

    @property
    def readings(self) -> tuple[Fraction, ...]: ...

    def spread(self, point: int) -> Fraction: ...

    def reports(self, points: Points, words: Words) -> Points: ...

    def report_probabilities(self, point: int) -> Mapping[int, Fraction]: ...
