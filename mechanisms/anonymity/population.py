"""This module is about the population that a table is a sample of, as counts: k-map and delta-presence ask how many
people fit a class."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.anonymity.classes import Classes, Integers, unchecked
from mechanisms.anonymity.counting import counts_of, distinct
from mechanisms.anonymity.hierarchy import Hierarchy


@dataclass(frozen=True, kw_only=True, eq=False)
class Population:
    """This is a population, counted. `tuples[tuple, column]` are different combinations of leaves, `people[tuple]` how
    many people have each."""

    tuples: Integers
    people: Integers

    def total(self) -> int:
        return int(self.people.sum())

    def in_boxes(self, hierarchies: Sequence[Hierarchy], levels: Integers, leaves: Integers) -> Integers:
        """Returns how many people each box ([boxes, columns] each) covers. Who is covered by two boxes counts in
        both."""
        box_people = np.zeros(len(levels), np.int64)
        combinations, of_box = distinct(levels)
        for number, combination in enumerate(combinations.tolist()):
            boxes = np.flatnonzero(of_box == number)
            rising = [tree.nodes[level] for tree, level in zip(hierarchies, combination, strict=True)]
            box_codes = [
                np.stack([nodes[codes[:, at]] for at, nodes in enumerate(rising)], axis=1)
                for codes in (leaves[boxes], self.tuples)
            ]
            _, place = distinct(np.concatenate(box_codes))
            people = np.zeros(int(place.max()) + 1, np.int64)
            np.add.at(people, place[len(boxes) :], self.people)
            box_people[boxes] = people[place[: len(boxes)]]
        return box_people


def population_of(codes: Integers, times: Integers | None = None) -> Population:
    """Counts a population. `codes[person, column]` are leaves of the same hierarchies as those of the table; `times` is
    how many people each row stands for, 1 if it is left out."""
    tuples, of_person = distinct(codes)
    return Population(tuples=tuples, people=counts_of(of_person, times, len(tuples)))


def among(people: Integers, classes: Classes) -> Classes:
    """Returns the same classes, with how many people fit each. A population without strangers has as many as rows, or
    more."""
    return unchecked(classes.sizes, classes.sensitive, people)


def refuse_strangers(tuples: Integers, rows: Integers, population: Population) -> None:
    """Refuses a population that cannot hold the people of the table. Errors: ValueError, without a value, where rows of
    the table cannot be about people of the population.

    Everybody in the table is one of the people, so each combination of values has at least as many people as rows.
    """
    if int(rows.sum()) > population.total():
        raise ValueError(
            f"the population has {population.total()} people and the table {int(rows.sum())} rows; it must hold "
            "everybody whom the rows are about"
        )
    _, place = distinct(np.concatenate([tuples, population.tuples]))
    people = np.zeros(int(place.max()) + 1, np.int64)
    np.add.at(people, place[len(tuples) :], population.people)
    strangers = int(np.maximum(rows - people[place[: len(tuples)]], 0).sum())
    if strangers:
        raise ValueError(
            f"{strangers} rows have quasi-identifying values that too few people of the population have; it must hold "
            "everybody whom the rows are about"
        )
