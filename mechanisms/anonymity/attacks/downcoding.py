"""Downcoding uses that a table was generalised no more than needed: what stayed fine tells something of what did not.

Who knows the anonymiser knows in which order it tries boxes, and that it takes a row into the first that holds. A row
in a coarse box therefore lies in none of the boxes that were taken before, and the box shrinks to the cells left.

Source: Cohen 2022, "Attacks on Deidentification's Defenses", USENIX Security, arXiv:2202.13470, which proves it of
every minimal hierarchical method; the exclusion used here is the simplest of such inferences. No syntactic model
answers it: k-anonymity, diversity and closeness look at the rows of a class and not at why they are there. Boxes that
do not lie in each other (one level for the whole column) leave this inference nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.attacks.outcome import Floats, Outcome, outcome
from mechanisms.anonymity.attacks.published import Published
from mechanisms.anonymity.classes import Integers
from mechanisms.anonymity.counting import packed

MOST_CELLS = 10**6  # combinations of values that are looked at one by one


@dataclass(frozen=True, kw_only=True)
class Downcoding:
    """This is the result of a downcoding attack on people: `named` is how often their cell is named, without the
    inference and with it.

    shrunk  share whose box lost at least one cell
    sound   share whose own cell is still in it; below 1 the anonymiser does not work as the attacker believes
    """

    named: Outcome
    shrunk: float
    sound: float


def downcoding(
    *, release: Published, taken: Integers, people: Integers, known: Integers, shares: Sequence[Floats]
) -> Downcoding:
    """A cell of the box is drawn for each person in proportion to how common it is.

    `taken[class]` says when the anonymiser tried the box; a box shrinks by the cells of those with a smaller number.
    `people` are the classes of the attacked, `known` [people, columns] their leaves, which decide whether a draw is
    right. `shares` of each column are public: how common each leaf is, all above 0; a cell is taken as common as the
    product. If nothing is left of a box, the attacker sees his mistake and draws from all of it.
    ValueError where the columns have more than `MOST_CELLS` combinations.
    """
    sizes = [len(tree.leaves) for tree in release.hierarchies]
    if np.prod(sizes, dtype=float) > MOST_CELLS:
        raise ValueError(f"{sizes} values have more than {MOST_CELLS} combinations; take fewer columns")
    grid = np.stack([axis.ravel() for axis in np.indices(sizes)], axis=1)
    weight = np.prod([np.asarray(share)[grid[:, at]] for at, share in enumerate(shares)], axis=0)
    first = _first_taken(release, taken, grid)
    place = np.ravel_multi_index(tuple(known.T), tuple(sizes))
    right, without, shrunk, sound = (np.zeros(len(people)) for _ in range(4))
    for class_number in np.unique(people):
        here = np.flatnonzero(people == class_number)
        inside = _inside(release, int(class_number), grid)
        left = inside & (first >= taken[class_number])
        left = left if left.any() else inside
        cells = place[here]
        right[here] = np.where(left[cells], weight[cells], 0) / weight[left].sum()
        without[here] = np.where(inside[cells], weight[cells], 0) / weight[inside].sum()
        shrunk[here], sound[here] = left.sum() < inside.sum(), left[cells]
    return Downcoding(named=outcome(right, without), shrunk=float(shrunk.mean()), sound=float(sound.mean()))


def _first_taken(release: Published, taken: Integers, grid: Integers) -> Integers:
    """Returns the smallest number of a box that covers each cell."""
    earliest = np.full(len(grid), np.iinfo(np.int64).max)
    for levels in np.unique(release.levels, axis=0):
        alike = np.flatnonzero((release.levels == levels).all(axis=1))
        boxes = _boxes(release, levels, np.concatenate([grid, release.leaves[alike]]))
        of_cell, of_class = boxes[: len(grid)], boxes[len(grid) :]
        numbers = np.full(int(boxes.max()) + 1, np.iinfo(np.int64).max)
        np.minimum.at(numbers, of_class, taken[alike])
        earliest = np.minimum(earliest, numbers[of_cell])
    return earliest


def _boxes(release: Published, levels: Integers, leaves: Integers) -> Integers:
    nodes = [tree.nodes[levels[at]][leaves[:, at]] for at, tree in enumerate(release.hierarchies)]
    return packed(nodes, [len(tree.leaves) for tree in release.hierarchies])


def _inside(release: Published, class_number: int, grid: Integers) -> "np.typing.NDArray[np.bool_]":
    boxes = _boxes(release, release.levels[class_number], np.concatenate([grid, release.leaves[[class_number]]]))
    return np.asarray(boxes[:-1] == boxes[-1])
