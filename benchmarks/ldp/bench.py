"""The bench measures what a person costs and how far the estimate is off, for every mechanism that a public library has
too, beside those libraries and beside plain NumPy."""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.ldp import decode, theory, twins
from benchmarks.ldp.people import ANSWERS, EPSILON, MECHANISMS, after_zipf
from benchmarks.ldp.plain import PlainMechanism, plain_mechanism
from benchmarks.line import Line
from benchmarks.peers import Peer, running
from mechanisms.common.aes_ctr_entropy import AesCtrEntropy
from mechanisms.common.entropy import Entropy, SystemEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

PEOPLE, REPETITIONS = 200_000, 5
HEADLINE = "AES-256-CTR"  # The goals hold for this source of randomness; os.urandom is measured too.
ENTROPIES: dict[str, Callable[[], Entropy]] = {"os.urandom": SystemEntropy, HEADLINE: AesCtrEntropy}
CLIPS, UNBIASED, PLAIN = "multi-freq-ldpy", "pure-ldp", "NumPy, PCG64"
LIBRARIES = {"SS": (CLIPS,), "HR": (UNBIASED,)}  # Both libraries have the other mechanisms.
GOALS = {"GRR": 40.0, "OUE": 10.0, "SUE": 10.0, "SS": 15.0, "SHE": 3.0, "HR": 200.0, "OLH": 50.0}
PLAIN_GOALS = {"GRR": 1.0, "OUE": 1.5, "SUE": 1.5, "SS": 1.0, "SHE": 1.0, "HR": 1.0, "OLH": 1.5}
PROGRAM = Path(__file__).with_name("peer.py")

Half = Literal["client", "server"]
Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Pass:
    """A pass is one run of all people through one implementation, in CPU seconds."""

    client: float
    server: float
    estimate: Shares


def run() -> Iterator[Line]:
    yield from decode.run()
    yield from theory.run()
    yield from twins.run()
    yield from beside_peers()


def small() -> Iterator[Line]:
    yield from decode.small()
    yield from theory.small()
    yield from twins.run()
    people = after_zipf(1_000)
    for mechanism, offered in MECHANISMS.items():
        own = _ours(offered(answers=ANSWERS, epsilon=EPSILON), people, AesCtrEntropy())
        microseconds = 1e6 * (own.client + own.server) / len(people)
        yield Line(bench="ldp", case=mechanism, ours=microseconds, unit="CPU us a person", better="lower")


def beside_peers() -> Iterator[Line]:
    people = after_zipf(PEOPLE)
    truth = np.bincount(people, minlength=ANSWERS) / len(people)
    with running(PROGRAM) as peer:
        for mechanism in MECHANISMS:
            yield from _lines(mechanism, _passes(mechanism, people, peer), truth)


def _passes(mechanism: str, people: NDArray[np.int64], peer: Peer) -> dict[str, list[Pass]]:
    """Everybody's turn comes once in each repetition, so that a slow minute of the machine is shared."""
    oracle = MECHANISMS[mechanism](answers=ANSWERS, epsilon=EPSILON)
    plain = plain_mechanism(mechanism, ANSWERS, float(EPSILON))
    _ours(oracle, people, AesCtrEntropy())  # The first pass needs fresh memory, as the peers' first calls do.
    _plain(plain, people)
    passes: dict[str, list[Pass]] = defaultdict(list)
    for _ in range(REPETITIONS):
        for name, entropy in ENTROPIES.items():
            passes[name].append(_ours(oracle, people, entropy()))
        passes[PLAIN].append(_plain(plain, people))
        for library in _libraries(mechanism):
            passes[library].append(_theirs(peer, library, mechanism, people))
    return passes


def _ours(oracle: FrequencyOracle, people: NDArray[np.int64], entropy: Entropy) -> Pass:
    started = time.process_time()
    packed = oracle.perturb_many(people, entropy)
    perturbed = time.process_time()
    estimate = oracle.estimate(oracle.count(packed), len(people))
    return Pass(perturbed - started, time.process_time() - perturbed, estimate)


def _plain(mechanism: PlainMechanism, people: NDArray[np.int64]) -> Pass:
    generator = np.random.default_rng()
    started = time.process_time()
    reports = mechanism.perturb_many(people, generator)
    perturbed = time.process_time()
    estimate = mechanism.estimate(reports)
    return Pass(perturbed - started, time.process_time() - perturbed, estimate)


def _theirs(peer: Peer, library: str, mechanism: str, people: NDArray[np.int64]) -> Pass:
    task = {"people": people.tolist(), "answers": ANSWERS, "epsilon": float(EPSILON)}
    answer = peer.ask(library=library, mechanism=mechanism, **task)
    return Pass(answer["client"], answer["server"], np.array(answer["estimate"]))


def _lines(mechanism: str, passes: dict[str, list[Pass]], truth: Shares) -> Iterator[Line]:
    headline, plain = passes[HEADLINE], passes[PLAIN]
    both: tuple[Half, ...] = ("client", "server")
    yield _time(f"{mechanism}, {HEADLINE}", headline, plain, PLAIN, both, PLAIN_GOALS[mechanism])
    faster = min(_libraries(mechanism), key=lambda library: _microseconds(passes[library], both))
    for library in _libraries(mechanism):
        for entropy in ENTROPIES:
            goal = GOALS[mechanism] if (library, entropy) == (faster, HEADLINE) else None
            yield _time(f"{mechanism}, {entropy}", passes[entropy], passes[library], library, both, goal)
        yield _time(f"{mechanism}, server alone", passes[HEADLINE], passes[library], library, ("server",), None)
    ours = [timing.estimate for name in ENTROPIES for timing in passes[name]]
    if UNBIASED in passes:
        unbiased = [timing.estimate for timing in passes[UNBIASED]]
        yield _error(f"{mechanism}, error, unbiased", ours, unbiased, UNBIASED, truth)
    if CLIPS in passes:
        clipped = [timing.estimate for timing in passes[CLIPS]]
        consistent = [onto_simplex(shares) for shares in ours]
        yield _error(f"{mechanism}, error, made consistent", consistent, clipped, f"{CLIPS} (clips)", truth)


def _libraries(mechanism: str) -> tuple[str, ...]:
    return LIBRARIES.get(mechanism, (CLIPS, UNBIASED))


def _time(
    case: str, ours: list[Pass], peer: list[Pass], peer_name: str, halves: tuple[Half, ...], goal: float | None
) -> Line:
    return Line(
        bench="ldp",
        case=case,
        ours=_microseconds(ours, halves),
        peer=_microseconds(peer, halves),
        peer_name=peer_name,
        unit="CPU us a person",
        goal=goal,
        better="lower",
    )


def _microseconds(passes: list[Pass], halves: tuple[Half, ...]) -> float:
    seconds = [sum(timing.client if half == "client" else timing.server for half in halves) for timing in passes]
    return 1e6 * statistics.median(seconds) / PEOPLE


def _error(case: str, ours: list[Shares], peer: list[Shares], peer_name: str, truth: Shares) -> Line:
    return Line(
        bench="ldp",
        case=case,
        ours=_squared_error(ours, truth),
        peer=_squared_error(peer, truth),
        peer_name=peer_name,
        unit="people x mean squared error",
        better="lower",
    )


def _squared_error(estimates: list[Shares], truth: Shares) -> float:
    """Times the number of people, which the error is inverse to: comparable between runs of any size."""
    return PEOPLE * float(np.mean((np.array(estimates) - truth) ** 2))
