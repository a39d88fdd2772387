"""These tests cover each model beside its definition in fractions (distances: the cheapest transport), and by hand."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from mechanisms.anonymity.classes import Classes
from mechanisms.anonymity.hierarchy import ALL, from_paths
from mechanisms.anonymity.models.closeness import (
    EqualCloseness,
    HierarchicalCloseness,
    KullbackLeiblerCloseness,
    MaximumDifference,
    OrderedCloseness,
)
from mechanisms.anonymity.models.diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from mechanisms.anonymity.models.likeness import BasicLikeness, EnhancedLikeness
from mechanisms.anonymity.models.membership import DeltaPresence, KAnonymity, KMap
from mechanisms.anonymity.models.model import Model, all_hold, decimal, exact, refuse_impossible

ILLNESS = from_paths(
    "illness",
    [["flu", "lungs", ALL], ["cough", "lungs", ALL], ["ulcer", "stomach", ALL], ["gastritis", "stomach", ALL]],
)
tables = st.lists(st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any), min_size=1, max_size=4)
shares = st.fractions(0, 1, max_denominator=20)


def classes(*counts: Sequence[int], population: Sequence[int] | None = None) -> Classes:
    cells = np.array(counts, dtype=np.int64)
    people = None if population is None else np.array(population, dtype=np.int64)
    return Classes(sizes=cells.sum(axis=1), sensitive={"s": cells}, population=people)


def holds(model: Model, *counts: Sequence[int], population: Sequence[int] | None = None) -> list[bool]:
    table = classes(*counts, population=population)
    return [bool(verdict) for verdict in model.holds(table, table.whole())]


def transport(here: Sequence[int], overall: Sequence[int], cost: Any) -> float:
    values = len(here)
    supply, demand = np.array(here) / sum(here), np.array(overall) / sum(overall)
    rows = [np.kron(np.eye(values)[i], np.ones(values)) for i in range(values)]
    columns = [np.kron(np.ones(values), np.eye(values)[i]) for i in range(values)]
    optimum = linprog(np.ravel(cost), A_eq=[*rows, *columns], b_eq=[*supply, *demand], method="highs")
    return float(optimum.fun)


COSTS = {
    EqualCloseness: np.ones((4, 4)) - np.eye(4),
    OrderedCloseness: abs(np.subtract.outer(range(4), range(4))) / 3,
    HierarchicalCloseness: np.array([[0, 1, 2, 2], [1, 0, 2, 2], [2, 2, 0, 1], [2, 2, 1, 0]]) / 2,
}


@pytest.mark.parametrize("kind", COSTS)
@settings(max_examples=40)
@given(table=tables)
def test_the_earth_movers_distance_is_the_cheapest_transport(kind: Any, table: list[list[int]]) -> None:
    extra = (ILLNESS,) if kind is HierarchicalCloseness else ()
    overall = np.sum(table, axis=0)
    for here in table:
        distance = Fraction(transport(here, overall, COSTS[kind])).limit_denominator(10**6)
        low, high = max(distance - Fraction(1, 10**5), Fraction(0)), distance + Fraction(1, 10**5)
        group = classes(here)
        assert kind("s", high, *extra).holds(group, classes(overall)).all()
        assert distance < Fraction(1, 10**4) or not kind("s", low, *extra).holds(group, classes(overall)).any()


def test_distances_of_the_paper() -> None:
    """Li, Li, Venkatasubramanian 2007, section 4: nine salaries, the three lowest, and three spread out."""
    low, spread = [1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]
    whole = classes([1] * 9)
    for here, distance in ((low, Fraction(3, 8)), (spread, Fraction(1, 6))):
        assert OrderedCloseness("s", distance).holds(classes(here), whole).all()
        assert not OrderedCloseness("s", distance - Fraction(1, 10**9)).holds(classes(here), whole).any()


@given(table=tables, t=shares)
def test_the_equal_distance_is_the_variational_one(table: list[list[int]], t: Fraction) -> None:
    rows = sum(map(sum, table))
    for verdict, here in zip(holds(EqualCloseness("s", t), *table), table, strict=True):
        moved = [
            abs(Fraction(n, sum(here)) - Fraction(sum(v), rows))
            for n, v in zip(here, zip(*table, strict=True), strict=True)
        ]
        assert verdict == (sum(moved) / 2 <= t)


def test_the_maximum_difference_forgets_what_is_missing() -> None:
    table = [[4, 4, 0], [0, 0, 8]]  # the whole has shares 1/4, 1/4 and 1/2
    assert holds(MaximumDifference("s", "0.25"), *table) == [True, False]
    assert holds(EqualCloseness("s", "0.25"), *table) == [False, False]


@given(table=tables, t=shares)
def test_the_maximum_difference_is_never_above_the_equal_distance(table: list[list[int]], t: Fraction) -> None:
    equal, most = holds(EqualCloseness("s", t), *table), holds(MaximumDifference("s", t), *table)
    assert all(weak or not strong for strong, weak in zip(equal, most, strict=True))


@given(table=tables, t=shares)
def test_the_divergence_by_its_definition(table: list[list[int]], t: Fraction) -> None:
    overall = np.sum(table, axis=0)
    for verdict, here in zip(holds(KullbackLeiblerCloseness("s", t), *table), table, strict=True):
        parts = [(n / sum(here), v / sum(overall)) for n, v in zip(here, overall, strict=True) if n]
        divergence = sum(p * math.log(p / q) for p, q in parts)
        assert abs(divergence - float(t)) < 1e-12 or verdict == (divergence <= float(t))


def test_a_divergence_of_nothing_is_0_and_not_nearly_so() -> None:
    assert holds(KullbackLeiblerCloseness("s", 0), [3, 3, 3], [7, 7, 7]) == [True, True]
    assert holds(KullbackLeiblerCloseness("s", 0), [10**6, 10**6 + 1], [10**6, 10**6]) == [False, False]


def test_k_counts_rows_and_k_map_people() -> None:
    assert holds(KAnonymity(3), [2, 1], [1, 1]) == [True, False]
    assert holds(KMap(3), [2, 1], [1, 1], population=[3, 9]) == [True, True]
    assert holds(KMap(3), [1, 0], [1, 1], population=[2, 3]) == [False, True]


def test_presence_lies_between_its_bounds_and_on_them() -> None:
    table = ([1, 0], [1, 1], [3, 0])
    assert holds(DeltaPresence("0.25", "0.5"), *table, population=[4, 4, 5]) == [True, True, False]
    assert holds(DeltaPresence("0.26", "1"), *table, population=[4, 4, 5]) == [False, True, True]


def test_distinct_diversity_counts_values() -> None:
    assert holds(DistinctDiversity("s", 2), [9, 0, 1], [4, 0, 0]) == [True, False]


@pytest.mark.parametrize("l", [2, 3, 5, 7])
def test_as_many_equal_counts_as_l_hold_its_entropy_exactly(l: int) -> None:  # noqa: E741 - its name in the field
    for count in (1, 3, 4000):
        assert holds(EntropyDiversity("s", l), [count] * l) == [True]
        assert holds(EntropyDiversity("s", l), [count] * (l - 1) + [count + 1]) == [False]


@given(counts=st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any), l=st.fractions(1, 5, max_denominator=9))
def test_entropy_by_its_definition(counts: list[int], l: Fraction) -> None:  # noqa: E741 - its name in the field
    size = sum(counts)
    product = math.prod(Fraction(n, size) ** n for n in counts if n)  # e**(-size * entropy)
    assert holds(EntropyDiversity("s", l), counts) == [product * l**size <= 1]


@given(
    counts=st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any),
    c=st.fractions(Fraction(1, 9), 5, max_denominator=9),
    l=st.integers(1, 4),
)
def test_recursive_diversity_by_its_definition(counts: list[int], c: Fraction, l: int) -> None:  # noqa: E741
    falling = sorted(counts, reverse=True)
    assert holds(RecursiveDiversity("s", c, l), counts) == [falling[0] < c * sum(falling[l - 1 :])]


@given(table=tables, beta=st.fractions(Fraction(1, 20), 4, max_denominator=20))
def test_likeness_by_its_definition(table: list[list[int]], beta: Fraction) -> None:
    overall = [sum(value) for value in zip(*table, strict=True)]
    gains = [
        [
            (Fraction(n * sum(overall), sum(here) * v) - 1, math.log(sum(overall) / v))
            for n, v in zip(here, overall, strict=True)
            if v
        ]
        for here in table
    ]
    assert holds(BasicLikeness("s", beta), *table) == [all(gain <= beta for gain, _ in row) for row in gains]
    for verdict, row in zip(holds(EnhancedLikeness("s", beta), *table), gains, strict=True):
        near = any(abs(float(gain) - most) < 1e-9 for gain, most in row)
        assert near or verdict == all(gain <= beta and float(gain) <= most for gain, most in row)


def test_enhanced_likeness_keeps_a_frequent_value_from_becoming_certain() -> None:
    table = ([8, 0], [8, 4])  # 0.8 of the whole; alone it gains 0.25, and log(1 / 0.8) = 0.223
    assert holds(BasicLikeness("s", "0.3"), *table)[0]
    assert not holds(EnhancedLikeness("s", "0.3"), *table)[0]


def test_a_combination_holds_where_each_does_and_nothing_is_asked_of_no_rows() -> None:
    table = classes([3, 0], [2, 2], [0, 0], [1, 1])
    assert all_hold([KAnonymity(3), DistinctDiversity("s", 2)], table, table.whole()).tolist() == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("model", "counts"),
    [
        (KAnonymity(4), [2, 1]),
        (DistinctDiversity("s", 3), [9, 9]),
        (DistinctDiversity("s", 2), [9, 0]),
        (EntropyDiversity("s", "1.9"), [9, 1]),
        (RecursiveDiversity("s", 1, 2), [9, 1]),
        (KAnonymity(2), [1, 0]),
        (KAnonymity(1), [0, 0]),
    ],
)
def test_what_no_release_can_hold_is_refused_before_one_is_looked_for(model: Model, counts: list[int]) -> None:
    with pytest.raises(
        ValueError, match=f"the whole table of {sum(counts)} rows, taken as one class, does not hold it"
    ):
        refuse_impossible([KAnonymity(1), model], classes(counts))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: KAnonymity(0), "k is 0; it is a whole number from 1 on"),
        (lambda: KAnonymity(2.0), "k is 2.0"),  # type: ignore[arg-type]
        (lambda: KMap(True), "k is True"),
        (lambda: DistinctDiversity("s", 0), "l is 0"),
        (lambda: EntropyDiversity("s", "0.5"), "l is 0.5; a class has at least 1 value"),
        (lambda: RecursiveDiversity("s", 0, 2), "c is 0; it is more than 0"),
        (lambda: EqualCloseness("s", "-0.1"), "t is -0.1; a distance is at least 0"),
        (lambda: EqualCloseness("s", 0.2), "t is 0.2; give it as text"),  # type: ignore[arg-type]
        (lambda: EqualCloseness("s", "much"), "t is 'much', which is no number"),
        (lambda: BasicLikeness("s", 0), "beta is 0"),
        (lambda: DeltaPresence("0.5", "0.2"), "between 0.5 and 0.2"),
        (lambda: DeltaPresence(0, 2), "between 0 and 2"),
    ],
)
def test_parameters_out_of_range_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_models_that_compare_with_a_population_refuse_to_do_without() -> None:
    with pytest.raises(ValueError, match="no counts of one were given"):
        holds(KMap(2), [2, 1])
    with pytest.raises(ValueError, match="fewer people in a class than the table has rows"):
        classes([2, 1], population=[2])


def test_counts_that_do_not_add_up_and_columns_not_counted_are_refused() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        Classes(sizes=np.array([3]), sensitive={"s": np.array([[1, 1]])})
    with pytest.raises(ValueError, match="income was not counted; counted were \\['s'\\]"):
        holds(DistinctDiversity("income", 2), [1, 1])


def test_counts_beyond_64_bits_are_compared_exactly() -> None:
    """A table of 4e9 rows whose class is as far from it as t, and further by one row in 4e9."""
    half = 10**9
    table = classes([half, half], [half - 1, half + 1])
    distance = Fraction(1, 4 * half)
    for t, verdicts in ((distance, [True, True]), (distance - Fraction(1, 10**30), [False, False])):
        assert EqualCloseness("s", t).holds(table, table.whole()).tolist() == verdicts


def test_models_say_what_they_are_in_words() -> None:
    words = [model.words() for model in (
        KAnonymity(5), KMap(5), DeltaPresence(0, "0.5"), DistinctDiversity("s", 2), EntropyDiversity("s", "1.5"),
        RecursiveDiversity("s", 3, 2), EqualCloseness("s", "0.2"), EnhancedLikeness("s", Fraction(1, 3)),
    )]  # fmt: skip
    assert words == [
        "5-anonymous", "5-map", "(0, 0.5)-present", "2-diverse in s", "entropy 1.5-diverse in s",
        "recursive (3, 2)-diverse in s", "0.2-close in s (earth mover's, equal)", "enhanced 1/3-like in s",
    ]  # fmt: skip
    assert [decimal(exact("t", t)) for t in ("0.05", "-2.5", 12)] == ["0.05", "-2.5", "12"]


def test_models_of_one_kind_and_parameters_are_equal_and_others_are_not() -> None:
    assert EqualCloseness("s", "0.2") == EqualCloseness("s", Fraction(1, 5))
    for first, other in itertools.permutations((EqualCloseness("s", "0.2"), OrderedCloseness("s", "0.2")), 2):
        assert first != other
