"""Noise alone, and what a lot adds to it: exact where reports can be listed, coverage summed over every count."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.among_people import AmongPeople, part_drawn
from mechanisms.ldp.estimates.margin import of_pair
from mechanisms.ldp.estimates.pooling import Estimator, share_pooled
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import every_oracle, supports
from mechanisms.tests.common.test_intervals import binomial

Floats = NDArray[np.float64]
YES_NO = mechanism("randomized-response", answers=2, epsilon="1")
PAIR = of_pair(mechanism("generalized-randomized-response", answers=6, epsilon="2"), (2, 3))[1]
MANY = 10**12


def noise_of_one_report(oracle: FrequencyOracle, given: int) -> tuple[float, float]:
    """Returns the mean and variance of the reading of one report on answer 0, by listing every report of a person's
    answer."""
    listed = supports(oracle)
    supported = sum(chance * listed[report][0] for report, chance in oracle.report_probabilities(given).items())
    stretch = oracle.p - oracle.q
    return float((supported - oracle.q) / stretch), float(supported * (1 - supported) / stretch**2)


@every_oracle
def test_the_error_given_the_answers_is_the_noise_of_each_report(oracle: FrequencyOracle) -> None:
    """Three of 8 people gave answer 0: 5 reports of others and 3 of theirs, each with the noise of its own answer."""
    of_others, of_theirs = (noise_of_one_report(oracle, given)[1] for given in (1, 0))
    exact = (5 * of_others + 3 * of_theirs) / 8**2
    assert float(AmongPeople(oracle, 8).variance([3 / 8] * oracle.answers, 8)[0]) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("sent", [1, 2, 4, 5])
def test_a_lot_leaves_what_a_draw_without_replacement_leaves(sent: int) -> None:
    """Every choice of the people who send is listed: the mean is their share, and the variance follows the formula."""
    oracle = mechanism("symmetric-unary-encoding", answers=3, epsilon="1")
    answers = [0, 0, 1, 1, 1]
    noise = {given: noise_of_one_report(oracle, given) for given in (0, 1)}
    means, squares = [], []
    for chosen in itertools.combinations(answers, sent):
        mean = sum(noise[given][0] for given in chosen) / sent
        means.append(mean)
        squares.append(mean**2 + sum(noise[given][1] for given in chosen) / sent**2)
    assert np.mean(means) == pytest.approx(0.4)
    exact = np.mean(squares) - np.mean(means) ** 2
    assert float(AmongPeople(oracle, 5).variance(0.4, sent)) == pytest.approx(exact, rel=1e-9)


def test_a_report_of_many_people_is_one_of_a_sample() -> None:
    counts, reports = [40, 25, 35], 100
    oracle = mechanism("optimized-unary-encoding", answers=3, epsilon="1")
    few = AmongPeople(oracle, MANY)
    np.testing.assert_allclose(few.variance(0.3, reports), oracle.variance(0.3, reports), rtol=1e-9)
    np.testing.assert_allclose(few.interval(counts, reports, 0.95), oracle.interval(counts, reports, 0.95), rtol=1e-9)
    np.testing.assert_array_equal(few.estimate(counts, reports), oracle.estimate(counts, reports))
    assert few.answers == 3


@pytest.mark.parametrize("estimator", [YES_NO, PAIR], ids=["answer", "answer of a pair"])
@pytest.mark.parametrize("people", [100, 150, 3000])
def test_limits_are_the_shares_from_which_the_estimate_lies_z_standard_errors_away(
    estimator: Estimator, people: int
) -> None:
    counts = [58, 42] if estimator is YES_NO else [9, 17, 20, 21, 19, 14]
    among = AmongPeople(estimator, people)
    estimates = among.estimate(counts, 100)
    for answer, ends in enumerate(among.interval(counts, 100, 0.95)):
        for end in ends:
            deviation = math.sqrt(among.variance(np.full(estimator.answers, end), 100)[answer])
            assert abs(estimates[answer] - end) == pytest.approx(1.959964 * deviation, rel=1e-6)


@pytest.mark.parametrize("people", [30, 100, 400])
@pytest.mark.parametrize("epsilon", ["0.5", "1", "3"])
def test_limits_of_everybody_hold_their_share_as_often_as_they_say(people: int, epsilon: str) -> None:
    """Eleven numbers of people with the answer, every count: 91 to 97.5 in a hundred each, 94 to 96 on average."""
    oracle = mechanism("randomized-response", answers=2, epsilon=epsilon)
    among, p, q = AmongPeople(oracle, people), float(oracle.p), float(oracle.q)
    limits = np.array([among.interval([count, people - count], people, 0.95)[0] for count in range(people + 1)])
    coverages = []
    for givers in range(0, people + 1, people // 10):
        chances = np.convolve(binomial(givers, p), binomial(people - givers, q))
        covers = (limits[:, 0] <= givers / people + 1e-12) & (givers / people - 1e-12 <= limits[:, 1])
        coverages.append(chances[covers].sum())
    assert min(coverages) > 0.91
    assert max(coverages) < 0.975
    assert np.mean(coverages) == pytest.approx(0.95, abs=0.01)


def test_levels_of_everybody_are_put_together_by_mover() -> None:
    """Every pair of counts of 60 people at each of two levels is listed: the limits hold the share of all 120 in 94 to
    96.5 %."""
    levels = [mechanism("randomized-response", answers=2, epsilon=epsilon) for epsilon in ("1", "3")]
    people, givers = 60, (15, 40)
    chances = [
        np.convolve(binomial(own, float(oracle.p)), binomial(people - own, float(oracle.q)))
        for oracle, own in zip(levels, givers, strict=True)
    ]
    covered = 0.0
    for counts in itertools.product(range(people + 1), repeat=2):
        chance = chances[0][counts[0]] * chances[1][counts[1]]
        if chance > 1e-9:
            pairs = zip(levels, counts, strict=True)
            pool = share_pooled([(AmongPeople(oracle, people), [n, people - n], people) for oracle, n in pairs])
            low, high = pool.interval(0.95)[0]
            covered += chance * (low <= sum(givers) / (2 * people) <= high)
    assert 0.94 < covered < 0.965


def test_the_two_parts_of_a_variance_are_noise_and_who_was_drawn() -> None:
    weak = mechanism("optimized-unary-encoding", answers=3, epsilon="3")
    strong = mechanism("generalized-randomized-response", answers=3, epsilon="1")
    parts = [(strong, [50, 30, 20], 100), (weak, [160, 50, 40], 300)]
    pool = share_pooled(parts)
    drawn = sum(
        weight**2 * inside * (1 - inside) / reports
        for weight, (oracle, counts, reports) in zip(pool.weights, parts, strict=True)
        for inside in [np.clip(oracle.estimate(counts, reports), 0, 1)]
    )
    np.testing.assert_allclose(pool.variances - pool.noise_variances, drawn, rtol=1e-9)
    everybody = share_pooled([(AmongPeople(oracle, reports), counts, reports) for oracle, counts, reports in parts])
    np.testing.assert_allclose(everybody.variances, pool.noise_variances, rtol=1e-9)
    np.testing.assert_allclose(everybody.noise_variances, pool.noise_variances, rtol=1e-9)
    np.testing.assert_array_equal(everybody.shares, pool.shares)


def test_limits_hold_the_people_asked_and_those_behind_them() -> None:
    """4 000 surveys of 300 people, each of whom sends a report with chance 1/2. At 6 sigma one of 5e8 runs fails."""
    oracle = mechanism("symmetric-unary-encoding", answers=3, epsilon="2")
    surveys, people, share = 4000, 300, 0.3
    entropy = SeededEntropy(41)
    words = entropy.words(3 * surveys * people).reshape(3, surveys, people) / 2.0**32
    gave, sends = words[0] < share, words[1] < 0.5
    supported = words[2] < np.where(gave, float(oracle.p), float(oracle.q))
    covered_of_everybody, covered_of_sample, covered_by_noise_alone = 0, 0, 0
    for survey in range(surveys):
        reports, count = int(sends[survey].sum()), int(supported[survey][sends[survey]].sum())
        counts, own = [count, 0, 0], gave[survey].mean()
        low, high = AmongPeople(oracle, people).interval(counts, reports, 0.95)[0]
        covered_of_everybody += low <= own <= high
        low, high = oracle.interval(counts, reports, 0.95)[0]
        covered_of_sample += low <= share <= high
        low, high = AmongPeople(oracle, reports).interval(counts, reports, 0.95)[0]
        covered_by_noise_alone += low <= share <= high
    allowed = 6 * math.sqrt(0.95 * 0.05 / surveys)
    assert abs(covered_of_everybody / surveys - 0.95) < allowed
    assert abs(covered_of_sample / surveys - 0.95) < allowed
    # An interval for noise alone leaves out the sampling of people, so it is too narrow.
    assert covered_by_noise_alone / surveys < 0.95 - allowed


def test_refuses_more_reports_than_people() -> None:
    assert part_drawn(1, 1) == 0
    assert part_drawn(50, 101) == pytest.approx(0.51)
    for reports in (0, 11):
        with pytest.raises(ValueError, match="from 1 to all of them send one"):
            part_drawn(reports, 10)
