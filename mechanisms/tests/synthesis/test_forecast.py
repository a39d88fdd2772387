"""A forecast before a budget is spent is what its measurements then have; and what all together tell of pairs."""

from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.domain import Impossible
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.fitting import fitted
from mechanisms.synthesis.forecast import Noisy, after, before
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.residuals import pooled, precisions_of, variance
from mechanisms.synthesis.workload import workload
from mechanisms.tests.synthesis.small import domain_of

SIZES, RHO, ROWS = (4, 3, 2, 5), Decimal("0.01"), 500
DOMAIN = domain_of(SIZES)


def rows() -> CodedRows:
    words = SeededEntropy(3).words(4 * ROWS).reshape(4, ROWS)
    return CodedRows([(column % size).astype(np.uint16) for column, size in zip(words, SIZES, strict=True)], SIZES)


@pytest.mark.parametrize(("rho", "times"), [(RHO, 2), (100 * RHO, 1)])
@pytest.mark.parametrize("target", [None, "a3"])
def test_what_is_measured_for_certain_has_the_error_that_was_forecast(
    target: str | None, rho: Decimal, times: int
) -> None:
    """Attributes by themselves are measured a second time where the first left them far off; pairs with the target
    once. What the data decide on is left out here, so that the forecast is of this alone."""
    wanted = workload(DOMAIN, target=target)
    forecast = before(DOMAIN, wanted, rho=rho, rows=ROWS)
    measured = fitted(rows(), DOMAIN, rho=rho, workload=wanted).measurements
    certain = measured[: 4 * times + (0 if target is None else 3)]
    assert [measurement.attributes for measurement in certain[: 4 * times]] == [(0,), (1,), (2,), (3,)] * times
    assert target is None or [measurement.attributes for measurement in certain[4 * times :]] == [
        (0, 3),
        (1, 3),
        (2, 3),
    ]
    then = after(DOMAIN, [(measurement.attributes, measurement.sigma) for measurement in certain], rows=ROWS)
    assert forecast.alone == pytest.approx(then.alone, rel=1e-5)
    if target is not None:
        assert forecast.pairs[3][:3] == pytest.approx(then.pairs[3][:3], rel=1e-5)


@pytest.mark.parametrize(
    ("target", "edge", "edges", "share"), [(None, (0, 1), 3, 0.54), ("a3", (0, 1, 3), 2, 0.54 - 0.14)]
)
def test_a_pair_is_forecast_as_an_edge_of_the_tree_beside_all_that_is_certain(
    target: str | None, edge: Attributes, edges: int, share: float
) -> None:
    """Three quarters of the budget for pairs is divided by edges; two fifths of all is for attributes, 0.14 for the
    target."""
    sizes = (4, 4, 4, 4)
    forecast = before(domain_of(sizes), workload(domain_of(sizes), target=target), rho=RHO, rows=ROWS)
    known: list[Noisy] = [((place,), sqrt(4 / (2 * 0.40 * 0.01))) for place in range(4)]
    if target is not None:
        known += [((place, 3), sqrt(3 / (2 * 0.14 * 0.01))) for place in range(3)]
    known.append((edge, sqrt(edges / (2 * 0.75 * share * 0.01))))
    assert forecast.pairs[0][1] == pytest.approx(after(domain_of(sizes), known, rows=ROWS).pairs[0][1], rel=1e-5)


def test_a_larger_budget_or_table_is_forecast_a_smaller_error_everywhere() -> None:
    wanted = workload(DOMAIN)
    few, many, dear = (
        before(DOMAIN, wanted, rho=rho, rows=count) for rho, count in ((RHO, 5000), (RHO, 50_000), (4 * RHO, 5000))
    )
    for first, other in combinations(range(4), 2):
        error = few.pairs[first][other]
        assert error is not None
        assert few.pairs[other][first] == error
        assert many.pairs[first][other] == pytest.approx(error / 10)
        assert dear.pairs[first][other] == pytest.approx(error / 2, rel=1e-3)
    assert [few.pairs[place][place] for place in range(4)] == [None] * 4


def test_noise_where_nothing_can_be_is_no_error() -> None:
    sizes = (4, 5, 3)
    square, strip = np.zeros((4, 5), dtype=np.bool_), np.zeros((4, 5), dtype=np.bool_)
    square[:2, :2], strip[1, :] = True, True  # Both rules together exclude 7 of 20 cells.
    of_three = np.zeros((4, 5, 3), dtype=np.bool_)
    of_three[3, 4, 0] = True  # This rule makes no pair impossible.
    rules = Impossible((0, 1), square), Impossible((0, 1), strip), Impossible((0, 1, 2), of_three)
    plain = domain_of(sizes)
    ruled = replace(plain, impossible=rules)
    known: list[Noisy] = [((0, 1), 5.0), ((1, 2), 5.0)]
    for free, bound in (
        (before(plain, workload(plain), rho=RHO, rows=ROWS), before(ruled, workload(ruled), rho=RHO, rows=ROWS)),
        (after(plain, known, rows=ROWS), after(ruled, known, rows=ROWS)),
    ):
        whole, part = free.pairs[0][1], bound.pairs[0][1]
        assert whole is not None
        assert part == pytest.approx(whole * 13 / 20)
        assert (bound.alone, bound.pairs[2]) == (free.alone, free.pairs[2])


def test_of_what_was_measured_all_that_holds_a_pair_is_pooled() -> None:
    measured: list[Noisy] = [((0,), 10.0), ((1,), 10.0), ((3,), 9.0), ((0, 1, 2), 8.0), ((3,), 12.0)]
    forecast = after(DOMAIN, measured, rows=ROWS)
    precisions = precisions_of(SIZES, measured)
    for pair in [(0, 1), (0, 2), (1, 2)]:
        sigma = sqrt(variance(SIZES, precisions, pair))
        assert forecast.pairs[pair[0]][pair[1]] == forecast.pairs[pair[1]][pair[0]]
        assert forecast.pairs[pair[0]][pair[1]] == pytest.approx(
            expected_total_variation(SIZES[pair[0]] * SIZES[pair[1]], sigma, ROWS)
        )
    assert [forecast.pairs[place][3] for place in range(4)] == [None] * 4
    assert forecast.alone[3] == pytest.approx(
        expected_total_variation(5, sqrt(variance(SIZES, precisions, (3,))), ROWS), rel=1e-9
    )
    # Two measurements of the column have less error than one.
    assert forecast.alone[3] < expected_total_variation(5, 7.2, ROWS)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_is_the_error_of_the_pooled_estimate(seed: int) -> None:
    """Each mean over 400 simulations of the noise is within 6 of its own standard errors; the test fails in 1 of 10^7
    runs."""
    generator = np.random.default_rng(seed)
    of: list[Noisy] = [((0,), 30.0), ((1,), 40.0), ((0, 1), 25.0), ((1, 2), 35.0), ((3,), 30.0)]
    forecast = after(DOMAIN, of, rows=ROWS)
    errors: dict[Attributes, list[float]] = {(0,): [], (1,): [], (0, 1): [], (1, 2): []}
    for _ in range(400):
        drawn = [
            Measurement(
                attributes=attributes,
                values=generator.normal(0, sigma, [SIZES[place] for place in attributes]),
                sigma=sigma,
            )
            for attributes, sigma in of
        ]
        pool = pooled(SIZES, drawn)
        for attributes, each in errors.items():
            each.append(float(np.abs(pool.marginal(attributes)).sum()) / (2 * ROWS))
    for attributes, each in errors.items():
        told = forecast.alone[attributes[0]] if len(attributes) == 1 else forecast.pairs[attributes[0]][attributes[1]]
        assert told is not None
        assert abs(np.mean(each) - told) < 6 * np.std(each) / 20
