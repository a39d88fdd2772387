"""A sweep tries each mechanism at each epsilon, says what it could not try, and recommends what erred least."""

import pytest

from mechanisms.catalogue import OF_ONE
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import evaluate, even, people_of
from mechanisms.ldp.advice.sweep import recommended, sweep
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection

COUNTS = people_of(even(40), 4000)


def test_every_mechanism_is_tried_at_every_epsilon_or_says_why_not() -> None:
    trials = list(sweep(OF_ONE, ["0.5", "2"], COUNTS, repetitions=1, entropy=SeededEntropy(1)))
    assert [(trial.epsilon, trial.slug) for trial in trials] == [
        (epsilon, kind.slug) for epsilon in ("0.5", "2") for kind in OF_ONE
    ]
    refused = {trial.slug: trial.refused for trial in trials if trial.evaluation is None}
    assert set(refused) == {RandomizedResponse.slug}
    assert "takes exactly 2" in refused[RandomizedResponse.slug]
    assert all(trial.report_bytes > 0 for trial in trials if trial.evaluation is not None)


def test_a_trial_is_what_the_evaluation_alone_would_be() -> None:
    (trial,) = sweep([SubsetSelection], ["1"], COUNTS, repetitions=3, entropy=SeededEntropy(2))
    oracle = SubsetSelection(answers=40, epsilon="1")
    alone = evaluate(oracle, COUNTS, repetitions=3, entropy=SeededEntropy(2))
    assert trial.evaluation is not None
    assert trial.evaluation.squared_error.tolist() == alone.squared_error.tolist()


def test_recommends_subset_selection_for_many_answers_at_a_small_epsilon() -> None:
    """The variance of subset selection is a third of generalised randomised response's here, so that ten repetitions
    decide."""
    kinds = (GeneralizedRandomizedResponse, SubsetSelection)
    trials = list(sweep(kinds, ["1"], COUNTS, repetitions=10, entropy=SeededEntropy(3)))
    assert recommended(trials, top=20)["1"].slug == SubsetSelection.slug
    assert recommended(trials[::-1], top=20)["1"].slug == SubsetSelection.slug


def test_recommends_nothing_where_nothing_was_tried() -> None:
    trials = list(sweep([RandomizedResponse], ["1"], COUNTS, repetitions=1, entropy=SeededEntropy(4)))
    assert recommended(trials, top=1) == {}


def test_an_epsilon_that_is_none_is_said() -> None:
    (trial,) = sweep([SubsetSelection], ["0"], COUNTS, repetitions=1, entropy=SeededEntropy(5))
    assert trial.refused.startswith("epsilon is 0")


@pytest.mark.parametrize("top", [0, 41])
def test_a_top_that_is_not_there_is_refused(top: int) -> None:
    trials = list(sweep([SubsetSelection], ["1"], COUNTS, repetitions=1, entropy=SeededEntropy(6)))
    with pytest.raises(ValueError, match=f"top {top} of 40"):
        recommended([*trials, *trials], top=top)
