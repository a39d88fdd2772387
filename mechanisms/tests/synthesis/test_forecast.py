"""What is forecast before a budget is spent is what its measurements then have; and what they tell of pairs."""

from decimal import Decimal
from itertools import combinations

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis import expected_error
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.fitting import fitted
from mechanisms.synthesis.forecast import after, before
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measuring import together
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
    """Attributes by themselves are measured a second time where the first left them far off."""
    wanted = workload(DOMAIN, target=target)
    said = before(DOMAIN, wanted, rho=rho, rows=ROWS)
    measured = fitted(rows(), DOMAIN, rho=rho, workload=wanted).measurements
    alone = [one for one in measured if len(one.attributes) == 1]
    assert [one.attributes for one in alone] == [(0,), (1,), (2,), (3,)] * times
    first = {one.attributes: expected_error.of(one, ROWS) for one in [*reversed(measured), *together(alone)]}
    assert said.alone == pytest.approx([first[attribute,] for attribute in range(4)], rel=1e-5)
    if target is not None:
        assert [said.pairs[place][3] for place in range(3)] == pytest.approx(
            [first[place, 3] for place in range(3)], rel=1e-5
        )


def test_a_larger_budget_or_table_is_forecast_a_smaller_error_everywhere() -> None:
    wanted = workload(DOMAIN)
    few, many, dear = (
        before(DOMAIN, wanted, rho=rho, rows=count) for rho, count in ((RHO, 5000), (RHO, 50_000), (4 * RHO, 5000))
    )
    for one, other in combinations(range(4), 2):
        error = few.pairs[one][other]
        assert error is not None
        assert few.pairs[other][one] == error
        assert many.pairs[one][other] == pytest.approx(error / 10)
        assert dear.pairs[one][other] == pytest.approx(error / 2, rel=1e-3)
    assert [few.pairs[place][place] for place in range(4)] == [None] * 4


def test_a_table_of_three_shows_its_pairs_with_the_noise_of_all_that_is_summed() -> None:
    said = after(SIZES, [((0,), 10.0), ((1,), 10.0), ((2,), 10.0), ((3,), 10.0), ((0, 1, 2), 8.0)], rows=ROWS)
    assert said.pairs[0][1] == pytest.approx(expected_total_variation(12, 8 * 2**0.5, ROWS))
    assert said.pairs[0][3] is None
    assert said.alone[0] == pytest.approx(expected_total_variation(4, 10.0, ROWS))
    again = after(SIZES, [((0, 1, 2), 8.0), ((3,), 9.0), ((0, 1), 1.0), ((3,), 12.0)], rows=ROWS)
    assert again.alone[3] == pytest.approx(expected_total_variation(5, 7.2, ROWS))
    assert again.pairs[0][1] == pytest.approx(expected_total_variation(12, 1.0, ROWS))
    assert again.alone[0] == pytest.approx(expected_total_variation(4, 3**0.5, ROWS))
