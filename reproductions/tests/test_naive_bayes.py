"""These tests cover naive Bayes on public data: who is asked, who is foretold, and who spends what."""

import numpy as np
import pytest

from reproductions.naive_bayes import continuous, discrete
from reproductions.naive_bayes.people import UNITS, rounds


def test_the_largest_class_of_connect_4_is_what_was_reported_of_the_smallest_epsilon() -> None:
    people = discrete.people_of("connect-4")
    assert (len(people.labels), len(people.many), people.classes) == (67_557, 42, 3)
    assert 0.65 < people.usual < 0.66


@pytest.mark.parametrize(("name", "features"), [("car", 6), ("chess", 36), ("mushroom", 21)])
def test_features_are_told_apart_by_all_values_they_have(name: str, features: int) -> None:
    people = discrete.people_of(name)
    assert len(people.many) == features
    assert (people.values.max(axis=0) + 1 == people.many).all()


def test_four_fifths_are_asked_and_others_in_every_repetition() -> None:
    people = continuous.people_of("diabetes")
    first, second = (repetition.training for repetition in rounds(people, 2))
    assert first.sum() == second.sum() == 615
    assert (first != second).any()
    again = next(rounds(people, 1)).training
    np.testing.assert_array_equal(first, again)


def test_who_lacks_a_value_is_left_out() -> None:
    assert len(continuous.people_of("australian").labels) == 686
    assert len(continuous.people_of("diabetes").labels) == 768


def test_one_person_in_six_tells_a_feature_of_a_car_or_all_tell_all() -> None:
    people = discrete.people_of("car")
    repetition = next(rounds(people, 1))
    mechanism = discrete.joint_answers(people, "DE", "1")
    assert sum(discrete.counted(mechanism, people, repetition).reports) == repetition.training.sum()
    assert set(discrete.of_every_feature(mechanism, people, repetition).reports) == {repetition.training.sum()}


def test_axes_of_a_public_fifth_do_not_look_at_who_is_asked() -> None:
    people = continuous.people_of("diabetes")
    public, laid_out = continuous.axes_of_a_public_fifth(people.labels, people.values)
    without = np.where(public[:, None], people.values, 0)
    _, without_them = continuous.axes_of_a_public_fifth(np.where(public, people.labels, 0), without)
    assert public.sum() == 154
    np.testing.assert_array_equal(laid_out(people.values), without_them(people.values))
    assert laid_out(people.values * 100).max() == UNITS
