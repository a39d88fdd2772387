"""This module is about how many people a model of crossed tables needs, before it is expected to beat the majority."""

from collections.abc import Sequence

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.models.crossed_naive_bayes import Estimated, expected_gain

NUMBERS = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
LEAST_GAIN = 0.001  # A model beats the majority class if it is right for this additional share of people.
SURVEYS = 60


def people_to_gain(classes: Estimated, tables: Sequence[Estimated], people: int, seed: int) -> int | None:
    """Returns the least of NUMBERS from which on a model is expected to be right more often than always naming the most
    frequent class; None where it is at none of them.

    The estimates, of so many `people`, are taken as they are; with n people their standard errors are larger by the
    root of people / n. What a model of n people is expected to gain is its foresight there: what its rule claims, less
    what noise makes that too large. The gain rises with n but for the chance of the surveys that are drawn, so the
    least number is searched for by halves.
    """

    def gains(number: int) -> bool:
        scale = np.sqrt(people / number)
        of_number = [_of(scale, each) for each in (classes, *tables)]
        return expected_gain(of_number[0], of_number[1:], SURVEYS, SeededEntropy(seed)) >= LEAST_GAIN

    if not gains(NUMBERS[-1]):
        return None
    low, high = 0, len(NUMBERS) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if gains(NUMBERS[middle]) else (middle + 1, high)
    return NUMBERS[high]


def _of(scale: float, estimate: Estimated) -> Estimated:
    return Estimated(estimate.shares, estimate.errors * scale, estimate.apart)
