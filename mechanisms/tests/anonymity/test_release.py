"""A release holds what was asked, covers what was there, and says nothing by its order; on drawn tables."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.classes import Classes
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.hierarchy import ALL, Hierarchy, from_paths
from mechanisms.anonymity.making import flat, intervals
from mechanisms.anonymity.models.closeness import EqualCloseness, KullbackLeiblerCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from mechanisms.anonymity.models.likeness import BasicLikeness
from mechanisms.anonymity.models.membership import KAnonymity, KMap
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.releasing import Release, release, release_in_disjoint_boxes
from mechanisms.common.entropy import SeededEntropy

AGE = intervals("age", range(20, 36), start=20, widths=[2, 4, 8])
PLACE = from_paths(
    "place", [["p", "north", ALL], ["q", "north", ALL], ["r", "south", ALL], ["s", "south", ALL], ["t", "sea", ALL]]
)
SEX = flat("sex", ["f", "m"])
TREES = (AGE, PLACE, SEX)
Way = Callable[..., Release]
WAYS: list[Way] = [release, partial(release, order="least"), release_in_disjoint_boxes]
MODELS: list[list[Model]] = [
    [KAnonymity(2)],
    [KAnonymity(5)],
    [KAnonymity(3), DistinctDiversity("illness", 2)],
    [EntropyDiversity("illness", "1.5")],
    [RecursiveDiversity("illness", 3, 2), KAnonymity(2)],
    [KAnonymity(2), EqualCloseness("illness", "0.3")],
    [EqualCloseness("illness", "0.25"), DistinctDiversity("income", 2)],
    [KullbackLeiblerCloseness("income", "0.2"), BasicLikeness("illness", 2)],
]


def drawn(seed: int, rows: int) -> Table:
    generator = np.random.Generator(np.random.PCG64(seed))
    ages = np.minimum(generator.geometric(0.2, rows) - 1, 15)
    quasi = np.stack([ages, np.minimum(generator.geometric(0.5, rows) - 1, 4), generator.integers(0, 2, rows)], axis=1)
    return Table(
        hierarchies=TREES,
        quasi=quasi,
        sensitive={"illness": np.arange(rows) % 4, "income": generator.integers(0, 2, rows)},
        carried=generator.integers(0, 3, (rows, 1)),
    )


def rows_of(publication: Release) -> list[tuple[Any, ...]]:
    """Returns the rows as they are written."""
    columns = [publication.labels(at) for at in range(len(publication.table.hierarchies))]
    columns += [codes[publication.order].tolist() for codes in publication.table.sensitive.values()]
    if publication.table.carried is not None:
        columns += publication.table.carried[publication.order].T.tolist()
    return list(zip(*columns, strict=True))


def leaves(tree: Hierarchy, name: str) -> set[str]:
    return {
        leaf
        for code, leaf in enumerate(tree.leaves)
        if any(names[nodes[code]] == name for names, nodes in zip(tree.names, tree.nodes, strict=True))
    }


@pytest.mark.parametrize("models", MODELS, ids=lambda models: ", ".join(model.words() for model in models))
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6), rows=st.integers(40, 90), way=st.sampled_from(WAYS))
def test_a_release_holds_what_was_asked_and_covers_what_was_there(
    models: list[Model], seed: int, rows: int, way: Way
) -> None:
    table = drawn(seed, rows)
    publication = way(table, models, entropy=SeededEntropy(seed))
    written = rows_of(publication)
    for at, tree in enumerate(TREES):
        for row, line in zip(publication.order, written, strict=True):
            assert tree.leaves[table.quasi[row, at]] in leaves(tree, line[at])
    assert sorted(publication.order.tolist()) == list(range(rows))
    members: dict[tuple[str, ...], Counter[tuple[int, int]]] = {}
    for line in written:
        members.setdefault(line[:3], Counter())[line[3:5]] += 1
    assert sorted(sum(counts.values()) for counts in members.values()) == sorted(publication.classes.sizes.tolist())
    for model in models:  # counted again from what is written, and asked one class at a time
        for counts in members.values():
            assert model.holds(_classes_of(counts), _classes_of(Counter(row[3:5] for row in written))).all()


def _classes_of(rows: Counter[tuple[int, int]]) -> Any:
    counts = {"illness": np.zeros((1, 4), np.int64), "income": np.zeros((1, 2), np.int64)}
    for values, times in rows.items():
        for name, value in zip(counts, values, strict=True):
            counts[name][0, value] += times
    return Classes(sizes=counts["income"].sum(axis=1), sensitive=counts)


@pytest.mark.parametrize("way", WAYS, ids=["mean", "least", "disjoint"])
@pytest.mark.parametrize("models", MODELS[:3] + MODELS[5:6], ids=lambda models: models[-1].words())
def test_the_order_of_the_rows_leaves_no_trace(models: list[Model], way: Way) -> None:
    table = drawn(7, 80)
    first = rows_of(way(table, models, entropy=SeededEntropy(3)))
    for seed in range(3):
        shuffle = np.random.Generator(np.random.PCG64(seed)).permutation(80)
        assert table.carried is not None
        shuffled = Table(
            hierarchies=TREES,
            quasi=table.quasi[shuffle],
            sensitive={name: codes[shuffle] for name, codes in table.sensitive.items()},
            carried=table.carried[shuffle],
        )
        assert rows_of(way(shuffled, models, entropy=SeededEntropy(3))) == first


def test_rows_are_written_in_the_order_of_what_they_say() -> None:
    publication = release(drawn(1, 60), [KAnonymity(3)], entropy=SeededEntropy(1))
    seen: list[tuple[str, ...]] = []
    for line in rows_of(publication):
        if not seen or seen[-1] != line[:3]:
            assert line[:3] not in seen
            seen.append(line[:3])


def test_which_of_two_like_rows_goes_to_the_finer_class_is_drawn() -> None:
    """Six rows of one value lend one to a lonely neighbour; which one is not told by what it carries."""
    quasi = np.array([[0, 0, 0]] * 6 + [[1, 0, 0]])
    lent = set()
    for seed in range(40):
        table = Table(hierarchies=TREES, quasi=quasi, carried=np.arange(7)[:, None])
        publication = release(table, [KAnonymity(2)], entropy=SeededEntropy(seed))
        assert publication.classes.sizes.tolist() in ([5, 2], [2, 5])
        lent |= set(np.flatnonzero(publication.levels[:6, 0]).tolist())
    assert len(lent) == 6


def test_nothing_is_lost_where_everybody_has_enough_of_their_like() -> None:
    table = Table(hierarchies=TREES, quasi=np.repeat([[0, 0, 0], [9, 3, 1]], 5, axis=0))
    publication = release(table, [KAnonymity(5)], entropy=SeededEntropy(0))
    assert publication.penalty == 0
    assert publication.guarantee == "5-anonymous over {age, place, sex}"


def test_rows_that_are_all_equal_are_one_class() -> None:
    publication = release(
        Table(hierarchies=TREES, quasi=np.zeros((9, 3), int)), [KAnonymity(4)], entropy=SeededEntropy(0)
    )
    assert publication.classes.sizes.tolist() == [9]


def test_one_row_may_be_released_only_as_1_anonymous() -> None:
    table = Table(hierarchies=TREES, quasi=np.zeros((1, 3), int))
    assert release(table, [KAnonymity(1)], entropy=SeededEntropy(0)).penalty == 0
    with pytest.raises(ValueError, match="2-anonymous cannot be reached: the whole table of 1 rows"):
        release(table, [KAnonymity(2)], entropy=SeededEntropy(0))


def test_a_column_that_weighs_more_is_kept_finer() -> None:
    table = drawn(5, 90)

    def kept(weights: list[float]) -> float:
        publication = release(table, [KAnonymity(5)], entropy=SeededEntropy(0), weights=weights)
        return float(AGE.loss[publication.levels[:, 0], table.quasi[:, 0]].mean())

    assert kept([100, 1, 1]) < kept([1, 1, 1]) < kept([1, 100, 100])


@pytest.mark.parametrize("weights", [[1, 1], [0, 0, 0], [1, -1, 1], [1, float("nan"), 1]])
def test_weights_that_are_none_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="the weights are"):
        release(drawn(1, 40), [KAnonymity(2)], entropy=SeededEntropy(0), weights=weights)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quasi": np.zeros((0, 3), int)}, "no rows"),
        ({"quasi": np.zeros((4, 2), int)}, "3 hierarchies were given for codes of shape \\(4, 2\\)"),
        ({"quasi": np.full((4, 3), -1)}, "age has codes from -1 to -1 and 16 values; suppressed rows are left out"),
        ({"sensitive": {"s": np.zeros(3, int)}}, "s has no code from 0 on for each of the 4 rows"),
        ({"carried": np.zeros((3, 1), int)}, "the carried columns have 3 rows and the table 4"),
    ],
)
def test_a_table_that_does_not_fit_together_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Table(**{"hierarchies": TREES, "quasi": np.zeros((4, 3), int), **change})


def test_no_model_and_too_many_levels_are_refused() -> None:
    with pytest.raises(ValueError, match="no model was asked for"):
        release(drawn(1, 40), [], entropy=SeededEntropy(0))
    many = Table(hierarchies=[AGE] * 200, quasi=np.zeros((9, 200), int) + np.arange(9)[:, None])
    with pytest.raises(ValueError, match=r"200 quasi-identifying columns have \d+ combinations of levels, and 20000"):
        release(many, [KAnonymity(2)], entropy=SeededEntropy(0))
    with pytest.raises(ValueError, match="no counts of one were given"):
        release(drawn(1, 40), [KMap(2)], entropy=SeededEntropy(0))


def test_columns_of_more_values_than_64_bits_can_number_are_told_apart() -> None:
    """Thirteen columns of 40 values: 40**13 is above 2**62."""
    wide = [flat(f"q{at}", [f"{value:02}" for value in range(40)]) for at in range(13)]
    quasi = np.repeat(np.arange(40) * np.ones((13, 1), int), 2, axis=1).T.copy()
    quasi[1, 12] = 7
    publication = release(Table(hierarchies=wide, quasi=quasi), [KAnonymity(2)], entropy=SeededEntropy(0))
    assert (publication.levels[2:] == 0).all()
    assert publication.levels[:2].tolist() == [[0] * 12 + [1]] * 2
