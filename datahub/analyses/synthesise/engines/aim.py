"""OpenDP's AIM chooses and measures marginals in a program of its own, whose answer this engine reads.

AIM is McKenna and others 2022, arXiv:2201.12677, as OpenDP 0.16.0 has it. The rows that AIM draws are not used: by one
of its two ways they relate columns that are not related (mbi 1.1.0, "round"). Rows are drawn from a model of this
library, fitted to what AIM measured, so that the same number gives the same rows."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from datahub.analyses.errors import EngineMissing
from datahub.analyses.synthesise.engines.engine import ColumnNumbers, Json
from datahub.analyses.synthesise.engines.marginals import Marginals, model_to_json
from datahub.analyses.synthesise.engines.marginals import read as read_marginals
from datahub.datasets.rules.columns import Column
from datahub.ledger.errors import AnalysisFailed
from mechanisms.synthesis.domain import Attribute
from mechanisms.synthesis.estimation import Precision, estimated
from mechanisms.synthesis.junction_tree import Attributes, cells_needed, cells_of
from mechanisms.synthesis.measuring import Measurement, rows_estimated
from mechanisms.synthesis.workload import AMPLE_CELLS

PARTS = frozenset({"together", "target"})
_FINELY = Precision(tolerance=1e-4, steps=200)
_ROUNDS = 16  # AIM has this many rounds for each column
_CELLS_A_MEGABYTE = 2**20 // 8  # a megabyte holds this many cells, as mbi counts them


@dataclass(frozen=True, kw_only=True, eq=False)
class Aim(Marginals):
    slug: ClassVar[str] = "opendp-aim/1"
    mechanisms: ClassVar[frozenset[str]] = frozenset({"discrete-gaussian", "exponential"})

    def fitted(self, columns: Sequence[ColumnNumbers], rho: Decimal) -> Json:  # noqa: ARG002 - every engine has this signature
        """Raises EngineMissing: AIM is fitted by another program, to which `synthesise.run_engine` gives
        `program_input` and whose output `answered` reads."""
        raise EngineMissing

    def program_input(self, columns: Sequence[ColumnNumbers], rho: Decimal) -> bytes:
        """Returns the input of the AIM program: a line of JSON with the domain, workload and budget, then the codes,
        column after column. The program reads it from a pipe."""
        sizes = self.domain.sizes
        alone = {(index,): 1 for index in range(len(sizes))}
        line = {
            "rho": float_below(rho),
            "sizes": sizes,
            "queries": [[of, weight] for of, weight in (self.workload.weights or alone).items()],
            "megabytes": most_cells(sizes) / _CELLS_A_MEGABYTE,
        }
        return b"".join(
            [json.dumps(line).encode() + b"\n", *(column.astype(np.uint16).tobytes() for column in columns)]
        )

    def answered(self, answer: bytes) -> Json:
        """Returns the model that the program's answer makes. AnalysisFailed for what is no answer to this plan."""
        sizes = self.domain.sizes
        try:
            measured = [_measurement(sizes, marginal) for marginal in json.loads(answer)["marginals"]]
        except (ValueError, TypeError, LookupError):
            raise AnalysisFailed from None
        if not {(index,) for index in range(len(sizes))} <= {measurement.attributes for measurement in measured}:
            raise AnalysisFailed
        kept = fitting_measurements(sizes, measured)
        return model_to_json(estimated(sizes, kept, precision=_FINELY), kept)

    def before(self, table: Mapping[str, Any], rho: Decimal) -> Json:  # noqa: ARG002 - every engine has this signature
        """Returns nothing: AIM chooses by the data what it measures and how often, so its errors are not known
        beforehand. Its cost is."""
        return {}


def read(fields: Mapping[str, Any], columns: Sequence[Column], attributes: Sequence[Attribute]) -> Aim:
    """Reads a plan for AIM. PlanRefused names the part that is not possible."""
    of = read_marginals(fields, columns, attributes)
    return Aim(columns=of.columns, domain=of.domain, workload=of.workload, together=of.together, target=of.target)


def float_below(rho: Decimal) -> float:
    """Returns the nearest float that is no more than this number."""
    near = float(rho)
    return near if Fraction(near) <= Fraction(rho) else math.nextafter(near, 0.0)


def most_cells(sizes: Sequence[int]) -> int:
    """Returns the most cells that AIM's model may grow to. It begins with a part of them, one for each of its rounds,
    and would end at once if they did not hold each column twice over."""
    return max(AMPLE_CELLS, 2 * _ROUNDS * len(sizes) * sum(sizes))


def fitting_measurements(sizes: Sequence[int], measured: Sequence[Measurement]) -> list[Measurement]:
    """Returns the measurements that a model of this library can hold: each column alone, as it was measured first, and
    then those that it can hold beside the earlier ones. What AIM measured with the last of its budget is left out too:
    noise beyond all rows says nothing."""
    first: dict[Attributes, Measurement] = {}
    for measurement in measured:
        first.setdefault(measurement.attributes, measurement)
    kept = [first[index,] for index in range(len(sizes))]
    rows = rows_estimated(kept)
    for measurement in measured:
        known = {each.attributes for each in kept}
        is_held = (
            measurement.attributes in known or cells_needed(sizes, [*known, measurement.attributes]) <= AMPLE_CELLS
        )
        if measurement.sigma <= rows and is_held and not any(measurement is each for each in kept):
            kept.append(measurement)
    return kept


def _measurement(sizes: Sequence[int], fields: Mapping[str, Any]) -> Measurement:
    of: Attributes = tuple(fields["of"])
    values = np.array(fields["values"], dtype=np.float64)
    if not (of and all(type(index) is int and 0 <= index < len(sizes) for index in of) and list(of) == sorted(set(of))):
        raise ValueError("a marginal is of attributes, ascending")
    sigma = float(fields["sigma"])
    if not (0 < sigma < math.inf and values.shape == (cells_of(sizes, of),) and np.isfinite(values).all()):
        raise ValueError("a marginal has a number for each of its cells, and noise")
    return Measurement(attributes=of, values=values.reshape([sizes[index] for index in of]), sigma=sigma)
