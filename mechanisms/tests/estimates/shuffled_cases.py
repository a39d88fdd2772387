"""This module provides mixed reports of a few people, listed one and all in rational numbers."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import pytest

from mechanisms.accounting.shuffling import Blanket
from mechanisms.catalogue import mechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle

Law = Mapping[tuple[int, ...], Fraction]

SMALL = (  # Each case has a mechanism, a number of answers and a number of people.
    ("randomized-response", 2, 5),
    ("generalized-randomized-response", 3, 4),
    ("generalized-randomized-response", 4, 3),
    ("subset-selection", 4, 3),
    ("hadamard-response", 3, 4),
    ("symmetric-unary-encoding", 3, 2),
    ("optimized-unary-encoding", 2, 3),
    ("thresholding-histogram-encoding", 2, 3),
)
CASES = [
    (mechanism(slug, answers=answers, epsilon=epsilon), people)
    for slug, answers, people in SMALL
    for epsilon in ("0.5", "2")
]
every_case = pytest.mark.parametrize(
    ("oracle", "people"), CASES, ids=[f"{oracle.slug}-{oracle.epsilon_text}" for oracle, _ in CASES]
)


def mixed(laws: Iterable[Iterable[Fraction]]) -> Law:
    """Returns how often each report occurs among people with these laws."""
    all_reports: Law = {(): Fraction(1)}
    for law in laws:
        after: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for sent, chance in all_reports.items():
            for report, more in enumerate(law):
                if more:
                    after[tuple(sorted((*sent, report)))] += chance * more
        all_reports = after
    return all_reports


def excess(law: Law, other: Law, growth: Fraction) -> Fraction:
    """Returns the hockey-stick divergence at e^epsilon = growth."""
    zero = Fraction(0)
    return sum((max(zero, chance - growth * other.get(sent, zero)) for sent, chance in law.items()), zero)


def all_pairs(oracle: FrequencyOracle, people: int) -> Iterator[tuple[Law, Law]]:
    """Returns the mixed reports when one person gives the first or the second answer, and the others any answer."""
    laws = [list(oracle.report_probabilities(answer).values()) for answer in range(oracle.answers)]
    for others in itertools.combinations_with_replacement(laws, people - 1):
        yield mixed([laws[0], *others]), mixed([laws[1], *others])


def of_blanket(blanket: Blanket, people: int) -> tuple[Law, Law]:
    """Returns the mixed reports when an observer separates all reports that do not come from the common part of all
    answers."""
    first, other, least = (list(side) for side in zip(*blanket.kinds, strict=True))
    others = [[*least, 1 - sum(least)]] * (people - 1)
    return mixed([first, *others]), mixed([other, *others])
