"""The bench measures what a report costs on a device: the twins in TypeScript, in Node, through the functions that the
page uses."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.line import Line, RunFailed
from mechanisms.catalogue import choose
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.piecewise import PiecewiseMechanism
from mechanisms.ldp.numbers.square_wave import SquareWave
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection
from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
GOAL_MICROSECONDS, GOALS = 1_000.0, {"OUE, 128 answers": 8.0}
NUMBERS = (DuchiMechanism, PiecewiseMechanism, HybridMechanism, SquareWave)
Mechanism = FrequencyOracle | NumberMechanism


def cases() -> dict[str, Mechanism]:
    """Returns every twin with 128 answers or a number up to 300, and the most expensive twins at their largest
    sizes.
    """
    grid = Grid(low=0, high=300, steps=300)
    return {
        "RR, 2 answers": RandomizedResponse(answers=2, epsilon="1"),
        "GRR, 128 answers": GeneralizedRandomizedResponse(answers=128, epsilon="1"),
        "OUE, 128 answers": OptimizedUnaryEncoding(answers=128, epsilon="1"),
        "SUE, 128 answers": SymmetricUnaryEncoding(answers=128, epsilon="1"),
        "SS, 128 answers": SubsetSelection(answers=128, epsilon="1"),
        "SS, 2 048 answers": choose(2_048, "1").mechanism,
        "OUE, 4 096 answers": OptimizedUnaryEncoding(answers=4_096, epsilon="1"),
        "a set of at most 8 of 128 answers": BitwiseRandomizedResponse(answers=128, most=8, epsilon="1"),
        **{f"{offered.name}, 0 to 300": offered(grid=grid, epsilon="4") for offered in NUMBERS},
    }


def run() -> Iterator[Line]:
    mechanisms = cases()
    for name, microseconds in zip(mechanisms, _measured(list(mechanisms.values())), strict=True):
        yield Line(
            bench="ldp",
            case=f"twin in Node: {name}",
            ours=microseconds,
            unit="CPU us a report",
            goal=GOALS.get(name, GOAL_MICROSECONDS),
            better="lower",
        )


def _measured(mechanisms: Sequence[Mechanism]) -> list[float]:
    """Returns CPU microseconds for each report, in the order of the cases."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "twins.mjs"
        rolldown = FRONTEND / "node_modules" / ".bin" / "rolldown"
        _done([str(rolldown), "bench/twins.ts", "--file", str(program), "--platform", "node"])
        timings: list[float] = json.loads(
            _done(["node", str(program)], json.dumps([_case(mechanism) for mechanism in mechanisms]))
        )
    return timings


def _case(mechanism: Mechanism) -> dict[str, object]:
    if isinstance(mechanism, NumberMechanism):
        return {"number": mechanism.client_spec(), "answer": 17}
    return {"spec": mechanism.client_spec(), "answer": 1}


def _done(command: list[str], says: str = "") -> str:
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=FRONTEND, input=says, capture_output=True, text=True, env=environment, timeout=300
    )
    if done.returncode:
        raise RunFailed(f"the twins were not measured: {done.stderr}{done.stdout}")
    return done.stdout
