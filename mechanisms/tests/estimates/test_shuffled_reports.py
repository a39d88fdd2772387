"""A central guarantee of mixed reports is only given to who says who mixes them."""

from decimal import Decimal
from fractions import Fraction

import pytest

from mechanisms.accounting.shuffler import REMOVED, Shuffler
from mechanisms.accounting.shuffling import blanket_of_ratio
from mechanisms.catalogue import OF_ONE, mechanism
from mechanisms.ldp.estimates.shuffled_reports import blanket_of, shuffled_guarantee
from mechanisms.ldp.numbers.duchi import DuchiMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.one_answer.local_hashing import OptimizedLocalHashing
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.shapes.hashing import collision
from mechanisms.tests.sets.sensitive_cases import ORACLES

MIXER = Shuffler(run_by="the union", reports_to="the ministry", removes=REMOVED)
ONE = mechanism("generalized-randomized-response", answers=5, epsilon="1")


def test_says_who_mixes_how_many_reports_and_what_they_are_worth() -> None:
    guarantee = shuffled_guarantee(ONE, reports=10_000, delta="1e-6", shuffler=MIXER).to_json()
    assert guarantee == {
        "mechanism": "generalized-randomized-response",
        "version": 1,
        "epsilon": "0.03141",
        "delta": "0.000001",
        "unit": "person",
        "neighbours": "any two answers of one person; reports mixed by the union before the ministry gets them",
        "n": 10_000,
        "error": None,
    }


@pytest.mark.parametrize("nobody", [None, "", "DataHub", True])
def test_says_nothing_without_somebody_who_mixes(nobody: object) -> None:
    with pytest.raises(ValueError, match="without somebody else who mixes"):
        shuffled_guarantee(ONE, reports=10_000, delta="1e-6", shuffler=nobody)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="shuffler"):
        shuffled_guarantee(ONE, reports=10_000, delta="1e-6")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("run_by", "reports_to", "removes", "why"),
    [
        ("", "the ministry", REMOVED, "run_by is ''; it names a party"),
        ("the union", "  ", REMOVED, "reports_to is '  '; it names a party"),
        (None, "the ministry", REMOVED, "run_by is None"),
        ("The  Ministry", "the ministry ", REMOVED, "only from somebody else"),
        ("the union", "the ministry", REMOVED - {"time"}, r"removes lacks \['time'\]"),
        ("the union", "the ministry", REMOVED | {"noise"}, r"holds \['noise'\]"),
    ],
)
def test_refuses_a_statement_that_does_not_say_enough(
    run_by: str, reports_to: str, removes: frozenset[str], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Shuffler(run_by=run_by, reports_to=reports_to, removes=removes)


@pytest.mark.parametrize(
    "oracle", [oracle for oracle in ORACLES if oracle.epsilon_text == "4"], ids=lambda oracle: oracle.slug
)
def test_refuses_mechanisms_that_send_answers_in_clear(oracle: object) -> None:
    with pytest.raises(ValueError, match="in clear; mixing does not hide"):
        shuffled_guarantee(oracle, reports=100, delta="1e-6", shuffler=MIXER)  # type: ignore[arg-type]


def test_never_says_more_than_each_report_spends_alone() -> None:
    guarantee = shuffled_guarantee(ONE, reports=2, delta="1e-9", shuffler=MIXER)
    assert Decimal(guarantee.epsilon) == ONE.epsilon_spent() <= 1


def test_of_sets_of_answers_and_of_numbers_only_the_ratio_is_used() -> None:
    """The bits of a set have more than two chances, although they have the same format as those of one answer."""
    several = BitwiseRandomizedResponse(answers=4, most=3, epsilon="1")
    number = DuchiMechanism(grid=Grid(low=0, high=10, steps=10), epsilon="1")
    for oracle in (several, number):
        assert blanket_of(oracle) == blanket_of_ratio(oracle.worst_ratio)


def test_two_answers_are_supported_together_by_a_hash_as_often_as_they_collide() -> None:
    oracle = OptimizedLocalHashing(answers=50, epsilon="1")
    kinds = blanket_of(oracle).kinds
    together = collision(oracle.client_spec()["values"])  # type: ignore[arg-type]  # a whole number
    assert sum((first for first, other, least in kinds if first == other > least), Fraction(0)) == oracle.p * together
    assert sum((first for first, _, least in kinds if first > least), Fraction(0)) == oracle.p
    assert sum((first for first, other, least in kinds if other > least), Fraction(0)) == oracle.q


def test_every_mechanism_for_one_answer_with_two_chances_gains_more_than_its_ratio_alone() -> None:
    """Summation is left out as it sends numbers, and randomised response as it is the worst mechanism of all."""
    unknown = {"summation-histogram-encoding", "randomized-response"}
    for offered in OF_ONE:
        answers = 2 if offered.slug == "randomized-response" else 12
        oracle = mechanism(offered.slug, answers=answers, epsilon="1")
        same = blanket_of(oracle).kinds == blanket_of_ratio(oracle.worst_ratio).kinds
        assert same == (offered.slug in unknown)
