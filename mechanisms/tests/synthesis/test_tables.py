"""These tests cover tables with noise: what a row moves, exactly; that only noisy counts reach a row; and what they are
worth."""

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.geometric import GeometricMechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.synthesis.domain import Domain, Impossible
from mechanisms.synthesis.marginals import CodedRows, Integers
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.tables import (
    MOST_CELLS,
    NoisyTables,
    ReleasedTables,
    clipped,
    each_alone,
    with_epsilon,
    with_rho,
)
from mechanisms.tests.synthesis.small import domain_of

SIZES = (2, 3, 2)
TOGETHER = [["a0", "a1", "a2"]]
DIVISIONS: list[Any] = [TOGETHER, [["a0", "a2"], ["a1"]], each_alone(domain_of(SIZES))]
MENDED = pytest.mark.parametrize("mended", [clipped, onto_simplex])
Row = tuple[int, ...]


def every_row() -> list[Row]:
    return list(product(*(range(size) for size in SIZES)))


def counted(rows: Sequence[Row]) -> CodedRows:
    columns = [np.array([row[place] for row in rows], dtype=np.uint16) for place in range(len(SIZES))]
    return CodedRows(columns, SIZES)


def neighbours() -> Iterator[tuple[CodedRows, CodedRows]]:
    """Yields every table of up to two rows, and with each row added."""
    for many in range(3):
        for rows in combinations_with_replacement(every_row(), many):
            for added in every_row():
                yield counted(rows), counted([*rows, added])


def read_by(tables: NoisyTables, counts: CodedRows, monkeypatch: pytest.MonkeyPatch) -> Integers:
    """Returns the counts that noise is added to."""
    read: list[Integers] = []

    def release(_: Any, values: Integers) -> Integers:
        read.append(values.copy())
        return values

    monkeypatch.setattr(type(tables.noise), "release", release)
    tables.release(counts)
    (noised_counts,) = read
    return noised_counts


@pytest.mark.parametrize("division", DIVISIONS)
def test_of_all_neighbours_no_loss_exceeds_epsilon_and_some_loss_reaches_it(
    division: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loss of noise e^(-|x| / scale) is at most the l1 distance over scale, and just that beyond all counts."""
    tables = with_epsilon(domain_of(SIZES), division, "0.7")
    assert isinstance(tables.noise, GeometricMechanism)
    worst = Fraction(0)
    for first, other in neighbours():
        before, after = (read_by(tables, counts, monkeypatch) for counts in (first, other))
        beyond = np.maximum(before, after) + 1
        weights = [
            sum((tables.noise.log_weight(int(at)) for at in beyond - values), Fraction(0)) for values in (before, after)
        ]
        worst = max(worst, abs(weights[0] - weights[1]))
    assert Fraction(7, 10) * (1 - Fraction(1, 10**12)) < worst <= Fraction(7, 10)
    assert tables.cost().epsilon == Decimal("0.7")


@pytest.mark.parametrize("division", DIVISIONS)
def test_of_all_neighbours_no_squared_distance_exceeds_the_sensitivity_and_each_reaches_it(
    division: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = with_rho(domain_of(SIZES), division, "0.02")
    assert isinstance(tables.noise, DiscreteGaussian)
    moved = {
        int(((read_by(tables, first, monkeypatch) - read_by(tables, other, monkeypatch)) ** 2).sum())
        for first, other in neighbours()
    }
    assert moved == {tables.noise.squared_sensitivity} == {len(division)}
    assert tables.cost().rho <= Decimal("0.02")


@MENDED
@pytest.mark.parametrize("division", DIVISIONS)
def test_neighbours_that_are_told_the_same_noisy_counts_end_at_the_same_rows(
    division: Any, mended: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the noisy counts tell of the rows, which hide even how many rows there are."""
    tables = with_rho(domain_of(SIZES), division, "1")
    told = np.arange(tables.cells) - 2
    monkeypatch.setattr(DiscreteGaussian, "release", lambda *_: told)
    outcomes = set()
    for rows in ([], [(0, 0, 0)], [(0, 0, 0), (1, 2, 1)]):
        model = tables.release(counted(rows)).model(mended)
        outcomes.add((model.rows, np.array(sampled(model, 50, SeededEntropy(0))).tobytes()))
    assert len(outcomes) == 1


@settings(max_examples=40)
@given(st.integers(0, 1 << 30), st.sampled_from(["0.01", "0.3", "5"]), st.sampled_from(range(3)), st.booleans())
def test_whatever_is_counted_shares_are_shares_and_rows_are_of_the_domain(
    seed: int, epsilon: str, division: int, clip: bool
) -> None:
    generator = np.random.default_rng(seed)
    many = int(generator.integers(0, 60))
    counts = CodedRows([generator.integers(0, size, many).astype(np.uint16) for size in SIZES], SIZES)
    released = with_epsilon(domain_of(SIZES), DIVISIONS[division], epsilon).release(counts)
    model = released.model(clipped if clip else onto_simplex)
    assert released.rows >= 1
    for belief in model.beliefs:
        assert (belief >= 0).all()
        assert belief.sum() == pytest.approx(1)
    columns = sampled(model, max(1, round(released.rows)), SeededEntropy(seed))
    CodedRows(columns, SIZES)  # CodedRows refuses codes beyond a size.


def test_tables_of_columns_are_as_independent_as_their_product() -> None:
    tables = with_epsilon(domain_of(SIZES), [["a0", "a2"], ["a1"]], "1")
    pair, alone = np.array([[6, 2], [1, 7]]), np.array([4, -3, 12])
    model = ReleasedTables(made_by=tables, values=[pair, alone]).model(clipped)
    shares = np.array([0.25, 0.0, 0.75])
    assert np.allclose(model.marginal((0, 1, 2)), (pair / 16)[:, np.newaxis, :] * shares[np.newaxis, :, np.newaxis])


def test_what_is_below_zero_is_clipped_and_the_rest_divided_by_what_is_left() -> None:
    assert clipped(np.array([0.5, -0.25, 0.25])).tolist() == [2 / 3, 0.0, 1 / 3]
    assert clipped(np.array([-3.0, 0.0])).tolist() == [0.5, 0.5]


def test_the_number_of_rows_is_estimated_by_what_all_tables_sum_to_and_never_counted() -> None:
    """The sums of 4 cells and of 3 are weighted by their variances, as many noises each."""
    tables = with_epsilon(domain_of(SIZES), [["a0", "a2"], ["a1"]], "1")
    released = ReleasedTables(made_by=tables, values=[np.array([[6, 2], [1, 7]]), np.array([4, -3, 22])])
    assert released.rows == pytest.approx((16 / 4 + 23 / 3) / (1 / 4 + 1 / 3))
    nobody = ReleasedTables(made_by=tables, values=[np.full((2, 2), -9), np.full(3, -9)])
    assert nobody.rows == 1


def test_no_row_has_a_combination_that_was_declared_impossible() -> None:
    cells = np.array([[True, False], [False, False]])
    domain = Domain(attributes=domain_of(SIZES).attributes, impossible=(Impossible((0, 2), cells),))
    tables = with_epsilon(domain, [["a0", "a2"], ["a1"]], "1")
    released = ReleasedTables(made_by=tables, values=[np.array([[90, 2], [1, 7]]), np.array([4, 3, 22])])
    model = released.model(clipped)
    assert np.allclose(model.marginal((0, 2)), [[0.0, 0.2], [0.1, 0.7]], atol=1e-15)
    assert model.marginal((0, 2))[0, 0] == 0
    with pytest.raises(ValueError, match="no table holds together"):
        with_epsilon(domain, each_alone(domain), "1")
    both = Impossible((0, 2), ~cells)
    nothing = Domain(attributes=domain.attributes, impossible=(*domain.impossible, both))
    with pytest.raises(ValueError, match="leaves no combination"):
        with_epsilon(nothing, TOGETHER, "1")


def test_tables_err_as_was_expected_beforehand() -> None:
    """The mean error of 200 draws lies within 6 of its standard errors, but for 2 runs in 1e9."""
    rng = np.random.default_rng(1)
    columns = [rng.integers(0, size, 400).astype(np.uint16) for size in SIZES]
    counts = CodedRows(columns, SIZES)
    for tables in (
        with_epsilon(domain_of(SIZES), TOGETHER, "0.4"),
        with_rho(domain_of(SIZES), TOGETHER, "0.05"),
    ):
        exact = counts.of((0, 1, 2))
        errors = [np.abs(tables.release(counts).values[0] - exact).sum() / 800 for _ in range(200)]
        (expected,) = tables.expected_total_variation(400)
        assert abs(np.mean(errors) - expected) < 6 * np.std(errors, ddof=1) / math.sqrt(200)
    assert with_epsilon(domain_of(SIZES), TOGETHER, "0.4").expected_total_variation(1) == [1]
    with pytest.raises(ValueError, match="rows is 0"):
        tables.expected_total_variation(0)


def test_the_floor_is_a_table_for_each_column() -> None:
    assert each_alone(domain_of((2, 3))) == [("a0",), ("a1",)]


def test_refuses_noise_that_is_for_fewer_tables_than_a_row_moves() -> None:
    for noise in (GeometricMechanism(epsilon="1", sensitivity=1), DiscreteGaussian(rho="1", squared_sensitivity=1)):
        with pytest.raises(ValueError, match="sensitivity of 1; a row moves 2 tables"):
            NoisyTables(domain=domain_of((2, 3)), tables=((0,), (1,)), noise=noise)


@pytest.mark.parametrize("tables", [[], [["a0"]], [["a0", "a1"], ["a1"]], [["a0"], ["a1"], []]])
def test_refuses_a_column_that_is_in_no_table_or_in_two(tables: Any) -> None:
    with pytest.raises(ValueError, match="one table, and in no other"):
        with_epsilon(domain_of((2, 3)), tables, "1")


def test_refuses_columns_that_were_not_declared_and_tables_of_too_many_cells() -> None:
    with pytest.raises(ValueError, match="sex: not declared"):
        with_rho(domain_of((2, 3)), [["a0", "sex"]], "1")
    big = domain_of((60_000, 60_000))
    with pytest.raises(ValueError, match=f"3600000000 cells; noise is drawn for at most {MOST_CELLS}"):
        with_epsilon(big, [["a0", "a1"]], "1")
    with pytest.raises(ValueError, match="other sizes"):
        with_epsilon(domain_of((2, 3)), [["a0", "a1"]], "1").release(counted([]))
