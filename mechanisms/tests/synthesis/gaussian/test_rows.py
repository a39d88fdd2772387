"""Rows follow from the release, whatever the noise: they are finite and within bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.gaussian.chance import even
from mechanisms.synthesis.gaussian.declared import Declared, Floats, Number, half_of_the_corners
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.made import rows_of
from mechanisms.synthesis.gaussian.moments import exact_moments
from mechanisms.synthesis.gaussian.normals import Fitted, covariance, fitted, without_negative
from mechanisms.tests.synthesis.gaussian.people import declared_of, normal_people, table_of, without_noise

THREE = declared_of((2, 1), ["2", "1"], classes=2)
PRECISE = GaussianModel(declared=THREE, rho="1000")
FORM = Declared(
    numbers=(Number(name="age", low=18, high=99, whole=True), Number(name="share", low=-0.1, high=0.3)),
    groups=(half_of_the_corners("age", "share"),),
    classes=("no", "yes"),
)


def halves(rows: int) -> list[str]:
    return ["c0", "c1"] * (rows // 2)


def test_moments_with_next_to_no_noise_give_back_means_and_covariances() -> None:
    people = normal_people(20_000, 0)
    result = fitted(PRECISE.release(table_of(THREE, people, halves(20_000))))
    for place, class_model in enumerate(result.classes):
        inside = people[place::2]
        assert class_model.count == pytest.approx(10_000, abs=1)
        assert class_model.normals is not None
        related, alone = class_model.normals
        # Rounding moves a number by at most half a step of sqrt(2) / 512, and a square by at most twice that.
        assert related.mean == pytest.approx(inside[:, :2].mean(axis=0), abs=0.0015)
        assert related.covariance == pytest.approx(np.cov(inside[:, :2], rowvar=False), abs=1e-4)
        assert alone.covariance == pytest.approx(np.cov(inside[:, 2]).reshape(1, 1), abs=1e-4)


def test_rows_have_the_means_and_covariances_of_the_people_and_groups_are_independent() -> None:
    people = normal_people(20_000, 0)
    result = fitted(without_noise(PRECISE, table_of(THREE, people, halves(20_000))))
    rows = rows_of(result, 20_000, SeededEntropy(1))
    columns = np.stack(list(rows.columns.values()), axis=1)
    spread = people.std(axis=0)
    # The limits are 6 standard errors: of a difference of two means, and of a correlation, whose error is below 1 /
    # sqrt(rows).
    assert (np.abs(columns.mean(axis=0) - people.mean(axis=0)) < 6 * spread * np.sqrt(2 / 20_000)).all()
    difference = np.corrcoef(columns, rowvar=False) - np.corrcoef(people, rowvar=False)
    assert (np.abs(difference) < 6 * np.sqrt(2 / 20_000)).all()
    assert columns.std(axis=0) == pytest.approx(spread, rel=6 / np.sqrt(20_000))
    assert abs(rows.labels.count("c0") - 10_000) < 6 * np.sqrt(5_000)


@settings(max_examples=60)
@given(st.integers(0, 1 << 30), st.integers(0, 60))
def test_whatever_noise_made_of_the_moments_rows_are_finite_and_within_bounds(seed: int, bits: int) -> None:
    generator = np.random.default_rng(seed)
    values = generator.integers(-(1 << bits), (1 << bits) + 1, (2, FORM.moments))
    values[:, 0] += 10 * 1 << 21
    model = GaussianModel(declared=FORM, rho="0.5")
    result = fitted(NoisyMoments(model=model, values=values))
    rows = rows_of(result, 50, SeededEntropy(seed))
    age, share = rows.columns["age"], rows.columns["share"]
    assert set(rows.labels) <= {"no", "yes"}
    assert (age == np.rint(age)).all()
    assert 18 <= age.min() <= age.max() <= 99
    assert -0.1 <= share.min() <= share.max() <= 0.3
    for class_model in result.classes:
        for likeness in class_model.normals or ():
            assert np.abs(likeness.mean).max() <= 1
            assert np.linalg.eigvalsh(likeness.covariance).min() >= -1e-12
            assert (likeness.covariance == likeness.covariance.T).all()


def test_a_matrix_is_made_positive_by_the_nearest_one_and_left_alone_where_it_is() -> None:
    generator = np.random.default_rng(0)
    for _ in range(50):
        root: Floats = generator.normal(size=(4, 4))
        positive, symmetric = root @ root.T, root + root.T
        assert without_negative(positive) == pytest.approx(positive)
        nearest = without_negative(symmetric)
        assert np.linalg.eigvalsh(nearest).min() > -1e-12
        below = np.minimum(np.linalg.eigvalsh(symmetric), 0)
        assert ((nearest - symmetric) ** 2).sum() == pytest.approx((below**2).sum())


def test_a_covariance_below_its_error_is_dropped_and_a_large_one_is_kept() -> None:
    mean = np.array([0.1, 0.2])
    for product, kept in ((0.05, 0.0), (0.02, 0.03 * (1 - (0.02 / 0.03) ** 2)), (1e-9, 0.03)):
        matrix = covariance(mean, np.array([[0.21, 0.05], [0.05, 0.34]]), 0.01, product)
        assert matrix == pytest.approx(np.array([[0.2, kept], [kept, 0.3]]))


def test_a_variance_is_what_a_bounded_number_can_have_and_not_below_its_error() -> None:
    assert covariance(np.array([0.6]), np.array([[5.0]]), 0.1, 0.1) == pytest.approx(np.array([[0.64]]))
    assert covariance(np.array([0.6]), np.array([[-5.0]]), 0.1, 0.1) == pytest.approx(np.array([[0.1]]))
    assert covariance(np.array([0.0]), np.array([[-5.0]]), 9.0, 9.0) == pytest.approx(np.array([[1 / 3]]))
    assert covariance(np.array([1.0]), np.array([[5.0]]), 0.1, 0.1) == pytest.approx(np.zeros((1, 1)), abs=1e-12)


def few(rows: int) -> Fitted:
    model = GaussianModel(declared=THREE, rho="0.5")
    people = np.full((rows, 3), 0.9)
    return fitted(without_noise(model, table_of(THREE, people, ["c0"] * rows)))


@pytest.mark.parametrize("rows", [0, 1])
def test_of_nobody_and_of_one_row_nothing_is_made_but_what_the_bounds_say(rows: int) -> None:
    result = few(rows)
    assert result.unknown == ("c0", "c1")
    assert "of class c0 too few rows show above the noise" in result.notes[0]
    release = rows_of(result, 3000, SeededEntropy(0))
    for values in release.columns.values():
        # Uniform values between -1 and 1 have mean 0 and variance 1/3; the limits are 6 standard errors.
        assert abs(values.mean()) < 6 / np.sqrt(3 * 3000)
        assert abs(values.var() - 1 / 3) < 6 * np.sqrt(4 / 45 / 3000)


def test_an_empty_class_has_no_rows_and_is_said_and_the_other_is_known() -> None:
    result = few(500)
    assert result.unknown == ("c1",)
    assert result.shares.tolist() == [1, 0]
    assert result.rows_estimated == pytest.approx(500)
    assert len(result.notes) == 1
    assert set(rows_of(result, 100, SeededEntropy(0)).labels) == {"c0"}


def test_where_noise_left_no_class_a_count_all_have_one_share_and_that_is_said() -> None:
    model = GaussianModel(declared=THREE, rho="0.5")
    values = exact_moments(table_of(THREE, normal_people(0, 0)), THREE) - 10**9
    result = fitted(NoisyMoments(model=model, values=values))
    assert result.shares.tolist() == [0.5, 0.5]
    assert result.rows_estimated == 0
    assert result.notes[-1] == "noise left no class a count above 0: all classes have one share"


def test_one_generator_makes_one_set_of_rows_and_none_is_refused() -> None:
    result = few(500)
    first, again = (rows_of(result, 20, SeededEntropy(7)) for _ in range(2))
    assert all((first.columns[name] == again.columns[name]).all() for name in first.columns)
    with pytest.raises(ValueError, match="at least 1 can be made"):
        rows_of(result, 0, SeededEntropy(7))


def test_even_numbers_are_even() -> None:
    """The shares below fixed points, of 40 000 numbers, lie within 6 standard errors: 7 shares, which fail in fewer
    than 2 of 10^8 runs."""
    drawn = even(4000, 10, SeededEntropy(1)).ravel()
    for below in (0.02, 0.16, 0.38, 0.5, 0.62, 0.84, 0.98):
        assert abs((drawn < below).mean() - below) < 6 * np.sqrt(below * (1 - below) / 40_000)
    assert abs(np.corrcoef(drawn[:-1], drawn[1:])[0, 1]) < 6 / np.sqrt(40_000)
