"""The cost of a release is known beforehand, its noise fits the cost, and impossible requests are refused."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.synthesis.gaussian.declared import Declared, Group, Number, Undeclared, half_of_the_corners
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel
from mechanisms.synthesis.gaussian.moments import exact_moments, squared_sensitivity
from mechanisms.synthesis.gaussian.normals import standard_errors
from mechanisms.tests.synthesis.gaussian.people import declared_of, normal_people, table_of

THREE = declared_of((2, 1), ["1", "1/2"], classes=2)
AGE = Number(name="age", low=0, high=120, whole=True)


@given(st.integers(10**9, 10**17))
def test_the_cost_is_an_exact_decimal_that_never_exceeds_what_was_asked(quanta: int) -> None:
    rho = Decimal(quanta).scaleb(-15)
    cost = GaussianModel(declared=THREE, rho=rho).cost()
    # The scale is rounded up to a float, so slightly less is charged.
    assert rho - rho * Decimal("1e-14") - Decimal("1e-15") <= cost.rho <= rho
    assert cost.delta == 0
    assert cost.epsilon is None


def test_the_charge_is_for_what_a_row_moves() -> None:
    model = GaussianModel(declared=THREE, rho="0.125")
    moved = squared_sensitivity(THREE.groups)
    assert moved / (2 * Fraction(model.noise.scale) ** 2) == pytest.approx(0.125)
    assert moved == 25 * 5 * 512**4


def test_each_moment_is_released_with_noise_of_the_scale_that_was_charged() -> None:
    """OpenDP draws, without a seed. The mean square of 4 860 draws is within 6 standard errors in all but 2 of 10^9
    runs, by its normal approximation."""
    declared = declared_of((12, 12, 12), ["6", "6", "6"], classes=18)
    model = GaussianModel(declared=declared, rho="0.5")
    table = table_of(declared, np.zeros((1, 36)))
    noise = (model.release(table).values - exact_moments(table, declared)) / model.noise.scale
    assert noise.shape == (18, 1 + 3 * 90)
    assert abs((noise**2).mean() - 1) < 6 * np.sqrt(2 / noise.size)
    assert len(np.unique(noise)) > 0.999 * noise.size  # Each moment has its own noise.


def test_errors_are_those_of_the_noise_and_fall_with_the_rows() -> None:
    model = GaussianModel(declared=THREE, rho="0.5")
    few, many = standard_errors(model, 100), standard_errors(model, 1000)
    # A row moves five parts, each as far as the count.
    assert few.count == many.count == pytest.approx(np.sqrt(5), rel=1e-6)
    assert few.means == pytest.approx([10 * error for error in many.means])
    assert few.means == pytest.approx([np.sqrt(5) / 100, np.sqrt(5 / 2) / 100], rel=1e-6)
    assert few.squares == pytest.approx([np.sqrt(5) / 100, np.sqrt(5) / 200], rel=1e-6)
    assert few.products == pytest.approx([error * 5 / 7 for error in few.squares])
    with pytest.raises(ValueError, match="rows is 0"):
        standard_errors(model, 0)


@pytest.mark.parametrize("rho", ["0", "-1", 0.5, "1e-3", Decimal("NaN"), "1001", "0." + "0" * 29 + "1"])
def test_a_budget_that_is_none_or_too_small_to_be_drawn_is_refused(rho: object) -> None:
    with pytest.raises(ValueError, match=r"rho|scale"):
        GaussianModel(declared=THREE, rho=rho)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("missing", [None, float("nan"), float("inf"), "many"])
def test_a_missing_number_is_refused_and_not_told(missing: object) -> None:
    columns = {"age": [40, missing]}
    declared = Declared(numbers=(AGE,), groups=(half_of_the_corners("age"),), classes=("all",))
    with pytest.raises(Undeclared, match="age holds a missing value or what is no finite number, which none declared"):
        declared.table(columns, ["all", "all"])  # type: ignore[arg-type]  # wrong on purpose


def test_an_undeclared_class_or_column_is_refused_and_not_told() -> None:
    declared = Declared(numbers=(AGE,), groups=(half_of_the_corners("age"),), classes=("all",))
    with pytest.raises(Undeclared, match=r"^a row has a class that was not declared$"):
        declared.table({"age": [40]}, ["ill"])
    for columns in ({}, {"age": [40], "income": [2]}):
        with pytest.raises(ValueError, match="not the numbers that were declared"):
            declared.table(columns, ["all"])
    with pytest.raises(ValueError, match="not all of one length"):
        declared.table({"age": [40, 50]}, ["all"])


def test_a_number_beyond_its_bounds_counts_as_the_bound() -> None:
    assert AGE.scaled([-5, 0, 60, 120, 1e9]).tolist() == [-1, -1, 0, 1, 1]


REFUSED: dict[str, Callable[[], object]] = {
    "both must be declared": lambda: Number(name="age", low=float("nan"), high=120),
    "a bound of age is None": lambda: Number(name="age", low=None, high=1),  # type: ignore[arg-type]
    "numbers up to 1e300": lambda: Number(name="age", low=0, high=10**400),
    "the first must be the smaller": lambda: Number(name="age", low=3, high=3),
    "its bounds 0 and 1.5 must be": lambda: Number(name="age", low=0, high=1.5, whole=True),
    "a group of 65 columns": lambda: half_of_the_corners(*map(str, range(65))),
    "a group of 0 columns": lambda: Group(columns=(), squared_length=1),
    "at most 2, that of the corners": lambda: Group(columns=("a", "b"), squared_length="2.1"),
    "squared_length is 0": lambda: Group(columns=("a", "b"), squared_length="0"),
    "in one group, and no other": lambda: Declared(numbers=(AGE,), groups=(), classes=("all",)),
    "two numbers have one name": lambda: Declared(numbers=(AGE, AGE), groups=(), classes=("all",)),
    "0 numbers are declared": lambda: Declared(numbers=(), groups=(), classes=("all",)),
    "0 classes": lambda: Declared(numbers=(AGE,), groups=(half_of_the_corners("age"),), classes=()),
    "2 classes": lambda: Declared(numbers=(AGE,), groups=(half_of_the_corners("age"),), classes=("a", "a")),
    "divide the columns into smaller groups": lambda: declared_of((64, 64), ["1", "1"], classes=16),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_declared_is_refused_with_the_rule(message: str) -> None:
    with pytest.raises(ValueError, match=message):
        REFUSED[message]()


def test_no_table_is_too_small_to_be_released() -> None:
    """A model that refused an empty table would tell that it is empty."""
    model = GaussianModel(declared=THREE, rho="0.5")
    for rows in (0, 1):
        assert model.release(table_of(THREE, normal_people(rows, 0))).values.shape == (2, THREE.moments)
