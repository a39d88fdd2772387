"""These tests say whether reports look like those of the mechanism, whatever people answered; false reports often do
not.

How many answers a report supports does not depend on the answer given, so its law is known before the survey. A choice
supports 1, a set always as many: of those, reports and counts that break the law are refused where they enter. Of bits
the law is a distribution, and what can be said of many reports is how far they are from it.

A careful liar keeps the law: made-up reports that set the wanted bit and as many others as honest ones have pass every
test here (Cao, Jia, Gong, USENIX Security 2021, do so). What they can then do is bounded in
mechanisms.ldp.estimates.poisoning.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.ldp.estimates.wald import LEAST_EXPECTED, WaldTest, of_statistic
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Packed

Floats = NDArray[np.float64]

RAREST = 1e-9  # An honest report has a rarer number of bits once in a thousand million reports.


@dataclass(frozen=True)
class SumLaw:
    """The law of a sum is the mean and variance of the sum of the counts over the answers, for one report."""

    mean: Fraction
    variance: Fraction

    def z(self, counts: ArrayLike, reports: int) -> float:
        """Returns how many standard errors the sum of the counts lies from its mean."""
        miss = int(np.asarray(counts).sum()) - reports * self.mean
        return float(miss) / math.sqrt(reports * float(self.variance))


def sum_law(oracle: FrequencyOracle) -> SumLaw:
    """Returns the law of the sum of a report's bits. ValueError for an oracle whose sum is fixed or depends on the
    answer."""
    _check(oracle)
    p, q, others = oracle.p, oracle.q, oracle.answers - 1
    return SumLaw(p + others * q, p * (1 - p) + others * q * (1 - q))


def bits_law(oracle: FrequencyOracle) -> Floats:
    """Returns the chances that a report has 0, 1, ... k bits set: one bit with p, the others with q: [k + 1]."""
    _check(oracle)
    p, q, others = float(oracle.p), float(oracle.q), oracle.answers - 1
    numbers = np.arange(others + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, others + 1)))])
    rest = np.exp(logs[-1] - logs - logs[::-1] + numbers * math.log(q) + (others - numbers) * math.log1p(-q))
    return np.asarray(np.convolve(rest, [1 - p, p]))


@dataclass(frozen=True)
class BitsFit:
    """This is the result of a test whether the numbers of set bits fit their law, and how many reports have a number
    that hardly any honest report has."""

    test: WaldTest | None
    outside: int


def bits_fit(oracle: FrequencyOracle, packed: Packed) -> BitsFit:
    """Does Pearson's test of how often each number of bits occurs; numbers expected in fewer than 5 reports are merged.

    No test where fewer than two groups of numbers remain. Errors: as `sum_law`, and ValueError for bytes that are no
    reports.
    """
    law = bits_law(oracle)
    oracle.count(packed)  # Counting raises ValueError for impossible reports.
    seen = np.bincount(np.bitwise_count(packed).sum(axis=1, dtype=np.int64), minlength=len(law))
    few = np.minimum(np.cumsum(law), np.cumsum(law[::-1])[::-1]) < RAREST / 2
    groups = _merged(law * len(packed))
    expected = np.add.reduceat(law * len(packed), groups)
    statistic = float(((np.add.reduceat(seen, groups) - expected) ** 2 / expected).sum())
    return BitsFit(of_statistic(statistic, len(groups) - 1) if len(groups) > 1 else None, int(seen[few].sum()))


def _merged(expected: Floats) -> NDArray[np.int64]:
    """Returns where groups of neighbouring numbers start, each expected at least 5 times, the last taking what is
    left."""
    starts, mass = [0], 0.0
    left = float(expected.sum())
    for number, each in enumerate(expected):
        if mass >= LEAST_EXPECTED and left >= LEAST_EXPECTED:
            starts.append(number)
            mass = 0.0
        mass += float(each)
        left -= float(each)
    return np.array(starts)


def _check(oracle: FrequencyOracle) -> None:
    if oracle.shape != "bits" or not oracle.is_of_one_answer:
        raise ValueError(f"{oracle.slug} sends no bits of one answer; only of those the number follows a known law")
