"""Risks of a release by hand, and by brute force on small tables."""

from itertools import combinations
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.anonymity.risk.inference import inference
from mechanisms.anonymity.risk.linkage import matching_classes, simulated_linkage
from mechanisms.anonymity.risk.reidentification import Risk, class_sizes, journalist, marketer, prosecutor, uniques
from mechanisms.anonymity.risk.special_uniques import special_uniques
from mechanisms.common.entropy import SeededEntropy, Tape


def numbers(risk: Risk) -> tuple[float, float, float]:
    return risk.greatest, risk.mean, risk.share_above


def test_the_prosecutor_finds_one_of_each_class() -> None:
    assert list(class_sizes([0, 1, 1, 2, 2, 2, 2])) == [1, 2, 4]
    risk = prosecutor([1, 2, 4], threshold=0.3)
    assert numbers(risk) == pytest.approx((1, 3 / 7, 3 / 7))
    assert prosecutor([1, 2, 4], threshold=0.5).share_above == pytest.approx(1 / 7)  # above, not at
    assert uniques([1, 2, 4, 1]) == 2


def test_the_journalist_has_to_find_them_among_everybody() -> None:
    risk = journalist([1, 2, 4], [10, 2, 8], threshold=0.2)
    assert numbers(risk) == pytest.approx((0.5, (0.1 + 1 + 0.5) / 7, 2 / 7))
    assert marketer([1, 2, 4], [10, 2, 8]) == pytest.approx(1.6 / 7)
    assert marketer([3, 3], [3, 3]) == pytest.approx(2 / 6)  # classes / rows where everybody is in the table


@pytest.mark.parametrize(
    ("sizes", "population", "threshold", "refusal"),
    [
        ([2, 3], [2, 2], 0.1, "at least as many as it has rows"),
        ([2, 3], [2], 0.1, "at least as many as it has rows"),
        ([0, 3], [2, 3], 0.1, "whole numbers from 1"),
        ([], [], 0.1, "at least one class"),
        ([1.5], [2], 0.1, "whole numbers from 1"),
        ([2], [2], 1.5, "threshold is 1.5"),
    ],
)
def test_risks_of_impossible_classes_are_refused(
    sizes: list[float], population: list[int], threshold: float, refusal: str
) -> None:
    with pytest.raises(ValueError, match=refusal):
        journalist(sizes, population, threshold=threshold)
    with pytest.raises(ValueError, match="class 1 has no row"):
        class_sizes([0, 2])


def test_minimal_uniques_of_a_table_made_by_hand() -> None:
    #          sex, age, town: the last is the only one of town 1; the first two are told apart by age and town together
    table = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
    uniques = special_uniques(table, largest=2)
    assert uniques.combinations == {(2,): 1, (0, 1): 3}
    assert list(uniques.scores) == [1, 1, 1, 0, 2]  # of three columns: a pair scores 3 - 2, one column (3 - 1)(3 - 2)


@given(rows=st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=9), largest=st.integers(1, 3))
def test_minimal_uniques_are_those_of_the_definition(rows: list[tuple[int, ...]], largest: int) -> None:
    uniques = special_uniques(rows, largest=largest)
    sets = [chosen for size in range(5) for chosen in combinations(range(4), size)]

    def alone(row: tuple[int, ...], chosen: tuple[int, ...]) -> bool:
        return sum(all(other[at] == row[at] for at in chosen) for other in rows) == 1

    def minimal(row: tuple[int, ...], chosen: tuple[int, ...]) -> bool:
        return alone(row, chosen) and not any(alone(row, part) for part in sets if set(part) < set(chosen))

    wanted = [chosen for chosen in sets if 1 <= len(chosen) <= largest]
    scores = [
        sum(
            prod(4 - i for i in range(len(column_set), largest + 1))
            for column_set in wanted
            if minimal(row, column_set)
        )
        for row in rows
    ]
    assert list(uniques.scores) == scores
    counts = {chosen: sum(minimal(row, chosen) for row in rows) for chosen in wanted}
    assert uniques.combinations == {chosen: count for chosen, count in counts.items() if count}


def test_a_search_that_costs_too_much_is_refused_before_it_begins() -> None:
    with pytest.raises(ValueError, match="2 rows on 200 sets of columns are more than most_cells, 399"):
        special_uniques([[0] * 200, [1] * 200], largest=1, most_cells=399)
    with pytest.raises(ValueError, match="largest is 3; of 3 columns it is from 1 to 2"):
        special_uniques([[0, 1, 2]], largest=3)
    with pytest.raises(ValueError, match="rows of whole numbers"):
        special_uniques([[0.5, 1]], largest=1)


def test_codes_of_any_size_do_not_overflow() -> None:
    far = 2**62
    uniques = special_uniques([[far, far, 0], [far, 0, far], [0, far, far]], largest=2)
    assert uniques.combinations == dict.fromkeys([(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)], 1)


def test_what_a_class_gives_away_of_a_secret() -> None:
    risk = inference([0, 0, 0, 1, 1, 2], [0, 0, 1, 2, 2, 2])
    assert (risk.homogeneous_classes, risk.homogeneous_rows) == (2, 0.5)
    assert risk.greatest_gain == pytest.approx(1 - 0.5)  # value 2: half of all, all of its classes
    assert risk.guess_before == pytest.approx(0.5)
    assert risk.guess_after == pytest.approx(5 / 6)


def test_one_class_gives_away_what_the_table_does() -> None:
    risk = inference([0, 0, 0], [0, 1, 1])
    assert (risk.greatest_gain, risk.homogeneous_rows) == (0, 0)
    assert risk.guess_after == risk.guess_before
    with pytest.raises(ValueError, match="3 classes and 2 values"):
        inference([0, 0, 0], [0, 1])
    with pytest.raises(ValueError, match="classes must be one whole number from 0"):
        inference([-1], [0])


COVERS = (np.array([[True, True, False], [False, False, True], [True, True, True]]),)  # {0, 1}, {2} and *


def test_people_match_the_classes_that_cover_them() -> None:
    assert matching_classes([[0], [2]], [[0], [1], [2]], COVERS).tolist() == [[True, False, True], [False, True, True]]
    with pytest.raises(ValueError, match="of the same columns"):
        matching_classes([[0, 1]], [[0]], COVERS)


def test_an_attack_is_right_as_often_as_one_in_the_rows_that_match() -> None:
    people = np.repeat([[0], [2]], 500, axis=0)
    matches = matching_classes(people, [[0], [1], [2]], COVERS)
    own = np.where(people[:, 0] == 0, 0, 2)
    attack = simulated_linkage(matches=matches, sizes=[3, 1, 2], own=own, targets=1000, entropy=SeededEntropy(6))
    assert attack.expected == pytest.approx(500 / 5 + 500 / 3)
    assert abs(attack.hits - attack.expected) < 6 * 1000 * attack.standard_error  # a fixed seed: never by chance


def test_nobody_is_found_who_is_not_there_or_whom_the_release_says_wrongly() -> None:
    matches = matching_classes([[0], [0]], [[0], [1]], COVERS)
    attack = simulated_linkage(matches=matches, sizes=[1, 1], own=[-1, 1], targets=2, entropy=Tape([0, 0, 0, 0]))
    assert (attack.hits, attack.expected) == (0, 0)
    alone = simulated_linkage(matches=matches, sizes=[1, 1], own=[0, 0], targets=2, entropy=Tape([0, 0, 0, 0]))
    assert (alone.hits, alone.expected) == (2, 2)
    with pytest.raises(ValueError, match="targets is 3"):
        simulated_linkage(matches=matches, sizes=[1, 1], own=[0, 0], targets=3, entropy=Tape([]))
