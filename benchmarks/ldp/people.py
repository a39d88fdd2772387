"""This module lists the people and the mechanisms of the bench."""

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.hadamard_response import HadamardResponse
from mechanisms.ldp.one_answer.local_hashing import OptimizedLocalHashing
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding

ANSWERS, EPSILON, ZIPF = 128, "1", 1.1
MECHANISMS: dict[str, type[FrequencyOracle]] = {
    "GRR": GeneralizedRandomizedResponse,
    "OUE": OptimizedUnaryEncoding,
    "SUE": SymmetricUnaryEncoding,
    "SS": SubsetSelection,
    "SHE": SummationHistogramEncoding,
    "HR": HadamardResponse,
    "OLH": OptimizedLocalHashing,
}


def after_zipf(people: int, seed: int = 2026) -> NDArray[np.int64]:
    """Returns the answers of so many people, drawn from `shares`."""
    return np.asarray(np.random.default_rng(seed).choice(ANSWERS, size=people, p=shares()), dtype=np.int64)


def shares() -> NDArray[np.float64]:
    weights = 1 / np.arange(1, ANSWERS + 1) ** ZIPF
    return np.asarray(weights / weights.sum())
