"""The two halves of the columns say together what each column says: which tuples share a box, and what it loses."""

import itertools

import numpy as np
import pytest

from mechanisms.anonymity.boxes import Boxes
from mechanisms.anonymity.hierarchy import ALL, Hierarchy, from_paths
from mechanisms.anonymity.lattice import Lattice
from mechanisms.anonymity.making import flat, intervals

TREES = [
    intervals("age", range(8), start=0, widths=[2, 4]),
    from_paths("place", [["p", "north", ALL], ["q", "north", ALL], ["r", "south", ALL]]),
    flat("sex", ["f", "m"]),
    flat("eye", ["blue", "brown", "green"]),
]
WEIGHTS = [0.4, 0.3, 0.2, 0.1]


def tuples_of(trees: list[Hierarchy], many: int = 60) -> np.ndarray:
    generator = np.random.Generator(np.random.PCG64(4))
    return np.stack([generator.integers(0, len(tree.leaves), many) for tree in trees], axis=1)


def same_box(trees: list[Hierarchy], levels: tuple[int, ...], tuples: np.ndarray) -> np.ndarray:
    nodes = [tree.nodes[level, codes] for tree, level, codes in zip(trees, levels, tuples.T, strict=True)]
    return np.asarray(np.all([column[:, None] == column for column in nodes], axis=0))


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_boxes_and_losses_are_those_of_the_columns(columns: int) -> None:
    trees = TREES[:columns]
    boxes = Boxes(trees, WEIGHTS[:columns])
    tuples = tuples_of(trees)
    lattice = Lattice(boxes, tuples, 1000)
    seen = [lattice.levels(number) for number in range(lattice.count)]
    assert sorted(seen) == sorted(itertools.product(*(range(tree.levels) for tree in trees)))
    assert seen[0] == (0,) * columns
    for number, levels in enumerate(seen):
        box = lattice.box(number, np.arange(len(tuples)))
        np.testing.assert_array_equal(box[:, None] == box, same_box(trees, levels, tuples))
        lost = boxes.lost_in(np.broadcast_to(levels, tuples.shape), tuples)
        np.testing.assert_allclose(lattice.lost(number), lost)
        assert lattice.least_lost()[number] <= lost.min() + 1e-12
        rows = np.arange(1.0, len(tuples) + 1)
        assert lattice.mean_lost(rows)[number] == pytest.approx(np.average(lost, weights=rows))


def test_tuples_that_left_are_gone() -> None:
    tuples = tuples_of(TREES)
    lattice = Lattice(Boxes(TREES, WEIGHTS), tuples, 1000)
    kept = np.arange(5, 25)
    few = Lattice(Boxes(TREES, WEIGHTS), tuples[kept], 1000)
    lattice.keep(kept)
    for number in range(lattice.count):
        np.testing.assert_allclose(lattice.lost(number), few.lost(number))


def test_boxes_of_more_columns_than_64_bits_can_number_are_told_apart() -> None:
    """Fourteen columns of 32 values: the eighth counts from 2**65 on, where its values would be alike."""
    trees = [from_paths(f"q{at}", [[f"{value:02}", ALL] for value in range(32)]) for at in range(14)]
    tuples = tuples_of(trees, 30)
    tuples[3] = 31  # the largest of every column
    tuples[1] = tuples[0]
    tuples[2] = tuples[0]
    tuples[2, 7] = (tuples[0, 7] + 1) % 32
    lattice = Lattice(Boxes(trees, [1 / 14] * 14), tuples, 20_000)
    for number in (0, 1, 64, 65, lattice.count - 1):
        box = lattice.box(number, np.arange(len(tuples)))
        np.testing.assert_array_equal(box[:, None] == box, same_box(trees, lattice.levels(number), tuples))
