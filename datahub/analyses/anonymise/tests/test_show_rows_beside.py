"""These tests cover the few rows that are shown before and after: which rows they are, and what is shown."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from datahub.analyses.anonymise.rules.figures import ShownRelease, find_release
from datahub.analyses.anonymise.rules.side_by_side import side_by_side
from datahub.analyses.anonymise.rules.table import Prepared
from datahub.analyses.anonymise.tests.test_write_rows import K3, of
from datahub.analyses.drawing import KeyedEntropy

Row = tuple[str, str, str, str]
TOWNS = ("Bern", "Bern", "Bern", "Thun", "Basel")  # some rows lose little and others much
ROWS: list[Row] = [
    (str(20 + number * number % 19), TOWNS[number % 5], "xyz"[number % 3], "abcdef"[number % 6]) for number in range(60)
]
ONE_AGE: list[Row] = [("30", "Bern", "xyz"[number % 3], "b") for number in range(50)] + [
    ("30", "Basel" if number else "Thun", "x", "b" if number else "a") for number in range(10)
]
# Rows with a town that the hierarchy does not list.
ODD: list[Row] = [("31", "?", "y", "b"), ("22", "?", "z", "a"), ("25", "?", "x", "f")]


def released(rows: Sequence[Row]) -> tuple[Prepared, ShownRelease]:
    prepared = of(rows)
    return prepared, find_release(prepared, K3, KeyedEntropy(b"secret", {}))


def shown(rows: Sequence[Row]) -> Mapping[str, Any]:
    return side_by_side(*released(rows))


def table(rows: Sequence[Row]) -> list[tuple[Row, tuple[str, ...], float]]:
    """Returns each kept row, its released row, and its loss, found by the names of its values."""
    prepared, result = released(rows)
    kept = []
    for index, row in enumerate(prepared.kept):
        loss = 0.0
        cells = []
        for name, value in zip(("age", "town"), rows[row], strict=False):
            tree, cell = prepared.trees[name], result.cells[name].at(int(result.classes[index]))
            leaf = tree.leaves.index(value)
            level = next(at for at, names in enumerate(tree.names) if names[tree.nodes[at, leaf]] == cell)
            loss += float(tree.loss[level, leaf])
            cells.append(cell)
        kept.append((rows[row], (*cells, *rows[row][2:]), loss))
    return kept


@pytest.mark.parametrize("rows_given", [ROWS, ONE_AGE], ids=["both are coarser", "towns alone are coarser"])
def test_rows_go_in_even_steps_from_the_least_loss_to_the_greatest(rows_given: list[Row]) -> None:
    rows = table(rows_given)
    losses = sorted(round(loss, 9) for _, _, loss in rows)
    lost = {(before, after): round(loss, 9) for before, after, loss in rows}
    losses_shown = [lost[tuple(row["before"]), tuple(row["after"])] for row in shown(rows_given)["rows"]]
    assert losses_shown == [losses[step] for step in (0, 12, 24, 35, 47, 59)]
    assert len(set(losses_shown)) > 1


def test_of_each_row_it_is_said_how_many_look_alike() -> None:
    quasi = [after[:2] for _, after, _ in table(ROWS)]
    for row in shown(ROWS)["rows"]:
        assert row["alike"] == quasi.count(tuple(row["after"][:2])) >= 3
    assert len({row["alike"] for row in shown(ROWS)["rows"]}) > 1


def test_columns_stand_in_the_order_of_the_table_with_their_roles() -> None:
    columns = [(column["name"], column["role"]) for column in shown(ROWS)["columns"]]
    assert columns == [("age", "quasi"), ("town", "quasi"), ("illness", "sensitive"), ("note", "insensitive")]


@pytest.mark.parametrize("rows", [ROWS, [*ODD, *ROWS]], ids=["all kept", "some suppressed"])
def test_which_rows_are_shown_tells_nothing_of_how_they_are_stored(rows: list[Row]) -> None:
    for seed in range(5):
        others = random.Random(seed).sample(rows, len(rows))  # noqa: S311 - the order of a test needs no security
        assert shown(others) == shown(rows)


def test_a_suppressed_row_comes_last_and_says_nothing() -> None:
    *others, last = shown([*ODD, *ROWS])["rows"]
    assert others == shown(ROWS)["rows"]
    assert tuple(last["before"]) in ODD
    assert (last["after"], last["alike"]) == (["*"] * 4, 0)
    assert all(row["alike"] > 0 for row in others)


def test_of_a_table_of_few_rows_none_is_shown_twice() -> None:
    few = ROWS[:4]
    befores = [tuple(row["before"]) for row in shown(few)["rows"]]
    assert sorted(befores) == sorted(few)
    assert len(np.unique(befores, axis=0)) == 4
