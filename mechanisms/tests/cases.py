"""This module provides the mechanisms and parameters that the exact tests go through, small enough to list every
report."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.catalogue import OF_ONE, mechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

# These channels have too many reports to list: 2^128 seeds, or a whole number for each answer.
UNLISTED = ("hashed", "noisy-counts")
LISTED = tuple(offered for offered in OF_ONE if offered.shape not in UNLISTED)
EPSILONS = ("0.01", "0.5", "1", "4", "16")
SIZES = (2, 3, 5)

# The shares are skewed, because equal shares hide a wrong q, and include an answer that nobody gives. With two answers
# both are given: at shares 1 and 0 randomised response has the same variance, which would hide a formula without the
# share.
SKEWED = {
    2: ("4/5", "1/5"),
    3: ("7/10", "3/10", "0"),
    5: ("1/2", "1/4", "3/20", "1/10", "0"),
    9: ("1/2", "1/4", "1/8", "1/16", "1/32", "1/64", "1/64", "0", "0"),
}


def all_oracles() -> list[FrequencyOracle]:
    oracles = []
    for offered in LISTED:
        sizes = (2,) if offered.slug == "randomized-response" else SIZES
        oracles += [mechanism(offered.slug, answers=size, epsilon=epsilon) for size in sizes for epsilon in EPSILONS]
        if sizes == SIZES:
            # With 9 answers bits take two bytes, and subsets have two or three answers.
            oracles.append(mechanism(offered.slug, answers=9, epsilon="1"))
    return oracles


def name_of(oracle: FrequencyOracle) -> str:
    return f"{oracle.slug}-{oracle.answers}-{oracle.epsilon_text}"


every_oracle = pytest.mark.parametrize("oracle", all_oracles(), ids=name_of)


def truth_of(oracle: FrequencyOracle) -> list[Fraction]:
    return [Fraction(share) for share in SKEWED[oracle.answers]]


def from_none_to_all(oracle: FrequencyOracle, reports: int) -> NDArray[np.int64]:
    """Counts from 0 to all the reports; where each report supports a fixed number of answers, all of the last ones."""
    each = oracle.channel.most_supported
    if each == oracle.answers:
        return np.linspace(0, reports, oracle.answers).astype(np.int64)
    return np.where(np.arange(oracle.answers) < oracle.answers - each, 0, reports)


def as_often_as_named(oracle: FrequencyOracle, often: list[int]) -> NDArray[np.int64]:
    """Returns possible counts: where all reports support the same number of answers, the given counts times that
    number."""
    each = oracle.channel.most_supported
    return np.array(often) * (1 if each == oracle.answers else each)


def supports(oracle: FrequencyOracle) -> dict[int | bytes, list[int]]:
    """Returns every report with its support for each answer: 0 or 1."""
    return {
        report: oracle.count(np.frombuffer(oracle.pack(report), dtype=np.uint8)[None, :]).tolist()
        for report in oracle.report_probabilities(0)
    }
