"""This program runs OpenDP's AIM in an environment of its own (scripts/aim), and no module of DataHub imports it.

From standard input it reads a line of JSON - rho, sizes, what matters, megabytes - and then the codes, column after
column, uint16. On standard output it says two lines of JSON: what it is, once it could begin, and then each marginal
that was measured, with the sigma of its noise. OpenDP's compositor is what holds it to rho: for one row added or
removed, of which it is told by `contributions=1` (symmetric distance).
"""

import ctypes
import json
import os
import signal
import sys
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, TextIO

import numpy as np
import opendp.prelude as dp
import polars as pl  # type: ignore[import-not-found]  # polars is installed only in the program's environment
from mbi import Factor  # type: ignore[import-not-found]  # mbi is installed only in the program's environment
from opendp.extras.mbi import AIM, Count

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG has this number
# This part of rho is not requested: OpenDP rounds parts up, so that their sum may exceed rho by one unit in the last
# place.
LESS = 1e-9


def main(parent: int) -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # a library that prints must not write into the answers
    stay_with(parent)
    dp.enable_features("contrib")
    say(answers, {"opendp": version("opendp"), "mbi": version("mbi")})
    request = json.loads(sys.stdin.buffer.readline())
    columns = np.frombuffer(sys.stdin.buffer.read(), dtype=np.uint16).reshape(len(request["sizes"]), -1)
    say(answers, {"marginals": measured(request, columns)})


def stay_with(parent: int) -> None:
    """Ends the program when the worker ends, and not before: who stops the service by a signal to all lets begun jobs
    finish."""
    if ctypes.CDLL(None, use_errno=True).prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0) or os.getppid() != parent:
        raise SystemExit(1)
    for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(stop, signal.SIG_IGN)


def measured(request: Mapping[str, Any], columns: np.ndarray[Any, np.dtype[np.uint16]]) -> list[dict[str, Any]]:
    sizes = request["sizes"]
    names = [f"c{index}" for index in range(len(sizes))]
    table = pl.DataFrame(
        {
            name: pl.Series(name, column.astype(np.int64)).set(pl.Series(column == size - 1), None)
            for name, column, size in zip(names, columns, sizes, strict=True)
        }
    )
    context = dp.Context.compositor(
        data=table.lazy(), privacy_unit=dp.unit_of(contributions=1), privacy_loss=dp.loss_of(rho=request["rho"])
    )
    answer = (
        context.query(rho=request["rho"] * (1 - LESS))
        .contingency_table(
            # OpenDP always keeps a cell for null: the last code is passed as null, so that no further cell is added.
            keys={name: [*range(size - 1), None] for name, size in zip(names, sizes, strict=True)},
            algorithm=AIM(
                queries=[Count(tuple(names[index] for index in of), weight) for of, weight in request["queries"]],
                max_size=request["megabytes"],
            ),
        )
        .release()
    )
    return [marginal(factor, names) for factor in answer.marginals.flatten()]


def marginal(factor: Any, names: list[str]) -> dict[str, Any]:
    if factor.query is not Factor.datavector:
        raise ValueError("something other than the cells of a marginal was measured")
    values = np.asarray(factor.noisy_measurement).ravel().tolist()
    return {"of": [names.index(name) for name in factor.clique], "values": values, "sigma": float(factor.stddev)}


def say(answers: TextIO, what: Mapping[str, Any]) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
