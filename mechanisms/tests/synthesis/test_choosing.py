"""These tests cover what one row can move: the counts of a marginal, and the score by which the next marginal is
chosen."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from mechanisms.common.thresholds import exp_bounds
from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.junction_tree import Attributes
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measuring import SQUARED_SENSITIVITY
from mechanisms.synthesis.selection import NOISE_TAKEN, UNIT, choice, chosen, noise_of, score
from mechanisms.synthesis.workload import Workload, workload
from mechanisms.tests.synthesis.small import domain_of

SIZES = (2, 3)
CELLS = list(product(range(2), range(3)))
MARGINALS: list[Attributes] = [(0,), (1,), (0, 1)]
WEIGHTS = {(0,): 1, (1,): 2, (0, 1): 1}
# Numbers that a model might expect: fractions, below and above the counts.
EXPECTED = {
    (0,): np.array([0.7, 1.9]),
    (1,): np.array([0.4, 0.2, 2.3]),
    (0, 1): np.array([[0.5, 0.25, 1.125], [0.1, 0.8, 0.3]]),
}


def counted(rows: tuple[tuple[int, int], ...]) -> CodedRows:
    columns = np.array(rows, dtype=np.uint16).reshape(-1, 2)
    return CodedRows([columns[:, 0], columns[:, 1]], SIZES)


@cache
def neighbours() -> list[tuple[CodedRows, CodedRows]]:
    """Returns every table of up to three rows with each table that has one more row: all pairs of neighbours."""
    tables = [rows for count in range(4) for rows in combinations_with_replacement(CELLS, count)]
    return [(counted(rows), counted((*rows, row))) for rows in tables for row in CELLS]


def scores(rows: CodedRows) -> list[int]:
    return [score(rows.of(marginal), EXPECTED[marginal], weight=WEIGHTS[marginal], sigma=0.5) for marginal in MARGINALS]


def test_a_row_moves_the_counts_of_a_marginal_by_the_sensitivity_that_noise_is_drawn_for() -> None:
    worst = {
        marginal: max(int(((b.of(marginal) - a.of(marginal)) ** 2).sum()) for a, b in neighbours())
        for marginal in MARGINALS
    }
    assert worst == dict.fromkeys(MARGINALS, SQUARED_SENSITIVITY)


def test_a_row_moves_a_score_by_at_most_its_weight_and_that_is_reached() -> None:
    moves = [(first, other) for a, b in neighbours() for first, other in [(scores(a), scores(b))]]
    for place, attributes in enumerate(MARGINALS):
        worst = max(abs(after[place] - before[place]) for before, after in moves)
        assert worst == WEIGHTS[attributes] * UNIT


def test_one_score_may_rise_while_another_falls_so_that_they_are_not_monotonic() -> None:
    moves = [np.subtract(scores(b), scores(a)) for a, b in neighbours()]
    assert max(int(move.max() - move.min()) for move in moves) > max(WEIGHTS.values()) * UNIT


def test_no_choice_is_likelier_under_a_neighbour_than_its_epsilon_allows() -> None:
    """The exact probabilities of the mechanism that `chosen` draws from are compared for every pair of neighbours."""
    mechanism = choice(Decimal("0.4"), max(WEIGHTS.values()))
    limit = exp_bounds(mechanism.spent(), bits=128)[1] * (1 + Fraction(1, 2**90))
    worst = Fraction(0)
    for a, b in neighbours():
        before, after = (mechanism.probabilities([0, *scores(side)]) for side in (a, b))
        worst = max(worst, *(max(x / y, y / x) for x, y in zip(before, after, strict=True)))
    assert 1 < worst <= limit


def test_a_choice_draws_with_the_range_by_which_two_weighted_scores_may_part() -> None:
    mechanism = choice(Decimal("0.02"), 3)
    assert mechanism.scale == pytest.approx(2 * 3 * UNIT / float(np.sqrt(8 * 0.02)))
    assert mechanism.cost().rho <= Decimal("0.02")


def test_a_score_is_the_error_less_half_of_what_noise_would_add() -> None:
    counts, expected = np.array([10, 0, 5]), np.array([7.5, 1.0, 5.0])
    assert score(counts, expected, weight=3, sigma=0.0) == 3 * 3.5 * UNIT
    assert score(counts, expected, weight=1, sigma=2.0) == round((3.5 - NOISE_TAKEN * noise_of(2.0, 3)) * UNIT)


def test_a_choice_is_paid_before_it_is_drawn_and_finds_what_is_far_ahead() -> None:
    purse = Purse(Decimal("1"))
    candidates: dict[Attributes, int] = {(0,): -5 * UNIT, (0, 1): 900 * UNIT, (1,): 10}
    choice = chosen(candidates, most_weight=1, rho=Decimal("0.5"), purse=purse)
    assert choice == (0, 1)
    assert Decimal("0.499999999999") < purse.spent.rho <= Decimal("0.5")


def test_nothing_is_not_chosen_where_a_candidate_is_far_ahead() -> None:
    """The test makes forty choices: if "none" were as good as the best candidate, one run in 2^40 would miss it."""
    far_ahead: dict[Attributes, int] = {(0, 1): 900 * UNIT, (1,): 10}
    choices = [chosen(far_ahead, most_weight=1, rho=Decimal("0.5"), purse=Purse(Decimal("1"))) for _ in range(40)]
    assert set(choices) == {(0, 1)}


def test_nothing_is_chosen_where_every_candidate_is_below_its_noise() -> None:
    purse = Purse(Decimal("1"))
    far_below: dict[Attributes, int] = {(0,): -900 * UNIT, (1,): -800 * UNIT}
    assert chosen(far_below, most_weight=1, rho=Decimal("0.5"), purse=purse) is None


def test_a_workload_holds_every_pair_and_twice_what_was_named_together() -> None:
    plan = workload(domain_of([2, 3, 1, 4]), together=[["a0", "a1", "a3"]])
    # The column a2 has one value, so it is in no marginal.
    assert plan.weights == {(0, 1): 2, (0, 3): 2, (1, 3): 2, (0, 1, 3): 2}
    assert workload(domain_of([2, 3, 4])).weights == {(0, 1): 1, (0, 2): 1, (1, 2): 1}


def test_a_target_makes_its_pairs_matter_twice_and_other_pairs_given_it_too() -> None:
    plan = workload(domain_of([2, 3, 4]), target="a1")
    assert plan.target == 1
    assert plan.weights == {(0, 1): 2, (0, 2): 1, (1, 2): 2, (0, 1, 2): 1}
    assert plan.most_weight == 2
    assert Workload(weights={}).most_weight == 1


def test_pairs_of_more_cells_than_a_model_holds_are_left_out_and_refused_by_name() -> None:
    vast = domain_of([40_000, 40_000, 2])
    assert workload(vast, most_cells=100_000).weights == {(0, 2): 1, (1, 2): 1}
    with pytest.raises(ValueError, match=r"a0, a1 have 1600000000 combinations of values; a model holds 100000"):
        workload(vast, together=[["a0", "a1"]], most_cells=100_000)


@pytest.mark.parametrize(
    ("together", "target", "message"),
    [
        ([["a0"]], None, "2 to 4 attributes"),
        ([["a0", "a1", "a2", "a3", "a4"]], None, "2 to 4 attributes"),
        ([["a0", "shoe"]], None, "shoe: not declared"),
        ([], "shoe", "shoe: not declared"),
    ],
)
def test_a_workload_of_what_is_not_declared_is_refused(
    together: list[list[str]], target: str | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        workload(domain_of([2] * 5), together=together, target=target)
