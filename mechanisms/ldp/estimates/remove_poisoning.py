"""This module removes the mean effect of false reports from an estimate.

If a part b of the reports is made up and the others are honest, the estimate is in the mean (1 - b) f + b y, with f the
honest shares and y what the made-up reports estimate by themselves. So f = (estimate - b y) / (1 - b), once b and y are
known; neither is. This rests on three assumptions, and is worth what they are:

1. b is given, not found: an upper guess, stated with the result.
2. Each made-up report supports so many answers (`supported`; 1 unless said otherwise), so that y adds up to
   (supported - k q) / (p - q) over the k answers, whichever they are.
3. Which answers were pushed: `targets` if they are known; else all that are estimated above 0, and alike, as a liar who
   wanted many pushed evenly would.

The result is put on the simplex. If an assumption fails it may be worse than the estimate it started from; no interval
is made of it, and it stands beside the raw estimate, never in its place.

Source: after Sun, Ye, Hu, Duan, Wo, Xu, Yang 2024, "LDPRecover: recovering frequencies from poisoning attacks against
local differential privacy", arXiv:2403.09351, of which the estimator and what made-up reports add up to are taken.
Departure: b is a part of all reports and is given.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Floats = NDArray[np.float64]


def recovered(
    estimates: ArrayLike,
    oracle: FrequencyOracle,
    share_made_up: float,
    *,
    targets: Sequence[int] | None = None,
    supported: float = 1,
) -> Floats:
    """Returns the honest shares under the assumptions above: [k], none below 0, of sum 1.

    Errors: ValueError for a mechanism of sets or with answers in clear, for estimates that are not one for each answer,
    for a part of made-up reports outside [0, 1), and for targets that are no answers.
    """
    if not oracle.is_of_one_answer:
        raise ValueError(f"{oracle.slug} is not recovered from: only shares of one answer, alike protected, sum to 1")
    raw = np.asarray(estimates, dtype=np.float64)
    if raw.shape != (oracle.answers,) or not np.isfinite(raw).all():
        raise ValueError(f"estimates must be {oracle.answers} finite numbers, one for each answer")
    if not 0 <= share_made_up < 1:
        raise ValueError(f"the share of made-up reports is {share_made_up}; it lies in [0, 1)")
    pushed = _pushed(raw, oracle, targets)
    stretch = float(oracle.p - oracle.q)
    made_up = np.full(oracle.answers, -float(oracle.q) / stretch) if targets is not None else np.zeros(oracle.answers)
    total = (supported - oracle.answers * float(oracle.q)) / stretch
    made_up[pushed] += (total - made_up.sum()) / pushed.sum()
    return onto_simplex((raw - share_made_up * made_up) / (1 - share_made_up))


def _pushed(raw: Floats, oracle: FrequencyOracle, targets: Sequence[int] | None) -> NDArray[np.bool_]:
    if targets is None:
        return raw > 0 if (raw > 0).any() else np.ones(raw.size, dtype=np.bool_)
    if not targets or not set(targets) <= set(range(oracle.answers)):
        raise ValueError(f"the targets are {list(targets)}; they are some of the {oracle.answers} answers")
    return np.isin(np.arange(oracle.answers), list(targets))
