"""Least squares from an estimated table: the line of exact shares, its error by simulation, and when there is none."""

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.covariance import Covariance, covariance
from mechanisms.ldp.models.table_regression import TableRegression, table_regression

OUTCOMES, NUMBERS = (1, 0), (-1, 0, 2)
TRUTH = np.array([[0.05, 0.1, 0.25], [0.3, 0.2, 0.1]])
WITH_SKIPPED = np.array([[0.04, 0.08, 0.2, 0.05], [0.24, 0.16, 0.08, 0.05], [0.03, 0.03, 0.02, 0.02]])


def without_noise(cells: int) -> Covariance:
    return Covariance(np.zeros(cells), np.zeros((1, cells)))


def by_hand(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> tuple[float, float, float]:
    """Returns intercept, slope and R^2 of people with this table, by numpy's weighted covariance."""
    outcome, number = np.meshgrid(OUTCOMES, NUMBERS, indexing="ij")
    moves = np.cov(number.ravel(), outcome.ravel(), aweights=table.ravel(), ddof=0)
    slope = moves[0, 1] / moves[0, 0]
    means = (np.average(each, weights=table) for each in (number, outcome))
    of_number, of_outcome = means
    return float(of_outcome - slope * of_number), float(slope), float(moves[0, 1] ** 2 / moves[0, 0] / moves[1, 1])


def coefficients(line: TableRegression) -> tuple[float, float, float]:
    return line.intercept.value, line.slope.value, line.r_squared.value


def line_of(shares: object, moves: Covariance) -> TableRegression:
    line = table_regression(np.reshape(np.asarray(shares), (2, 3)), moves, OUTCOMES, NUMBERS)
    assert line is not None
    return line


def test_the_line_of_exact_shares_is_the_one_by_hand() -> None:
    line = line_of(TRUTH, without_noise(6))
    assert coefficients(line) == pytest.approx(by_hand(TRUTH))
    assert (line.people, line.slope.error) == pytest.approx((1, 0))


def test_whoever_gave_no_number_is_in_no_moment() -> None:
    line = table_regression(WITH_SKIPPED, without_noise(12), (*OUTCOMES, None), (*NUMBERS, None))
    assert line is not None
    assert coefficients(line) == pytest.approx(by_hand(WITH_SKIPPED[:2, :3]))
    assert line.people == pytest.approx(0.8)


def test_a_line_that_everybody_lies_on_explains_everything() -> None:
    line = table_regression(np.diag([0.2, 0.3, 0.5]), without_noise(9), (1, 3, 5), (0, 1, 2))
    assert line is not None
    assert coefficients(line) == pytest.approx((1, 2, 1))


def test_there_is_no_line_where_the_numbers_may_all_be_alike() -> None:
    alike = [[0.0, 0.6, 0.0], [0.0, 0.4, 0.0]]
    assert table_regression(alike, without_noise(6), OUTCOMES, NUMBERS) is None
    assert table_regression(np.array(alike).T, without_noise(6), NUMBERS, OUTCOMES) is None
    noisy = Covariance(np.full(6, 0.02), np.zeros((1, 6)))
    assert table_regression(TRUTH, noisy, OUTCOMES, NUMBERS) is None


def test_another_number_of_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="6 cells; the table has 6, their covariance 5"):
        table_regression(TRUTH, without_noise(5), OUTCOMES, NUMBERS)


def test_its_errors_follow_from_every_cell_and_how_the_cells_move_together() -> None:
    """The gradient of each coefficient comes from small steps of the cells, and the covariance is written out as a
    table."""
    oracle = mechanism("generalized-randomized-response", answers=6, epsilon="2")
    moves = covariance(oracle, TRUTH.ravel(), 4_000)
    step = 1e-6
    ahead = [coefficients(line_of(TRUTH.ravel() + step * unit, without_noise(6))) for unit in np.eye(6)]
    back = [coefficients(line_of(TRUTH.ravel() - step * unit, without_noise(6))) for unit in np.eye(6)]
    gradients = (np.array(ahead) - np.array(back)).T / (2 * step)
    line = line_of(TRUTH, moves)
    errors = [coefficient.error for coefficient in (line.intercept, line.slope, line.r_squared)]
    assert errors == pytest.approx([np.sqrt(each @ moves.matrix @ each) for each in gradients], rel=1e-6)


def test_its_errors_are_those_of_surveys_of_people() -> None:
    """400 surveys of 4 000 people: a measured standard deviation is within six of its own errors, a fifth; 95 % limits
    hold in all but 5 points and six standard errors, 6.5 points."""
    oracle, entropy = mechanism("generalized-randomized-response", answers=6, epsilon="2"), SeededEntropy(5)
    lines, claimed, contained = [], [], []
    truth = by_hand(TRUTH)
    for _ in range(400):
        people = np.searchsorted(np.cumsum(TRUTH.ravel())[:-1], entropy.words(4_000) / 2**32, side="right")
        shares = oracle.estimate(oracle.count(oracle.perturb_many(people, entropy)), 4_000)
        line = line_of(shares.reshape(2, 3), covariance(oracle, onto_simplex(shares), 4_000))
        each = (line.intercept, line.slope, line.r_squared)
        lines.append(coefficients(line))
        claimed.append([coefficient.error for coefficient in each])
        ends = [coefficient.interval(0.95) for coefficient in each]
        contained.append([low <= exact <= high for (low, high), exact in zip(ends, truth, strict=True)])
    spread = np.std(lines, axis=0, ddof=1)
    np.testing.assert_allclose(np.mean(claimed, axis=0), spread, rtol=0.22)
    # The bias is about 1 / reports, hence the added 0.004.
    assert (np.abs(np.mean(lines, axis=0) - truth) < 6 * spread / 20 + 0.004).all()
    assert np.mean(contained, axis=0).min() > 0.95 - 0.065
