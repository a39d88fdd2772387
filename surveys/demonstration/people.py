"""Real people of a census answer the demonstration's questions with their true values."""

import csv
import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from surveys.drafts.questionnaire import empty_draft

SOURCE = Path(__file__).with_name("adult.csv.gz")
EVERYBODY = 48_842
TRAINING = 32_561
MISSING = "?"

EDUCATION = (
    ("preschool", "Preschool"), ("grades_1_4", "1st-4th"), ("grades_5_6", "5th-6th"), ("grades_7_8", "7th-8th"),
    ("grade_9", "9th"), ("grade_10", "10th"), ("grade_11", "11th"), ("grade_12", "12th"), ("high_school", "HS-grad"),
    ("some_college", "Some-college"), ("associate_vocational", "Assoc-voc"), ("associate_academic", "Assoc-acdm"),
    ("bachelor", "Bachelors"), ("master", "Masters"), ("professional_school", "Prof-school"),
    ("doctorate", "Doctorate"),
)  # fmt: skip
EDUCATION_LABELS = (
    "Preschool", "Grades 1 to 4", "Grades 5 and 6", "Grades 7 and 8", "Grade 9", "Grade 10", "Grade 11", "Grade 12",
    "High school", "Some college", "Associate degree, vocational", "Associate degree, academic", "Bachelor's degree",
    "Master's degree", "Professional school", "Doctorate",
)  # fmt: skip
OCCUPATION = (
    ("office", "Adm-clerical", "Office and clerical work"),
    ("armed_forces", "Armed-Forces", "Armed forces"),
    ("craft", "Craft-repair", "Craft and repair"),
    ("management", "Exec-managerial", "Management"),
    ("farming", "Farming-fishing", "Farming and fishing"),
    ("cleaning", "Handlers-cleaners", "Moving goods and cleaning"),
    ("machines", "Machine-op-inspct", "Running or checking machines"),
    ("other_service", "Other-service", "Other service"),
    ("private_households", "Priv-house-serv", "Work in private households"),
    ("profession", "Prof-specialty", "Professional speciality"),
    ("protection", "Protective-serv", "Protective service"),
    ("sales", "Sales", "Sales"),
    ("technical_support", "Tech-support", "Technical support"),
    ("transport", "Transport-moving", "Transport"),
)
RACE = (
    ("american_indian", "Amer-Indian-Eskimo", "American Indian or Eskimo"),
    ("asian", "Asian-Pac-Islander", "Asian or Pacific Islander"),
    ("black", "Black", "Black"),
    ("other", "Other", "Other"),
    ("white", "White", "White"),
)


@dataclass(frozen=True)
class People:
    """These are the people of the demonstration. `answers[question id]` holds an answer index for each person; the last
    index is *prefer not to say*."""

    answers: dict[str, NDArray[np.int64]]

    def __len__(self) -> int:
        return len(next(iter(self.answers.values())))

    def part(self, start: int, stop: int) -> "People":
        return People({question: column[start:stop] for question, column in self.answers.items()})


def questionnaire() -> dict[str, object]:
    return empty_draft() | {
        "title": "Work and learning, 1994",
        "description": "A demonstration: census people of 1994 answer through simulated phones. Add your own answer.",
        "questions": [
            _question("over_50", "yes_no", "Are you over 50?", (("yes", "Yes"), ("no", "No"))),
            _question("occupation", "single_choice", "What kind of work do you do?", _labels(OCCUPATION)),
            _question(
                "race", "single_choice", "Which of these groups of the 1994 census do you belong to?", _labels(RACE)
            ),
            _question(
                "education",
                "single_choice",
                "What is the highest level of education you have finished?",
                tuple((name, label) for (name, _), label in zip(EDUCATION, EDUCATION_LABELS, strict=True)),
            ),
        ],
        "aim": {"people": 30_000, "half_width": "0.03"},
    }


@cache
def everybody() -> People:
    """Returns all 48 842 people in the order of the source; the first 32 561 are its training part."""
    with gzip.open(SOURCE, "rt", encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    if len(rows) != EVERYBODY:
        raise ValueError(f"{SOURCE.name} holds {len(rows)} people; {EVERYBODY} were shipped")
    return People(
        {
            "over_50": np.array([0 if int(row["age"]) > 50 else 1 for row in rows]),
            "occupation": _column([row["occupation"] for row in rows], [name for _, name, _ in OCCUPATION]),
            "race": _column([row["race"] for row in rows], [name for _, name, _ in RACE]),
            "education": _column([row["education"] for row in rows], [name for _, name in EDUCATION]),
        }
    )


def true_shares(people: People) -> dict[str, list[float]]:
    """Returns the share of each answer among these people, *prefer not to say* last."""
    domains = {"over_50": 3, "occupation": len(OCCUPATION) + 1, "race": len(RACE) + 1, "education": len(EDUCATION) + 1}
    return {
        question: (np.bincount(people.answers[question], minlength=answers) / len(people)).tolist()
        for question, answers in domains.items()
    }


def _column(values: list[str], domain: list[str]) -> NDArray[np.int64]:
    index = {name: position for position, name in enumerate(domain)} | {MISSING: len(domain)}
    return np.array([index[value] for value in values])


def _labels(rows: tuple[tuple[str, str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, label) for name, _, label in rows)


def _question(name: str, kind: str, text: str, options: tuple[tuple[str, str], ...]) -> dict[str, object]:
    question: dict[str, object] = {
        "id": name,
        "type": kind,
        "text": text,
        "help": "",
        "show_if": "",
        "options": [{"id": option, "label": label} for option, label in options],
        "may_skip": True,
    }
    return question if kind == "yes_no" else question | {"shuffle": False}
