"""The mean excess of a sum is never below the exact one, whatever is cut off, and close to it where it matters."""

import functools
import itertools
from collections import defaultdict
from fractions import Fraction

import pytest

from mechanisms.accounting.summed_draws import mean_excess

LAWS = {  # Each law has values and their chances.
    "two": ((Fraction(1), Fraction(-1)), (Fraction(1, 2), Fraction(1, 2))),
    "uneven": ((Fraction(7, 3), Fraction(-5, 7), Fraction(-1, 9)), (Fraction(1, 10), Fraction(3, 10), Fraction(3, 5))),
    "rare": ((Fraction(90), Fraction(-2), Fraction(-1)), (Fraction(1, 500), Fraction(299, 500), Fraction(2, 5))),
}
DRAWS = (1, 2, 3, 7, 21)
every_law = pytest.mark.parametrize("law", LAWS)


@functools.cache
def exact_excess(values: tuple[Fraction, ...], chances: tuple[Fraction, ...], draws: int) -> Fraction:
    scale = 63 * 500  # Values and chances times this are whole numbers, which are faster.
    sums: dict[int, int] = {0: 1}
    for _ in range(draws):
        after: dict[int, int] = defaultdict(int)
        for (total, ways), (value, chance) in itertools.product(sums.items(), zip(values, chances, strict=True)):
            after[total + int(value * scale)] += ways * int(chance * scale)
        sums = after
    return Fraction(sum(ways * max(0, total) for total, ways in sums.items()), scale ** (draws + 1))


@every_law
@pytest.mark.parametrize("draws", DRAWS)
def test_is_never_below_the_exact_one_and_at_most_a_hundredth_above(law: str, draws: int) -> None:
    values, chances = LAWS[law]
    exact = exact_excess(values, chances, draws)
    excess = Fraction(mean_excess(list(values), list(chances), draws, float(exact)))
    assert exact <= excess <= exact * Fraction(101, 100)


@every_law
@pytest.mark.parametrize("allowed", [1e-9, 1e2, 1e4, 1e6, 1e9])
def test_is_never_below_the_exact_one_however_much_may_be_cut_off(law: str, allowed: float) -> None:
    values, chances = LAWS[law]
    excess = Fraction(mean_excess(list(values), list(chances), 21, allowed))
    assert exact_excess(values, chances, 21) <= excess


def test_far_from_nothing_the_sum_keeps_its_mean_and_below_it_nothing_is_left() -> None:
    """Sums of numbers above 0 exceed 0 by their mean, and sums of numbers below 0 never do."""
    chances = [Fraction(1, 3), Fraction(2, 3)]
    above = mean_excess([Fraction(4), Fraction(1)], chances, 1_000_003, 1e6)
    assert 2_000_006 <= above <= 2_000_006 * 1.001
    assert mean_excess([Fraction(-4), Fraction(-1)], chances, 1_000_003, 1e-6) < 1e-6


@pytest.mark.parametrize(
    ("chances", "draws", "why"),
    [
        ((Fraction(1, 2), Fraction(1, 3)), 5, "add up to 0.83"),
        ((Fraction(3, 2), Fraction(-1, 2)), 5, "at least 0"),
        ((Fraction(1, 2), Fraction(1, 2)), 0, "there are 0 draws"),
    ],
)
def test_refuses_what_is_no_law_or_no_sum(chances: tuple[Fraction, ...], draws: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        mean_excess([Fraction(1), Fraction(-1)], list(chances), draws, 1.0)
