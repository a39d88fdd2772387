"""This module finds the most frequent answers, and how sure it is that these are on top."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals
from mechanisms.ldp.estimates.covariance import Covariance

Floats = NDArray[np.float64]
_ROWS_OF_BLOCK = 1 << 20


@dataclass(frozen=True)
class TopK:
    """These are the most frequent answers. `answers` begins with the most frequent; the chances are that exactly these
    are on top, and that each answer is among them.

    `chance_error` is the standard error of `chance` from drawing; it shrinks with more draws.
    """

    answers: tuple[int, ...]
    chance: float
    chance_error: float
    among: Floats


def top_k(estimates: ArrayLike, covariance: Covariance, size: int, *, draws: int, entropy: Entropy) -> TopK:
    """Returns the `size` answers with the largest unbiased estimates, and how stable that set is.

    Prior: flat, all shares are as likely as any others before the survey; with the joint normal approximation of the
    estimates the posterior is normal around them with their covariance, and the chance is how often a draw of it has
    the same answers on top. For one of two answers it is comparison.chance_larger; else there is no closed form, and it
    is drawn. Of equal estimates the first is taken. Errors: ValueError for a size that is not below the number of
    answers, for fewer than 100 draws, and for estimates that are no list of finite numbers.
    """
    shares = np.asarray(estimates, dtype=np.float64)
    if shares.ndim != 1 or not np.isfinite(shares).all():
        raise ValueError("estimates must be a list of finite numbers")
    if not 1 <= size < shares.size:
        raise ValueError(f"the size is {size}; of {shares.size} answers 1 to {shares.size - 1} can be on top")
    if draws < 100:
        raise ValueError(f"there are {draws} draws; a chance needs at least 100")
    order = np.argsort(-shares, kind="stable")
    inside, outside = order[:size], order[size:]
    same, among = 0, np.zeros(shares.size)
    for rows in _blocks(draws, shares.size):
        likely = shares + covariance.drawn(standard_normals(rows, shares.size, entropy))
        same += int((likely[:, inside].min(axis=1) > likely[:, outside].max(axis=1)).sum())
        least = np.partition(likely, -size, axis=1)[:, -size]
        among += (likely >= least[:, None]).sum(axis=0)
    chance = same / draws
    return TopK(
        answers=tuple(int(answer) for answer in inside),
        chance=chance,
        chance_error=math.sqrt(chance * (1 - chance) / draws),
        among=among / draws,
    )


def _blocks(draws: int, answers: int) -> list[int]:
    """Returns how many draws are taken together, so that memory does not grow with them."""
    rows = max(1, _ROWS_OF_BLOCK // answers)
    return [min(rows, draws - start) for start in range(0, draws, rows)]
