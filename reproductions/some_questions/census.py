"""Nine columns of Adult are cut into questions of three answers each, to which everybody has a true answer."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from reproductions.some_questions.planned import question
from surveys.demonstration.people import People
from tests.adult.rows import Cell, columns, rows

Integers = NDArray[np.int64]
Cut = Callable[[Cell], int]


def thresholds(second: int, third: int) -> Cut:
    """Returns a cut of a number in three: below `second`, below `third`, and the rest."""
    return lambda cell: int(int(cell or 0) >= second) + int(int(cell or 0) >= third)


def groups(first: str, second: str) -> Cut:
    """Returns a cut of words in three: those named first, those named second, and all others with the missing ones."""
    place: Mapping[Cell, int] = {**dict.fromkeys(first.split(), 0), **dict.fromkeys(second.split(), 1)}
    return lambda cell: place.get(cell, 2)


QUESTIONS: tuple[tuple[str, str, tuple[str, str, str], Cut], ...] = (
    ("age", "How old are you?", ("under 30", "30 to 49", "50 and over"), thresholds(30, 50)),
    (
        "hours-per-week",
        "How many hours a week do you work?",
        ("under 40", "40", "more than 40"),
        thresholds(40, 41),
    ),
    (
        "education-num",
        "Which school have you finished?",
        ("high school or less", "some college", "bachelor or more"),
        thresholds(10, 13),
    ),
    (
        "workclass",
        "Whom do you work for?",
        ("a company", "the state", "oneself, or not stated"),
        groups("Private", "Federal-gov Local-gov State-gov"),
    ),
    (
        "marital-status",
        "Are you married?",
        ("married", "never", "no longer, or apart"),
        groups("Married-civ-spouse Married-AF-spouse", "Never-married"),
    ),
    (
        "relationship",
        "Who are you at home?",
        ("husband or wife", "a child", "another"),
        groups("Husband Wife", "Own-child"),
    ),
    (
        "occupation",
        "What kind of work do you do?",
        ("office or profession", "craft, machines, transport", "service, or not stated"),
        groups(
            "Adm-clerical Exec-managerial Prof-specialty Sales Tech-support",
            "Craft-repair Farming-fishing Handlers-cleaners Machine-op-inspct Transport-moving",
        ),
    ),
    ("race", "Which group do you belong to?", ("White", "Black", "another"), groups("White", "Black")),
    (
        "capital-gain",
        "What did you gain by selling this year?",
        ("nothing", "below 5 000 dollars", "more"),
        thresholds(1, 5000),
    ),
)


def questions() -> list[dict[str, Any]]:
    """The nine questions that a draft has."""
    return [question(id_of(column), text, labels) for column, text, labels, _ in QUESTIONS]


def id_of(column: str) -> str:
    return column.replace("-", "_")


@cache
def everybody() -> People:
    """All 48 842 people; `answers` are indices of the three answers."""
    return People(
        {
            id_of(column): np.array([cut(row[columns().index(column)]) for row in rows()], dtype=np.int64)
            for column, _, _, cut in QUESTIONS
        }
    )


def true_shares() -> NDArray[np.float64]:
    """The share of each answer among everybody: [questions, 3]."""
    return np.array([np.bincount(column, minlength=3) / len(column) for column in everybody().answers.values()])


def some(count: int, entropy: Entropy) -> People:
    """Returns a number of different people, drawn at random in random order."""
    places = np.argsort(entropy.words(len(everybody())), kind="stable")[:count]
    return People({id: column[places] for id, column in everybody().answers.items()})
