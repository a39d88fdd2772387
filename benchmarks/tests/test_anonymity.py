"""Losses can only be compared with ARX's if both have the same cells: the losses of ARX's own full-domain releases
check this."""

import numpy as np
import pytest

from benchmarks.anonymity import adult, bench
from mechanisms.anonymity.counting import count, packed
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.releasing import release
from mechanisms.common.entropy import SeededEntropy

# Each entry has k, the levels of the seven columns, and what ARX 3.9.2 found: classes, suppressed rows (%),
# discernibility, GCP.
FULL_DOMAIN = [
    (3, (3, 0, 1, 0, 0, 0, 1), 1180, 4.8, 1.5e8, 0.143),
    (5, (3, 1, 2, 0, 0, 0, 1), 521, 3.7, 1.5e8, 0.190),
    (10, (4, 0, 2, 0, 0, 0, 1), 294, 4.8, 2.1e8, 0.270),
    (50, (4, 0, 3, 1, 0, 0, 1), 62, 4.7, 3.7e8, 0.415),
]


@pytest.mark.parametrize(("k", "levels", "classes", "suppressed", "discernibility", "penalty"), FULL_DOMAIN)
def test_the_cells_are_those_on_which_arx_was_measured(
    k: int, levels: tuple[int, ...], classes: int, suppressed: float, discernibility: float, penalty: float
) -> None:
    counted = count(adult.table())
    trees = adult.hierarchies()
    nodes = [tree.nodes[level, codes] for tree, level, codes in zip(trees, levels, counted.tuples.T, strict=True)]
    _, of_tuple = np.unique(packed(nodes, [len(tree.leaves) for tree in trees]), return_inverse=True)
    rows = counted.cells[:, 0]
    sizes = np.bincount(of_tuple, weights=rows)
    lost = np.mean(
        [tree.loss[level, codes] for tree, level, codes in zip(trees, levels, counted.tuples.T, strict=True)], axis=0
    )
    left_out = sizes[sizes < k].sum()
    assert (sizes >= k).sum() == classes
    assert 100 * left_out / rows.sum() == pytest.approx(suppressed, abs=0.05)
    assert (sizes[sizes >= k] ** 2).sum() + left_out * rows.sum() == pytest.approx(discernibility, rel=0.05)
    lost = np.where(sizes[of_tuple] < k, 1, lost)
    assert (lost * rows).sum() / rows.sum() == pytest.approx(penalty, abs=0.0005)


@pytest.mark.slow
def test_a_release_of_adult_loses_less_than_that_of_arx() -> None:
    publication = release(adult.table(), [KAnonymity(10)], entropy=SeededEntropy(1))
    assert publication.classes.sizes.min() >= 10
    assert publication.penalty <= bench.ARX[10]
