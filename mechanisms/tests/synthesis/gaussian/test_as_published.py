"""The published algorithm has no guarantee: what no noise hides, shown; and nothing offers it."""

from dataclasses import replace

import numpy as np
import pytest

from mechanisms.catalogue import OFFERED
from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.offered import CENTRAL
from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.gaussian import as_published
from mechanisms.synthesis.gaussian.as_published import (
    Demonstration,
    MicroaggregatedGaussians,
    clusters,
    euclidean,
    related,
)

PUBLISHED = MicroaggregatedGaussians(least=25, epsilon=1.0, sets=2)


def demonstration(rows: int = 214) -> Demonstration:
    generator = np.random.default_rng(3)
    numbers = generator.normal(size=(rows, 6))
    numbers[:, 1] += 3 * numbers[:, 0]
    return Demonstration(numbers=numbers, labels=(numbers[:, 0] > 0).astype(np.int64), source="made up in a test")


def test_it_says_of_itself_that_there_is_no_guarantee() -> None:
    assert PUBLISHED.guarantee is None
    assert PUBLISHED.is_taught
    assert "no guarantee" in PUBLISHED.name
    assert (as_published.__doc__ or "").startswith("NO GUARANTEE")


def test_no_catalogue_offers_it_and_there_is_nothing_to_charge() -> None:
    assert not issubclass(MicroaggregatedGaussians, CentralMechanism)
    assert not {"cost", "slug", "version", "release"} & set(dir(PUBLISHED))
    assert MicroaggregatedGaussians.__name__ not in {kind.__name__ for kind in (*OFFERED, *CENTRAL)}


def test_it_takes_demonstration_data_alone_and_asks_who_made_them() -> None:
    with pytest.raises(ValueError, match="only public or made-up rows"):
        replace(demonstration(), source=" ")
    with pytest.raises(ValueError, match="finite numbers"):
        replace(demonstration(), numbers=np.full((214, 2), np.nan))


@pytest.mark.parametrize("variant", ["as_described", "as_coded"])
def test_two_tables_that_differ_in_the_class_of_one_row_have_no_output_in_common(variant: str) -> None:
    """An event of chance 1 under one and 0 under the other: the ratio is infinite, so no epsilon holds and no delta
    below 1. It is so for every draw, as labels take no part in any; three are drawn."""
    people = demonstration()
    labels = people.labels.copy()
    labels[7] = 1 - labels[7]
    positive = people.labels.sum()
    for seed in range(3):
        here = getattr(PUBLISHED, variant)(people, SeededEntropy(seed))
        there = getattr(PUBLISHED, variant)(replace(people, labels=labels), SeededEntropy(seed))
        assert here.labels.sum() == positive
        assert there.labels.sum() != positive


@pytest.mark.parametrize("variant", ["as_described", "as_coded"])
def test_how_many_rows_there_are_is_told_without_noise(variant: str) -> None:
    for rows in (213, 214):
        assert len(getattr(PUBLISHED, variant)(demonstration(rows), SeededEntropy(0)).numbers) == rows


def test_the_published_code_gives_the_last_column_away_bit_by_bit() -> None:
    people = demonstration()
    coded = PUBLISHED.as_coded(people, SeededEntropy(0)).numbers
    assert (coded[:, -1] == people.numbers[:, -1]).all()
    assert (coded[:, :-1] != people.numbers[:, :-1]).all()
    described = PUBLISHED.as_described(people, SeededEntropy(0)).numbers
    assert (described != people.numbers).all()


def test_the_published_code_adds_next_to_no_noise() -> None:
    people = demonstration()
    spread = people.numbers[:, :-1].std(axis=0)
    coded = PUBLISHED.as_coded(people, SeededEntropy(0)).numbers[:, :-1].std(axis=0)
    faint = replace(PUBLISHED, epsilon=0.05)
    described = faint.as_described(people, SeededEntropy(0)).numbers[:, :-1].std(axis=0)
    assert (coded < 1.3 * spread).all()
    assert (described > 3 * spread).all()


def test_one_row_that_moves_changes_most_clusters_and_the_means_by_more_than_the_noise_is_for() -> None:
    """Noise for fixed clusters, whose means a row moves by at most 2 d / k together."""
    people = demonstration(400).numbers[:, 2:]
    scaled = people / np.abs(people).max()
    before = clusters(scaled, 25, euclidean, np.argmax)
    parts, shifts = [], []
    for row in range(0, 400, 20):
        moved = scaled.copy()
        moved[row] = -np.sign(moved[row])
        after = clusters(moved, 25, euclidean, np.argmax)
        kept = {tuple(sorted(cluster.tolist())) for cluster in before} & {
            tuple(sorted(cluster.tolist())) for cluster in after
        }
        parts.append(1 - len(kept) / len(before))
        shifts.append(
            sum(
                np.abs(scaled[cluster].mean(axis=0) - moved[other].mean(axis=0)).sum()
                for cluster, other in zip(before, after, strict=True)
            )
        )
    assert np.median(parts) > 0.5
    assert np.median(shifts) > 5 * (2 * scaled.shape[1] / 25)


@pytest.mark.parametrize("rows", [5, 49, 50, 74, 75, 214])
def test_clusters_hold_every_row_once_and_are_as_large_as_they_must_be(rows: int) -> None:
    scaled = np.random.default_rng(0).uniform(-1, 1, (rows, 3))
    partition = clusters(scaled, 25, euclidean, np.argmax)
    assert sorted(place for cluster in partition for place in cluster.tolist()) == list(range(rows))
    assert min(map(len, partition)) >= min(25, rows)
    assert max(map(len, partition)) < 50


def test_columns_that_go_together_are_found_without_any_noise() -> None:
    numbers = demonstration().numbers[:, :4]
    assert [group.tolist() for group in related(numbers, 3)] == [[0, 1], [2], [3]]
