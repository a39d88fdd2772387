"""`python -m benchmarks.engine.beside pandas | numpy FOLDER`: the same counts with all rows in memory."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from benchmarks.engine.measure import measured, say

COLUMNS = ["age", "workclass", "education", "marital", "race", "sex", "country", "occupation"]


def by_pandas(path: Path) -> int:
    frame = pq.read_table(path, read_dictionary=COLUMNS[1:]).to_pandas()
    return len(frame.groupby(COLUMNS, observed=True, dropna=False).size())


def by_numpy(path: Path) -> int:
    """Codes of all columns in one integer, sorted."""
    table = pq.read_table(path, read_dictionary=COLUMNS[1:])
    key = np.zeros(len(table), dtype=np.int64)
    for name in COLUMNS:
        codes, values = pd.factorize(table[name].to_pandas())
        key = key * len(values) + codes
    return len(np.unique(key, return_counts=True)[0])


if __name__ == "__main__":
    act = {"pandas": by_pandas, "numpy": by_numpy}[sys.argv[1]]
    path = Path(sys.argv[2]) / "people.parquet"
    took, answer = measured(lambda: act(path))
    say({"count": took, "found": {"number": answer}})
