"""Class and value as one answer: every report of a small model listed, the shares of one report taken, and one draw."""

import itertools
from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.catalogue import OF_ONE
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import exp_exceeds
from mechanisms.ldp.models.joint_answers import JointAnswers, Parts
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse

CASES = [
    JointAnswers(oracle=oracle, classes=2, values=values, epsilon=epsilon, spoken_of=spoken_of)
    for oracle, values, spoken_of, epsilon in (
        (GeneralizedRandomizedResponse, (2, 3), 1, "1"),
        (GeneralizedRandomizedResponse, (2, 3), 2, "1"),
        (GeneralizedRandomizedResponse, (2, 1, 3), 2, "3"),
        (OptimizedUnaryEncoding, (2, 1), 1, "0.5"),
        (SymmetricUnaryEncoding, (2, 1), 2, "4"),
    )
]
every_case = pytest.mark.parametrize(
    "mechanism", CASES, ids=lambda mechanism: f"{mechanism.oracles[0].slug}-{mechanism.values}-{mechanism.spoken_of}"
)


def everybody(mechanism: JointAnswers) -> list[tuple[int, tuple[int, ...]]]:
    return list(itertools.product(range(mechanism.classes), itertools.product(*map(range, mechanism.values))))


@every_case
def test_no_two_persons_reports_differ_by_more_than_epsilon_and_the_worst_do_as_much_as_is_said(
    mechanism: JointAnswers,
) -> None:
    laws = [mechanism.report_probabilities(label, values) for label, values in everybody(mechanism)]
    assert all(sum(law.values()) == 1 and law.keys() == laws[0].keys() for law in laws)
    worst = max(max(law[sent] for law in laws) / min(law[sent] for law in laws) for sent in laws[0])
    assert worst == mechanism.worst_ratio
    assert exp_exceeds(Fraction(str(mechanism.epsilon)), worst)
    assert mechanism.event().spent <= mechanism.event().epsilon


@every_case
def test_raw_shares_are_unbiased_over_every_report_of_every_person(mechanism: JointAnswers) -> None:
    """A report is unbiased for each feature that it covers, and it covers all features equally often."""
    for label, values in everybody(mechanism):
        heard = [Fraction(0)] * len(mechanism.values)
        mean = [np.zeros(mechanism.classes * many) for many in mechanism.values]
        for parts, chance in mechanism.report_probabilities(label, values).items():
            for feature, report in parts:
                oracle = mechanism.oracles[feature]
                packed = np.frombuffer(oracle.pack(report), dtype=np.uint8)[None, :]
                mean[feature] += float(chance) * oracle.estimate(oracle.count(packed), 1)
                heard[feature] += chance
        assert heard == [Fraction(mechanism.spoken_of, len(mechanism.values))] * len(mechanism.values)
        for feature, total in enumerate(mean):
            true = np.zeros((mechanism.classes, mechanism.values[feature]))
            true[label, values[feature]] = 1
            np.testing.assert_allclose(total.reshape(true.shape) / float(heard[feature]), true, atol=1e-9)


def sent_by(mechanism: JointAnswers, label: int, values: tuple[int, ...], entropy: Tape | SeededEntropy) -> Parts:
    """Returns one person's report by way of `perturb_many`."""
    batches = mechanism.perturb_many([label], [values], entropy)
    return tuple((feature, packed.tobytes()) for feature, packed in enumerate(batches) if len(packed))


@every_case
def test_one_person_of_many_is_perturbed_as_one_alone(mechanism: JointAnswers) -> None:
    for seed in range(20):
        alone = mechanism.perturb(1, [0] * len(mechanism.values), SeededEntropy(seed))
        packed = tuple((feature, mechanism.oracles[feature].pack(report)) for feature, report in alone)
        assert packed == sent_by(mechanism, 1, (0,) * len(mechanism.values), SeededEntropy(seed))


def test_how_often_features_are_drawn_together_does_not_depend_on_them() -> None:
    """Every word for the draw that a small stream can hold: each of the three pairs of features comes equally often."""
    mechanism = CASES[2]
    words = [0, 1, 2, 3, 4, 5]
    drawn = Counter(
        tuple(feature for feature, _ in mechanism.perturb(0, [0, 0, 0], Tape([first, other, 0, 0, 0, 0])))
        for first, other in itertools.product(words, words)
    )
    assert drawn == {(0, 1): 12, (0, 2): 12, (1, 2): 12}


@given(
    epsilon=st.decimals("0.05", "16", places=3),
    values=st.lists(st.integers(1, 6), min_size=1, max_size=6),
    classes=st.integers(2, 4),
    data=st.data(),
)
def test_all_features_together_never_spend_more_than_was_asked(
    epsilon: Decimal, values: list[int], classes: int, data: st.DataObject
) -> None:
    spoken_of = data.draw(st.integers(1, len(values)))
    mechanism = JointAnswers(
        oracle=OptimizedUnaryEncoding, classes=classes, values=tuple(values), epsilon=epsilon, spoken_of=spoken_of
    )
    assert mechanism.epsilon_spent() <= epsilon
    assert mechanism.epsilon_each * spoken_of <= epsilon


LABELS, VALUES = np.array([0, 0, 1, 1, 1]), np.array([[0, 2], [1, 2], [1, 0], [1, 0], [0, 0]])


@pytest.mark.parametrize(
    "oracle", [oracle for oracle in OF_ONE if oracle.slug != "randomized-response"], ids=lambda oracle: oracle.slug
)
def test_one_draw_of_every_oracle_stays_within_six_standard_errors(oracle: type[FrequencyOracle]) -> None:
    """The test compares ten cells, five of them empty: a correct form fails for one seed in 50 million."""
    mechanism = JointAnswers(oracle=oracle, classes=2, values=(2, 3), epsilon="2")
    labels, values = np.tile(LABELS, 4000), np.tile(VALUES, (4000, 1))
    counts = mechanism.count(mechanism.perturb_many(labels, values, SeededEntropy(20261122)))
    for feature, shares in enumerate(mechanism.shares(counts)):
        truth = np.zeros(shares.shape)
        np.add.at(truth, (LABELS, VALUES[:, feature]), 1 / len(LABELS))
        spread = np.sqrt(mechanism.oracles[feature].variance(truth, counts.reports[feature]))
        assert (np.abs(shares - truth) / spread).max() < 6
    assert abs(mechanism.class_shares(counts)[1] - 0.6) < 6 * np.sqrt(
        3 * float(mechanism.oracles[1].variance(0.2, 20_000))
    )


def test_counts_of_two_batches_add() -> None:
    mechanism, entropy = CASES[0], SeededEntropy(3)
    first, second = (mechanism.perturb_many(LABELS, VALUES, entropy) for _ in range(2))
    together = mechanism.count([np.concatenate(both) for both in zip(first, second, strict=True)])
    added = mechanism.count(first) + mechanism.count(second)
    assert added.reports == together.reports
    for added_supports, other in zip(added.supports, together.supports, strict=True):
        np.testing.assert_array_equal(added_supports, other)


def test_speaking_of_one_feature_is_better_until_epsilon_is_large() -> None:
    def better(epsilon: str) -> bool:
        mechanism = JointAnswers(oracle=GeneralizedRandomizedResponse, classes=2, values=(2,) * 4, epsilon=epsilon)
        return mechanism.error(1000) < replace(mechanism, spoken_of=4).error(1000)

    assert [better(epsilon) for epsilon in ("0.5", "2", "5", "16")] == [True, True, True, False]


def test_says_what_is_asked() -> None:
    assert CASES[2].request == (
        "2 features of 3, drawn at random, each together with one of 2 classes; Generalised randomised response with "
        "epsilon 1.5 each"
    )


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"classes": 1}, "classes is 1"),
        ({"values": ()}, "there is a feature"),
        ({"values": (2, 0)}, "at least 1 value"),
        ({"spoken_of": 0}, "spoken_of is 0"),
        ({"spoken_of": 3}, "spoken_of is 3"),
        ({"epsilon": "0"}, "epsilon is 0"),
    ],
)
def test_refuses_models_that_cannot_be(more: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(CASES[0], **more)


@pytest.mark.parametrize(
    ("labels", "values", "why"),
    [
        ([2], [[0, 0]], "not one of the 2 classes"),
        ([0], [[2, 0]], "not one of those of its feature"),
        ([0], [[0, -1]], "not one of those of its feature"),
        ([0], [[0]], "rows of 2"),
        ([0.5], [[0, 0]], "whole numbers"),
        ([0, 1], [[0, 0]], "one row a person"),
    ],
)
def test_refuses_people_that_cannot_be(labels: list[Any], values: list[Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        CASES[0].perturb_many(labels, values, SeededEntropy(1))


def test_refuses_a_feature_that_no_report_speaks_of_and_reports_on_other_features() -> None:
    mechanism = CASES[0]
    nobody = mechanism.count([np.zeros((reports, 1), dtype=np.uint8) for reports in (3, 0)])
    with pytest.raises(ValueError, match="no report speaks of feature 1"):
        mechanism.shares(nobody)
    with pytest.raises(ValueError, match="reports on 1 features"):
        mechanism.count([np.zeros((1, 1), dtype=np.uint8)])


@dataclass(frozen=True, kw_only=True)
class OneSensitive(UtilityOptimizedRandomizedResponse):
    sensitive: int = 1


def test_refuses_mechanisms_that_do_not_protect_all_answers_alike() -> None:
    with pytest.raises(ValueError, match="not for one answer of which all are protected alike"):
        replace(CASES[0], oracle=OneSensitive)
