"""These tests cover linear regression on Adult: who is asked, who is foretold, and what a line explains without
noise."""

import numpy as np
import pytest

from reproductions import linear_regression
from reproductions.linear_regression import BOUNDS, explained, people, table_of, without_noise


def test_those_for_training_are_asked_and_those_for_testing_foretold() -> None:
    assert len(table_of("train", "two numbers")) == 32_561
    assert len(table_of("test", "two numbers")) == 16_281
    assert people("train")["income"].sum() == 7_841


def test_the_bounds_are_those_of_the_form_and_hold_everybody() -> None:
    for split in ("train", "test"):
        for name, bounds in BOUNDS.items():
            assert bounds.low <= people(split)[name].min()
            assert people(split)[name].max() <= bounds.high


def test_what_is_explained_is_nothing_by_the_mean_and_all_by_the_truth() -> None:
    outcome = np.array([0, 0, 1, 1, 1])
    assert explained(outcome, np.full(5, 0.6)) == pytest.approx(0)
    assert explained(outcome, outcome.astype(float)) == 1
    assert explained(outcome, 1.0 - outcome) < 0


def test_more_numbers_explain_more_without_noise() -> None:
    assert 0.28 < without_noise("two numbers") < without_noise("four numbers") < 0.32


def test_noise_at_a_large_epsilon_takes_next_to_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_regression, "REPETITIONS", 3)
    spread = linear_regression.with_noise.__wrapped__("two numbers", "8")
    assert spread.low <= spread.middle <= spread.high <= without_noise("two numbers") + 0.01
    assert spread.middle > 0.95 * without_noise("two numbers")
