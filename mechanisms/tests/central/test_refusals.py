"""A wrong request is refused with the value and the rule, and every mechanism describes itself."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.catalogue import FIELDS, describe_central
from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.central.gaussian import GaussianMechanism
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.central.grid_laplace import GridLaplace
from mechanisms.central.offered import CENTRAL
from mechanisms.central.permute_and_flip import PermuteAndFlip
from mechanisms.central.staircase import StaircaseMechanism
from mechanisms.central.vector_mechanism import VectorMechanism
from mechanisms.central.wishart import NotReleased, WishartMechanism

GEOMETRIC = GeometricMechanism(epsilon="0.5", sensitivity=2)
GAUSSIAN = DiscreteGaussian(rho="0.125", squared_sensitivity=1)
STAIRCASE = StaircaseMechanism(epsilon="1.5", sensitivity=4)
VECTOR = VectorMechanism(epsilon="2", squared_sensitivity=4, dimensions=2)

MAKE: dict[str, Callable[[object], CentralMechanism]] = {
    "geometric": lambda e: GeometricMechanism(epsilon=e, sensitivity=1),  # type: ignore[arg-type]
    "grid-laplace": lambda e: GridLaplace(epsilon=e, sensitivity=1, granularity=1, numbers=1),  # type: ignore[arg-type]
    "discrete-gaussian": lambda e: DiscreteGaussian(rho=e, squared_sensitivity=1),  # type: ignore[arg-type]
    "gaussian": lambda e: GaussianMechanism(epsilon=e, delta="0.01", squared_sensitivity=1),  # type: ignore[arg-type]
    "staircase": lambda e: StaircaseMechanism(epsilon=e, sensitivity=1),  # type: ignore[arg-type]
    "vector-mechanism": lambda e: VectorMechanism(epsilon=e, squared_sensitivity=1, dimensions=1),  # type: ignore[arg-type]
    "exponential": lambda e: ExponentialMechanism(epsilon=e, sensitivity=1, monotonic=True),  # type: ignore[arg-type]
    "permute-and-flip": lambda e: PermuteAndFlip(epsilon=e, sensitivity=1, monotonic=True),  # type: ignore[arg-type]
    "wishart": lambda e: WishartMechanism(epsilon=e, delta="0.01"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("slug", MAKE)
@pytest.mark.parametrize(
    "amount",
    [0, -1, "0", "-0.5", "0/7", "1/0", "nan", "inf", "1e3", "", " 1", "١", 0.5, True, None, Decimal("NaN"),
     Decimal("-Infinity"), "100000", 10**40],
    ids=repr,
)  # fmt: skip
def test_refuses_an_amount_that_is_none_or_promises_nothing_and_names_it(slug: str, amount: object) -> None:
    with pytest.raises(ValueError, match=r"epsilon is|rho is"):
        MAKE[slug](amount)


@pytest.mark.parametrize("slug", MAKE)
def test_refuses_a_number_that_would_fill_the_memory_without_writing_it_out(slug: str) -> None:
    long = (10**9_999, Fraction(1, 10**9_999), Decimal("1e999999999"), Decimal("0e-999999999"), "9" * 10**6)
    for amount in long:
        with pytest.raises(ValueError, match=r"(epsilon|rho) is too long; it must be a number above 0"):
            MAKE[slug](amount)


@pytest.mark.parametrize("slug", sorted(set(MAKE) - {"discrete-gaussian", "gaussian", "wishart"}))
def test_refuses_noise_that_64_bits_do_not_hold(slug: str) -> None:
    with pytest.raises(ValueError, match=r"a scale of .*; 64 bits hold noise of at most 2\^52"):
        MAKE[slug](Fraction(1, 10**29))


@pytest.mark.parametrize("sensitivity", [0, -1, 1.5, "1", True, None, 2**53])
def test_refuses_a_sensitivity_that_is_no_whole_number_in_reach(sensitivity: object) -> None:
    for kind in (GeometricMechanism, StaircaseMechanism):
        with pytest.raises(ValueError, match=r"sensitivity is .* whole number from 1 to"):
            kind(epsilon="1", sensitivity=sensitivity)  # type: ignore[arg-type]  # the test passes wrong types
    with pytest.raises(ValueError, match="squared_sensitivity is"):
        DiscreteGaussian(rho="1", squared_sensitivity=sensitivity)  # type: ignore[arg-type]
    for selection in (ExponentialMechanism, PermuteAndFlip):
        with pytest.raises(ValueError, match="sensitivity is"):
            selection(epsilon="1", sensitivity=sensitivity, monotonic=False)  # type: ignore[arg-type]


def grid(**other: object) -> GridLaplace:
    return GridLaplace(**{"epsilon": 1, "sensitivity": 1, "granularity": 1, "numbers": 1, **other})  # type: ignore[arg-type]


def gaussian(**other: object) -> GaussianMechanism:
    return GaussianMechanism(**{"epsilon": 1, "delta": "0.01", "squared_sensitivity": 1, **other})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: grid(granularity="1/0"), "granularity is '1/0'"),
        (lambda: grid(sensitivity=0), "sensitivity is 0; it must be above 0"),
        (lambda: grid(granularity=Fraction(1, 10**20)), "take a coarser grid"),
        (lambda: grid(numbers=0), "numbers is 0"),
        (lambda: gaussian(delta=1), "delta is 1; it must lie between 0 and 1"),
        (lambda: gaussian(delta=0), "delta is 0; it must be above 0"),
        (lambda: gaussian(epsilon="0.0000001", delta="1/1000000000000000"), "no rho of 10"),
        (lambda: VectorMechanism(epsilon=1, squared_sensitivity=1, dimensions=13), "dimensions is 13"),
        (lambda: PermuteAndFlip(epsilon=1, sensitivity=1, monotonic=None), "monotonic is None; it is True or False"),  # type: ignore[arg-type]
        (lambda: GeometricMechanism(epsilon="0.5", sensitivity=2**52), r"a scale of 9.007e\+15"),
        (lambda: StaircaseMechanism(epsilon=21, sensitivity=2**20), "take the geometric mechanism"),
    ],
)
def test_refuses_other_parameters_with_the_value_and_the_rule(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    "values",
    [
        [1, 2],
        np.array([1.0]),
        np.array([True]),
        np.array([[1]]),
        np.array([], np.int64),
        np.array([1], np.uint64),
        np.ma.masked_array([1, 2], mask=[True, False]),
    ],
)
def test_refuses_values_that_are_no_row_of_whole_numbers(values: object) -> None:
    for release in (GEOMETRIC.release, GAUSSIAN.release, STAIRCASE.release, VECTOR.release):
        with pytest.raises(ValueError, match="int64 array of one dimension"):
            release(values)  # type: ignore[arg-type]  # the test passes wrong types


def test_refuses_as_many_values_as_the_mechanism_is_not_for() -> None:
    with pytest.raises(ValueError, match="2 values were given; the staircase is for one number"):
        STAIRCASE.release(np.array([1, 2]))
    with pytest.raises(ValueError, match="1 values were given; the mechanism is for 2"):
        VECTOR.release(np.array([1]))
    with pytest.raises(ValueError, match="there is 1 score"):
        ExponentialMechanism(epsilon="1", sensitivity=1, monotonic=True).release(np.array([1]))
    grid = GridLaplace(epsilon="1", sensitivity=1, granularity=1, numbers=1)
    with pytest.raises(ValueError, match="2 values were given"):
        grid.release([1, 2])
    with pytest.raises(ValueError, match="floats have no exact place"):
        grid.release([0.5])  # type: ignore[list-item]  # the test passes wrong types


def test_what_is_for_teaching_releases_nothing_and_costs_nothing_to_ask() -> None:
    wishart = WishartMechanism(epsilon="1", delta="0.01")
    for ask in (wishart.cost, lambda: wishart.release(np.array([1]))):
        with pytest.raises(NotReleased, match="discrete Gaussian"):
            ask()
    with pytest.raises(ValueError, match="delta is 1"):
        WishartMechanism(epsilon="1", delta="1")


def test_slugs_are_released_and_each_describes_itself_in_six_fields() -> None:
    assert [(offered.slug, offered.version, offered.is_taught) for offered in CENTRAL] == [
        ("geometric", 1, False),
        ("grid-laplace", 1, False),
        ("discrete-gaussian", 1, False),
        ("gaussian", 1, False),
        ("staircase", 1, False),
        ("vector-mechanism", 1, False),
        ("exponential", 1, False),
        ("permute-and-flip", 1, False),
        ("wishart", 1, True),
    ]
    for offered in CENTRAL:
        description = describe_central(offered)
        assert all(str(description[field.lower()]).endswith(".") for field in FIELDS)
        assert set(MAKE) == {mechanism.slug for mechanism in CENTRAL}
