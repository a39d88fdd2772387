"""The estimate equals the measured marginals exactly where there is no noise, and says as little more as can be."""

from functools import reduce
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.common.simplex import onto_simplex
from mechanisms.synthesis import estimation
from mechanisms.synthesis.domain import Impossible
from mechanisms.synthesis.estimation import Precision, estimated
from mechanisms.synthesis.lbfgs import minimum
from mechanisms.synthesis.measuring import Measurement, rows_estimated, together
from mechanisms.tests.synthesis.small import Shape, exact, onto, random_tree, shapes, written_out

CLOSELY = Precision(tolerance=1e-10, steps=2000)


def a_joint(sizes: tuple[int, ...], seed: int = 0) -> np.ndarray:
    joint = np.random.default_rng(seed).gamma(1.0, size=sizes) + 0.05
    return np.asarray(joint / joint.sum())


def singles(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(place,) for place in range(len(sizes))]


@settings(max_examples=25)
@given(shapes, st.integers(0, 1000))
def test_marginals_without_noise_are_found_exactly(shape: Shape, seed: int) -> None:
    sizes, sets = shape
    joint = a_joint(sizes, seed)
    wanted = list(dict.fromkeys([*singles(sizes), *sets]))
    model = estimated(sizes, exact(joint, wanted, 1000), precision=CLOSELY)
    assert model.rows == pytest.approx(1000)
    for attributes in wanted:
        assert np.allclose(model.marginal(attributes), onto(joint, attributes), atol=1e-6)


def test_what_was_not_measured_is_as_independent_as_it_can_be() -> None:
    """The ends of a chain are independent given the middle, as in the distribution of largest entropy."""
    joint = a_joint((3, 4, 2))
    model = estimated((3, 4, 2), exact(joint, [*singles((3, 4, 2)), (0, 1), (1, 2)], 1000), precision=CLOSELY)
    left, right, middle = onto(joint, (0, 1)), onto(joint, (1, 2)), onto(joint, (1,))
    chain = left[:, :, np.newaxis] * right[np.newaxis, :, :] / middle[np.newaxis, :, np.newaxis]
    assert np.allclose(model.marginal((0, 1, 2)), chain, atol=1e-6)
    assert not np.allclose(joint, chain, atol=1e-2)


def test_a_ring_of_pairs_is_found_although_no_product_of_its_marginals_is_the_answer() -> None:
    joint = a_joint((3, 3, 3))
    pairs = [(0, 1), (1, 2), (0, 2)]
    model = estimated((3, 3, 3), exact(joint, [*singles((3, 3, 3)), *pairs], 1000), precision=CLOSELY)
    for pair in pairs:
        assert np.allclose(model.marginal(pair), onto(joint, pair), atol=1e-6)
    with_all = estimated((3, 3, 3), exact(joint, [*singles((3, 3, 3)), (0, 1, 2)], 1000), precision=CLOSELY)
    assert np.allclose(with_all.marginal((0, 1, 2)), joint, atol=1e-6)


def test_two_measurements_of_one_marginal_are_their_mean_weighted_by_variance() -> None:
    once = Measurement(attributes=(0,), values=np.array([10.0, 30.0]), sigma=1.0)
    again = Measurement(attributes=(0,), values=np.array([20.0, 20.0]), sigma=2.0)
    (mean,) = together([once, again])
    assert np.allclose(mean.values, [(10 * 4 + 20) / 5, (30 * 4 + 20) / 5])
    assert mean.sigma == pytest.approx((1 + 1 / 4) ** -0.5)


def test_the_sharper_of_two_measurements_that_disagree_is_followed() -> None:
    """The estimate lies between two measurements that disagree on a column, by 1 / sigma^2 per row as in least
    squares."""
    pair = np.array([[100.0, 100.0], [100.0, 100.0]])
    column = Measurement(attributes=(0,), values=np.array([160.0, 240.0]), sigma=1.0)
    joint = Measurement(attributes=(0, 1), values=pair, sigma=3.0)
    model = estimated((2, 2), [column, joint], precision=CLOSELY)
    between = (160 * 1 + 200 / (2 * 9)) / (1 + 1 / (2 * 9))  # A cell of the column is the sum of 2 cells of the pair.
    assert model.marginal((0,))[0] * 400 == pytest.approx(between, rel=2e-4)  # Shrinkage moves the estimate slightly.


def test_how_many_rows_there_are_is_the_weighted_mean_of_the_sums() -> None:
    small = Measurement(attributes=(0,), values=np.array([40.0, 60.0]), sigma=1.0)
    large = Measurement(attributes=(1,), values=np.array([50.0, 30.0, 30.0, 10.0]), sigma=2.0)
    variances = np.array([2 * 1.0, 4 * 4.0])
    weights = (1 / variances) / (1 / variances).sum()
    assert rows_estimated([small, large]) == pytest.approx(weights @ [100, 120])


def test_where_noise_hides_all_rows_one_row_is_assumed() -> None:
    lost = Measurement(attributes=(0,), values=np.array([-400.0, 300.0, -10.0]), sigma=300.0)
    model = estimated((3,), [lost], precision=CLOSELY)
    assert model.rows == 1
    assert model.marginal((0,)).sum() == pytest.approx(1)
    assert (model.marginal((0,)) > 0).all()


def test_the_model_minimises_the_loss_that_is_stated_over_all_combinations() -> None:
    """The slope of the loss is the same for each share at the minimum. The overlapping marginals contradict each
    other.
    """
    sizes, rows = (3, 2, 4), 800.0
    generator = np.random.default_rng(4)
    sigmas = {(0,): 6.0, (1,): 9.0, (2,): 4.0, (0, 1): 12.0, (1, 2): 7.0, (0, 1, 2): 15.0}
    measured = [
        Measurement(
            attributes=measurement.attributes,
            values=measurement.values + generator.normal(0, 10, measurement.values.shape),
            sigma=by,
        )
        for measurement, by in zip(exact(a_joint(sizes), list(sigmas), rows), sigmas.values(), strict=True)
    ]
    model = estimated(sizes, measured, precision=CLOSELY)
    table = model.marginal((0, 1, 2))
    slope = estimation.SHRINKAGE * model.rows * np.log(table)
    for measurement in measured:
        known = measurement.values - (measurement.values.sum() - model.rows) / measurement.values.size
        apart = model.rows * (onto(table, measurement.attributes) * model.rows - known) / measurement.sigma**2
        slope = slope + apart.reshape(
            [size if place in measurement.attributes else 1 for place, size in enumerate(sizes)]
        )
        if len(measurement.attributes) == 1:
            alone = np.log(onto_simplex(measurement.values / model.rows))
            prior = alone.reshape([size if place in measurement.attributes else 1 for place, size in enumerate(sizes)])
            slope = slope - estimation.SHRINKAGE * model.rows * prior
    assert (table > 0).all()
    assert np.ptp(slope) < 1e-4 * model.rows


def test_rare_values_and_shared_columns_cost_few_steps() -> None:
    """All pairs of five columns with rare values, of people of four kinds: means taken off evenly, and not by the
    columns' own shares, would leave the marginals 40 times as far off after as many steps."""
    sizes, kinds = (6, 6, 6, 6, 6), np.random.default_rng(3)
    joint = np.zeros(sizes)
    for _ in range(4):
        weight = kinds.uniform()
        columns = [kinds.uniform(0.02, 1, size) ** 5 for size in sizes]
        joint += weight * reduce(np.multiply.outer, [column / column.sum() for column in columns])
    joint /= joint.sum()
    pairs = list(combinations(range(5), 2))
    measured = [
        Measurement(attributes=measurement.attributes, values=measurement.values, sigma=4.0)
        for measurement in exact(joint, [*singles(sizes), *pairs], 40_000)
    ]
    model = estimated(sizes, measured, precision=Precision(tolerance=1e-5, steps=60))
    assert max(np.abs(model.marginal(pair) - onto(joint, pair)).sum() / 2 for pair in pairs) < 1e-3


def test_noise_alone_is_shrunk_towards_independence() -> None:
    rows, sigma = 1000, 60.0
    generator = np.random.default_rng(1)
    even = np.full((8, 8), rows / 64)
    columns = [Measurement(attributes=(a,), values=even.sum(axis=1 - a), sigma=1.0) for a in (0, 1)]
    noisy = Measurement(attributes=(0, 1), values=even + generator.normal(0, sigma, (8, 8)), sigma=sigma)
    table = estimated((8, 8), [*columns, noisy], precision=CLOSELY).marginal((0, 1))
    drawn = np.maximum(noisy.values, 0) / np.maximum(noisy.values, 0).sum()
    assert np.abs(table - 1 / 64).sum() < 0.8 * np.abs(drawn - 1 / 64).sum()


def test_the_slope_is_the_slope_of_the_value() -> None:
    tree, prior = random_tree(((2, 3, 2), [(0, 1), (1, 2)]), 3)
    joint, _ = written_out(tree, prior)
    measured = [
        Measurement(attributes=measurement.attributes, values=measurement.values, sigma=20.0)
        for measurement in exact(joint, [(0, 1), (1, 2), (1,)], 500)
    ]
    fit = estimation._Fit(tree, measured, 500.0, prior)
    # The numbers belong to the empty set, the columns and the pairs.
    at = np.random.default_rng(0).normal(size=1 + 2 + 3 + 2 + 6 + 6)
    _, slope = fit.value_and_slope(at)
    for place in range(len(at)):
        step = np.zeros_like(at)
        step[place] = 1e-5
        numeric = (fit.value_and_slope(at + step)[0] - fit.value_and_slope(at - step)[0]) / 2e-5
        assert slope[place] == pytest.approx(numeric, abs=1e-7)


def test_what_was_declared_impossible_has_no_chance_even_if_it_was_measured() -> None:
    cannot = Impossible((0, 1), np.array([[True, False], [False, False], [False, False]]))
    measured = [
        Measurement(attributes=(0,), values=np.array([300.0, 400.0, 300.0]), sigma=2.0),
        Measurement(attributes=(1,), values=np.array([500.0, 500.0]), sigma=2.0),
        Measurement(attributes=(0, 1), values=np.array([[90.0, 160.0], [200.0, 200.0], [150.0, 150.0]]), sigma=5.0),
    ]
    model = estimated((3, 2), measured, impossible=[cannot], precision=CLOSELY)
    assert model.marginal((0, 1))[0, 0] == 0
    assert model.marginal((0, 1)).sum() == pytest.approx(1)
    assert (model.marginal((0, 1))[~cannot.cells] > 0).all()


@pytest.mark.parametrize("rows", [1e6, 1e9])
def test_what_was_declared_impossible_has_no_chance_even_if_all_of_many_rows_have_it(rows: float) -> None:
    cannot = Impossible((0, 1), np.array([[False, False], [False, True]]))
    measured = [
        Measurement(attributes=(0,), values=np.array([0.0, rows]), sigma=0.7),
        Measurement(attributes=(1,), values=np.array([0.0, rows]), sigma=0.7),
        Measurement(attributes=(0, 1), values=np.array([[0.0, 0.0], [0.0, rows]]), sigma=0.7),
    ]
    model = estimated((2, 2), measured, impossible=[cannot], precision=CLOSELY)
    assert model.marginal((0, 1))[1, 1] == 0
    assert model.marginal((0, 1)).sum() == pytest.approx(1)


def test_refuses_what_leaves_no_combination_of_values() -> None:
    nothing = [
        Impossible((0, 1), np.array([[True, True], [False, False]])),
        Impossible((0, 1), np.array([[False, False], [True, True]])),
    ]
    measured = [Measurement(attributes=(0,), values=np.array([1.0, 1.0]), sigma=1.0)]
    with pytest.raises(ValueError, match="leaves no combination"):
        estimated((2, 2), measured, impossible=nothing, precision=CLOSELY)


def test_a_start_from_a_model_of_less_ends_at_the_same_distribution() -> None:
    joint = a_joint((3, 4, 2))
    some = [
        Measurement(attributes=o.attributes, values=o.values, sigma=15.0)
        for o in exact(joint, [(0,), (1,), (2,), (0, 1)], 900)
    ]
    more = [*some, Measurement(attributes=(1, 2), values=900 * onto(joint, (1, 2)), sigma=15.0)]
    fresh = estimated((3, 4, 2), more, precision=CLOSELY)
    begun = estimated((3, 4, 2), more, start=estimated((3, 4, 2), some, precision=CLOSELY), precision=CLOSELY)
    assert np.allclose(fresh.marginal((0, 1, 2)), begun.marginal((0, 1, 2)), atol=1e-7)


def test_a_start_is_the_other_model_with_the_columns_as_they_are_measured_now() -> None:
    """No step is taken, so the result is the starting point. One column was measured again in between, so its means
    differ."""
    joint, nowhere = a_joint((3, 4, 2)), Precision(tolerance=0, steps=0)
    before = [
        Measurement(attributes=measurement.attributes, values=measurement.values, sigma=9.0)
        for measurement in exact(joint, [(0,), (1,), (2,), (0, 1), (1, 2)], 900)
    ]
    again = Measurement(attributes=(1,), values=np.array([600.0, 100.0, 100.0, 100.0]), sigma=5.0)
    known = estimated((3, 4, 2), before, precision=CLOSELY)
    column = before[1].values, together([before[1], again])[0].values
    turned = known.marginal((0, 1, 2)) * (column[1] / column[0])[np.newaxis, :, np.newaxis]
    begun = estimated((3, 4, 2), [*before, again], start=known, precision=nowhere)
    assert np.allclose(begun.marginal((0, 1, 2)), turned / turned.sum())
    assert not np.allclose(begun.marginal((0, 1, 2)), known.marginal((0, 1, 2)), atol=0.01)


def test_the_minimum_of_a_long_curved_valley_is_found() -> None:
    def rosenbrock(at: np.ndarray) -> tuple[float, np.ndarray]:
        x, y = at
        value = (1 - x) ** 2 + 100 * (y - x**2) ** 2
        return value, np.array([-2 * (1 - x) - 400 * x * (y - x**2), 200 * (y - x**2)])

    assert np.allclose(minimum(rosenbrock, np.array([-1.2, 1.0]), tolerance=1e-10, steps=200), 1, atol=1e-9)
