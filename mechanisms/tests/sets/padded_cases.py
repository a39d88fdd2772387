"""This module provides the mechanisms of padded sets that the exact tests go through: every set and every report can be
listed."""

import itertools
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.sets.padding_and_sampling import OF_ONE, PaddingAndSampling
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.sets.wheel import Wheel

EPSILONS = ("0.01", "0.5", "1", "4", "8")
SIZES = ((2, 1), (2, 2), (3, 2), (4, 3))  # Each size has a number of answers and a pad_to.
UNLISTED = ("binary-local-hashing", "optimized-local-hashing")


def sampled() -> list[PaddedSets]:
    return [
        PaddingAndSampling(answers=answers, pad_to=pad_to, epsilon=epsilon, of_one=of_one)
        for of_one in OF_ONE
        if of_one not in UNLISTED
        for (answers, pad_to), epsilon in itertools.product(SIZES, EPSILONS)
    ]


def name_of(oracle: PaddedSets) -> str:
    of_one = f"-{oracle.of_one}" if isinstance(oracle, PaddingAndSampling) else ""
    return f"{oracle.slug}{of_one}-{oracle.answers}-{oracle.pad_to}-{oracle.epsilon_text}"


def all_sets(oracle: PaddedSets) -> list[frozenset[int]]:
    sizes = range(oracle.pad_to + 1)
    return [frozenset(members) for size in sizes for members in itertools.combinations(range(oracle.answers), size)]


def channels(oracle: PaddedSets) -> dict[frozenset[int], Mapping[int | bytes, Fraction]]:
    return {members: oracle.report_probabilities(members) for members in all_sets(oracle)}


def supports(oracle: PaddedSets) -> dict[int | bytes, list[int]]:
    """Returns every report with its support for each answer: 0 or 1."""
    return {
        report: oracle.count(np.frombuffer(oracle.pack(report), dtype=np.uint8)[None, :]).tolist()
        for report in oracle.report_probabilities(frozenset())
    }


def subsets() -> list[PaddedSets]:
    mechanisms: list[PaddedSets] = [
        PrivSet(answers=answers, pad_to=pad_to, epsilon=epsilon)
        for (answers, pad_to), epsilon in itertools.product(SIZES, EPSILONS)
    ]
    sets_of_two = [PrivSet(answers=answers, pad_to=pad_to, epsilon="0.5") for answers, pad_to in ((5, 1), (9, 2))]
    return [*mechanisms, *sets_of_two]


CASES: list[PaddedSets] = [*sampled(), *subsets()]
UNLISTABLE: list[PaddedSets] = [Wheel(answers=answers, pad_to=pad_to, epsilon="1") for answers, pad_to in SIZES]
every_case = pytest.mark.parametrize("oracle", CASES, ids=name_of)
also_unlistable = pytest.mark.parametrize("oracle", [*CASES[::5], *UNLISTABLE], ids=name_of)
