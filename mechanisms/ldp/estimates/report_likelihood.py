"""This module is about the most likely shares given the reports themselves, of one level or of several together.

Counts of supported answers are what an unbiased estimate needs; of bits, sets and hashes they hold less than the
reports do. In every mechanism for one answer a report is `ratio` times as likely under an answer it supports as under
one it does not, whichever they are, with ratio the channel's worst. So the likelihood of shares f given a report that
supports S is, up to what is the same for all f, 1 + (ratio - 1) sum of f over S, and nothing else need be known.

Levels are pooled by multiplying their likelihoods: exact reports weigh more by themselves. Like inverse-variance
weights that is right only if the choice of a level has nothing to do with the answer, and stands beside the
share-pooled estimate. No closed form for the error: surveys drawn again give it (mechanisms.ldp.estimates.bootstrap).

Source: as iterative_bayesian_update; Ye, Barg 2018, arXiv:1702.00610, for channels of two levels of likelihood.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.estimates.iterative_bayesian_update import Reconstruction, ReportChances, ibu
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Packed

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SupportChances:
    """This is a channel of reports that support answers. `supports` are of the reports that were seen, 0 or 1:
    [reports, answers]."""

    supports: Floats
    ratio: float

    @property
    def answers(self) -> int:
        return int(self.supports.shape[1])

    @property
    def reports(self) -> int:
        return int(self.supports.shape[0])

    def forward(self, shares: Floats) -> Floats:
        return np.asarray(shares.sum() + (self.ratio - 1) * (self.supports @ shares))

    def backward(self, ratios: Floats) -> Floats:
        return np.asarray(ratios.sum() + (self.ratio - 1) * (ratios @ self.supports))


@dataclass(frozen=True)
class Together:
    """Several channels are taken together, the reports of the first first."""

    channels: tuple[ReportChances, ...]

    @property
    def answers(self) -> int:
        return self.channels[0].answers

    @property
    def reports(self) -> int:
        return sum(channel.reports for channel in self.channels)

    def forward(self, shares: Floats) -> Floats:
        return np.concatenate([channel.forward(shares) for channel in self.channels])

    def backward(self, ratios: Floats) -> Floats:
        ends = np.cumsum([channel.reports for channel in self.channels])[:-1]
        parts = zip(self.channels, np.split(ratios, ends), strict=True)
        return np.asarray(np.sum([channel.backward(part) for channel, part in parts], axis=0))


def most_likely(parts: Sequence[tuple[FrequencyOracle, Packed]], *, tolerance: float, most: int) -> Reconstruction:
    """Returns the most likely shares given packed reports, a part for each level.

    Memory: 8 bytes for each different report and answer.

    Errors: ValueError for no reports, for different numbers of answers, for sets of answers, and for reports that
    support answers by more or less instead of wholly.
    """
    used = [(oracle, packed) for oracle, packed in parts if len(packed)]
    if not used:
        raise ValueError("no part has a report; an estimate needs at least 1")
    if len({oracle.answers for oracle, _ in used}) > 1:
        raise ValueError("the parts have different numbers of answers; only reports on one question are pooled")
    channels, counts = zip(*[_distinct(oracle, packed) for oracle, packed in used], strict=True)
    return ibu(np.concatenate(counts), Together(tuple(channels)), tolerance=tolerance, most=most)


def _distinct(oracle: FrequencyOracle, packed: Packed) -> tuple[SupportChances, NDArray[np.int64]]:
    if not oracle.is_of_one_answer:
        raise ValueError(f"{oracle.slug} is for sets of answers; this likelihood is of one answer a person")
    oracle.count(packed)  # Counting raises ValueError for impossible reports.
    different, counts = np.unique(oracle.channel.supports(packed), axis=0, return_counts=True)
    return SupportChances(different.astype(np.float64), float(oracle.channel.worst_ratio)), counts
