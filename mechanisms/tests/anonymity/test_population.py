"""These tests cover a release against a population: how many people could be meant by a class, and how likely somebody
took part."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.attacks.published import published
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.making import intervals
from mechanisms.anonymity.models.membership import DeltaPresence, KAnonymity, KMap
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.population import Population, population_of
from mechanisms.anonymity.releasing import Release, release, release_in_disjoint_boxes
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.tests.anonymity.test_release import drawn

AGE = intervals("age", range(8), start=0, widths=[2, 4])
FEW = Table(hierarchies=(AGE,), quasi=np.array([[0], [1], [4], [5]]))
AGES = [0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7]


def people(ages: list[int]) -> Population:
    return population_of(np.array(ages)[:, None])


def sample(seed: int, rows: int) -> tuple[Table, Population]:
    """Returns a table of the first rows of a population that is three times as large."""
    everybody = drawn(seed, 3 * rows)
    own = Table(hierarchies=everybody.hierarchies, quasi=everybody.quasi[:rows])
    return own, population_of(everybody.quasi)


def fitting(release: Release, population: Population) -> list[int]:
    """Returns the people who fit each class, one person after the other: the slow way."""
    boxes = published(release.table.hierarchies, release.table.quasi, release.levels)
    matches = boxes.matches(population.tuples)
    return sorted((matches * population.people[:, None]).sum(axis=0).tolist())


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), rows=st.integers(10, 80), k=st.integers(2, 12))
def test_every_class_fits_as_many_people_as_k_map_asks_for(seed: int, rows: int, k: int) -> None:
    table, population = sample(seed, rows)
    release = release_in_disjoint_boxes(table, [KMap(k)], entropy=SeededEntropy(seed), population=population)
    assert release.classes.population is not None
    assert sorted(release.classes.population.tolist()) == fitting(release, population)
    assert fitting(release, population)[0] >= k


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), low=st.sampled_from([0, "0.1", "0.25"]))
def test_presence_lies_between_its_bounds_in_every_class_and_for_everybody(seed: int, low: int | str) -> None:
    table, population = sample(seed, 60)
    models = [DeltaPresence(low, "0.5")]
    release = release_in_disjoint_boxes(table, models, entropy=SeededEntropy(seed), population=population)
    fit = release.classes.population
    assert fit is not None
    shares = [Fraction(int(rows), int(many)) for rows, many in zip(release.classes.sizes, fit, strict=True)]
    assert all(Fraction(low) <= share <= Fraction(1, 2) for share in shares)
    assert low == 0 or fit.sum() == 180


def test_a_map_is_finer_than_as_many_rows_would_let_it_be() -> None:
    table, population = sample(3, 80)
    mapped = release_in_disjoint_boxes(table, [KMap(6)], entropy=SeededEntropy(3), population=population)
    alone = release_in_disjoint_boxes(table, [KAnonymity(6)], entropy=SeededEntropy(3))
    assert mapped.penalty < alone.penalty
    assert mapped.guarantee.startswith("6-map over {")


@pytest.mark.parametrize(("word", "labels"), [(0, ["0-3", "0-3", "4-7", "4-7"]), (1, ["*"] * 4)])
def test_a_box_is_divided_if_each_part_fits_as_many_people_as_were_drawn_for_it(word: int, labels: list[str]) -> None:
    """Five are asked for, and one half fits five: five drawn divide the whole, six do not."""
    release = release_in_disjoint_boxes(FEW, [KMap(5)], entropy=Tape([word, 4, 4]), population=people(AGES))
    assert release.labels(0) == labels


def test_a_part_without_rows_is_no_box_and_its_people_count_for_none() -> None:
    """The table has nobody of six or seven, of the ages from four on: three people fit the rows of four and five."""
    release = release_in_disjoint_boxes(FEW, [KMap(3)], entropy=Tape([0] * 20), population=people(AGES))
    assert release.labels(0) == ["0-1", "0-1", "4-5", "4-5"]
    assert release.classes.population is not None
    assert sorted(release.classes.population.tolist()) == [3, 5]


def test_nobody_may_fit_no_class_where_absence_is_not_to_be_told() -> None:
    open_ = release_in_disjoint_boxes(FEW, [DeltaPresence(0, "0.7")], entropy=Tape([0] * 20), population=people(AGES))
    assert open_.labels(0) == ["0", "1", "4-5", "4-5"]  # five alone would be as many as there are people of that age
    told = [DeltaPresence("0.1", "0.7")]
    closed = release_in_disjoint_boxes(FEW, told, entropy=Tape([0] * 20), population=people(AGES))
    assert closed.labels(0) == ["0-3", "0-3", "4-7", "4-7"]


def test_boxes_of_several_levels_count_those_they_cover() -> None:
    levels, leaves = np.array([[0], [1], [2], [3]]), np.array([[0], [4], [6], [1]])
    assert people(AGES).in_boxes((AGE,), levels, leaves).tolist() == [3, 3, 5, 12]


@pytest.mark.parametrize(
    ("ages", "message"),
    [
        ([0, 1, 4], "the population has 3 people and the table 4 rows"),
        ([0, 1, 4, 4, 4, 4], "1 rows have quasi-identifying values that too few people"),
    ],
)
def test_a_population_that_does_not_hold_the_rows_is_refused(ages: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        release_in_disjoint_boxes(FEW, [KMap(2)], entropy=Tape([]), population=people(ages))


@pytest.mark.parametrize("model", [KMap(13), DeltaPresence("0.5", 1), DeltaPresence(0, "0.3")])
def test_what_the_whole_table_does_not_hold_is_refused(model: KMap | DeltaPresence) -> None:
    with pytest.raises(ValueError, match="taken as one class, does not hold it"):
        release_in_disjoint_boxes(FEW, [model], entropy=Tape([]), population=people(AGES))


def test_boxes_that_lie_over_each_other_know_of_no_population() -> None:
    with pytest.raises(ValueError, match="no counts of one were given"):
        release(FEW, [KMap(2)], entropy=Tape([]))


@pytest.mark.parametrize("mark", ['"', "\u201d", "''", "'\"", "\uff02", "\u2033"], ids=ascii)
def test_a_name_never_ends_its_own_quotation(mark: str) -> None:
    name = f"X{mark}, 1000-anonymous over {{age}}"
    assert KMap(2, name).words() == '2-map against "X\', 1000-anonymous over {age}"'
    assert KMap(2, "Anna's street").words() == '2-map against "Anna\'s street"'


def test_the_words_name_the_population() -> None:
    models: list[Model] = [KMap(2, "Residents version 3"), DeltaPresence("0.1", "0.5", "Residents version 3")]
    words = ['2-map against "Residents version 3"', '(0.1, 0.5)-present against "Residents version 3"']
    assert [model.words() for model in models] == words
    assert len(set(itertools.chain(models, models))) == 2
