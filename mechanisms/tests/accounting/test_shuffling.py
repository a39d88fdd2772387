"""The gain from mixing is never overstated: small cases are listed, large ones compared with known results."""

import itertools
import math
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

import pytest

from mechanisms.accounting.shuffling import Blanket, blanket_of_ratio, blanket_of_supports
from mechanisms.common.thresholds import exp_bounds
from mechanisms.ldp.estimates.shuffled_reports import blanket_of
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.tests.cases import every_oracle, supports
from mechanisms.tests.estimates.shuffled_cases import all_pairs, every_case, excess, mixed, of_blanket

LEVELS = ("0.01", "0.1", "0.3", "1", "1.7")
# Each line holds the number of reports, the local epsilon, and the central epsilon at delta = 1e-6 that two scripts of
# others gave.
REFERENCE = (
    (1_000, 1, 0.149),
    (1_000, 4, 1.85),
    (10_000, 1, 0.043),
    (10_000, 2, 0.115),
    (10_000, 4, 0.411),
    (100_000, 1, 0.0125),
    (100_000, 4, 0.118),
)


def growth(epsilon: Decimal | str) -> Fraction:
    return exp_bounds(Fraction(epsilon), bits=80)[0]


def of_any(epsilon: int | str) -> Blanket:
    """Returns the blanket of any mechanism with this epsilon."""
    return blanket_of_ratio(growth(str(epsilon)))


def of_choice(epsilon: int | str, answers: int) -> Blanket:
    """Returns the blanket of generalised randomised response."""
    e = growth(str(epsilon))
    return blanket_of_supports(e, e / (e + answers - 1), Fraction(0))


@every_case
def test_no_mixed_reports_lose_more_than_is_said_whatever_the_others_answer(
    oracle: FrequencyOracle, people: int
) -> None:
    levels = [level for level in LEVELS if Fraction(level) < Fraction(oracle.epsilon)]
    deltas = {level: blanket_of(oracle).delta(Decimal(level), people, Decimal("1e-3")) for level in levels}
    for first, other in all_pairs(oracle, people):
        for level in levels:
            assert excess(first, other, growth(level)) <= Fraction(deltas[level])


@every_case
@pytest.mark.parametrize("delta", ["0.05", "0.001"])
def test_the_epsilon_that_is_said_holds_with_its_delta(oracle: FrequencyOracle, people: int, delta: str) -> None:
    epsilon = blanket_of(oracle).epsilon(oracle.epsilon_spent(), people, Decimal(delta))
    assert epsilon <= oracle.epsilon_spent()
    for first, other in all_pairs(oracle, people):
        assert excess(first, other, growth(epsilon)) <= Fraction(delta)


@every_case
def test_what_is_said_is_what_the_shared_part_loses_and_at_most_a_hundredth_more(
    oracle: FrequencyOracle, people: int
) -> None:
    """The test checks both orders of the pair of answers, as the sum covers one order only."""
    first, other = of_blanket(blanket_of(oracle), people)
    for level in ("0.01", "0.3"):
        exact = excess(first, other, growth(level))
        delta = Fraction(blanket_of(oracle).delta(Decimal(level), people, Decimal(float(exact))))
        assert excess(other, first, growth(level)) == exact
        assert exact <= delta <= exact * Fraction(101, 100)


@every_oracle
def test_a_report_has_one_of_two_chances_under_all_answers(oracle: FrequencyOracle) -> None:
    ratio, supported = oracle.worst_ratio, supports(oracle)
    laws = [oracle.report_probabilities(answer) for answer in range(oracle.answers)]
    kinds: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for report, support in supported.items():
        least = laws[0][report] / (ratio if support[0] else 1)
        for answer, law in enumerate(laws):
            assert law[report] == least * (ratio if support[answer] else 1)
        kinds[support[0], support[1]] += least
    expected = sorted((ratio**first * least, ratio**other * least, least) for (first, other), least in kinds.items())
    assert sorted(blanket_of(oracle).kinds) == expected


@every_case
def test_of_no_mechanism_more_is_said_than_of_one_of_which_only_the_ratio_is_known(
    oracle: FrequencyOracle, people: int
) -> None:
    known, unknown = (
        of_blanket(blanket, people) for blanket in (blanket_of(oracle), blanket_of_ratio(oracle.worst_ratio))
    )
    for level in (*LEVELS, "0"):
        assert excess(*known, growth(level)) <= excess(*unknown, growth(level))


def test_the_variation_ratio_reduction_says_less_than_four_people_lose_and_ours_does_not() -> None:
    """The published reduction counts only how often each of the two revealing parts occurs."""
    e, people, level = Fraction(3), 4, Fraction(5, 2)
    laws = [[(e if report == answer else 1) / (e + 2) for report in range(3)] for answer in range(3)]
    truth = mixed([laws[0]] * people), mixed([laws[1], *[laws[0]] * (people - 1)])
    part = 1 / (e + 2)  # The paper calls this alpha and r; its beta is (e - 1) / (e + 2), its q is e.
    others = [[part, part, 1 - 2 * part]] * (people - 1)
    published = mixed([[e * part, part, part], *others]), mixed([[part, e * part, part], *others])
    assert excess(*published, level) == Fraction(7, 1250)
    assert excess(*truth, level) == Fraction(27, 1250)
    ours = blanket_of_supports(e, e * part, Fraction(0)).delta(Decimal("0.91"), people, Decimal("0.02"))
    assert excess(*truth, growth("0.91")) <= Fraction(ours)


@pytest.mark.parametrize(("reports", "epsilon", "expected"), REFERENCE)
def test_agrees_with_a_reference_for_mechanisms_of_which_only_epsilon_is_known(
    reports: int, epsilon: int, expected: float
) -> None:
    bound = of_any(epsilon).epsilon(Decimal(epsilon), reports, Decimal("1e-6"))
    assert float(bound) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(("reports", "epsilon"), [(10_000, 1), (10_000, 2), (100_000, 4), (10**8, 1)])
def test_is_below_the_closed_forms_of_hiding_among_the_clones(reports: int, epsilon: int) -> None:
    """The reference is Feldman, McMillan, Talwar 2021, theorem 3.1, where epsilon <= ln(n / (16 ln(2 / delta)))."""
    e, delta = math.exp(epsilon), 1e-6
    assert epsilon <= math.log(reports / (16 * math.log(2 / delta)))
    spread = 8 * math.sqrt(e * math.log(4 / delta) / reports) + 8 * e / reports
    closed = math.log1p((e - 1) / (e + 1) * spread)
    assert float(of_any(epsilon).epsilon(Decimal(epsilon), reports, Decimal(delta))) < closed / 3


def binomial(count: int, chance: float) -> list[float]:
    logs = [
        math.lgamma(count + 1) - math.lgamma(successes + 1) - math.lgamma(count - successes + 1)
        + successes * math.log(chance) + (count - successes) * math.log1p(-chance)
        for successes in range(count + 1)
    ]  # fmt: skip
    return [math.exp(log) for log in logs]


@pytest.mark.parametrize(("epsilon", "level"), [(1, "0.2"), (3, "1")])
def test_is_tight_for_hundreds_of_reports(epsilon: int, level: str) -> None:
    """M of the n reports belong to the two revealing kinds, and half of M to each kind."""
    reports, e, x = 300, math.exp(epsilon), math.exp(float(level))
    exact = (
        math.fsum(
            chance * split * max(0.0, (e - x) * first - (e * x - 1) * (both - first))
            for both, chance in enumerate(binomial(reports, 2 / (e + 1)))
            for first, split in enumerate(binomial(both, 0.5))
        )
        / reports
    )
    bound = of_any(epsilon).delta(Decimal(level), reports, Decimal(exact))
    assert exact * (1 - 1e-9) <= bound <= 1.02 * exact


def test_is_tight_for_a_hundred_million_reports_and_a_delta_of_a_billionth_of_a_thousandth() -> None:
    """The sum of so many reports is normal to one part in a hundred, even five deviations out."""
    reports, delta = 10**8, Decimal("1e-12")
    epsilon = of_any(1).epsilon(Decimal(1), reports, delta)
    e, x = math.e, math.exp(float(epsilon))
    second = ((e - x) ** 2 + (e * x - 1) ** 2) / (e + 1)
    deviation = math.sqrt(reports * (second - (1 - x) ** 2))
    away = reports * (x - 1) / deviation
    by_normal = deviation * (NormalDist().pdf(away) - away * (math.erfc(away / math.sqrt(2)) / 2)) / reports
    assert 0.9e-12 < by_normal < 1.01e-12


def test_falls_with_reports_and_delta_and_rises_with_epsilon() -> None:
    def bound(epsilon: str, reports: int, delta: str) -> Decimal:
        return of_choice(epsilon, 20).epsilon(Decimal(epsilon), reports, Decimal(delta))

    rows = (
        [bound("1", reports, "1e-8") for reports in (100, 1_500, 10**6)],
        [bound("1", 5_000, delta) for delta in ("1e-14", "1e-6", "1e-4")],
        [bound(epsilon, 5_000, "1e-8") for epsilon in ("4", "1", "0.1")],
    )
    for before, after in itertools.chain.from_iterable(itertools.pairwise(row) for row in rows):
        assert after < before


def test_one_report_gains_nothing_and_few_gain_nothing_at_a_small_delta() -> None:
    assert of_any(1).epsilon(Decimal(1), 1, Decimal("1e-6")) == 1
    assert of_choice(4, 3).epsilon(Decimal(4), 2, Decimal("1e-9")) == 4


@pytest.mark.parametrize(
    ("reports", "delta", "why"),
    [
        (0, "1e-6", "0 reports"),
        (10**9 + 1, "1e-6", "1000000001 reports"),
        (9, "1e-16", "delta is"),
        (9, "1", "delta is"),
    ],
)
def test_refuses_what_it_was_not_made_for(reports: int, delta: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        of_any(1).epsilon(Decimal(1), reports, Decimal(delta))


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (((Fraction(1, 2), Fraction(1), Fraction(1, 2)),), "do not add up"),
        (((Fraction(1), Fraction(1), Fraction(0)),), "least chance that is 0"),
        (((Fraction(1), Fraction(1), Fraction(2)),), "more than it has"),
        (
            ((Fraction(2, 3), Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3), Fraction(1, 4))),
            "both orders",
        ),
    ],
)
def test_refuses_kinds_of_reports_that_cannot_be(kinds: tuple[tuple[Fraction, ...], ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Blanket(kinds=kinds)  # type: ignore[arg-type]  # each kind has three fractions


def test_refuses_a_ratio_of_a_mechanism_that_says_nothing() -> None:
    with pytest.raises(ValueError, match="above 1"):
        blanket_of_ratio(Fraction(1))
