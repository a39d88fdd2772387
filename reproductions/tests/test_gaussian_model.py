"""Rows of three data sets: who they are, what is declared, and that a class can be learnt of them."""

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from reproductions.gaussian_model import trials
from reproductions.gaussian_model.page import NAMES
from reproductions.gaussian_model.people import people
from reproductions.gaussian_model.trials import foretold, learnt_of_real, logistic, moved, published, rounds

every_set = pytest.mark.parametrize("name", NAMES)


def test_the_people_are_those_who_lack_no_value() -> None:
    assert {name: people(name).numbers.shape for name in NAMES} == {
        "diabetes": (768, 8),
        "breast": (683, 9),
        "australian": (686, 14),
    }
    assert {name: int(people(name).labels.sum()) for name in NAMES} == {
        "diabetes": 268,
        "breast": 239,
        "australian": 305,
    }


@every_set
def test_hardly_anybody_lies_beyond_the_bounds_and_nobody_touches_them_all(name: str) -> None:
    who = people(name)
    low, high = np.array([(number.low, number.high) for number in who.declared.numbers]).T
    assert ((who.numbers < low) | (who.numbers > high)).mean() < 0.001
    if name == "diabetes":
        assert ((who.numbers.min(axis=0) > low) | (who.numbers.max(axis=0) < high)).all()


def test_a_line_is_learnt_where_there_is_one() -> None:
    numbers = np.random.default_rng(0).uniform(-1, 1, (400, 3))
    labels = (numbers @ np.array([2.0, -1.0, 0.0]) > 0.3).astype(np.int64)
    assert (foretold(numbers, logistic(numbers, labels)) == labels).mean() > 0.97


@every_set
def test_a_class_is_learnt_of_real_rows_and_of_made_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "REPETITIONS", 3)
    usual = people(name).usual
    assert learnt_of_real.__wrapped__(name).mean > usual + 0.05
    outcome = trials.outcome.__wrapped__(name, "ours", "10")
    assert usual + 0.05 < outcome.real.mean < 0.99


def test_the_halves_of_a_round_are_disjoint_and_another_each_time() -> None:
    (training, others, _), (again, _, _), *_ = rounds("diabetes")
    assert sorted([*training, *others]) == list(range(768))
    assert len(others) == 154
    assert set(training) != set(again)


def test_the_code_gives_the_last_column_of_real_people_away() -> None:
    who, (training, _, _) = people("diabetes"), rounds("diabetes")[0]
    synthetic, labels = published(who, training, "1", SeededEntropy(0), coded=True, least=25)
    assert (synthetic[:, -1] == who.numbers[training, -1]).all()
    assert (labels == who.labels[training]).all()


@every_set
def test_a_person_moves_the_means_further_than_the_noise_is_for(name: str) -> None:
    move = moved(name)
    assert max(move.shifts) > 10 * move.allowed
    assert max(move.changed) > 0.5
