"""This module provides made-up people, for tests."""

from collections.abc import Sequence

import numpy as np

from mechanisms.synthesis.gaussian.declared import Declared, Floats, Group, Number, Table
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.moments import exact_moments


def declared_of(groups: Sequence[int], squared_lengths: Sequence[str], classes: int = 1) -> Declared:
    """Returns a declaration of numbers from -1 to 1, named by their positions, in groups of these sizes."""
    names = iter(f"a{place}" for place in range(sum(groups)))
    column_groups = [
        Group(columns=tuple(next(names) for _ in range(many)), squared_length=squared_length)
        for many, squared_length in zip(groups, squared_lengths, strict=True)
    ]
    return Declared(
        numbers=tuple(Number(name=name, low=-1, high=1) for group in column_groups for name in group.columns),
        groups=tuple(column_groups),
        classes=tuple(f"c{place}" for place in range(classes)),
    )


def table_of(declared: Declared, numbers: Floats, labels: Sequence[str] | None = None) -> Table:
    columns = {number.name: numbers[:, place].tolist() for place, number in enumerate(declared.numbers)}
    return declared.table(columns, [declared.classes[0]] * len(numbers) if labels is None else labels)


def normal_people(rows: int, seed: int) -> Floats:
    """Three numbers well within -1 and 1; the first two are related."""
    generator = np.random.default_rng(seed)
    first = generator.normal(0.1, 0.15, rows)
    second = 0.6 * first + generator.normal(-0.2, 0.1, rows)
    return np.clip(np.stack([first, second, generator.normal(0.3, 0.1, rows)], axis=1), -1, 1)


def without_noise(model: GaussianModel, table: Table) -> NoisyMoments:
    return NoisyMoments(model=model, values=exact_moments(table, model.declared))
