"""These tests cover the page of tables: its people are those of the publication, and what it claims of the published
run is exact."""

import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.central.geometric import GeometricMechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.tables import with_epsilon
from reproductions.tables import more_columns, most_common, one_column, two_columns
from reproductions.tables.people import counted, released, two_sided
from reproductions.tables.repeated import REPORTED, within_half


def test_the_people_are_those_of_the_publication() -> None:
    ages = counted("age")[1].of((0,))
    assert (ages.sum(), ages[one_column.FROM : one_column.BELOW].sum()) == (32_561, one_column.TRUTH)
    assert np.count_nonzero(two_columns.exact()) == two_columns.CELLS
    assert [count for _, count in most_common.people()] == list(most_common.COUNTS)


def test_the_printed_shares_are_those_of_counts_with_one_number_added_to_each(monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_columns.one_draw() == pytest.approx(-0.738138, abs=1e-6)
    another = dict(two_columns.PRINTED)
    another[23, "Never-married"] *= 1 + 1e-9
    monkeypatch.setattr(two_columns, "PRINTED", another)
    with pytest.raises(ValueError, match="not those of counts with one number"):
        two_columns.one_draw()


def test_noise_drawn_from_a_seed_has_the_law_of_the_mechanism() -> None:
    noise = GeometricMechanism(epsilon="0.5", sensitivity=1)
    many = 200_000
    drawn = two_sided(noise.scale, many, SeededEntropy(0))
    ratio = math.exp(-1 / noise.scale)
    for value in range(-4, 5):
        chance = (1 - ratio) / (1 + ratio) * ratio ** abs(value)
        # The false-alarm rate is 9 times 2 in 1e9.
        assert abs((drawn == value).mean() - chance) < 6 * math.sqrt(chance * (1 - chance) / many)
    assert drawn.var() == pytest.approx(noise.variance(), rel=0.05)


def test_each_cell_gets_noise_of_its_own() -> None:
    domain, counts = counted("education", "occupation")
    tables = with_epsilon(domain, [["education", "occupation"]], "1")
    noise = released(tables, counts, SeededEntropy(1)).values[0] - counts.of((0, 1))
    assert len(set(noise.ravel().tolist())) > 5


@pytest.mark.parametrize("times", [1, 2, 3, 7])
def test_the_chance_that_a_mean_is_near_is_that_of_the_noises_added_up(times: int) -> None:
    noise = GeometricMechanism(epsilon="1", sensitivity=1)
    ratio, reach = math.exp(-1 / noise.scale), 60
    probabilities = np.array([(1 - ratio) / (1 + ratio) * ratio ** abs(value) for value in range(-reach, reach + 1)])
    law = probabilities
    for _ in range(times - 1):
        law = np.convolve(law, probabilities)
    middle = len(law) // 2
    near = sum(law[middle + at] for at in range(-middle, middle + 1) if abs(Fraction(at, times)) < Fraction(1, 2))
    assert within_half("1", times) == pytest.approx(near, abs=1e-12)


def test_what_is_reported_of_repeated_answers_is_met_within_a_handful_of_runs() -> None:
    for (epsilon, times), words in REPORTED.items():
        chance = 1.0 if words == "certain" else float(words.split()[0]) / 100
        assert within_half(epsilon, times) == pytest.approx(chance, abs=0.005)


def test_the_published_choices_are_those_of_scores_divided_by_a_thousand() -> None:
    expected = np.array(most_common.chances(most_common.DIVIDED_BY)) * most_common.RUNS
    assert expected.sum() == pytest.approx(most_common.RUNS)
    off = (np.array(most_common.CHOSEN) - expected) ** 2 / expected
    assert off[:3].sum() < 13.8  # One in a thousand sums of 3 squares exceeds this.
    assert most_common.chances(1)[0] > 1 - 1e-15


def test_more_epsilon_brings_a_table_nearer_and_columns_alone_stay_where_they_are() -> None:
    names = ("education", "occupation")
    little, more, most = (more_columns.errors(names, epsilon) for epsilon in ("0.03", "0.3", "10"))
    assert little["clipped"] > more["clipped"] > most["clipped"]
    assert most["clipped"] < 0.001
    assert most["each column alone"] > 0.2
