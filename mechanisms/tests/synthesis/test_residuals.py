"""The pooled estimate of marginals that overlap is exact without noise, least squares with it, with variances by the
map."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.measuring import Measurement, rows_estimated, rows_sigma
from mechanisms.synthesis.residuals import pooled, precisions_of, residual, subsets, variance
from mechanisms.tests.synthesis.small import Floats, Shape, exact, onto, shapes

SIZES = (2, 3, 4)
MEASURED: list[tuple[Attributes, float]] = [((0,), 3.0), ((0, 1), 2.0), ((1, 2), 5.0), ((0, 1), 4.0), ((2,), 1.0)]


def summing(attributes: Attributes) -> Floats:
    """Returns the matrix that makes a marginal of all 24 counts."""
    cells = np.eye(24).reshape(24, *SIZES)
    return np.array([onto(cell, attributes).ravel() for cell in cells]).T


def as_measured(numbers: Floats) -> list[Measurement]:
    """Returns measurements with these numbers as values, one after the other."""
    measurements, at = [], 0
    for attributes, sigma in MEASURED:
        shape = [SIZES[attribute] for attribute in attributes]
        size = int(np.prod(shape))
        measurements.append(
            Measurement(attributes=attributes, values=numbers[at : at + size].reshape(shape), sigma=sigma)
        )
        at += size
    return measurements


@settings(max_examples=40)
@given(shapes, st.integers(0, 1000))
def test_residuals_of_an_exact_table_give_back_each_of_its_marginals(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    joint = np.random.default_rng(seed).gamma(1.0, size=sizes)
    pool = pooled(sizes, exact(joint, [attributes for attributes in sets if attributes], 100.0))
    assert {attributes for each in sets for attributes in subsets(each) if each} == set(pool.tables)
    for attributes, table in pool.tables.items():
        assert np.allclose(pool.marginal(attributes), 100 * onto(joint, attributes))
        assert np.allclose(residual(table), table)


@pytest.mark.parametrize("of", sorted({part for attributes, _ in MEASURED for part in subsets(attributes)}))
def test_what_is_pooled_is_the_least_squares_estimate_of_all_counts(of: Attributes) -> None:
    """The normal equations are written out, for numbers that no table has as its marginals."""
    design = np.concatenate([summing(attributes) / sigma for attributes, sigma in MEASURED])
    numbers = np.random.default_rng(0).normal(10, 5, 2 + 6 + 12 + 6 + 4)
    weighted = np.concatenate([measurement.values.ravel() / measurement.sigma for measurement in as_measured(numbers)])
    counts = np.linalg.pinv(design) @ weighted
    marginal = pooled(SIZES, as_measured(numbers)).marginal(of)
    assert np.allclose(marginal.ravel(), summing(of) @ counts)


@pytest.mark.parametrize("of", sorted({part for attributes, _ in MEASURED for part in subsets(attributes)}))
def test_the_variance_is_that_of_the_linear_map_from_what_was_measured(of: Attributes) -> None:
    length = 2 + 6 + 12 + 6 + 4
    sigmas = np.concatenate(
        [np.full(measurement.values.size, measurement.sigma) for measurement in as_measured(np.zeros(length))]
    )
    each = np.array([pooled(SIZES, as_measured(unit)).marginal(of).ravel() for unit in np.eye(length)])
    by_the_map = (each**2 * sigmas[:, np.newaxis] ** 2).sum(axis=0)
    assert np.allclose(by_the_map, variance(SIZES, precisions_of(SIZES, MEASURED), of))


@settings(max_examples=40)
@given(shapes, st.integers(0, 1000))
def test_no_marginal_is_known_worse_than_by_any_single_measurement(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    sigmas = np.random.default_rng(seed).uniform(0.5, 20, len(sets))
    measured = [(attributes, float(sigma)) for attributes, sigma in zip(sets, sigmas, strict=True)]
    precisions = precisions_of(sizes, measured)
    for attributes, sigma in measured:
        for part in subsets(attributes):
            beside = np.prod([sizes[attribute] for attribute in attributes if attribute not in part])
            assert variance(sizes, precisions, part) <= sigma**2 * beside * (1 + 1e-12)


def test_a_marginal_measured_once_and_alone_keeps_its_variance() -> None:
    assert variance(SIZES, precisions_of(SIZES, [((0, 2), 7.0)]), (0, 2)) == pytest.approx(49)


def test_how_many_rows_there_are_is_the_residual_of_no_attribute() -> None:
    measured = as_measured(np.random.default_rng(1).normal(40, 5, 30))
    assert pooled(SIZES, measured).marginal(()) == pytest.approx(rows_estimated(measured))
    assert variance(SIZES, precisions_of(SIZES, MEASURED), ()) == pytest.approx(rows_sigma(measured) ** 2)


@pytest.mark.parametrize("of", [(0, 2), (0, 1, 2)])
def test_refuses_a_marginal_that_no_measurement_holds(of: Attributes) -> None:
    with pytest.raises(ValueError, match="no measurement holds"):
        pooled(SIZES, as_measured(np.ones(30))).marginal(of)
    with pytest.raises(ValueError, match="no measurement holds"):
        variance(SIZES, precisions_of(SIZES, MEASURED), of)


def test_all_subsets_are_there_once() -> None:
    parts = subsets((1, 4, 6))
    assert parts == [part for count in range(4) for part in combinations((1, 4, 6), count)]
