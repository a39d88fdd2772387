"""Impossible grids, numbers, reports and counts of several numbers are refused."""

from typing import Any

import numpy as np
import pytest

from mechanisms.catalogue import numbers_mechanism
from mechanisms.common.entropy import Tape
from mechanisms.ldp.numbers.duchi_numbers import DuchiNumbers
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.numbers_mechanism import NumbersMechanism
from mechanisms.ldp.numbers.piecewise_numbers import PiecewiseNumbers
from mechanisms.tests.numbers.test_several_numbers import every_case, grids_of


def test_refuses_rows_that_are_not_of_the_same_reports() -> None:
    corners = DuchiNumbers(grids=grids_of(2, 1), epsilon="1")
    with pytest.raises(
        ValueError, match=r"^counts of \[10, 501\] are not those of reports that speak of 2 numbers each"
    ):
        corners.means([[10, 0], [1, 500]])
    assert corners.means(np.array([[10, 1], [1, 10]], dtype=np.uint64)).tolist() == (
        corners.means([[10, 1], [1, 10]]).tolist()
    )
    with pytest.raises(ValueError, match=r"a count is -5"):
        corners.means(np.array([[10, (1 << 64) - 5], [1, 10]], dtype=np.uint64))
    windows = PiecewiseNumbers(grids=grids_of(3, 4), epsilon="5")
    for rows in ((9, 1, 1), (3, 3, 3)):
        counts = np.zeros(windows.readings.shape, dtype=np.int64)
        counts[:, 0] = rows
        with pytest.raises(ValueError, match="are not those of reports that speak of 2 numbers each"):
            windows.means(counts)
    none: list[Any] = [float("nan"), 2.5]
    for reports in none:
        with pytest.raises(ValueError, match="in whole numbers"):
            corners.variances([grid.low for grid in corners.grids], reports)


def test_refuses_grids_that_do_not_go_together() -> None:
    grid = Grid(low=0, high=10, steps=1)
    wrong: list[tuple[Any, str]] = [
        ((grid,), "takes from 2 to"),
        ((grid,) * 17, "takes from 2 to 16"),
        ([grid, grid], "each number needs bounds"),
        ((grid, 3), "each number needs bounds"),
        ((grid, Grid(low=0, high=10, steps=2)), "all have as many"),
        ((Grid(low=0, high=10, steps=2),) * 2, "which is 1 step"),
    ]
    for grids, words in wrong:
        with pytest.raises(ValueError, match=words):
            DuchiNumbers(grids=grids, epsilon="1")
    with pytest.raises(ValueError, match="take fewer steps"):
        PiecewiseNumbers(grids=(Grid(low=0, high=60000, steps=60000),) * 2, epsilon="1")
    for epsilon in ("0", "-1", "NaN", "17"):
        with pytest.raises(ValueError, match="epsilon is"):
            PiecewiseNumbers(grids=(grid, grid), epsilon=epsilon)
    with pytest.raises(ValueError, match="the mechanism is 'duchi'"):
        numbers_mechanism("duchi", grids=(grid, grid), epsilon="1")


@every_case
def test_refuses_numbers_reports_and_counts_that_cannot_be(mechanism: NumbersMechanism) -> None:
    low = [grid.low for grid in mechanism.grids]
    for numbers in (low[1:], [*low, 0]):
        with pytest.raises(ValueError, match=r"there are \d numbers; this question has"):
            mechanism.perturb(numbers, Tape([]))
        with pytest.raises(ValueError, match=r"there are \d numbers; this question has"):
            mechanism.perturb_many([numbers], Tape([]))
    for wrong in ([*low[:-1], 99], [low[0] - 1, *low[1:]]):
        with pytest.raises(ValueError, match="number lies outside"):
            mechanism.perturb(wrong, Tape([]))
        with pytest.raises(ValueError, match="number lies outside"):
            mechanism.perturb_many([wrong], Tape([]))
    with pytest.raises(ValueError, match="a row for each person"):
        mechanism.perturb_many(low, Tape([]))
    for record in (b"", bytes(mechanism.report_bytes + 1), b"\xff" * mechanism.report_bytes):
        with pytest.raises(ValueError, match="report"):
            mechanism.check_report(record)
    for packed in (
        np.zeros((2, mechanism.report_bytes + 1), np.uint8),
        np.full((1, mechanism.report_bytes), 255, np.uint8),
    ):
        with pytest.raises(ValueError, match="report"):
            mechanism.count(packed)
    none = np.zeros(mechanism.readings.shape, dtype=np.int64)
    for counts in (none, none - 1, none[1:], none + 0.5):
        with pytest.raises(ValueError, match=r"reports speak of a number|a count is|counts must be"):
            mechanism.means(counts)
    with pytest.raises(ValueError, match="0 reports"):
        mechanism.variances(low, 0)


def test_refuses_a_report_that_speaks_of_one_number_twice() -> None:
    mechanism = PiecewiseNumbers(grids=grids_of(3, 4), epsilon="5")
    mechanism.check_report(bytes([0, 1, 2, 1]))
    for record, words in ((bytes([1, 1, 1, 2]), "one number twice"), (bytes([0, 0, 1, 200]), "a place beyond")):
        with pytest.raises(ValueError, match=words):
            mechanism.check_report(record)
