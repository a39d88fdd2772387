"""These tests cover naive Bayes of perturbed pairs: against tables worked out by hand, with hardly any noise, and with
much."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import people_of
from mechanisms.ldp.models.bins import EqualBins
from mechanisms.ldp.models.joint_answers import JointAnswers, JointCounts
from mechanisms.ldp.models.model_card import accuracy_of
from mechanisms.ldp.models.naive_bayes import (
    NaiveBayes,
    exact,
    naive_bayes,
    naive_bayes_as_published,
    naive_bayes_card,
)
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse

MECHANISM = JointAnswers(oracle=GeneralizedRandomizedResponse, classes=2, values=(2, 3), epsilon="1")
HAND = NaiveBayes(
    np.array([0.75, 0.25]),
    (np.array([[0.5, 0.5], [0.9, 0.1]]), np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])),
)


def counts_of(shares: list[list[float]], heard: int) -> JointCounts:
    """Returns the counts of a number of reports on each feature whose estimates are these shares, up to one report."""
    supports = []
    for oracle, joint in zip(MECHANISM.oracles, shares, strict=True):
        p, q = float(oracle.p), float(oracle.q)
        supports.append(people_of(np.array(joint) * (p - q) + q, heard))
    return JointCounts(tuple(supports), (heard,) * len(shares))


def test_the_likeliest_class_is_that_of_prior_times_chances() -> None:
    rows = [[0, 0], [1, 2], [0, 1]]
    chances = [[0.75 * 0.5 * 0.2, 0.25 * 0.9 * 0.6], [0.75 * 0.5 * 0.5, 0.25 * 0.1 * 0.1]]
    np.testing.assert_allclose(np.exp(HAND.log_chances(rows))[:2], chances)
    assert HAND.predict(rows).tolist() == [1, 0, 0]


def test_hundreds_of_features_do_not_run_out_of_numbers() -> None:
    table = np.array([[0.001, 0.999], [0.0011, 0.9989]])
    model = NaiveBayes(np.array([0.5, 0.5]), (table,) * 400)
    assert model.predict(np.zeros((1, 400), dtype=int)).tolist() == [1]


def test_published_numbers_of_people_that_are_not_above_0_become_1() -> None:
    counts = counts_of([[0.5, 0.2, 0.4, -0.1], [0.3, 0.2, 0.2, 0.1, 0.1, 0.1]], 10_000)
    first, second = naive_bayes_as_published(MECHANISM, counts).conditionals
    np.testing.assert_allclose(first, [[5 / 7, 2 / 7], [4000 / 4001, 1 / 4001]], atol=1e-3)
    assert first[1, 1] == pytest.approx(1 / 4001, rel=0.01)
    np.testing.assert_allclose(second, [[3 / 7, 2 / 7, 2 / 7], [1 / 3, 1 / 3, 1 / 3]], atol=1e-3)


def test_consistent_tables_are_smoothed_by_a_standard_error_of_their_rows() -> None:
    """Norm-Sub of .5 .2 .4 -.1 takes a thirtieth off the three that are above 0."""
    heard = 1_000_000
    counts = counts_of([[0.5, 0.2, 0.4, -0.1], [0.3, 0.2, 0.2, 0.1, 0.1, 0.1]], heard)
    first, _ = naive_bayes(MECHANISM, counts).conditionals
    variances = MECHANISM.oracles[0].variance([0.5, 0.2, 0.4, 0.0], heard)
    rows = np.sqrt([variances[:2].sum(), variances[2:].sum()])[:, None]
    table = np.array([[0.5, 0.2], [0.4, 0.0]]) - np.array([[1, 1], [1, 0]]) / 30
    np.testing.assert_allclose(first, (table + rows / 2) / (table.sum(axis=1, keepdims=True) + rows), atol=1e-5)


def test_with_hardly_any_noise_and_many_people_it_is_the_model_of_the_people_themselves() -> None:
    labels, values = people(60_000, seed=4)
    mechanism = JointAnswers(oracle=GeneralizedRandomizedResponse, classes=2, values=(2, 3), epsilon="16")
    model = naive_bayes(mechanism, mechanism.count(mechanism.perturb_many(labels, values, SeededEntropy(9))))
    themselves = exact(labels, values, classes=2, many=(2, 3))
    np.testing.assert_allclose(model.prior, themselves.prior, atol=0.02)
    for table, other in zip(model.conditionals, themselves.conditionals, strict=True):
        np.testing.assert_allclose(
            table, other, atol=0.04
        )  # With 30 000 people a feature this is 8 standard errors of the rarest row.


def people(many: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns people drawn by the model that was written by hand."""
    draw = np.random.default_rng(seed)
    labels = (draw.random(many) < HAND.prior[1]).astype(np.int64)
    columns = [(draw.random(many)[:, None] > table.cumsum(axis=1)[labels]).sum(axis=1) for table in HAND.conditionals]
    return labels, np.minimum(np.stack(columns, axis=1), [1, 2])


@pytest.mark.parametrize("fit", [naive_bayes, naive_bayes_as_published])
def test_probabilities_are_probabilities_whatever_noise_does(
    fit: Callable[[JointAnswers, JointCounts], NaiveBayes],
) -> None:
    mechanism = JointAnswers(oracle=GeneralizedRandomizedResponse, classes=2, values=(2, 3), epsilon="0.1")
    labels, values = people(40, seed=1)
    for seed in range(50):
        model = fit(mechanism, mechanism.count(mechanism.perturb_many(labels, values, SeededEntropy(seed))))
        assert isinstance(model, NaiveBayes)  # NaiveBayes refuses chances of 0 and sums other than 1.


def test_refuses_chances_of_0_and_sums_that_are_not_1() -> None:
    with pytest.raises(ValueError, match="chance of 0"):
        NaiveBayes(np.array([1.0, 0.0]), ())
    with pytest.raises(ValueError, match="do not add up to 1"):
        NaiveBayes(np.array([0.5, 0.5]), (np.array([[0.5, 0.6], [0.5, 0.5]]),))


@pytest.mark.parametrize("rows", [[[0, 3]], [[-1, 0]], [[0]], [[0.0, 1.0]]])
def test_refuses_rows_it_was_not_made_of(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="value"):
        HAND.predict(rows)


def test_bins_are_of_equal_width_and_open_at_both_ends() -> None:
    bins = EqualBins(low=0, high=10, count=4)
    assert bins.of([-3, 0, 2.49, 2.5, 5, 7.5, 10, 99]).tolist() == [0, 0, 0, 1, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("low", "high", "count", "why"),
    [(1, 1, 4, "lies below"), (0, float("inf"), 4, "lies below"), (0, 1, 1, "at least 2 bins")],
)
def test_refuses_bins_that_cannot_be(low: float, high: float, count: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        EqualBins(low=low, high=high, count=count)


def test_refuses_a_number_that_is_none() -> None:
    with pytest.raises(ValueError, match="not finite"):
        EqualBins(low=0, high=1, count=2).of([float("nan")])


def test_accuracy_stands_beside_what_the_usual_class_alone_would_get() -> None:
    accuracy = accuracy_of([0, 1, 1, 0], [0, 1, 0, 0])
    assert (accuracy.share, accuracy.usual, accuracy.people) == (0.75, 0.75, 4)
    assert accuracy.low < 0.75 < accuracy.high
    with pytest.raises(ValueError, match="of somebody"):
        accuracy_of([], [])
    with pytest.raises(ValueError, match="of each one"):
        accuracy_of([0], [0, 1])


def test_the_card_says_what_was_asked_and_spent_and_what_is_biased() -> None:
    labels, values = people(500, seed=2)
    counts = MECHANISM.count(MECHANISM.perturb_many(labels, values, SeededEntropy(1)))
    card = naive_bayes_card(MECHANISM, counts, accuracy_of(HAND.predict(values), labels))
    assert (card.epsilon, card.reports, card.mechanism) == ("1", 500, "generalized-randomized-response")
    assert 0.99 < float(card.spent) <= 1
    assert "drawn at random" in card.asked
    assert any("every probability of the model" in line for line in card.biased)
    fields = json.loads(json.dumps(card.to_json()))
    assert fields["accuracy"]["people"] == 500
    assert fields["neighbours"] == "any two classes and lists of values of one person"
