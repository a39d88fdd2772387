"""Runs in the peers' environment, never in ours: the same people through the peers' own public calls.

Answers {"client": s, "server": s, "estimate": [...]}, CPU seconds of this process.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

# Only the peers' environment has these packages.
from multi_freq_ldpy.pure_frequency_oracles.GRR import (  # type: ignore[import-not-found]
    GRR_Aggregator_MI,
    GRR_Client,
)
from multi_freq_ldpy.pure_frequency_oracles.HE import (  # type: ignore[import-not-found]
    HE_Aggregator_MI,
    HE_Client,
)
from multi_freq_ldpy.pure_frequency_oracles.LH import (  # type: ignore[import-not-found]
    LH_Aggregator_MI,
    LH_Client,
)
from multi_freq_ldpy.pure_frequency_oracles.SS import (  # type: ignore[import-not-found]
    SS_Aggregator_MI,
    SS_Client,
)
from multi_freq_ldpy.pure_frequency_oracles.UE import (  # type: ignore[import-not-found]
    UE_Aggregator_MI,
    UE_Client,
)
from pure_ldp.frequency_oracles.direct_encoding import (  # type: ignore[import-not-found]
    DEClient,
    DEServer,
)
from pure_ldp.frequency_oracles.hadamard_response import (  # type: ignore[import-not-found]
    HadamardResponseClient,
    HadamardResponseServer,
)
from pure_ldp.frequency_oracles.histogram_encoding import (  # type: ignore[import-not-found]
    HEClient,
    HEServer,
)
from pure_ldp.frequency_oracles.local_hashing import (  # type: ignore[import-not-found]
    LHClient,
    LHServer,
)
from pure_ldp.frequency_oracles.unary_encoding import (  # type: ignore[import-not-found]
    UEClient,
    UEServer,
)

Halves = tuple[Callable[[int], Any], Callable[[Sequence[Any]], Sequence[float]]]


def multi_freq_ldpy(mechanism: str, answers: int, epsilon: float) -> Halves:
    """This library makes one compiled call a person; the aggregator takes all reports, clips at 0 and scales to a sum
    of 1."""
    optimal = mechanism == "OUE"
    halves: dict[str, Halves] = {
        "GRR": ((lambda v: GRR_Client(v, answers, epsilon)), (lambda r: GRR_Aggregator_MI(r, answers, epsilon))),
        "SS": ((lambda v: SS_Client(v, answers, epsilon)), (lambda r: SS_Aggregator_MI(r, answers, epsilon))),
        "SHE": ((lambda v: HE_Client(v, answers, epsilon)), (lambda r: HE_Aggregator_MI(r, answers, epsilon, False))),
        "OLH": ((lambda v: LH_Client(v, answers, epsilon)), (lambda r: LH_Aggregator_MI(r, answers, epsilon))),
    }
    unary = (lambda v: UE_Client(v, answers, epsilon, optimal)), (lambda r: UE_Aggregator_MI(r, epsilon, optimal))
    return halves.get(mechanism, unary)


def pure_ldp(mechanism: str, answers: int, epsilon: float) -> Halves:
    """This library makes one call a person and one a report; its answers count from 1, its estimates are unbiased."""
    if mechanism == "GRR":
        client, server = DEClient(epsilon, answers), DEServer(epsilon, answers)
    elif mechanism == "SHE":
        client, server = HEClient(epsilon, answers), HEServer(epsilon, answers)
    elif mechanism == "OLH":
        client, server = LHClient(epsilon, answers, use_olh=True), LHServer(epsilon, answers, use_olh=True)
    elif mechanism == "HR":
        server = HadamardResponseServer(epsilon, answers)
        client = HadamardResponseClient(epsilon, answers, server.get_hash_funcs())
    else:
        optimal = mechanism == "OUE"
        client, server = UEClient(epsilon, answers, use_oue=optimal), UEServer(epsilon, answers, use_oue=optimal)

    def collect(reports: Sequence[Any]) -> list[float]:
        for report in reports:
            server.aggregate(report)
        return [server.estimate(v + 1, suppress_warnings=True) / len(reports) for v in range(answers)]

    return (lambda v: client.privatise(v + 1)), collect


LIBRARIES: dict[str, Callable[[str, int, float], Halves]] = {"multi-freq-ldpy": multi_freq_ldpy, "pure-ldp": pure_ldp}


def measure(people: list[int], answers: int, epsilon: float, library: str, mechanism: str) -> dict[str, Any]:
    perturb, collect = LIBRARIES[library](mechanism, answers, epsilon)
    collect([perturb(v) for v in people[:100]])  # The library compiles its code at the first call.
    perturb, collect = LIBRARIES[library](mechanism, answers, epsilon)
    started = time.process_time()
    reports = [perturb(v) for v in people]
    perturbed = time.process_time()
    estimate = collect(reports)
    done = time.process_time()
    return {
        "client": perturbed - started,
        "server": done - perturbed,
        "estimate": [float(share) for share in estimate],
    }
