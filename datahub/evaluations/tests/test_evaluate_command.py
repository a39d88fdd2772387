"""`manage.py evaluate` writes figures to standard output, progress to standard error, and refuses nonsense."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.advice.evaluation import evaluate, harmonic, people_of
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection

SMALL = ("--answers", "4", "--people", "200", "--repetitions", "5", "--seed", "3")


def told(*words: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("evaluate", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_line_of_json_is_what_the_library_finds() -> None:
    out, _ = told("subset-selection", "--epsilon", "1", *SMALL, "--as", "jsonl")
    row = json.loads(out)
    oracle = SubsetSelection(answers=4, epsilon="1")
    alone = evaluate(oracle, people_of(harmonic(4), 200), repetitions=5, entropy=SeededEntropy(3))
    assert row["mean_squared_error"] == alone.survey_errors.mean()
    assert row["mean_squared_error_low"] < row["mean_squared_error"] < row["mean_squared_error_high"]
    assert (row["mechanism"], row["epsilon"], row["people"], row["report_bytes"]) == ("subset-selection", "1", 200, 1)
    assert float(row["epsilon_spent"]) <= 1


def test_the_same_seed_gives_the_same_figures() -> None:
    assert told("hadamard-response", *SMALL)[0] == told("hadamard-response", *SMALL)[0]


def test_every_form_has_a_line_for_each_mechanism_and_epsilon() -> None:
    words = ("hadamard-response", "subset-selection", "--epsilon", "1,2", *SMALL)
    lines = list(csv.DictReader(StringIO(told(*words, "--as", "csv")[0])))
    assert [(line["mechanism"], line["epsilon"]) for line in lines] == [
        ("hadamard-response", "1"),
        ("subset-selection", "1"),
        ("hadamard-response", "2"),
        ("subset-selection", "2"),
    ]
    assert len(told(*words, "--as", "jsonl")[0].splitlines()) == 4
    table = told(*words)[0].splitlines()
    assert " ".join(table[0].split()) == "mechanism epsilon bytes error from to closed form rank bias"
    assert len(table) == 6
    assert sum(" * " in line for line in table[1:-1]) == 2  # each epsilon has one best mechanism


def test_says_what_a_mechanism_refuses_and_goes_on() -> None:
    out, err = told("randomized-response", "hadamard-response", "--epsilon", "1", *SMALL)
    assert "randomized-response at epsilon 1: answers is 4; randomised response takes exactly 2." in out
    assert err.splitlines()[0] == "200 people, 4 answers, seed 3"
    assert err.splitlines()[-1] == "5 of 5 surveys"


def test_counts_a_column_of_a_public_file(tmp_path: Path) -> None:
    file = tmp_path / "towns.csv"
    file.write_text("town\n" + "Bern\n" * 30 + "Basel\n" * 10 + "\n", encoding="utf-8")
    words = (
        "hadamard-response",
        "--column",
        str(file),
        "town",
        "--repetitions",
        "5",
        "--as",
        "jsonl",
        "--epsilon",
        "1",
    )
    out, err = told(*words)
    assert json.loads(out)["people"] == 40
    assert "40 people, 2 answers" in err


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("no-such",), "'no-such' is no mechanism"),
        (("--epsilon", "1,,2"), "The epsilon '' is no decimal number"),
        (("--epsilon", "-1"), "The epsilon '-1' is no decimal number"),
        (("--population", "adult.age", "--answers", "4"), "adult.age has 74 answers"),
        (("--population", "nobody"), "'nobody' is not known here"),
        (("--column", "/no/such.csv", "town"), "cannot be read as CSV"),
        (("--people", "1000000", "--answers", "1000"), "is more than 20000000"),
    ],
)
def test_refuses_nonsense_in_words(words: tuple[str, ...], fault: str) -> None:
    with pytest.raises(CommandError) as refusal:
        told(*words)
    assert fault in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "more", "fault"),
    [
        ("town\nBern\n", (), "has 1 different values"),
        ("city\nBern\n", (), "has no column 'town'; it has city"),
        ("town\nBern\nBasel\n", ("--people", "9"), "leave out both numbers"),
    ],
)
def test_refuses_a_column_that_is_none(tmp_path: Path, text: str, more: tuple[str, ...], fault: Any) -> None:
    file = tmp_path / "towns.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as refusal:
        told("--column", str(file), "town", *more)
    assert fault in str(refusal.value)
