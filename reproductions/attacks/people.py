"""The attacked people are the 16 281 test rows of Adult, with five columns that others may know."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.hierarchy import Hierarchy
from mechanisms.anonymity.making import flat, grouped, intervals
from tests.adult.rows import columns, rows

SEED = 1996  # The seed is the year of the data set; each attack starts the stream again.
MISSING = "?"
QUASI = ("age", "education-num", "marital-status", "race", "sex")
CARRIED = ("occupation", "income", "hours-per-week")
WORK = {
    "desk": ("Exec-managerial", "Prof-specialty", "Adm-clerical", "Sales", "Tech-support"),
    "hands": ("Craft-repair", "Machine-op-inspct", "Transport-moving", "Handlers-cleaners", "Farming-fishing"),
    "service": ("Other-service", "Protective-serv", "Priv-house-serv", "Armed-Forces"),
    "not said": (MISSING,),
}
MARRIED = {
    "with a spouse": ("Married-civ-spouse", "Married-AF-spouse"),
    "without": ("Never-married", "Divorced", "Separated", "Widowed", "Married-spouse-absent"),
}

Integers = NDArray[np.int64]


@cache
def column(name: str) -> tuple[str, ...]:
    at, split = columns().index(name), columns().index("split")
    return tuple(MISSING if row[at] is None else str(row[at]) for row in rows() if row[split] == "test")


@cache
def hierarchies() -> dict[str, Hierarchy]:
    return {
        "age": intervals("age", map(int, column("age")), start=1, widths=[5, 10, 20]),
        "education-num": intervals("education-num", range(1, 17), start=1, widths=[2, 4, 8]),
        "marital-status": grouped("marital-status", MARRIED),
        "race": flat("race", column("race")),
        "sex": flat("sex", column("sex")),
    }


@cache
def occupations() -> Hierarchy:
    return grouped("occupation", WORK)


def codes(name: str) -> Integers:
    """Returns the codes of a column that is released as it is."""
    if name == "occupation":
        return occupations().encode(column(name))
    return np.unique(column(name), return_inverse=True)[1].astype(np.int64)


def quasi(names: tuple[str, ...] = QUASI) -> Integers:
    return np.stack([hierarchies()[name].encode(column(name)) for name in names], axis=1)


def table(names: tuple[str, ...], sensitive: tuple[str, ...]) -> Table:
    return Table(
        hierarchies=[hierarchies()[name] for name in names],
        quasi=quasi(names),
        sensitive={name: codes(name) for name in sensitive},
        carried=np.stack([codes(name) for name in CARRIED], axis=1),
    )


def shares() -> list[NDArray[np.float64]]:
    """Returns how common each value of each quasi-identifying column is: what a census office prints."""
    counts = [
        np.bincount(column, minlength=len(tree.leaves))
        for column, tree in zip(quasi().T, hierarchies().values(), strict=True)
    ]
    return [(count + 1) / (count + 1).sum() for count in counts]
