"""Runs in the oracle's environment, never in ours: dp_accounting on batches of events.

Of events [[kind, parameter, count], ...] it answers the epsilons of its pessimistic and its optimistic estimate, of its
RDP accountant, and the CPU seconds of composing and asking.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import dp_accounting  # type: ignore[import-not-found]  # only the oracle's environment has it
from dp_accounting import rdp

# Only the oracle's environment has it.
from dp_accounting.pld import common, privacy_loss_distribution  # type: ignore[import-not-found]

logging.disable(logging.WARNING)  # Its warnings only name the chosen method.
Batch = Sequence[tuple[str, float, int]]


def optimistic(kind: str, parameter: float) -> Any:
    if kind == "pure":  # The worst pair is randomised response between two answers.
        return privacy_loss_distribution.from_randomized_response(
            2 / (1 + math.exp(parameter)), 2, pessimistic_estimate=False
        )
    return MAKERS[kind](parameter, pessimistic_estimate=False)


def pessimistic(kind: str, parameter: float) -> Any:
    if kind == "pure":
        return privacy_loss_distribution.from_privacy_parameters(common.DifferentialPrivacyParameters(parameter, 0))
    return MAKERS[kind](parameter)


MAKERS: dict[str, Callable[..., Any]] = {
    "laplace": privacy_loss_distribution.from_laplace_mechanism,
    "gaussian": privacy_loss_distribution.from_gaussian_mechanism,
}
RENYI: dict[str, Callable[[float], Any]] = {
    "laplace": dp_accounting.LaplaceDpEvent,
    "gaussian": dp_accounting.GaussianDpEvent,
    # The rho is that of the exponential mechanism.
    "pure": lambda epsilon: dp_accounting.ZCDpEvent(rho=epsilon**2 / 8),
}


def composed(make: Callable[[str, float], Any], batch: Batch) -> Any:
    parts = (make(kind, parameter).self_compose(count) for kind, parameter, count in batch)
    return reduce(lambda whole, part: whole.compose(part), parts)


def by_renyi(batch: Batch, deltas: Sequence[float]) -> list[float]:
    accountant = rdp.RdpAccountant()
    for kind, parameter, count in batch:
        accountant.compose(RENYI[kind](parameter), count)
    return [float(accountant.get_epsilon(delta)) for delta in deltas]


def timed(work: Callable[[], list[float]]) -> tuple[list[float], float]:
    started = time.process_time()
    answer = work()
    return answer, time.process_time() - started


def epsilons(whole: Any, deltas: Sequence[float]) -> list[float]:
    return [float(whole.get_epsilon_for_delta(delta)) for delta in deltas]


def measure(events: Batch, deltas: Sequence[float]) -> dict[str, Any]:
    upper, upper_seconds = timed(lambda: epsilons(composed(pessimistic, events), deltas))
    renyi, renyi_seconds = timed(lambda: by_renyi(events, deltas))
    return {
        "pessimistic": upper,
        "optimistic": epsilons(composed(optimistic, events), deltas),
        "renyi": renyi,
        "seconds": {"pessimistic": upper_seconds, "renyi": renyi_seconds},
    }
