"""A table of different rows, each with how often it comes, is released as the table of all its rows is."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.releasing import release
from mechanisms.anonymity.risk.inference import inference
from mechanisms.common.entropy import SeededEntropy
from mechanisms.tests.anonymity.test_release import MODELS, WAYS, Way, drawn


def counted(table: Table) -> Table:
    """Returns the different rows of a table, and how often each comes."""
    carried = np.zeros((len(table.quasi), 0), np.int64) if table.carried is None else table.carried
    columns = [table.quasi, np.stack(list(table.sensitive.values()), axis=1), carried]
    rows, times = np.unique(np.concatenate(columns, axis=1), axis=0, return_counts=True)
    quasi, sensitive = table.quasi.shape[1], len(table.sensitive)
    return Table(
        hierarchies=table.hierarchies,
        quasi=rows[:, :quasi],
        sensitive={name: rows[:, quasi + place] for place, name in enumerate(table.sensitive)},
        carried=None if table.carried is None else rows[:, quasi + sensitive :],
        times=times,
    )


def written(way: Way, table: Table, models: list[object]) -> list[tuple[object, ...]] | str:
    """Returns all rows of a release as they are written, or why there is none."""
    try:
        publication = way(table, models, entropy=SeededEntropy(7))
    except ValueError as why:
        return str(why)
    order, parts = publication.order, publication.parts
    of_table = [*table.sensitive.values(), *(() if table.carried is None else table.carried.T)]
    columns = [publication.labels(at) for at in range(len(table.hierarchies))]
    columns += [codes[parts.row[order]].tolist() for codes in of_table]
    rows = zip(*columns, strict=True)
    return [row for row, times in zip(rows, parts.amount[order].tolist(), strict=True) for _ in range(times)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("models", MODELS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), rows=st.integers(20, 400))
def test_the_release_is_the_same(way: Way, models: list[object], seed: int, rows: int) -> None:
    table = drawn(seed, rows)
    assert written(way, counted(table), models) == written(way, table, models)


def test_rows_of_one_value_in_several_classes_are_counted_in_each() -> None:
    table = replace(drawn(1, 2000), carried=None)
    publication = release(counted(table), [EqualCloseness("illness", "0.05")], entropy=SeededEntropy(1))
    parts, sizes = publication.parts, publication.classes.sizes
    assert len(parts.row) > len(publication.table.quasi)  # some rows are in several classes
    assert np.bincount(parts.row, parts.amount).tolist() == publication.table.repeats.tolist()
    assert np.bincount(parts.class_of, parts.amount).tolist() == sizes.tolist()
    with pytest.raises(ValueError, match="stand for several rows"):
        _ = publication.class_of_row


def test_what_is_inferred_counts_each_row_as_often_as_it_comes() -> None:
    classes, values, times = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([3, 1, 4])
    assert inference(classes, values, times) == inference(np.repeat(classes, times), np.repeat(values, times))


def test_a_row_that_comes_less_than_once_is_refused() -> None:
    table = drawn(1, 30)
    with pytest.raises(ValueError, match="times has no number from 1 on"):
        Table(hierarchies=table.hierarchies, quasi=table.quasi, times=np.zeros(30, np.int64))
