"""These tests cover what is offered, how it is described, and which one a question gets."""

import json
import math
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue import (
    FAMILIES,
    FIELDS,
    OF_A_CURATOR,
    OF_ONE,
    OFFERED,
    choose,
    describe,
    describe_central,
    figures,
    mechanism,
)
from mechanisms.central.offered import CENTRAL
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.one_answer.choice import AS_GOOD, largest_variance
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse


def test_slugs_are_unique_and_released() -> None:
    assert [(offered.slug, offered.version, offered.shape) for offered in OFFERED] == [
        ("randomized-response", 1, "choice"),
        ("generalized-randomized-response", 1, "choice"),
        ("optimized-unary-encoding", 1, "bits"),
        ("symmetric-unary-encoding", 1, "bits"),
        ("subset-selection", 1, "subset"),
        ("hadamard-response", 1, "hadamard"),
        ("thresholding-histogram-encoding", 1, "bits"),
        ("binary-local-hashing", 1, "hashed"),
        ("optimized-local-hashing", 1, "hashed"),
        ("summation-histogram-encoding", 1, "noisy-counts"),
        ("bitwise-randomized-response", 1, "bits"),
        ("padding-and-sampling", 1, "sampled"),
        ("privset", 1, "meeting"),
        ("wheel", 1, "wheel"),
        ("utility-optimized-randomized-response", 1, "truth"),
        ("utility-optimized-rappor", 1, "sensitive-bits"),
        ("sugrr", 1, "sampled"),
        ("surap", 1, "sensitive-bits"),
        ("suwheel", 1, "sensitive-wheel"),
        ("duchi", 1, "ends"),
        ("piecewise", 1, "window"),
        ("hybrid", 1, "window-or-ends"),
        ("laplace", 1, "added-noise"),
        ("square-wave", 1, "window"),
        ("number-or-skipped", 1, "end-or-skipped"),
        ("duchi-several", 1, "corner"),
        ("piecewise-several", 1, "windows"),
        ("pckv-grr", 1, "end-of-a-key"),
        ("pckv-ue", 1, "ends-of-keys"),
    ]


@pytest.mark.parametrize("offered", OFFERED, ids=lambda offered: offered.slug)
def test_every_mechanism_describes_itself_in_six_fields(offered: type[LocalMechanism]) -> None:
    description = describe(offered)
    assert all(str(description[field.lower()]).endswith((".", "optimality")) for field in FIELDS)
    assert "  " not in str(description["source"])


@pytest.mark.parametrize("offered", OF_ONE, ids=lambda offered: offered.slug)
def test_the_variance_is_the_quadratic_that_the_catalogue_says(offered: type[FrequencyOracle]) -> None:
    oracle = offered(answers=2, epsilon="1.5")
    summary = figures(offered, answers=2, epsilon="1.5")
    for share in (0.0, 0.1, 0.37, 0.8, 1.0):
        assert math.isclose(summary.variance(share, 70), float(oracle.variance(share, 70)), rel_tol=1e-12)
    assert (summary.report_bytes, summary.epsilon_spent) == (oracle.report_bytes, f"{oracle.epsilon_spent():f}")


def test_the_figures_of_randomised_response_are_those_done_by_hand() -> None:
    """The product reports * variance of a share of 0 is p (1 - p) / (2 p - 1)^2 = e / (e - 1)^2, as p = e / (e + 1)."""
    summary = figures(RandomizedResponse, answers=2, epsilon="1")
    assert summary.constant == pytest.approx(math.e / (math.e - 1) ** 2, rel=1e-8)
    assert summary.linear == pytest.approx(1, rel=1e-8)  # A share of 1 has the same variance as a share of 0.


def test_figures_are_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="takes exactly 2"):
        figures(RandomizedResponse, answers=3, epsilon="1")
    with pytest.raises(ValueError, match="duchi is not for one answer"):
        figures(next(kind for kind in OFFERED if kind.slug == "duchi"), answers=3, epsilon="1")


def test_the_parameters_are_those_one_is_made_of() -> None:
    parameters = {offered.slug: describe(offered)["parameters"] for offered in OFFERED}
    assert parameters["randomized-response"] == ["epsilon", "answers"]
    assert parameters["bitwise-randomized-response"] == ["epsilon", "answers", "most"]
    assert parameters["duchi"] == ["epsilon", "grid"]
    assert parameters["pckv-ue"] == ["epsilon", "keys", "pad_to", "grid"]


def test_every_mechanism_is_in_one_family() -> None:
    assert sorted(kind.slug for members in FAMILIES.values() for kind in members) == sorted(
        kind.slug for kind in OFFERED
    )
    families = {offered.slug: describe(offered)["family"] for offered in OFFERED}
    assert families["hadamard-response"] == "one-answer"
    assert families["bitwise-randomized-response"] == families["privset"] == "set"
    assert (families["sugrr"], families["number-or-skipped"]) == ("sensitive-answer", "number")
    assert families["duchi-several"] == "numbers"
    assert families["pckv-grr"] == families["pckv-ue"] == "key-values"


def test_refuses_to_describe_a_mechanism_that_lacks_a_field() -> None:
    class Undescribed(RandomizedResponse):
        """One line.

        Guarantee    none.
        """

    with pytest.raises(ValueError, match="lacks Sensitivity, Shapes"):
        describe(Undescribed)


def test_prints_the_descriptions_as_json() -> None:
    command = [sys.executable, "-m", "mechanisms.catalogue", "--json"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == [*map(describe, OFFERED), *map(describe_central, CENTRAL)]


def test_what_is_for_a_curator_is_described_as_such_and_taken_by_no_question() -> None:
    of_a_curator = [describe_central(offered) for offered in CENTRAL]
    assert {description["family"] for description in of_a_curator} == {OF_A_CURATOR}
    assert OF_A_CURATOR not in FAMILIES
    assert not any(description["in_surveys"] for description in of_a_curator)
    assert all(set(describe(offered)) < set(of_a_curator[0]) for offered in OFFERED)
    assert not {description["slug"] for description in of_a_curator} & {offered.slug for offered in OFFERED}
    for description in of_a_curator:
        with pytest.raises(ValueError, match="is for a curator who holds the data of all; no question takes it"):
            mechanism(str(description["slug"]), answers=4, epsilon="1")


@pytest.mark.parametrize(
    ("answers", "epsilon", "slug"),
    [
        (2, "1", "randomized-response"),
        (3, "0.5", "generalized-randomized-response"),
        (5, "1", "generalized-randomized-response"),
        (6, "1", "subset-selection"),
        (16, "0.5", "subset-selection"),
        (16, "2", "subset-selection"),
        (16, "3", "generalized-randomized-response"),
        (2048, "1", "subset-selection"),
        (2049, "1", "optimized-unary-encoding"),
        (5000, "2", "generalized-randomized-response"),
    ],
)
def test_chooses_the_mechanism_with_the_smallest_error(answers: int, epsilon: str, slug: str) -> None:
    choice = choose(answers, epsilon)
    assert choice.mechanism == mechanism(slug, answers=answers, epsilon=epsilon)
    assert choice.variances[slug] == min(choice.variances.values())


@settings(max_examples=60)
@given(answers=st.integers(2, 400), tenths=st.integers(1, 80))
def test_no_mechanism_is_more_than_a_percent_better_nor_one_as_good_cheaper(answers: int, tenths: int) -> None:
    choice = choose(answers, f"{tenths / 10}")
    chosen, least = choice.mechanism, min(choice.variances.values())
    assert choice.variances[chosen.slug] <= AS_GOOD * least
    near = [
        mechanism(slug, answers=answers, epsilon=f"{tenths / 10}")
        for slug, variance in choice.variances.items()
        if variance <= AS_GOOD * least
    ]
    hardest = min(map(largest_variance, near))
    assert largest_variance(chosen) <= AS_GOOD * hardest
    for other in near:
        if largest_variance(other) <= AS_GOOD * hardest:
            assert (chosen.report_bytes, chosen.words) <= (other.report_bytes, other.words)


@pytest.mark.parametrize(("answers", "epsilon"), [(8, "1.5"), (12, "2"), (80, "4")])
def test_of_two_with_the_same_mean_error_the_one_is_taken_whose_worst_answer_needs_fewer_reports(
    answers: int, epsilon: str
) -> None:
    """Generalised randomised response needs a third to a half more reports there for an answer that half of the people
    give."""
    direct = mechanism("generalized-randomized-response", answers=answers, epsilon=epsilon)
    choice = choose(answers, epsilon)
    assert choice.variances[direct.slug] == pytest.approx(min(choice.variances.values()), rel=AS_GOOD - 1)
    assert largest_variance(direct) > 1.3 * largest_variance(choice.mechanism)
    assert choice.mechanism.slug == "subset-selection"


@settings(max_examples=60)
@given(answers=st.integers(2, 400), tenths=st.integers(1, 80))
def test_subset_selection_is_never_less_precise_than_another_that_surveys_use(answers: int, tenths: int) -> None:
    variances = choose(answers, f"{tenths / 10}").variances
    # The thresholds are rounded, so the variances differ slightly.
    assert variances["subset-selection"] <= min(variances.values()) * (1 + 1e-7)


@pytest.mark.parametrize(
    ("answers", "epsilon", "sentence"),
    [
        (
            16,
            "3",
            "Generalised randomised response has the smallest error for 16 answers at epsilon 3; "
            "optimized unary encoding would need 1.73 times as many reports for the same precision.",
        ),
        (
            16,
            "2",
            "Subset selection has the smallest error for 16 answers at epsilon 2; "
            "generalised randomised response would need 1.13 times as many reports for the same precision.",
        ),
        (
            12,
            "2",
            "Subset selection has the smallest error for 12 answers at epsilon 2; generalised randomised response is "
            "within 1 % of it.",
        ),
        (5000, "2", "Generalised randomised response is the only mechanism offered for 5000 answers at epsilon 2."),
        (
            3,
            "16",
            "Generalised randomised response has the smallest error for 3 answers at epsilon 16; "
            "symmetric unary encoding is within 1 % of it.",
        ),
    ],
)
def test_says_why_in_one_sentence(answers: int, epsilon: str, sentence: str) -> None:
    assert choose(answers, epsilon).reason == sentence


def test_refuses_a_question_that_no_mechanism_can_serve() -> None:
    with pytest.raises(ValueError, match="at least 2 answers"):
        choose(1, "1")
    with pytest.raises(ValueError, match="at most 16"):
        choose(3, "17")


@settings(max_examples=40)
@given(answers=st.integers(3, 40), tenths=st.integers(1, 80), truth=st.data())
def test_ranking_holds_for_every_truth(answers: int, tenths: int, truth: st.DataObject) -> None:
    """A different truth changes the mean variance over the answers by the same amount for all mechanisms."""
    weights = truth.draw(st.lists(st.integers(0, 9), min_size=answers, max_size=answers).filter(any))
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    choice = choose(answers, f"{tenths / 10}")
    moved = []
    for slug, even in choice.variances.items():
        oracle = mechanism(slug, answers=answers, epsilon=f"{tenths / 10}")
        mean = math.fsum(float(oracle.variance(float(share), 1)) for share in shares) / answers
        moved.append(even - mean)
    concentration = float(sum(share * share for share in shares) / answers - Fraction(1, answers) ** 2)
    assert moved == pytest.approx([concentration] * len(moved), abs=1e-9 * max(choice.variances.values()) + 1e-12)
