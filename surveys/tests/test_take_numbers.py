"""Means of numbers taken along: as rows of a table, and as perturbed reports that scripts turn into them again."""

import csv
import io
import shutil
import subprocess
import sys
from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

import openpyxl
import pandas
import pyreadstat
import pytest

from datahub.accounts.models import Person
from surveys.files.report.contents import figure
from surveys.models import Version
from surveys.rules.vectors.samples import HOURS, YES_NO
from surveys.services.close import close
from surveys.tests.door import Visitor
from surveys.tests.house import a_report, a_version, send, work
from surveys.tests.test_take_reports import of_the_api, same, shares, taken, unpacked

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = [{"epsilon": "0.5"}, {"epsilon": "2"}]
SCRIPTS = [sys.executable, pytest.param("Rscript", marks=pytest.mark.real)]


def gathered(ana: Person, *items: dict[str, Any]) -> Version:
    version = a_version(ana, questions=deepcopy(list(items)), levels=LEVELS)
    for number in range(90):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(4, "big") * 4)).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def estimates(ana: Person, version: Version, form: str) -> bytes:
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/results/export/", **{"as": form})
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def mean_of(ana: Person, version: Version) -> dict[str, Any]:
    found: dict[str, Any] = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["numbers"][0]
    return found


def means(path: Path) -> dict[str, tuple[float, float]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["question"]: (float(row["mean"]), float(row["standard_error"])) for row in csv.DictReader(file)}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("items", [[YES_NO, HOURS], [HOURS]], ids=["beside shares", "alone"])
def test_the_scripts_find_the_means_of_the_api(
    ana: Person, tmp_path: Path, script: str, items: list[dict[str, Any]]
) -> None:
    version = gathered(ana, *items)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    program = shutil.which(script)
    assert program, "r-base-core is not installed; .ci/run installs it"
    subprocess.run([program, "debias.R" if script == "Rscript" else "debias.py"], cwd=folder, check=True)
    mean = mean_of(ana, version)["estimates"]["mean"]
    for name in ("means", "expected_means"):
        assert means(folder / f"{name}.csv")["q5"] == pytest.approx((mean["value"], mean["standard_error"]), rel=1e-9)
    if len(items) == 2:
        same(shares(folder / "estimates.csv"), of_the_api(ana, version))


def test_a_file_of_a_number_has_each_report_beside_its_reading_in_no_order_of_people(
    ana: Person, tmp_path: Path
) -> None:
    version = gathered(ana, YES_NO, HOURS)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    frame = pandas.read_csv(folder / "reports" / "b2-level0-perturbed.csv")
    assert frame["perturbed_report"].tolist() == sorted(frame["perturbed_report"])
    assert set(frame["perturbed_report"]) <= {0, 1}
    assert frame["perturbed_reading"].nunique() == 2
    assert frame["perturbed_reading"].min() < 0 < 60 < frame["perturbed_reading"].max()
    mechanisms = pandas.read_csv(folder / "mechanisms.csv").set_index("file")
    assert mechanisms.loc["b2-level0-perturbed", "kind"] == "number"
    assert pandas.isna(mechanisms.loc["b2-level0-perturbed", "p"])
    assert pandas.isna(mechanisms.loc["b1-level0-perturbed", "noise"])


@pytest.mark.parametrize("form", ["parquet", "sav", "xlsx"])
def test_reports_on_numbers_are_written_in_every_form(ana: Person, form: str) -> None:
    assert taken(ana, gathered(ana, YES_NO, HOURS), form)


def test_a_row_of_a_mean_can_be_read_alone_and_is_no_share(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana, YES_NO, HOURS)
    mean = mean_of(ana, version)["estimates"]["mean"]
    (tmp_path / "e.sav").write_bytes(estimates(ana, version, "sav"))
    frames = [
        pandas.read_csv(io.BytesIO(estimates(ana, version, "csv"))),
        pandas.read_parquet(io.BytesIO(estimates(ana, version, "parquet"))),
        pyreadstat.read_sav(tmp_path / "e.sav")[0],
    ]
    for frame in frames:
        row = frame[(frame["question"] == "q5") & (frame["estimate"] == "share-pooled")].iloc[0]
        assert (row["answer"], row["number_unit"], row["n"]) == ("mean", "hours", 90)
        assert row["answer_label"] == "Mean (hours, from 0 to 60; a number beyond counted as the bound)"
        assert row["mean"] == pytest.approx(mean["value"])
        assert (row["low_95"], row["high_95"]) == pytest.approx(mean["intervals"]["95"])
        assert pandas.isna(row["share"])
        assert pandas.isna(row["consistent_share"])
        assert frame[frame["question"] == "q1"]["mean"].isna().all()
        assert frame[frame["question"] == "q5"]["estimate"].tolist() == [
            "share-pooled", "inverse-variance", "by-level", "by-level",
        ]  # fmt: skip
    sheet = openpyxl.load_workbook(io.BytesIO(estimates(ana, version, "xlsx")))["estimates"]
    assert [cell.value for cell in sheet[1]] == list(frames[0].columns)


def test_a_file_of_a_survey_without_numbers_has_the_columns_it_had(ana: Person) -> None:
    frame = pandas.read_csv(io.BytesIO(estimates(ana, gathered(ana, YES_NO), "csv")))
    assert {"mean", "number_unit"}.isdisjoint(frame.columns)


@pytest.mark.parametrize("items", [[YES_NO, HOURS], [HOURS]], ids=["beside shares", "alone"])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Mean: ", "from 0 to 60 hours", "one beyond counted as the bound", "Duchi's mechanism", "Means ")),
        ("zh-CN", ("平均值：", "超出范围的数按边界计", "Duchi 机制")),
    ],
)
def test_a_printed_report_says_the_mean_its_interval_and_its_bounds(
    ana: Person, items: list[dict[str, Any]], language: str, said: tuple[str, ...]
) -> None:
    version = gathered(ana, *items)
    mean = mean_of(ana, version)["estimates"]["mean"]
    path = f"surveys/{version.survey_id}/results/report/"
    text = unescape(Visitor(ana).get(path, **{"as": "html", "language": language}).content.decode())
    assert [one for one in said if one not in text] == []
    low, high = mean["intervals"]["95"]
    assert f"{figure(low, (high - low) / 2)} … {figure(high, (high - low) / 2)}" in text
    assert Visitor(ana).get(path, **{"as": "pdf", "language": language}).status_code == 200


def test_a_figure_has_the_decimals_that_mean_something() -> None:
    assert [figure(31.4159, half) for half in (12.3, 2.5, 0.25, 0.025)] == ["31", "31.4", "31.42", "31.416"]
    assert (figure(-0.2, 12), figure(-31.4, 2.0)) == ("0", "\u221231.4")
