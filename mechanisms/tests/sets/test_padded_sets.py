"""Sets filled up to one size: proved over all pairs of sets, on every report, in rational numbers."""

import itertools
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import exp_bounds
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.sets.padding_and_sampling import PaddingAndSampling
from mechanisms.ldp.shapes.sets.padding import members_of, members_of_many
from mechanisms.tests.sets.many_sets import sets_of
from mechanisms.tests.sets.padded_cases import CASES, all_sets, also_unlistable, channels, every_case, name_of, supports
from mechanisms.vectors.padded import padded_sets

VECTORS = Path(__file__).resolve().parents[3] / "tests" / "vectors" / "padded.json"


def weights_of(oracle: PaddedSets) -> dict[frozenset[int], Fraction]:
    """Returns a population in which sets are of all sizes and answers of all shares, one of them of nobody."""
    sets = [members for members in all_sets(oracle) if oracle.answers - 1 not in members]
    weights = [1 + 3 * sum(2**member for member in members) % 7 for members in sets]
    return {members: Fraction(weight, sum(weights)) for members, weight in zip(sets, weights, strict=True)}


@pytest.mark.proof("channels")
@every_case
def test_no_report_is_more_than_e_to_the_epsilon_times_likelier_under_another_set(oracle: PaddedSets) -> None:
    at_most, _ = exp_bounds(Fraction(oracle.epsilon), bits=200)
    worst = max(
        law[report] / other[report]
        for law, other in itertools.permutations(channels(oracle).values(), 2)
        for report in law
    )
    assert worst <= oracle.channel.worst_ratio <= at_most
    assert Fraction(oracle.epsilon) * 99 / 100 <= Fraction(oracle.epsilon_spent()) <= Fraction(oracle.epsilon)


@every_case
def test_what_is_stated_as_spent_is_reached_where_it_is_no_upper_bound(oracle: PaddedSets) -> None:
    if isinstance(oracle, PaddingAndSampling) and oracle.of_one != "generalized-randomized-response":
        return
    every = channels(oracle)
    worst = max(
        law[report] / other[report] for law, other in itertools.permutations(every.values(), 2) for report in law
    )
    assert worst == oracle.channel.worst_ratio


@every_case
def test_an_answer_is_supported_with_p_by_every_set_that_holds_it_and_with_q_by_every_other(oracle: PaddedSets) -> None:
    supported = supports(oracle)
    for members, probabilities in channels(oracle).items():
        assert sum(probabilities.values()) == 1
        for answer in range(oracle.answers):
            chance = sum(probability for report, probability in probabilities.items() if supported[report][answer])
            assert chance == (oracle.p if answer in members else oracle.q)


@pytest.mark.proof("estimates")
@every_case
def test_estimate_is_exactly_unbiased_and_has_the_variance_that_is_stated(oracle: PaddedSets) -> None:
    population, every, supported = weights_of(oracle), channels(oracle), supports(oracle)
    for answer in range(oracle.answers):
        share = sum((weight for members, weight in population.items() if answer in members), Fraction(0))
        moments = [Fraction(0), Fraction(0)]
        for report, of_each in supported.items():
            chance = sum((weight * every[members][report] for members, weight in population.items()), Fraction(0))
            estimate = (of_each[answer] - oracle.q) / (oracle.p - oracle.q)
            moments = [moments[0] + chance * estimate, moments[1] + chance * estimate * estimate]
        assert moments[0] == share
        exact = moments[1] - moments[0] ** 2
        assert float(oracle.variance(float(share), 250)) == pytest.approx(float(exact / 250), rel=1e-9)


@also_unlistable
def test_reads_the_same_number_of_words_whatever_the_set(oracle: PaddedSets) -> None:
    for seed in range(5):
        words = SeededEntropy(seed).words(4000).tolist()
        reads = set()
        for members in all_sets(oracle):
            tape = Tape(words)
            oracle.perturb(members, tape)
            reads.add(tape.read)
        assert len(reads) == 1
        assert reads == {oracle.words} or (oracle.shape == "meeting" and min(reads) % (oracle.words // 2) == 0)


@pytest.mark.parametrize("oracle", CASES[:: len(CASES) // 40], ids=name_of)
@given(seed=st.integers(0, 2**32), people=st.integers(0, 12))
def test_many_people_read_the_same_words_as_one_after_the_other(oracle: PaddedSets, seed: int, people: int) -> None:
    truth = np.random.default_rng(seed).random((people, oracle.answers)) < 0.5
    truth &= np.cumsum(truth, axis=1) <= oracle.pad_to
    entropy = SeededEntropy(seed)
    single = [oracle.pack(oracle.perturb(frozenset(np.flatnonzero(row).tolist()), entropy)) for row in truth]
    packed = oracle.perturb_many(truth, SeededEntropy(seed))
    assert packed.shape == (people, oracle.report_bytes)
    assert [row.tobytes() for row in packed] == single
    for record in single:
        oracle.check_report(record)
    if people:
        assert (oracle.channel.supports(packed).sum(axis=0) == oracle.count(packed)).all()


@pytest.mark.parametrize("pad_to", [1, 3, 5])
def test_members_are_the_answers_in_order_and_then_different_dummies(pad_to: int) -> None:
    truth = sets_of(200, pad_to, seed=1)
    many = members_of_many(truth, pad_to)
    single = [members_of(frozenset(np.flatnonzero(row).tolist()), 5, pad_to) for row in truth]
    assert many.tolist() == single
    assert all(len(set(row)) == pad_to and sorted(row) == row for row in single)
    assert members_of(frozenset(), 5, 3) == [5, 6, 7]


@also_unlistable
def test_refuses_what_is_no_set_that_the_question_takes(oracle: PaddedSets) -> None:
    for answer in (0, [0], (0, 0), {0}, frozenset([oracle.answers]), frozenset([-1]), frozenset([True])):
        with pytest.raises(ValueError, match="not a set of some of the"):
            oracle.perturb(answer, Tape([]))  # type: ignore[arg-type]  # the test passes wrong types
    if oracle.pad_to < oracle.answers:
        with pytest.raises(ValueError, match=f"a set of {oracle.answers}; this question takes at most {oracle.pad_to}"):
            oracle.perturb(frozenset(range(oracle.answers)), Tape([]))
        with pytest.raises(ValueError, match=f"more than the {oracle.pad_to} answers"):
            oracle.perturb_many(np.ones((1, oracle.answers), dtype=bool), Tape([]))
    for answers in ([[0] * oracle.answers], [True] * oracle.answers, [[True] * (oracle.answers + 1)]):
        with pytest.raises(ValueError, match="true or false for each"):
            oracle.perturb_many(answers, Tape([]))
    with pytest.raises(ValueError, match="not one answer"):
        oracle.channel.perturb(0, Tape([0] * 60))
    if oracle.slug != "privset":
        with pytest.raises(ValueError, match=r"depends|independent"):
            assert oracle.pair_support
    with pytest.raises(ValueError, match="packed reports"):
        oracle.count(np.zeros((3, oracle.report_bytes + 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="the report"):
        oracle.check_report(bytes(oracle.report_bytes + 1))
    with pytest.raises(ValueError, match="a count is 5"):
        oracle.estimate([5] + [0] * (oracle.answers - 1), 4)


@pytest.mark.parametrize("row", json.loads(VECTORS.read_text())["bad_parameters"], ids=str)
def test_refuses_bad_parameters_in_words(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(row['detail'])}$"):
        padded_sets(row["mechanism"], row["parameters"])


@pytest.mark.parametrize("case", json.loads(VECTORS.read_text())["cases"], ids=lambda case: str(case["parameters"]))
def test_draws_what_is_written_down(case: dict[str, Any]) -> None:
    oracle = padded_sets(case["mechanism"], case["parameters"])
    assert oracle.client_spec() == case["spec"]
    assert f"{oracle.epsilon_spent():f}" == case["spent"]
    for draw in case["draws"]:
        tape = Tape(draw["tape"])
        assert oracle.pack(oracle.perturb(frozenset(draw["answer"]), tape)).hex() == draw["record"]
        assert tape.read == draw["read"] == len(draw["tape"]) - 1
