"""Distributions small enough to be written out, for tests."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from mechanisms.synthesis.beliefs import propagate, spread
from mechanisms.synthesis.domain import Domain, Options
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree, junction_tree
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.model import Model

Floats = NDArray[np.float64]
Shape = tuple[tuple[int, ...], list[Attributes]]


def shape_of(seed: int) -> Shape:
    """Returns the sizes of up to six attributes, and up to six sets of up to three of them."""
    generator = np.random.default_rng(seed)
    sizes = tuple(generator.integers(1, 5, generator.integers(1, 7)).tolist())
    sets = [
        tuple(sorted(set(generator.integers(0, len(sizes), generator.integers(1, 4)).tolist())))
        for _ in range(generator.integers(0, 7))
    ]
    return sizes, sets


# Hypothesis draws one number for a shape; drawing it part by part would take ten times as long.
shapes = st.integers(0, 1 << 30).map(shape_of)


def random_tree(shape: Shape, seed: int) -> tuple[JunctionTree, list[Floats]]:
    """Returns a junction tree of the shape, and log weights of its cliques over a wide range."""
    sizes, together = shape
    tree = junction_tree(sizes, together)
    generator = np.random.default_rng(seed)
    return tree, [generator.normal(0, 5, [sizes[a] for a in clique]) for clique in tree.cliques]


def written_out(tree: JunctionTree, weights: Sequence[Floats]) -> tuple[Floats, float]:
    """Returns every combination of values: shares, and the log of what all weights sum to."""
    everything = tuple(range(len(tree.sizes)))
    logs = np.zeros(tree.sizes)
    for clique, table in zip(tree.cliques, weights, strict=True):
        logs = logs + spread(table, clique, everything)
    total = float(np.log(np.exp(logs - logs.max()).sum()) + logs.max())
    return np.exp(logs - total), total


def onto(joint: Floats, attributes: Attributes) -> Floats:
    """Returns a marginal by adding up everything."""
    return np.asarray(joint.sum(axis=tuple(a for a in range(joint.ndim) if a not in attributes)))


def exact(joint: Floats, sets: Sequence[Attributes], rows: float) -> list[Measurement]:
    return [
        Measurement(attributes=attributes, values=rows * onto(joint, attributes), sigma=1e-6) for attributes in sets
    ]


def random_model(shape: Shape, seed: int) -> Model:
    tree, weights = random_tree(shape, seed)
    beliefs, _ = propagate(tree, weights)
    return Model(tree=tree, beliefs=beliefs, rows=1000.0, potentials={})


def domain_of(sizes: Sequence[int]) -> Domain:
    return Domain(
        attributes=tuple(
            Options(name=f"a{place}", options=tuple(str(value) for value in range(size)))
            for place, size in enumerate(sizes)
        )
    )
