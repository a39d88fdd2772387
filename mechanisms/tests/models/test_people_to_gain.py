"""The number of people from which a model is expected to beat the majority: what follows by hand, and what is true."""

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.models.crossed_naive_bayes import Estimated, crossed_naive_bayes
from mechanisms.ldp.models.people_to_gain import NUMBERS, people_to_gain

# The majority class has a share of 0.6; the best model is right for 0.73.
TRUTH = np.array([[0.45, 0.15], [0.12, 0.28]])


def estimated(shares: object, error: float) -> Estimated:
    values = np.array(shares, dtype=np.float64)
    return Estimated(values, np.full_like(values, error))


def test_without_noise_the_fewest_people_do() -> None:
    assert people_to_gain(estimated([0.6, 0.4], 1e-9), [estimated(TRUTH, 1e-9)], 1_000, 1) == NUMBERS[0]


@pytest.mark.parametrize("table", [[[0.42, 0.18], [0.28, 0.12]], [[0.35, 0.25], [0.2, 0.2]]])
def test_where_the_majority_is_named_for_every_value_no_number_does(table: list[list[float]]) -> None:
    assert people_to_gain(estimated([0.6, 0.4], 0.01), [estimated(table, 0.01)], 5_000, 1) is None


def test_twice_the_error_needs_four_times_as_many() -> None:
    least, most = (
        people_to_gain(estimated([0.6, 0.4], error), [estimated(TRUTH, error)], 1_000, 1) for error in (0.05, 0.1)
    )
    assert least is not None
    assert most is not None
    assert 2 <= most / least <= 8  # The answers come from the steps 1, 2, 5, so they differ by few steps.


def test_it_says_the_same_of_a_tenth_of_the_people_with_errors_to_match() -> None:
    few = people_to_gain(estimated([0.6, 0.4], 0.03 * 10**0.5), [estimated(TRUTH, 0.03 * 10**0.5)], 500, 1)
    assert people_to_gain(estimated([0.6, 0.4], 0.03), [estimated(TRUTH, 0.03)], 5_000, 1) == few


def test_with_so_many_people_models_beat_the_majority_and_with_far_fewer_they_do_not() -> None:
    """Tables at epsilon 1: the number is told from 20 000 people, and then 200 models each are learnt from as many, and
    from a tenth, of others. Six standard errors of their mean accuracy are below a point."""
    oracle, entropy = mechanism("generalized-randomized-response", answers=4, epsilon="1"), SeededEntropy(3)

    def survey(people: int) -> tuple[Estimated, Estimated]:
        answers = np.searchsorted(np.cumsum(TRUTH.ravel())[:-1], entropy.words(people) / 2**32, side="right")
        shares = oracle.estimate(oracle.count(oracle.perturb_many(answers, entropy)), people)
        errors = np.sqrt(oracle.variance(np.clip(shares, 0, 1), people)).reshape(2, 2)
        return Estimated(shares.reshape(2, 2).sum(axis=1), np.sqrt((errors**2).sum(axis=1))), Estimated(
            shares.reshape(2, 2), errors
        )

    def right(people: int) -> float:
        each = [crossed_naive_bayes(*_one_table(survey(people))).predict([[0], [1]]) for _ in range(200)]
        return float(np.mean([TRUTH[named, [0, 1]].sum() for named in each]))

    classes, table = survey(20_000)
    number = people_to_gain(classes, [table], 20_000, 1)
    assert number is not None
    assert right(number) > 0.6
    assert right(max(10, number // 10)) < 0.61


def _one_table(estimates: tuple[Estimated, Estimated]) -> tuple[Estimated, list[Estimated]]:
    classes, table = estimates
    return classes, [table]
