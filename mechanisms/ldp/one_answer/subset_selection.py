"""Subset selection reports a set of answers that is likely to contain the true one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.subset import SubsetChannel


@dataclass(frozen=True, kw_only=True)
class SubsetSelection(FrequencyOracle):
    """Report a set of w answers: a uniform one that holds the true answer with probability p, one without it otherwise.

    Guarantee    epsilon-LDP per report (neighbours: any two answers of one person).
    Sensitivity  none needed: the answer itself is randomised.
    Shapes       answer int in [0, k); report ceil(k/8) bytes with exactly w bits set, the first answer in the highest
                 bit; estimate float[k], shares of 1.
    Error        unbiased; variance(share, reports) is exact and at most that of generalised randomised response, which
                 is the case w = 1, and of optimised unary encoding.
    Source       Wang, Huang, Wang, Nie, Xu, Yang, Li, Qiao 2016, arXiv:1607.08025; Ye, Barg 2018, arXiv:1702.00610,
                 for optimality of w near k / (e^epsilon + 1).
    Departures   p = w e^epsilon / (w e^epsilon + k - w) is rounded down to a multiple of 2**-32; w is whichever of the
                 two integers beside k / (e^epsilon + 1) has the smaller variance, compared exactly.
    """

    slug: ClassVar[str] = "subset-selection"
    name: ClassVar[str] = "Subset selection"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SubsetChannel.shape

    def _integers(self, epsilon: Fraction) -> SubsetChannel:
        below = floor_at_exp(lambda e: self.answers / (e + 1), epsilon)
        sizes = sorted({max(1, below), min(self.answers - 1, below + 1)})
        return min((self._of_size(size, epsilon) for size in sizes), key=_mean_variance)

    def _of_size(self, size: int, epsilon: Fraction) -> SubsetChannel:
        without = self.answers - size
        # The threshold is rounded down: including the true answer less often spends less.
        with_below = floor_at_exp(lambda e: WORDS * size * e / (size * e + without), epsilon)
        return SubsetChannel(answers=self.answers, size=size, with_below=with_below)


def _mean_variance(channel: SubsetChannel) -> Fraction:
    """Returns the mean variance of one report over equally frequent answers; the true shares add the same to every
    size."""
    supported = Fraction(channel.size, channel.answers)
    return supported * (1 - supported) / (channel.p - channel.q) ** 2
