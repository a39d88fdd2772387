"""This module counts Adult by age and years of school, with income, and the classes of its releases."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.attacks.published import published
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.making import intervals
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.releasing import release
from mechanisms.anonymity.utility.loss import average_class_size, discernibility
from mechanisms.common.entropy import SeededEntropy
from tests.adult.rows import columns, rows

SEED = 8
RECORDED = Path(__file__).with_name("anonypy.jsonl")
AGES, SCHOOL = (17, 90), (1, 16)

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ReleaseFigures:
    """These are the figures of a release: `counts[class]` people with at most and with more than 50 000 dollars; `penalty` is the
    mean loss of a cell, 0 to 1."""

    counts: Integers
    penalty: float

    @property
    def sizes(self) -> Integers:
        return np.asarray(self.counts.sum(axis=1))

    @property
    def distances(self) -> Floats:
        """Returns the largest difference of each class's shares from the whole table, over both incomes, present or
        not.

        With two values it is the earth mover's distance too.
        """
        whole = self.counts.sum(axis=0) / self.counts.sum()
        return np.asarray(abs(self.counts / self.sizes[:, None] - whole).max(axis=1))

    @property
    def homogeneous(self) -> int:
        """Returns the number of rows in classes with only one income."""
        return int(self.sizes[(self.counts > 0).sum(axis=1) == 1].sum())

    def figures(self, k: int) -> tuple[int, float, int]:
        """Returns the number of classes, C_avg and DM."""
        return len(self.counts), average_class_size(self.sizes, k), discernibility(self.sizes, suppressed=0)


@cache
def column(name: str) -> tuple[str, ...]:
    at = columns().index(name)
    return tuple(str(row[at]) for row in rows())


@cache
def table() -> Table:
    trees = [
        intervals("age", map(int, column("age")), start=1, widths=[5, 10, 20]),
        intervals("education-num", range(1, 17), start=1, widths=[2, 4, 8]),
    ]
    return Table(
        hierarchies=trees,
        quasi=np.stack([tree.encode(column(tree.column)) for tree in trees], axis=1),
        sensitive={"income": np.array([value == ">50K" for value in column("income")]).astype(np.int64)},
    )


def ours(models: Sequence[Model]) -> ReleaseFigures:
    publication = release(table(), models, entropy=SeededEntropy(SEED))
    seen = published(publication.table.hierarchies, publication.table.quasi, publication.levels)
    return ReleaseFigures(counts=seen.counts(table().sensitive["income"]), penalty=publication.penalty)


@cache
def anonypy() -> dict[str, ReleaseFigures]:
    """Returns the releases of anonypy 0.2.1 by their request, such as "k 5 p 0.2"; the ranges of numbers allow losses
    to be computed."""
    releases = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        run = json.loads(line)
        classes = np.array(run["classes"], dtype=np.int64)
        counts = classes[:, 4:]
        lost = [(classes[:, at + 1] - classes[:, at]) / (high - low) for at, (low, high) in ((0, AGES), (2, SCHOOL))]
        sizes = counts.sum(axis=1)
        run_name = " ".join(f"{name} {value}" for name, value in run["asked"].items())
        releases[run_name] = ReleaseFigures(
            counts=counts, penalty=float((sizes * np.mean(lost, axis=0)).sum() / sizes.sum())
        )
    return releases
