"""Runs in the peers' environment, never in ours: OpenDP's MST or AIM on the same codes for the same rho, and a learner.

Rows always with method "sample": its "round" aligns columns that share a parent (mbi 1.1.0). In a process for each
model, because the most memory a process held never falls again.
"""

import json
import subprocess
import sys
from typing import Any

import numpy as np
from sklearn.ensemble import (  # type: ignore[import-not-found]  # only the peers' environment has it
    HistGradientBoostingClassifier,
)
from sklearn.metrics import f1_score  # type: ignore[import-not-found]  # only the peers' environment has it

PROGRAM = """
import json, resource, sys, time
import numpy as np, polars as pl
import opendp.prelude as dp
learnt, synthetic, rho, sizes = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])
engine = dp.mbi.MST() if sys.argv[5] == "mst" else dp.mbi.AIM(queries=2)
dp.enable_features("contrib")
names = [f"c{place}" for place in range(len(sizes))]
table = pl.DataFrame(dict(zip(names, np.load(learnt).astype(np.int64)))).lazy()
keys = {name: list(range(size)) for name, size in zip(names, sizes)}
def release(rho):
    context = dp.Context.compositor(
        data=table, privacy_unit=dp.unit_of(contributions=1), privacy_loss=dp.loss_of(rho=rho)
    )
    return context.query(rho=rho).contingency_table(keys=keys, algorithm=engine).release()
for attempt in range(100):
    before = time.process_time()
    try:
        found = release(rho * (1 - attempt * 1e-9))
        break
    except dp.OpenDPException as error:  # its parts, rounded, can be more than their sum by one unit in the last place
        if "insufficient budget" not in str(error):
            raise
rows = found.synthesize(method="sample")
cpu = time.process_time() - before
rows = rows.with_columns(pl.all().fill_null(0))
np.save(synthetic, rows.select(names).to_numpy().T.astype(np.uint16))
megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
print(json.dumps({"cpu": cpu, "megabytes": megabytes}))
"""


def measure(act: str, **arguments: Any) -> Any:
    return _learn(**arguments) if act == "learn" else _synthesise(act, **arguments)


def _synthesise(
    engine: str, learnt: str, synthetic: str, rho: float, sizes: list[int], hours: float | None = None
) -> Any:
    """Returns what the synthesis took; null where it was stopped after the limit of hours."""
    command = [sys.executable, "-I", "-c", PROGRAM, learnt, synthetic, str(rho), json.dumps(sizes), engine]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=None if hours is None else hours * 3600)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return json.loads(done.stdout.splitlines()[-1])


def _learn(rows: str, held_out: str) -> float:
    """Returns F1 on the held-out rows, for gradient boosting that predicts the last column from these rows."""
    learnt, tried = np.load(rows).T, np.load(held_out).T
    model = HistGradientBoostingClassifier(random_state=0).fit(learnt[:, :-1], learnt[:, -1])
    return float(f1_score(tried[:, -1], model.predict(tried[:, :-1])))
