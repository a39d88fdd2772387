"""The decision page on rankings states the number of people for each encoding of an order; the closed forms give the
same numbers."""

import re
from collections.abc import Sequence
from itertools import permutations
from math import comb, factorial
from pathlib import Path

import pytest

from mechanisms import catalogue
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.margin import Margin, alone
from mechanisms.ldp.estimates.pooling import Sampled

DECISION = Path(__file__).resolve().parents[3] / "docs" / "decisions"
PAGE = (DECISION / "0042-a-ranking-is-reported-option-by-option.md").read_text(encoding="utf-8")
EPSILON = 2


def people(margin: Margin, inclusion: float = 1.0) -> int:
    return required_respondents([(Sampled(margin, inclusion), 1)], half_width=0.1, share=0.5, confidence=0.95)


def whole_orders(options: int) -> Margin:
    """Returns the shares of each option at the first rank, computed from the domain of all orders."""
    orders = list(permutations(range(options)))
    oracle = catalogue.choose(factorial(options), str(EPSILON)).mechanism
    first = [tuple(place for place, order in enumerate(orders) if order[0] == option) for option in range(options)]
    return Margin(oracle, tuple(first))


def of_answers(answers: int, epsilon: float = EPSILON) -> Margin:
    return alone(catalogue.choose(answers, f"{epsilon:.4f}").mechanism)


def needed(options: int) -> Sequence[int]:
    return (
        people(whole_orders(options)),
        people(of_answers(options), 1 / options),
        people(of_answers(options, EPSILON / options)),
        people(of_answers(options)),
        people(of_answers(2), 1 / comb(options, 2)),
    )


@pytest.mark.parametrize("options", [3, 4, 5])
def test_the_decision_has_the_people_that_each_encoding_needs(options: int) -> None:
    (row,) = re.findall(rf"^\| {options} \|(.*)\|$", PAGE, flags=re.MULTILINE)
    assert [int(cell.replace(" ", "")) for cell in row.split("|")] == list(needed(options))


def test_of_more_than_three_options_the_rank_of_one_needs_fewer_people_than_the_order() -> None:
    assert [needed(options)[1] < needed(options)[0] for options in (3, 4, 5)] == [False, True, True]
