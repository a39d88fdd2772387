"""Rows of a Gaussian model are drawn through the one symmetric root, which no sign of an eigenvector changes."""

import numpy as np
import pytest

from mechanisms.synthesis.gaussian.normals import root


@pytest.mark.parametrize("rank", [1, 3, 5])
def test_its_square_is_the_matrix_and_it_is_symmetric(rank: int) -> None:
    half = np.random.default_rng(rank).normal(size=(5, rank))
    square_root = root(half @ half.T)
    assert np.allclose(square_root, square_root.T)
    assert np.allclose(square_root @ square_root, half @ half.T)


def test_signs_of_eigenvectors_do_not_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    half = np.random.default_rng(7).normal(size=(4, 4))
    before = root(half @ half.T)
    whole = np.linalg.eigh

    def turned(symmetric: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        values, vectors = whole(symmetric)
        return values, vectors * np.array([-1, 1, -1, 1])

    monkeypatch.setattr(np.linalg, "eigh", turned)
    assert np.allclose(root(half @ half.T), before)


def test_an_eigenvalue_a_little_below_nothing_counts_as_nothing() -> None:
    assert np.allclose(root(np.diag([4.0, -1e-17])), np.diag([2.0, 0.0]))
