"""This test asks whether blocks were sent as often as the list of draws says. It stands beside the estimates and
selects nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.estimates.wald import LEAST_EXPECTED, WaldTest, of_statistic

Floats = NDArray[np.float64]
ROUNDING = 1e-9  # A direction has no variance below this part of the largest eigenvalue.


@dataclass(frozen=True)
class SentBlocks:
    """These are the blocks that the reports of one level sent. `weights` [draws] are those of the level's draws,
    `members` [draws, blocks] says which blocks a draw has, and `counts` [blocks] how many of `people` sent each
    block.
    """

    weights: Sequence[int]
    members: NDArray[np.bool_]
    counts: Sequence[int]
    people: int


def draws_agreement(levels: Sequence[SentBlocks]) -> WaldTest | None:
    """Null: each person drew one draw, with the chance of its weight, and sent its blocks.

    The counts of blocks then have the mean people * m and the covariance people * C, m and C being those of the
    indicators of one draw, so that (counts - mean)' C^+ (counts - mean) / people is chi-square with the rank of C;
    levels add. None where no level has enough people: of each block at least 5 who send it and 5 who do not, unless all
    do. Source: Pearson 1900, for counts that overlap; Rao, Mitra 1972, for the generalised inverse.
    """
    tests = [_of_level(level) for level in levels if enough(level)]
    freedom = sum(rank for _, rank in tests)
    return of_statistic(sum(statistic for statistic, _ in tests), freedom) if freedom else None


def enough(level: SentBlocks) -> bool:
    """Whether a level has enough people to be tested."""
    mean, _ = moments(level)
    partial = mean[mean < 1 - ROUNDING]
    return len(partial) > 0 and level.people * float(np.minimum(partial, 1 - partial).min()) >= LEAST_EXPECTED


def deviations(level: SentBlocks) -> Floats:
    """[blocks], each block's count less the mean, in standard deviations; 0 for a block that all send."""
    mean, covariance = moments(level)
    spread = np.sqrt(level.people * np.diag(covariance))
    return np.divide(
        np.asarray(level.counts) - level.people * mean, spread, out=np.zeros_like(mean), where=spread > ROUNDING
    )


def moments(level: SentBlocks) -> tuple[Floats, Floats]:
    """Returns the mean [blocks] and covariance [blocks, blocks] of the blocks in one random draw, as 0 and 1."""
    chances = np.asarray(level.weights, dtype=np.float64) / sum(level.weights)
    members = level.members.astype(np.float64)
    mean = chances @ members
    return mean, members.T @ (chances[:, None] * members) - np.outer(mean, mean)


def _of_level(level: SentBlocks) -> tuple[float, int]:
    mean, covariance = moments(level)
    off = np.asarray(level.counts) - level.people * mean
    values, vectors = np.linalg.eigh(covariance)
    real = values > ROUNDING * values.max()
    along = vectors[:, real].T @ off
    return float((along**2 / values[real]).sum() / level.people), int(real.sum())
