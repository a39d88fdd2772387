"""This module is about a hash of the answer: reports whose size does not grow with the number of answers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.hashed import HashedChannel


def _channel(answers: int, values: int, epsilon: Fraction) -> HashedChannel:
    # The threshold is rounded down: keeping the true hash more often would spend more.
    keep_below = floor_at_exp(lambda e: WORDS * e / (e + values - 1), epsilon)
    return HashedChannel(answers=answers, values=values, keep_below=keep_below)


@dataclass(frozen=True, kw_only=True)
class BinaryLocalHashing(FrequencyOracle):
    """Hash the answer to one bit with a function of one's own, then tell the bit by randomised response.

    Guarantee    epsilon-LDP per report, whoever knows the hash function (neighbours: any two answers of one person).
    Sensitivity  none needed: the hash itself is randomised.
    Shapes       answer int in [0, k); report 17 bytes, a seed of 16 and the bit; estimate float[k], shares of 1.
    Error        unbiased over the functions; variance(share, reports) is exact, for a rare answer
                 (e^epsilon + 1)^2 / (e^epsilon - 1)^2.
    Source       Bassily, Smith 2015, arXiv:1504.04686; in this form Wang, Blocki, Li, Jha, USENIX Security 2017.
    Departures   the hash family is shapes.hashing, of which every two answers collide with probability exactly 1/2;
                 p = e^epsilon / (e^epsilon + 1) is rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "binary-local-hashing"
    name: ClassVar[str] = "Binary local hashing"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = HashedChannel.shape
    pairs_alike: ClassVar[bool] = False

    def _integers(self, epsilon: Fraction) -> HashedChannel:
        return _channel(self.answers, 2, epsilon)


@dataclass(frozen=True, kw_only=True)
class OptimizedLocalHashing(FrequencyOracle):
    """Hash the answer to one of g values with a function of one's own, then tell it by generalised randomised response.

    Guarantee    epsilon-LDP per report, whoever knows the hash function (neighbours: any two answers of one person).
    Sensitivity  none needed: the hash itself is randomised.
    Shapes       answer int in [0, k); report 17 bytes (18 when g exceeds 256), a seed of 16 and the value;
                 estimate float[k], shares of 1.
    Error        unbiased over the functions; variance(share, reports) is exact, for a rare answer about
                 4 e^epsilon / (e^epsilon - 1)^2. For more answers than a bit each can be sent of.
    Source       Wang, Blocki, Li, Jha, "Locally differentially private protocols for frequency estimation",
                 USENIX Security 2017.
    Departures   g is whichever integer beside e^epsilon + 1 has the smaller variance, compared exactly, at most 65 536;
                 the hash family is shapes.hashing, and q counts how often two answers really collide, 1/g but for
                 2**-32; p = e^epsilon / (e^epsilon + g - 1) is rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "optimized-local-hashing"
    name: ClassVar[str] = "Optimized local hashing"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = HashedChannel.shape
    pairs_alike: ClassVar[bool] = False

    def _integers(self, epsilon: Fraction) -> HashedChannel:
        below = floor_at_exp(lambda e: e + 1, epsilon)
        candidates = sorted({min(values, 65_536) for values in (below, below + 1)})
        return min((_channel(self.answers, values, epsilon) for values in candidates), key=_rare_variance)


def _rare_variance(channel: HashedChannel) -> Fraction:
    return channel.q * (1 - channel.q) / (channel.p - channel.q) ** 2
