"""This module provides the mechanisms of keys with numbers that the exact tests go through: every set and every report
can be listed."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.key_values.pckv_grr import PCKVGRR
from mechanisms.ldp.key_values.pckv_ue import PCKVUE
from mechanisms.ldp.numbers.grid import Grid

GRID = Grid(low=-1, high=2, steps=1)
KINDS: tuple[type[KeyValues], ...] = (PCKVGRR, PCKVUE)
SIZES = ((1, 1), (2, 1), (2, 2), (3, 2), (4, 2))  # Each size has a number of keys and a pad_to.
EPSILONS = ("0.01", "0.5", "1", "4", "8", "16")


def name_of(mechanism: KeyValues) -> str:
    return f"{mechanism.slug}-{mechanism.keys}-{mechanism.pad_to}-{mechanism.epsilon_text}"


def cases(epsilons: tuple[str, ...] = EPSILONS) -> list[KeyValues]:
    return [
        kind(keys=keys, pad_to=pad_to, grid=GRID, epsilon=epsilon)
        for kind, (keys, pad_to), epsilon in itertools.product(KINDS, SIZES, epsilons)
    ]


every_case = pytest.mark.parametrize("mechanism", cases(), ids=name_of)
few_cases = pytest.mark.parametrize("mechanism", cases(("0.5", "4")), ids=name_of)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.slug)


def sets_of(mechanism: KeyValues, numbers: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Yields all sets that a person may hold, with all of these numbers; at the ends everything between is a
    mixture."""
    for size in range(mechanism.pad_to + 1):
        for members in itertools.combinations(range(mechanism.keys), size):
            for chosen in itertools.product(numbers, repeat=size):
                yield dict(zip(members, chosen, strict=True))


def counted(mechanism: KeyValues, report: bytes) -> np.ndarray:
    return mechanism.count(np.frombuffer(report, dtype=np.uint8)[None, :])
