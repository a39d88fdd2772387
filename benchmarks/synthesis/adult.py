"""The bench synthesises Adult: fourteen columns, numbers in 32 bins with declared edges; four of five rows are for
training."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.synthesis.domain import Attribute, Bins, Codes, Domain, Options
from tests.adult.rows import columns, rows

# `education-num` repeats `education`, and `split` is no answer of a person.
LEFT_OUT = {"education", "split"}
TARGET = "income"
BINS = 32
RANGES = {
    "age": (0, 100),
    "fnlwgt": (0, 1_500_000),
    "capital-gain": (0, 100_000),
    "capital-loss": (0, 5_000),
    "hours-per-week": (0, 100),
}
_LEARNT_OF = 0.8


@dataclass(frozen=True, eq=False)
class Split:
    domain: Domain
    learnt: list[Codes]
    held_out: list[Codes]


@cache
def adult() -> Split:
    """Returns Adult as codes, split in two; which options there are is read from the file, as its documentation would
    say them."""
    kept = {name: place for place, name in enumerate(columns()) if name not in LEFT_OUT}
    values = {name: [row[place] for row in rows()] for name, place in kept.items()}
    domain = Domain(attributes=tuple(_attribute(name, column) for name, column in values.items()))
    codes = np.array(domain.codes(values))  # type: ignore[arg-type]  # lists of numbers and text are values
    order = np.random.default_rng(0).permutation(codes.shape[1])
    end = int(_LEARNT_OF * len(order))
    return Split(domain, list(codes[:, order[:end]]), list(codes[:, order[end:]]))


def _attribute(name: str, column: list[int | str | None]) -> Attribute:
    if name in RANGES:
        edges = np.linspace(*RANGES[name], BINS + 1)
        return Bins(name=name, edges=tuple(edges.tolist()), outside="nearest")
    known = sorted({str(value) for value in column if value is not None})
    return Options(name=name, options=tuple(known), missing=None in column)


def repeated(split: Split, rows: int) -> list[Codes]:
    """Returns as many rows as wanted, drawn from the training rows."""
    chosen = np.random.default_rng(1).integers(0, len(split.learnt[0]), rows)
    return [column[chosen] for column in split.learnt]


def mean_total_variation(columns: list[Codes], other: list[Codes], sizes: tuple[int, ...], ways: int) -> float:
    """Returns half the sum of the differences of shares, as the mean over all marginals of so many columns."""
    from_each = [_distance(columns, other, sizes, attributes) for attributes in _all(len(sizes), ways)]
    return float(np.mean(from_each))


def _all(attributes: int, ways: int) -> list[NDArray[np.int64]]:
    everything = np.array(np.meshgrid(*[np.arange(attributes)] * ways)).reshape(ways, -1).T
    return list(everything[(np.diff(everything, axis=1) > 0).all(axis=1)])


def _distance(columns: list[Codes], other: list[Codes], sizes: tuple[int, ...], attributes: NDArray[np.int64]) -> float:
    shape = [sizes[attribute] for attribute in attributes]
    shares = [
        np.bincount(
            np.ravel_multi_index([table[attribute] for attribute in attributes], shape), minlength=int(np.prod(shape))
        )
        / len(table[0])
        for table in (columns, other)
    ]
    return float(np.abs(shares[0] - shares[1]).sum() / 2)
