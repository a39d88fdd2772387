"""Three tasks find what is there to be found, and made rows are tried in both settings."""

import numpy as np
import pytest

from reproductions.synthesis_study import trials
from reproductions.synthesis_study.page import NAMES, better, listed
from reproductions.synthesis_study.tasks import explained, linear_regression, right, support_vectors, two_means
from reproductions.synthesis_study.trials import CODED, DESCRIBED, OURS


def test_support_vectors_find_a_line_that_parts_two_classes_and_its_side() -> None:
    numbers = np.random.default_rng(0).uniform(-1, 1, (400, 3))
    labels = (numbers @ np.array([2.0, -1.0, 0.0]) > 0.3).astype(np.int64)
    foretold = support_vectors(numbers, labels)
    assert right(foretold(numbers), labels) > 0.98
    assert foretold(np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]])).tolist() == [1, 0]


def test_rows_far_beyond_the_margin_do_not_move_the_line() -> None:
    """The hinge loss is 0 far beyond the margin, unlike that of least squares."""
    numbers = np.array([[-0.5], [0.5], [-0.4], [0.4]])
    labels = np.array([0, 1, 0, 1])
    beyond, classes = np.vstack([numbers, np.full((50, 1), 9.0)]), np.append(labels, np.ones(50, dtype=np.int64))
    near = np.array([[-0.3], [0.3]])
    assert support_vectors(beyond, classes)(near).tolist() == [0, 1]
    assert (linear_regression(beyond, classes)(near) < 0.5).all()


def test_least_squares_explain_a_line_and_nothing_explains_one_class() -> None:
    numbers = np.random.default_rng(1).uniform(-1, 1, (300, 2))
    labels = (numbers[:, 0] > 0).astype(np.int64)
    assert explained(linear_regression(numbers, labels)(numbers), labels) == pytest.approx(0.75, abs=0.05)
    assert explained(labels.astype(np.float64), labels) == 1
    assert explained(np.full(300, labels.mean()), labels) == 0
    assert explained(np.zeros(3), np.ones(3, dtype=np.int64)) == 0


def test_two_means_find_two_clusters_without_the_class_and_name_them_by_it() -> None:
    generator = np.random.default_rng(2)
    numbers = np.vstack([generator.normal(-0.5, 0.1, (60, 2)), generator.normal(0.5, 0.1, (40, 2))])
    labels = np.repeat([1, 0], [60, 40])
    labels[:5] = 0  # These rows have another class than most of their cluster.
    foretold = two_means(numbers, labels)
    assert right(foretold(numbers), labels) == 0.95
    assert foretold(np.array([[-0.4, -0.6], [0.6, 0.4]])).tolist() == [1, 0]


@pytest.mark.parametrize("name", NAMES)
def test_of_real_rows_more_is_learnt_than_of_rows_that_noise_has_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "REPETITIONS", 2)
    vectors, line, _ = trials.of_real.__wrapped__(name)
    hidden = trials.outcomes.__wrapped__(name, OURS, "0.001")
    clear = trials.outcomes.__wrapped__(name, OURS, "10")
    assert vectors.mean > 0.7
    assert vectors.mean > hidden[0].on_real.mean + 0.05
    assert line.mean > hidden[1].on_real.mean
    assert clear[0].on_real.mean > 0.65
    assert clear[0].on_made.mean > hidden[0].on_made.mean


def test_rows_as_coded_are_as_good_as_real_ones_whatever_epsilon_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "REPETITIONS", 2)
    coded, described = (
        trials.outcomes.__wrapped__("breast", maker, "0.1")[0].on_made.mean for maker in (CODED[100], DESCRIBED[25])
    )
    assert coded > 0.95
    assert described < 0.7


def test_cases_are_compared_one_by_one() -> None:
    assert better([1.0, 2.0, 3.0], [0.0, 2.0, 4.0]) == 1
    assert listed([0.5, -0.25]) == "0.50, −0.25"
