"""Perturbed reports taken along: opened by others, and turned back into the numbers of the results page."""

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pandas
import pyreadstat
import pytest

from datahub.accounts.models import Person
from mechanisms import catalogue
from mechanisms.ldp.one_answer.choice import Choice
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection
from surveys.files.codebook import WATERMARK
from surveys.models import Report, Version
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_report, a_version, leave_out, question, send, work

pytestmark = pytest.mark.django_db(transaction=True)

SEVERAL = question("q4", options=COLOURS) | {
    "type": "multiple_choice",
    "options": [option | {"exclusive": False} for option in COLOURS],
    "most_choices": None,
}
ROWS = question("q5", options=COLOURS[:3], may_skip=False) | {
    "type": "matrix",
    "rows": [{"id": "r1", "label": "=At home"}, {"id": "r2", "label": "At work"}],
}
EVERY_KIND: dict[str, Any] = {
    "questions": [
        question(),
        question("q2", options=COLOURS[:3], may_skip=False),
        question("q3", options=[{"id": f"o{place}", "label": f"Option {place}"} for place in range(30)]),
        SEVERAL,
        {name: value for name, value in ROWS.items() if name != "shuffle"},
    ],
    "pairs": [["q1", "q2"]],
    "levels": [{"epsilon": "0.5"}, {"epsilon": "1.1"}],
}


def gathered(ana: Person, *, first_level: int = 40, count: int = 90, pairs: list[list[str]] | None = None) -> Version:
    version = a_version(ana, **EVERY_KIND | ({} if pairs is None else {"pairs": pairs}))
    for number in range(count):
        report = a_report(version, level=int(number >= first_level), key=number.to_bytes(16, "big"))
        assert send(report).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def taken(ana: Person, version: Version, form: str) -> bytes:
    path = f"surveys/{version.survey_id}/results/export/"
    answer = Visitor(ana).get(path, **{"as": form, "what": "reports"})
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def unpacked(raw: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(raw)) as whole:
        whole.extractall(folder)
    return folder


def shares(path: Path) -> dict[tuple[str, str], tuple[float, float]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {
            (row["question"], row["answer"]): (float(row["share"]), float(row["standard_error"]))
            for row in csv.DictReader(file)
        }


def of_the_api(ana: Person, version: Version) -> dict[tuple[str, str], tuple[float, float]]:
    shown = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()
    return {
        (question["id"], answer["id"]): (answer["share"], answer["standard_error"])
        for question in shown["questions"]
        for answer in question["estimates"]["answers"]
    }


def same(
    estimates: dict[tuple[str, str], tuple[float, float]], expected: dict[tuple[str, str], tuple[float, float]]
) -> None:
    assert estimates.keys() == expected.keys()
    for key, numbers in expected.items():
        assert estimates[key] == pytest.approx(numbers, rel=1e-9, abs=1e-9)


def test_the_python_script_finds_the_estimates_of_the_api(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    subprocess.run([sys.executable, "debias.py"], cwd=folder, check=True)
    estimates = of_the_api(ana, version)
    assert len(estimates) == 3 + 3 + 31 + 5 + 2 * 3
    same(shares(folder / "estimates.csv"), estimates)
    same(shares(folder / "expected.csv"), estimates)


@pytest.mark.parametrize("script", [sys.executable, pytest.param("Rscript", marks=pytest.mark.real)])
def test_the_scripts_find_the_estimates_of_sets_too(
    ana: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    """The sets belong to a pair: one set supports two answers of a group less often than bits do."""
    choose = catalogue.choose

    def by_subsets(answers: int, epsilon: Decimal | str) -> Choice:
        return replace(choose(answers, epsilon), mechanism=SubsetSelection(answers=answers, epsilon=epsilon))

    monkeypatch.setattr(catalogue, "choose", by_subsets)
    version = gathered(ana)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    assert "subset-selection" in (folder / "mechanisms.csv").read_text()
    program = shutil.which(script)
    assert program, "r-base-core is not installed; .ci/run installs it"
    subprocess.run([program, "debias.R" if script == "Rscript" else "debias.py"], cwd=folder, check=True)
    same(shares(folder / "estimates.csv"), of_the_api(ana, version))


@pytest.mark.real
@pytest.mark.parametrize("pairs", [[["q1", "q2"]], []], ids=["a pair", "no pair"])
def test_the_r_script_finds_the_estimates_of_the_api(ana: Person, tmp_path: Path, pairs: list[list[str]]) -> None:
    version = gathered(ana, pairs=pairs)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    rscript = shutil.which("Rscript")
    assert rscript, "r-base-core is not installed; .ci/run installs it"
    subprocess.run([rscript, "debias.R"], cwd=folder, check=True)
    same(shares(folder / "estimates.csv"), of_the_api(ana, version))


def test_no_file_keeps_the_rows_of_two_fields_together(ana: Person, tmp_path: Path) -> None:
    """Each file is sorted by its own values, so the order of rows does not depend on the order of arrival."""
    version = gathered(ana)
    before = taken(ana, version, "csv")
    folder = unpacked(before, tmp_path)
    files = sorted((folder / "reports").iterdir())
    assert len(files) == 5 * 2
    for file in files:
        rows = pandas.read_csv(file).to_numpy().tolist()
        assert rows == sorted(rows)
    kept = list(Report.objects.all())
    Report.objects.all().delete()
    for place, report in enumerate(reversed(kept)):
        report.pk = f"00000000-0000-4000-8000-{place:012d}"
    Report.objects.bulk_create(kept)
    assert taken(ana, version, "csv") == before


def test_every_file_says_that_it_is_not_to_be_tabulated(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana)
    folder = unpacked(taken(ana, version, "csv"), tmp_path / "csv")
    assert WATERMARK in (folder / "README.txt").read_text()
    assert all("perturbed" in file.name for file in (folder / "reports").iterdir())
    assert all(file.read_text(encoding="utf-8-sig").startswith("perturbed_") for file in (folder / "reports").iterdir())
    for form in ("sav", "parquet"):
        unpacked(taken(ana, version, form), tmp_path / form)
    _, meta = pyreadstat.read_sav(tmp_path / "sav" / "reports" / "b1-level0-perturbed.sav")
    assert " ".join(meta.notes) == WATERMARK
    book = openpyxl.load_workbook(io.BytesIO(taken(ana, version, "xlsx")))
    assert book["read me"]["A2"].value == WATERMARK
    assert "b1-level0-perturbed" in book.sheetnames


def test_every_form_holds_the_same_reports(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana)
    for form in ("csv", "sav", "parquet"):
        unpacked(taken(ana, version, form), tmp_path / form)
    book = pandas.read_excel(io.BytesIO(taken(ana, version, "xlsx")), sheet_name=None)
    for file in (tmp_path / "csv" / "reports").iterdir():
        rows = pandas.read_csv(file).to_numpy().tolist()
        spss, _ = pyreadstat.read_sav((tmp_path / "sav" / "reports" / file.name).with_suffix(".sav"))
        parquet = pandas.read_parquet((tmp_path / "parquet" / "reports" / file.name).with_suffix(".parquet"))
        assert spss.to_numpy().tolist() == parquet.to_numpy().tolist() == book[file.stem].to_numpy().tolist() == rows


def test_the_codebook_says_what_each_code_is_and_how_it_was_perturbed(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    whole = json.loads((folder / "codebook.json").read_text())
    assert whole["version"]["hash"] == version.hash
    pair = [row for row in whole["codebook"] if row["field"] == "b1"]
    assert [(row["code"], row["first_answer"], row["second_answer"]) for row in pair][:4] == [
        (1, "yes", "red"), (2, "yes", "green"), (3, "yes", "blue"), (4, "no", "red"),
    ]  # fmt: skip
    for row in whole["mechanisms"]:
        numerator, denominator = map(int, row["p_exact"].split("/"))
        assert row["p"] == numerator / denominator
        assert row["reports"] in (40, 50)
    assert "'=At home" in (folder / "questions.csv").read_text()


def test_reports_of_a_level_that_few_chose_are_in_no_file(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana, first_level=19, count=60)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    whole = json.loads((folder / "codebook.json").read_text())
    assert [level["reports"] for level in whole["levels"]] == [0, 41]
    assert {row["reports"] for row in whole["mechanisms"]} == {41}
    assert {path.name.split("-")[1] for path in (folder / "reports").iterdir()} == {"level1"}
    subprocess.run([sys.executable, "debias.py"], cwd=folder, check=True)
    same(shares(folder / "estimates.csv"), of_the_api(ana, version))
    assert Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["left_out"] == 19
    path = f"surveys/{version.survey_id}/results/export/"
    assert Visitor(ana).get(path, **{"what": "reports", "as": "json"}).status_code == 400


def test_the_last_few_reports_of_a_level_that_many_chose_are_in_no_file(ana: Person) -> None:
    """The left-out reports are in no estimate; a file with them would reveal them by comparison."""
    version = gathered(ana)
    before = taken(ana, version, "csv")
    leave_out(version, 3)
    assert taken(ana, version, "csv") == before


def test_no_reports_of_fewer_than_twenty_are_given_out(ana: Person) -> None:
    version = gathered(ana, first_level=10, count=19)
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/results/export/", what="reports")
    assert answer.json()["code"] == "no_results"
