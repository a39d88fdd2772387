"""Households with children, for tests of two tables joined by a key."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Domain, Options, Value
from mechanisms.synthesis.two_tables.domain import JoinedDomain, JoinedRows, joined
from mechanisms.synthesis.two_tables.fitting import FittedJoined, JoinedTables, fitted_joined, joined_rows
from mechanisms.synthesis.workload import workload

SECRET = b"0123456789abcdef"


def options(name: str, size: int) -> Options:
    return Options(name=name, options=tuple(str(value) for value in range(size)))


def declared_of(most: int, *, values: int = 2) -> JoinedDomain:
    """Returns a declaration in which a parent is a household with a region, and a tenure that is no context of its
    children; a child has an age and a school."""
    return JoinedDomain(
        parents=Domain(attributes=(options("tenure", 2), options("region", values))),
        children=Domain(attributes=(options("age", values), options("school", 2))),
        most=most,
        number="children",
        context=("region",),
    )


@dataclass(frozen=True)
class Household:
    region: int
    children: tuple[int, ...]  # The ages of the children.


def counted(declared: JoinedDomain, households: Sequence[Household], secret: bytes = SECRET) -> JoinedRows:
    """Returns the joined rows of households; each household gets an id of its own."""
    every = [(at, child, age) for at, house in enumerate(households) for child, age in enumerate(house.children)]
    return joined(
        declared,
        parents={"tenure": ["0"] * len(households), "region": [str(house.region) for house in households]},
        keys=[f"h{at}" for at in range(len(households))],
        children={"age": [str(age) for _, _, age in every], "school": ["1"] * len(every)},
        parent_keys=[f"h{at}" for at, _, _ in every],
        ids=[f"h{at}c{child}" for at, child, _ in every],
        secret=secret,
    )


def town(seed: int, households: int, most: int = 3) -> tuple[JoinedDomain, JoinedRows]:
    """Returns a town in which region 1 has more children, and older ones, who go to school."""
    generator = np.random.default_rng(seed)
    declared = declared_of(most, values=3)
    regions = generator.integers(0, 3, households)
    parents: dict[str, Sequence[Value]] = {
        "tenure": [str(code) for code in generator.integers(0, 2, households)],
        "region": [str(r) for r in regions],
    }
    owners = np.repeat(
        np.arange(households), np.where(regions == 1, generator.integers(2, 6, households), regions // 2)
    )
    ages = np.where(regions[owners] == 1, generator.integers(1, 3, len(owners)), 0)
    return declared, joined(
        declared,
        parents=parents,
        keys=[str(at) for at in range(households)],
        children={"age": [str(age) for age in ages], "school": [str(age // 2) for age in ages]},
        parent_keys=[str(at) for at in owners],
        ids=[str(at) for at in range(len(owners))],
        secret=SECRET,
    )


def fit(declared: JoinedDomain, rows: JoinedRows, rho_of_parents: str, rho_of_children: str) -> FittedJoined:
    return fitted_joined(
        declared,
        rows.parents,
        rows.children,
        rho_of_parents=Decimal(rho_of_parents),
        rho_of_children=Decimal(rho_of_children),
        for_parents=workload(declared.counted_parents),
        for_children=workload(declared.counted_children),
    )


def synthetic_tables(of: FittedJoined, households: int, entropy: Entropy) -> JoinedTables:
    return joined_rows(
        of.declared, parents=of.parents.model, children=of.children.model, many=households, entropy=entropy
    )
