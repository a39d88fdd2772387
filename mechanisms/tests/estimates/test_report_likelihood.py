"""The likelihood of reports against the listed channels, and what it is good for, once."""

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.iterative_bayesian_update import ibu
from mechanisms.ldp.estimates.report_likelihood import most_likely
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import every_oracle, supports

TRUTH = np.array([0.5, 0.3, 0.15, 0.05])


@every_oracle
def test_a_report_is_as_many_times_as_likely_under_each_answer_that_it_supports(oracle: FrequencyOracle) -> None:
    """The test is exact over every report: the supports and one ratio are all that a likelihood needs."""
    listed = [oracle.report_probabilities(answer) for answer in range(oracle.answers)]
    for report, supported in supports(oracle).items():
        least = min(of[report] for of in listed)
        with_ratio = [oracle.channel.worst_ratio if bit else 1 for bit in supported]
        if len(set(supported)) > 1:
            assert [of[report] / least for of in listed] == with_ratio
        else:
            assert len({of[report] for of in listed}) == 1


@pytest.mark.parametrize("slug", ["generalized-randomized-response", "optimized-unary-encoding", "hadamard-response"])
def test_finds_what_the_whole_channel_finds(slug: str) -> None:
    oracle = mechanism(slug, answers=4, epsilon="2")
    packed = drawn(oracle, 400, seed=41)
    listed = [oracle.report_probabilities(answer) for answer in range(4)]
    seen = [oracle.pack(report) for report in listed[0]]
    counts = np.array([(packed == np.frombuffer(report, dtype=np.uint8)).all(axis=1).sum() for report in seen])
    channel = np.array([[float(of[report]) for of in listed] for report in listed[0]])
    whole = ibu(counts, channel, tolerance=1e-9, most=50_000)
    fit = most_likely([(oracle, packed)], tolerance=1e-9, most=50_000)
    np.testing.assert_allclose(fit.shares, whole.shares, atol=1e-5)


def test_two_levels_together_leave_less_error_than_the_more_exact_alone_or_their_mean() -> None:
    """The errors are summed over 20 surveys of two levels, 400 people each: fixed seeds."""
    strong, exact = (mechanism("optimized-unary-encoding", answers=4, epsilon=text) for text in ("1.5", "2"))
    errors = np.zeros(3)
    for seed in range(20):
        parts = [(strong, drawn(strong, 400, seed=2 * seed)), (exact, drawn(exact, 400, seed=2 * seed + 1))]
        fit = most_likely(parts, tolerance=1e-3, most=1000)
        alone = most_likely(parts[1:], tolerance=1e-3, most=1000)
        raw = [oracle.estimate(oracle.count(packed), 400) for oracle, packed in parts]
        for place, shares in enumerate((fit.shares, alone.shares, (raw[0] + raw[1]) / 2)):
            errors[place] += ((shares - TRUTH) ** 2).sum()
    assert errors[0] < 0.8 * errors[1]
    assert errors[0] < errors[2]


def test_a_level_without_reports_changes_nothing() -> None:
    oracle, other = (mechanism("optimized-unary-encoding", answers=4, epsilon=text) for text in ("1", "3"))
    packed = drawn(oracle, 200, seed=5)
    nobody = np.empty((0, other.report_bytes), dtype=np.uint8)
    both, alone = (
        most_likely(parts, tolerance=1e-6, most=5000)
        for parts in ([(oracle, packed), (other, nobody)], [(oracle, packed)])
    )
    np.testing.assert_array_equal(both.shares, alone.shares)


def test_refuses_what_has_no_such_likelihood() -> None:
    oracle = mechanism("optimized-unary-encoding", answers=4, epsilon="1")
    packed = drawn(oracle, 10, seed=1)
    with pytest.raises(ValueError, match="no part has a report"):
        most_likely([(oracle, packed[:0])], tolerance=1e-3, most=10)
    three = mechanism("optimized-unary-encoding", answers=3, epsilon="1")
    with pytest.raises(ValueError, match="different numbers of answers"):
        most_likely([(oracle, packed), (three, packed)], tolerance=1e-3, most=10)
    sets = mechanism("bitwise-randomized-response", answers=4, epsilon="1", most=2)
    with pytest.raises(ValueError, match="one answer a person"):
        most_likely([(sets, packed)], tolerance=1e-3, most=10)
    numbers = mechanism("summation-histogram-encoding", answers=4, epsilon="1")
    with pytest.raises(ValueError, match="not by 0 or 1"):
        most_likely([(numbers, drawn(numbers, 10, seed=1))], tolerance=1e-3, most=10)


def drawn(oracle: FrequencyOracle, people: int, *, seed: int) -> np.ndarray:
    entropy = SeededEntropy(seed)
    answers = np.searchsorted(np.cumsum(TRUTH)[:-1], entropy.words(people) / 2**32, side="right")
    return oracle.perturb_many(answers, entropy)
