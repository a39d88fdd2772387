"""Every model is measured on published examples, by brute force, and by the verifier's files against a slow
recomputation."""

import math
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from datahub.releases.promises import DISTANCES, OF_A_COLUMN, Whole, covers
from datahub.releases.tests.factories import outcome

# Example 3 of Li, Li, Venkatasubramanian 2007: salaries from 3k to 11k, each once.
SALARIES = [str(value) for value in range(3, 12)]
TREE = {
    "flu": ("flu", "lungs", "*"),
    "cough": ("cough", "lungs", "*"),
    "ulcer": ("ulcer", "stomach", "*"),
    "gastritis": ("gastritis", "stomach", "*"),
}
DISEASES = list(TREE)


def whole(counts: Mapping[str, int], order: Sequence[str] = (), tree: Mapping[str, Sequence[str]] = TREE) -> Whole:
    return Whole(counts, sum(counts.values()), list(order), tree)


def far(distance: str, counts: Mapping[str, int], all_: Whole) -> float | Fraction:
    return DISTANCES[distance](counts, sum(counts.values()), all_)


def kept(model: str, counts: Mapping[str, int], all_: Whole | None = None, **parts: Any) -> bool:
    thresholds = {name: Fraction(value) for name, value in parts.items()}
    return OF_A_COLUMN[model](thresholds, counts, sum(counts.values()), all_ or whole(counts)).keeps


def test_ordered_distances_of_the_salaries_are_those_of_the_paper() -> None:
    salaries = whole(dict.fromkeys(SALARIES, 1), SALARIES)
    assert far("ordered", dict.fromkeys(["3", "4", "5"], 1), salaries) == Fraction(3, 8)  # the paper gives 0.375
    assert far("ordered", dict.fromkeys(["6", "8", "11"], 1), salaries) == Fraction(1, 6)  # the paper gives 0.167


def test_the_book_s_measure_looks_past_values_that_are_absent() -> None:
    incomes = whole({"<=50K": 76, ">50K": 24})
    assert far("max-difference (book)", {">50K": 5}, incomes) == Fraction(76, 100)
    thirds = whole({"a": 6, "b": 2, "c": 2})
    assert far("max-difference (book)", {"b": 1, "c": 1}, thirds) == Fraction(3, 10)
    assert far("equal", {"b": 1, "c": 1}, thirds) == Fraction(6, 10)  # value `a` is absent, and six tenths have to move


@pytest.mark.parametrize("distance", ["equal", "ordered", "hierarchical"])
@given(
    counts_of_class=st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any),
    rest=st.lists(st.integers(0, 4), min_size=4),
)
def test_an_earth_mover_s_distance_is_the_cheapest_way_to_move_what_is_too_much(
    distance: str, counts_of_class: list[int], rest: list[int]
) -> None:
    counts = {value: a + b for value, a, b in zip(DISEASES, counts_of_class, rest, strict=False) if a + b}
    some = {value: count for value, count in zip(DISEASES, counts_of_class, strict=True) if count}
    everything = whole(counts, [value for value in DISEASES if value in counts])
    assert float(far(distance, some, everything)) == pytest.approx(_transport(distance, some, everything), abs=1e-9)


def _transport(distance: str, counts: Mapping[str, int], all_: Whole) -> float:
    values = list(all_.order)
    size = len(values)

    def step(first: int, two: int) -> float:
        if distance == "equal":
            return float(first != two)
        if distance == "ordered":
            return abs(first - two) / max(1, size - 1)
        return next(at for at in range(3) if TREE[values[first]][at] == TREE[values[two]][at]) / 2

    p = [counts.get(value, 0) / sum(counts.values()) for value in values]
    q = [all_.counts[value] / all_.rows for value in values]
    sums = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    costs = [step(row, two) for row in range(size) for two in range(size)]
    return float(linprog(costs, A_eq=sums, b_eq=[*p, *q]).fun)


def test_entropy_is_exact_at_its_threshold() -> None:
    assert kept("entropy-l-diversity", {"a": 7, "b": 7, "c": 7}, l="3")
    assert not kept("entropy-l-diversity", {"a": 7, "b": 7, "c": 7}, l="3.00000000000001")
    assert not kept("entropy-l-diversity", {"a": 5_001, "b": 4_998}, l="2")
    # The whole numbers get too long, and a doubtful case fails.
    assert not kept("entropy-l-diversity", {"a": 10_000_001, "b": 10_000_000}, l="2")
    # The exact threshold is 2 * sqrt(2)
    assert kept("entropy-l-diversity", {"a": 2, "b": 1, "c": 1}, l="2.8284271247461900")
    assert not kept("entropy-l-diversity", {"a": 2, "b": 1, "c": 1}, l="2.8284271247461901")


def test_recursive_diversity_asks_for_strictly_less() -> None:
    counts = {"a": 6, "b": 3, "c": 2, "d": 1}
    assert not kept("recursive-cl-diversity", counts, c="2", l=3)  # 6 is not less than 2 * (2 + 1)
    assert kept("recursive-cl-diversity", counts, c="2.01", l=3)
    assert not kept("recursive-cl-diversity", counts, c="100", l=5)  # the class has no fifth value


def test_kullback_leibler_is_nothing_only_for_the_same_shares_and_is_rounded_up() -> None:
    shares = whole({"a": 6, "b": 3})
    assert far("kullback-leibler", {"a": 2, "b": 1}, shares) == 0
    divergence = 0.5 * math.log(0.5 / (2 / 3)) + 0.5 * math.log(0.5 / (1 / 3))
    assert divergence < far("kullback-leibler", {"a": 1, "b": 1}, shares) < divergence + 1e-11


def test_beta_likeness_bounds_the_gain_and_the_enhanced_one_by_rarity_too() -> None:
    illness = whole({"hiv": 1, "flu": 9})  # -ln 0.9 is 0.105..., and -ln 0.1 is 2.302...
    # The gain is (1/3 - 1/10) * 10.
    assert kept("basic-beta-likeness", {"hiv": 1, "flu": 2}, illness, beta="2.3333333333333334")
    assert not kept("basic-beta-likeness", {"hiv": 1, "flu": 2}, illness, beta="2.3333333333333333")
    assert not kept("enhanced-beta-likeness", {"hiv": 1, "flu": 2}, illness, beta="3")  # the gain is above -ln q
    assert kept("enhanced-beta-likeness", {"hiv": 1, "flu": 3}, illness, beta="3")
    assert not kept("enhanced-beta-likeness", {"flu": 1}, illness, beta="3")  # the gain of 0.111 is above 0.105
    assert kept("basic-beta-likeness", {"flu": 1}, illness, beta="3")


@pytest.mark.parametrize(
    ("released", "original", "covered"),
    [
        ("*", "anything", True), ("flu", "flu", True), ("lungs", "flu", True), ("stomach", "flu", False),
        ("[20, 30)", "20", True), ("[20, 30)", "29.99", True), ("[20, 30)", "30", False), ("[20, 30]", "30", True),
        ("[20, 30)", "19", False), ("[-inf, 30)", "-400", True), ("[90, inf)", "90", True), ("[90, inf)", "89", False),
        ("[20, 30)", "flu", False), ("[2020-01-01, 2021-01-01)", "2020-02-29", True), ("[-inf, inf)", "flu", False),
        ("[2020-01-01, 2021-01-01)", "2021-01-01", False), ("[2020-01-01, 2021-01-01)", "2020-02-30", False),
        ("[2020-01-01, 2021-01-01)", "737000", False), ("[20, b)", "25", False), ("[20,30)", "25", False),
        ("{a, b}", "b", True), ("{a, b}", "a, b", False), ("{a, b}", "", False), ("{a", "a", False), ("", "a", False),
    ],
)  # fmt: skip
def test_a_released_value_covers_what_it_says_and_nothing_else(released: str, original: str, covered: bool) -> None:
    assert covers(released, original, TREE) is covered


def _slowly(model: Mapping[str, Any], rows: Sequence[tuple[str, str]]) -> tuple[float, bool]:
    """Returns the worst class by the words of the definition: p and q of every value of the table, class by class."""
    values = sorted({secret for _, secret in rows}, key=int)
    q = {value: Fraction(sum(secret == value for _, secret in rows), len(rows)) for value in values}
    worst: list[tuple[float, bool]] = []
    for class_number in {class_number for class_number, _ in rows}:
        secrets = [secret for number, secret in rows if number == class_number]
        p = {value: Fraction(secrets.count(value), len(secrets)) for value in values}
        worst.append(_measured(model, secrets, p, q))
    lowest = model["model"] in ("k-anonymity", "distinct-l-diversity", "entropy-l-diversity")
    failing = [measure for measure in worst if not measure[1]]
    return (min if lowest else max)(failing or worst)


def _measured(
    model: Mapping[str, Any], secrets: list[str], p: dict[str, Fraction], q: dict[str, Fraction]
) -> tuple[float, bool]:
    name, counts = model["model"], sorted(Counter(secrets).values(), reverse=True)
    if name == "k-anonymity":
        return len(secrets), len(secrets) >= model["k"]
    if name == "distinct-l-diversity":
        return len(set(secrets)), len(set(secrets)) >= model["l"]
    if name == "entropy-l-diversity":
        power = math.prod(
            share**-count for share, count in zip((p[v] for v in secrets), [1] * len(secrets), strict=True)
        )
        return float(power) ** (1 / len(secrets)), power >= Fraction(model["l"]) ** len(secrets)
    if name == "recursive-cl-diversity":
        tail = sum(counts[model["l"] - 1 :])
        return counts[0] / tail if tail else math.inf, counts[0] < Fraction(model["c"]) * tail
    if name == "t-closeness":
        apart = [p[value] - q[value] for value in q]
        distance = sum(map(abs, apart), Fraction(0)) / 2
        if model["distance"] == "ordered":
            steps = [abs(sum(apart[: at + 1], Fraction(0))) for at in range(len(apart))]
            distance = sum(steps, Fraction(0)) / max(1, len(apart) - 1)
        if model["distance"] == "max-difference (book)":
            distance = max(abs(p[value] - q[value]) for value in set(secrets))
        return float(distance), distance <= Fraction(model["t"])
    gains = [(p[value] - q[value]) / q[value] for value in q]
    return float(max(gains)), max(gains) <= Fraction(model["beta"])


MODELS = st.one_of(
    st.builds(lambda k: {"model": "k-anonymity", "k": k}, st.integers(1, 4)),
    st.builds(lambda least: {"model": "distinct-l-diversity", "column": "secret", "l": least}, st.integers(1, 3)),
    st.builds(
        lambda least: {"model": "entropy-l-diversity", "column": "secret", "l": least},
        st.sampled_from(["1", "2", "1.5", "3"]),
    ),
    st.builds(
        lambda c, least: {"model": "recursive-cl-diversity", "column": "secret", "c": c, "l": least},
        st.sampled_from(["1", "1.5", "3"]),
        st.integers(1, 3),
    ),
    st.builds(
        lambda distance, t: {"model": "t-closeness", "column": "secret", "distance": distance, "t": t},
        st.sampled_from(["equal", "variational", "ordered", "max-difference (book)"]),
        st.sampled_from(["0", "0.25", "0.5", "0.75"]),
    ),
    st.builds(
        lambda beta: {"model": "basic-beta-likeness", "column": "secret", "beta": beta},
        st.sampled_from(["0.5", "1", "2"]),
    ),
)


@given(
    model=MODELS,
    rows=st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from(["1", "5", "20"])), min_size=1, max_size=12),
)
def test_the_verdict_and_the_figure_of_the_worst_class_are_those_of_a_slow_recomputation(
    model: dict[str, Any], rows: list[tuple[str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        finding = outcome(Path(folder), model, rows)
    measured, keeps = _slowly(model, rows)
    assert (finding.outcome == "holds") is keeps
    assert finding.measured is not None
    assert float(finding.measured) == pytest.approx(measured, rel=1e-5)
