"""These tests cover the questions to Adult: the people are those of the publication, and what the pages claim of its
code is exact."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reproductions.adult import age, occupation, over_fifty
from reproductions.adult.people import cells
from reproductions.adult.race import REPORTED
from reproductions.sixteen_and_four import KEPT, MEN, WOMEN, law_of_reports


def test_the_people_are_those_of_the_publication() -> None:
    ages = [int(cell or 0) for cell in cells("age")]
    races = [str(cell) for cell in cells("race")]
    assert (len(ages), sum(age > 50 for age in ages)) == (32_561, 6_460)
    assert [races.count(race) for race in sorted(set(races))] == [311, 1_039, 3_124, 271, 27_816]
    assert sum(REPORTED) == pytest.approx(len(races), abs=200)


def test_two_coins_are_worth_what_is_reported() -> None:
    assert over_fifty.two_coins(Fraction(1, 2)) == 3
    assert over_fifty.two_coins(Fraction(4, 5)) == 21


def test_the_published_code_never_reports_the_answer_before_the_true_one() -> None:
    channel = occupation.published_channel(14, 5)
    assert [sum(row) for row in channel] == pytest.approx([1] * 14)
    assert all(channel[truth][(truth - 1) % 14] == 0 for truth in range(14))
    assert math.isinf(occupation.worst_log_ratio(channel))


def test_its_formula_keeps_epsilon_and_so_does_our_channel() -> None:
    assert occupation.worst_log_ratio(occupation.intended_channel(14, 5)) == pytest.approx(5)
    _, poll = occupation.occupation_poll()
    laws = [poll.oracle.report_probabilities(answer) for answer in range(14)]
    ours = [[float(law[report]) for report in range(14)] for law in laws]
    assert ours == pytest.approx(np.array(occupation.intended_channel(14, 5)), abs=1e-9)
    assert occupation.worst_log_ratio(ours) <= 5


def test_the_published_reports_are_those_of_the_code_rather_than_of_its_formula() -> None:
    _, poll = occupation.occupation_poll()
    truth = poll.truth.tolist()
    squares = {}
    for name, channel in (
        ("code", occupation.published_channel(14, 5)),
        ("formula", occupation.intended_channel(14, 5)),
    ):
        off = [occupation.deviation(channel, truth, at, run[at]) for run in occupation.NOTEBOOKS for at in range(14)]
        squares[name] = sum(difference**2 for difference in off)
    assert squares["code"] < 41 < squares["formula"]  # One in twenty sums of 28 squares exceeds 41.


def test_no_threshold_is_better_than_the_one_that_the_library_takes() -> None:
    for epsilon in ("1", "2", "5"):
        best = age.closed_form(age.thresholding(None, epsilon), 1000)
        assert all(best <= age.closed_form(age.thresholding(theta, epsilon), 1000) for theta in age.THETAS)


def test_the_law_of_reports_of_twenty_people_adds_up() -> None:
    law = law_of_reports()
    assert sum(law) == 1
    assert sum(told * chance for told, chance in enumerate(law)) == MEN * KEPT + WOMEN * (1 - KEPT)
