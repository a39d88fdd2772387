"""The people of the published runs are the 32 561 training rows of Adult, in declared columns."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.central.geometric import GeometricMechanism
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Domain, Options
from mechanisms.synthesis.gaussian.chance import even
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.tables import NoisyTables, ReleasedTables
from tests.adult.rows import columns, rows

SEED = 6  # The seed is the number of the chapter; each experiment starts the stream again.
MARITAL = (
    "Divorced",
    "Married-AF-spouse",
    "Married-civ-spouse",
    "Married-spouse-absent",
    "Never-married",
    "Separated",
    "Widowed",
)
DECLARED = {
    "age": Options(name="age", options=tuple(str(age) for age in range(100))),  # The publication uses this domain.
    "marital-status": Options(name="marital-status", options=MARITAL),
    "education": Options(
        name="education",
        options=(
            *("Preschool", "1st-4th", "5th-6th", "7th-8th", "9th", "10th", "11th", "12th", "HS-grad", "Some-college"),
            *("Assoc-voc", "Assoc-acdm", "Bachelors", "Masters", "Prof-school", "Doctorate"),
        ),
    ),
    "occupation": Options(
        name="occupation",
        options=(
            *(
                "Adm-clerical",
                "Armed-Forces",
                "Craft-repair",
                "Exec-managerial",
                "Farming-fishing",
                "Handlers-cleaners",
            ),
            *("Machine-op-inspct", "Other-service", "Priv-house-serv", "Prof-specialty", "Protective-serv", "Sales"),
            *("Tech-support", "Transport-moving"),
        ),
        missing=True,
    ),
}

Integers = NDArray[np.int64]


@cache
def counted(*names: str) -> tuple[Domain, CodedRows]:
    domain = Domain(attributes=tuple(DECLARED[name] for name in names))
    split = columns().index("split")
    people = [row for row in rows() if row[split] == "train"]
    codes = domain.codes({name: [row[columns().index(name)] for row in people] for name in names})
    return domain, CodedRows(codes, domain.sizes)


def released(tables: NoisyTables, counts: CodedRows, entropy: Entropy) -> ReleasedTables:
    """Returns a table with noise of the law and scale that OpenDP would use; it is drawn here, as a draw of OpenDP
    cannot be repeated."""
    exact = [counts.of(table) for table in tables.tables]
    return ReleasedTables(
        made_by=tables,
        values=[cells + two_sided(tables.noise.scale, cells.size, entropy).reshape(cells.shape) for cells in exact],
    )


def two_sided(scale: float, count: int, entropy: Entropy) -> Integers:
    """int64[count] of weights e^(-|noise| / scale): a geometric number less another. For reproductions, never for a
    release: logarithms of floating-point numbers are not exact."""
    drawn = np.floor(-scale * np.log(even(2, count, entropy)))
    return np.asarray(drawn[0] - drawn[1], dtype=np.int64)


def standard_error(noise: GeometricMechanism, cells: int) -> float:
    """Returns the standard error of the sum of so many cells."""
    return float((cells * noise.variance()) ** 0.5)
