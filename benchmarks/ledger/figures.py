"""`python -m benchmarks.ledger.figures` writes what dp_accounting says of the batches below, for our tests to compare.

dp_accounting 0.6.0 needs attrs below 24 and can therefore not stand in the lock of the project.
"""

import itertools
import json
from pathlib import Path
from typing import Any

from benchmarks.peers import Peer, running

HERE = Path(__file__).parent
FIGURES = HERE.parents[1] / "mechanisms" / "tests" / "dp_accounting.json"
REQUIREMENTS = HERE / "requirements.txt"
PROGRAM = HERE / "oracle.py"
DELTAS = (1e-3, 1e-6, 1e-9)
MIXED = (("laplace", 10.0), ("gaussian", 10.0), ("pure", 0.05))
Batch = list[tuple[str, float, int]]


def table() -> list[Batch]:
    """Returns batches of so many draws of each of three mechanisms: the table that our goal was set by."""
    return [[(kind, parameter, count) for kind, parameter in MIXED] for count in (1, 10, 100, 1000)]


def others() -> list[Batch]:
    parameters = {"laplace": (0.5, 2.0, 20.0), "gaussian": (0.7, 3.0, 30.0), "pure": (0.02, 0.5, 3.0)}
    alone: list[Batch] = [
        [(kind, parameter, count)]
        for kind, all_of_them in parameters.items()
        for parameter, count in itertools.product(all_of_them, (1, 5, 50))
    ]
    return [*alone, [("gaussian", 4.0 + turn, 1) for turn in range(30)] + [("laplace", 3.0, 7), ("pure", 0.1, 3)]]


def figures(oracle: Peer) -> dict[str, Any]:
    answers = [oracle.ask(events=batch, deltas=DELTAS) | {"events": batch} for batch in [*table(), *others()]]
    return {
        "made": "python -m benchmarks.ledger.figures, with dp_accounting 0.6.0",
        "deltas": DELTAS,
        "batches": [{name: answer[name] for name in ("events", "pessimistic", "optimistic")} for answer in answers],
    }


def main() -> None:
    with running(PROGRAM, REQUIREMENTS) as oracle:
        content = figures(oracle)
    batches = ",\n".join(json.dumps(batch) for batch in content.pop("batches"))
    head = json.dumps(content)[:-1]
    FIGURES.write_text(f'{head},\n"batches": [\n{batches}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
