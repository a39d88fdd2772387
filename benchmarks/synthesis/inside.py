"""`python -m benchmarks.synthesis.inside ROWS.npy RHO ROWS [TARGET]`: one model and its rows, in a process of its own.

Writes the rows it makes, uint16[attributes, rows], and says what fitting and drawing took. ROWS 0 means those of Adult
that are learnt of, and as many made as there seem to be.
"""

import sys
from decimal import Decimal

import numpy as np

from benchmarks.measure import measured, say
from benchmarks.synthesis.adult import adult, repeated
from mechanisms.common.entropy import SystemEntropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.fitting import fitted
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.workload import workload


def main(path: str, rho: str, rows: int, target: str | None) -> None:
    split = adult()
    columns = repeated(split, rows) if rows else split.learnt
    taken, synthetic = measured(lambda: _synthetic_rows(columns, Decimal(rho), rows, target))
    np.save(path, np.array(synthetic))
    say({"made": taken})


def _synthetic_rows(columns: list[Codes], rho: Decimal, rows: int, target: str | None) -> list[Codes]:
    domain = adult().domain
    fit = fitted(CodedRows(columns, domain.sizes), domain, rho=rho, workload=workload(domain, target=target))
    return sampled(fit.model, rows or round(fit.model.rows), SystemEntropy())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else None)
