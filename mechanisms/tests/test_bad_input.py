"""Every mechanism of the catalogue refuses bad input, in words that name the value; nothing is cut to fit in
silence."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from mechanisms.catalogue import MECHANISMS, OFFERED, mechanism, number_mechanism, numbers_mechanism
from mechanisms.ldp.key_values.key_values import KeyValues
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.numbers_mechanism import NumbersMechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.tests.catalogue_cases import ENDS, MAKE, OF_ANSWERS

each = pytest.mark.parametrize("slug", MAKE)
each_of_answers = pytest.mark.parametrize("slug", OF_ANSWERS)


def test_every_mechanism_of_the_catalogue_is_here() -> None:
    assert list(MAKE) == [offered.slug for offered in OFFERED]
    assert list(OF_ANSWERS) == [offered.slug for offered in MECHANISMS]


@each_of_answers
@pytest.mark.parametrize("answers", [1, 0, -1, True, 2.0, None])
def test_refuses_fewer_than_two_answers(slug: str, answers: Any) -> None:
    with pytest.raises(ValueError, match=f"answers is {answers}"):
        OF_ANSWERS[slug](answers, "1")


@pytest.mark.parametrize(("low", "high", "steps"), [(0, 0, 1), (1, 0, 1), (0, 9, 0), (0, 9, -1), (0.0, 9, 1)])
def test_refuses_a_range_that_holds_no_two_numbers(low: Any, high: Any, steps: Any) -> None:
    with pytest.raises(ValueError, match=r"^(low|high|steps|the bounds|a grid)"):
        Grid(low=low, high=high, steps=steps)


@each
@pytest.mark.parametrize("epsilon", ["0", "-1", "0.0", "NaN", "inf", "", Decimal(0), Decimal("NaN"), 1.0, float("nan")])
def test_refuses_an_epsilon_that_is_not_above_nothing(slug: str, epsilon: Any) -> None:
    with pytest.raises(ValueError, match="epsilon is"):
        MAKE[slug](epsilon)


@each
@pytest.mark.parametrize("epsilon", ["0.000001", "0.00001", "0.0001", "0.01", "8", "15.999999", "16"])
def test_thresholds_that_would_meet_or_saturate_are_refused_and_others_spend_what_was_asked(
    slug: str, epsilon: str
) -> None:
    budget = Fraction(epsilon)
    try:
        mechanism = MAKE[slug](epsilon)
    except ValueError as refusal:
        message = str(refusal)  # Both refusals are allowed; a mechanism that spends less is not.
        assert "finer probabilities" in message or "more reports than two bytes tell apart" in message
        return
    assert mechanism.least_spent * budget <= Fraction(mechanism.epsilon_spent()) <= budget
    assert mechanism.worst_ratio > 1


@each
def test_refuses_reports_of_another_length_and_such_as_no_device_sends(slug: str) -> None:
    mechanism: Any = MAKE[slug]("1")
    for record in (b"", bytes(mechanism.report_bytes - 1), bytes(mechanism.report_bytes + 1)):
        with pytest.raises(ValueError, match=r"the report|the record"):
            mechanism.check_report(record)
    with pytest.raises(ValueError, match=r"report"):
        mechanism.check_report(b"\xff" * mechanism.report_bytes)  # No mechanism sends a record with all bits set.


@each
def test_refuses_counts_that_so_many_reports_cannot_have(slug: str) -> None:
    mechanism = MAKE[slug]("1")
    noisy = (
        mechanism if isinstance(mechanism, SummationHistogramEncoding) else None
    )  # One report of this mechanism can count for more than 1.
    beyond = int(noisy.client_spec()["reach"]) + 1 if noisy else 1
    for counts in ([10 * beyond + 1, *[0] * 99], [-10 * beyond - 1, *[0] * 99]):
        with pytest.raises(ValueError, match=r"a count is|the counts|counts of"):
            estimated(mechanism, counts, 10)


def estimated(mechanism: LocalMechanism, counts: list[int], reports: int) -> object:
    """Returns the estimate from the first of these counts, for a mechanism of any family.

    Numbers are as many as their counts say: one too many makes another negative.
    """
    match mechanism:
        case FrequencyOracle():
            return mechanism.estimate(counts[: mechanism.count_length], reports)
        case NumberMechanism():
            return mechanism.mean([counts[0], reports - counts[0], *[0] * (mechanism.count_length - 2)])
        case NumberOrSkipped():
            return mechanism.answered([counts[0], reports - counts[0], 0])
        case NumbersMechanism():
            return mechanism.means([[counts[0], reports - counts[0]]] * 3)
        case KeyValues():
            return mechanism.shares([counts[:2]] * 5, reports)
    raise AssertionError(f"{mechanism.slug} is of no family that is known here")


def test_refuses_a_slug_that_is_not_offered_and_says_which_are() -> None:
    for slug in ("", "GRR", "laplace", "duchi-several"):
        with pytest.raises(ValueError, match=f"the mechanism is '{slug}'; offered are randomized-response, "):
            mechanism(slug, answers=3, epsilon="1")
    with pytest.raises(ValueError, match="the mechanism is 'wheel'; for a number are duchi, "):
        number_mechanism("wheel", grid=ENDS, epsilon="1")
    with pytest.raises(ValueError, match="the mechanism is 'duchi'; for several numbers are duchi-several, "):
        numbers_mechanism("duchi", grids=(ENDS,) * 2, epsilon="1")
    with pytest.raises(ValueError, match="wheel is not for one answer"):
        mechanism("wheel", answers=3, epsilon="1")
    with pytest.raises(ValueError, match="for reproduction only"):
        mechanism("sugrr-as-published", answers=3, epsilon="1")
