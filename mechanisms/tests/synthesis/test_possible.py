"""Rules that together leave nothing are found out without a row and without a budget."""

from itertools import product

import numpy as np
import pytest

from mechanisms.synthesis.domain import Domain, Impossible
from mechanisms.synthesis.possible import cells_of_rules, leaves_something
from mechanisms.tests.synthesis.small import domain_of

SIZES = (3, 2, 2)


def ruled(rules: list[Impossible]) -> Domain:
    return Domain(attributes=domain_of(SIZES).attributes, impossible=tuple(rules))


@pytest.mark.parametrize("seed", range(60))
def test_it_says_what_trying_every_combination_says(seed: int) -> None:
    generator = np.random.default_rng(seed)
    rules = []
    for attributes in [(0, 1), (1, 2), (0, 2)]:
        cells = generator.random([SIZES[attribute] for attribute in attributes]) < 0.6
        cells.flat[0] = cells.flat[0] and not cells.all()
        rules.append(Impossible(attributes, cells))
    by_hand = any(
        not any(rule.cells[tuple(row[attribute] for attribute in rule.attributes)] for rule in rules)
        for row in product(*map(range, SIZES))
    )
    assert leaves_something(ruled(rules)) == by_hand


def test_both_answers_come_up_among_those_that_were_tried() -> None:
    none = np.array([[True, False], [True, False], [True, False]])
    assert leaves_something(ruled([Impossible((0, 1), none)]))
    assert not leaves_something(ruled([Impossible((0, 1), none), Impossible((0, 1), ~none)]))


def test_rules_that_join_attributes_take_cells() -> None:
    assert cells_of_rules(ruled([])) == 7
    assert cells_of_rules(ruled([Impossible((0, 1, 2), np.zeros(SIZES, dtype=np.bool_))])) == 12
