"""Impossible grids, numbers, reports, counts and parameters of a number are refused."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanisms.catalogue import number_mechanism
from mechanisms.common.entropy import Tape
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import FURTHEST, WIDEST, Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.numbers.added_noise import AddedNoiseChannel
from mechanisms.ldp.shapes.numbers.window_or_ends import WindowOrEndsChannel
from mechanisms.tests.numbers.number_cases import each_offered, grid_of

VECTORS = json.loads((Path(__file__).resolve().parents[3] / "tests" / "vectors" / "numbers.json").read_text())


def test_refuses_a_grid_that_is_none() -> None:
    for low, high, steps in ((0, 0, 1), (5, 4, 1), (0, WIDEST + 1, 1), (0, 10, 0), (0, 10, 11), (0, 10, -1)):
        with pytest.raises(ValueError, match=r"high - low is|steps is"):
            Grid(low=low, high=high, steps=steps)
    none: list[tuple[Any, Any, Any]] = [(0.5, 1, 1), (0, "1", 1), (0, 1, True), (None, 1, 1), (FURTHEST + 1, 0, 1)]
    for low, high, steps in none:
        with pytest.raises(ValueError, match="is a whole number"):
            Grid(low=low, high=high, steps=steps)


@each_offered
def test_refuses_numbers_outside_the_bounds_and_never_moves_them(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=grid_of(4), epsilon="1")
    for number in (-4, 8, 1 << 60):
        with pytest.raises(ValueError, match=r"^the number lies outside \[-3, 7\]$"):
            mechanism.perturb(number, Tape([]))
        with pytest.raises(ValueError, match=r"^a number lies outside \[-3, 7\]$"):
            mechanism.perturb_many([0, number], Tape([]))
        with pytest.raises(ValueError, match="the number lies outside"):
            mechanism.variance(number, 10)
    none: list[Any] = [1.0, "1", True, None]
    for number in none:
        with pytest.raises(ValueError, match="not a whole number of units"):
            mechanism.perturb(number, Tape([]))
    for numbers in ([1.0], [[1]], ["1"]):
        with pytest.raises(ValueError, match="must be a list of whole numbers"):
            mechanism.perturb_many(numbers, Tape([]))


@each_offered
def test_refuses_reports_and_counts_that_cannot_be(offered: type[NumberMechanism]) -> None:
    mechanism = offered(grid=grid_of(4), epsilon="1")
    outputs, width = mechanism.channel.outputs, mechanism.report_bytes
    for record in (b"", bytes(width + 1), outputs.to_bytes(width, "big")):
        with pytest.raises(ValueError, match="the report"):
            mechanism.check_report(record)
    wrong: list[Any] = [np.zeros((2, width + 1), np.uint8), np.zeros(2, np.uint8), np.zeros((2, width), np.int64)]
    for packed in wrong:
        with pytest.raises(ValueError, match="packed reports"):
            mechanism.count(packed)
    with pytest.raises(ValueError, match="a report is not one of"):
        mechanism.count(np.frombuffer(outputs.to_bytes(width, "big"), dtype=np.uint8)[None, :])
    empty = np.zeros(outputs, dtype=np.int64)
    for counts in (np.append(empty, 1), empty - 1, empty.astype(float), empty):
        with pytest.raises(ValueError, match=r"counts must be|a count is -1|there are 0 reports"):
            mechanism.mean(counts)
    empty[0] = 1
    with pytest.raises(ValueError, match="there are 1 reports; an error needs at least 2"):
        mechanism.standard_error(empty)
    for confidence in (0.0, 1.0, float("nan")):
        for interval in (mechanism.interval, mechanism.exact_interval):
            with pytest.raises(ValueError, match="the confidence is"):
                interval(np.full(outputs, 3), confidence)
    with pytest.raises(ValueError, match="0 reports"):
        mechanism.variance(0, 0)


@pytest.mark.parametrize("row", VECTORS["bad_parameters"], ids=lambda row: f"{row['mechanism']}-{row['epsilon']}")
def test_refuses_bad_parameters_in_words(row: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(str(row['detail']))}$"):
        number_mechanism(str(row["mechanism"]), grid=Grid(**row["grid"]), epsilon=str(row["epsilon"]))  # type: ignore[arg-type]


def test_refuses_a_question_without_a_grid() -> None:
    with pytest.raises(ValueError, match="a number needs bounds and steps"):
        DuchiMechanism(grid=3, epsilon="1")  # type: ignore[arg-type]  # the test passes a wrong type


def test_refuses_noise_that_leaves_a_report_impossible() -> None:
    fine = {"steps": 1, "weights": (20, 200, 20), "strays": (8, 8), "word_bits": 4}
    AddedNoiseChannel(**fine)  # type: ignore[arg-type]
    for wrong in (
        {"weights": (20, 199, 21)},
        {"weights": (100, 40, 100)},
        {"weights": (240,)},
        {"strays": (16,)},
        {"strays": (16, 0)},
        {"strays": (8, 9)},
    ):
        with pytest.raises(ValueError, match=r"weights|leaves a report impossible"):
            AddedNoiseChannel(**{**fine, **wrong})  # type: ignore[arg-type]


def test_below_its_limit_the_hybrid_is_duchis() -> None:
    mechanism = HybridMechanism(grid=grid_of(10), epsilon="0.5")
    assert isinstance(mechanism.channel, WindowOrEndsChannel)
    assert mechanism.channel.outputs == 2
    assert mechanism.readings.tolist() == DuchiMechanism(grid=grid_of(10), epsilon="0.5").readings.tolist()
