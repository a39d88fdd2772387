"""These tests cover axes: the widest, the ones that tell classes apart, and those made of perturbed moments."""

import numpy as np
import pytest

from mechanisms.ldp.models.projection import Projection, discriminant_components, of_moments, principal_components

# The four corners of a flat rectangle, turned by a 3-4-5 triangle: the long side along (4, 3), the short along (-3, 4).
CORNERS = np.array([[a * 4 - b * 3, a * 3 + b * 4] for a in (-5.0, 5.0) for b in (-1.0, 1.0)]) / 5 + [10, 20]
SIDES = np.array([0, 1, 0, 1])  # These are the two ends of the short side.


def test_the_first_axis_is_the_long_side_and_lengths_stay() -> None:
    projection = principal_components(CORNERS, 2)
    np.testing.assert_allclose(projection.axes, [[0.8, 0.6], [-0.6, 0.8]], atol=1e-12)
    np.testing.assert_allclose(projection.of(CORNERS), [[-5, -1], [-5, 1], [5, -1], [5, 1]], atol=1e-12)


def test_the_axis_that_tells_classes_apart_is_the_short_side() -> None:
    projection = discriminant_components(CORNERS, SIDES, 2, ridge=0.001)
    np.testing.assert_allclose(projection.axes[0], [-0.6, 0.8], atol=1e-6)
    np.testing.assert_allclose(projection.axes[1], [0.8, 0.6], atol=1e-6)
    assert (np.sign(projection.of(CORNERS)[:, 0]) == 2 * SIDES - 1).all()


def test_the_axis_between_two_skewed_classes_is_fishers() -> None:
    """Classes (2, 2) apart with a spread of diag(4, 1) inside: the axis is along S_W^-1 (2, 2), which is (1, 4)."""
    shape = np.array([[2, 0], [-2, 0], [0, 1], [0, -1]], dtype=float) * np.sqrt(2)
    rows, labels = np.concatenate([shape, shape + 2]), np.repeat([0, 1], 4)
    axis = discriminant_components(rows, labels, 1, ridge=1e-12).axes[0]
    np.testing.assert_allclose(axis, np.array([1, 4]) / np.sqrt(17), atol=1e-6)


def test_noise_that_leaves_a_negative_variance_puts_that_axis_last() -> None:
    projection = of_moments([0, 0, 0], np.diag([1.0, -5.0, 2.0]), 3)
    np.testing.assert_allclose(projection.axes, [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-12)


@pytest.mark.parametrize("kept", [0, 3])
def test_refuses_more_axes_than_numbers(kept: int) -> None:
    with pytest.raises(ValueError, match=f"{kept} axes cannot be kept of 2"):
        principal_components(CORNERS, kept)
    with pytest.raises(ValueError, match=f"{kept} axes cannot be kept of 2"):
        discriminant_components(CORNERS, SIDES, kept, ridge=1)


def test_refuses_rows_labels_and_ridges_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="ridge is 0"):
        discriminant_components(CORNERS, SIDES, 1, ridge=0)
    with pytest.raises(ValueError, match="labels for 4 rows"):
        discriminant_components(CORNERS, [0, 1], 1, ridge=1)
    with pytest.raises(ValueError, match="at least 2 rows"):
        principal_components(CORNERS[:1], 1)
    with pytest.raises(ValueError, match="rows of 2"):
        principal_components(CORNERS, 1).of([[1, 2, 3]])
    with pytest.raises(ValueError, match="do not fit"):
        Projection(np.zeros(2), np.zeros((1, 3)))
