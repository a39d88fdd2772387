"""These tests cover downloads of means: rows of a table, and perturbed reports that scripts turn into the same
means.
"""

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
from surveys.files.report.parts import Text
from surveys.files.report.pdf import pdf_of
from surveys.files.report.sentences import figure
from surveys.files.report.words import ENGLISH
from surveys.models import Version
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_version, send, work
from surveys.tests.files.pdf_text import OWN_FONTS, text_in
from surveys.tests.files.test_take_reports import of_the_api, same, shares, taken, unpacked
from surveys.vectors.samples import HOURS, YES_NO

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = [{"epsilon": "0.5"}, {"epsilon": "2"}]
SCRIPTS = [sys.executable, pytest.param("Rscript", marks=pytest.mark.real)]


def gathered(ana: Person, *items: dict[str, Any]) -> Version:
    return of_levels(ana, LEVELS, *items)


def of_levels(ana: Person, levels: list[dict[str, str]], *items: dict[str, Any]) -> Version:
    version = a_version(ana, questions=deepcopy(list(items)), levels=levels)
    for number in range(90):
        assert send(a_report(version, level=number % len(levels), key=number.to_bytes(4, "big") * 4)).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


WAVE = HOURS | {"number": HOURS["number"] | {"estimate": {"of": "distribution", "low": -20, "high": 20, "steps": 10}}}


def numbers(ana: Person, version: Version, form: str, what: str = "numbers") -> bytes:
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/results/export/", **{"as": form, "what": what})
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def mean_of(ana: Person, version: Version) -> dict[str, Any]:
    number: dict[str, Any] = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["numbers"][0]
    return number


def run(script: str, folder: Path) -> str:
    """Runs a script and returns its output."""
    program = shutil.which(script)
    assert program, "r-base-core is not installed; .ci/run installs it"
    file = "debias.R" if script == "Rscript" else "debias.py"
    return subprocess.run([program, file], cwd=folder, check=True, capture_output=True, text=True).stdout


def means(path: Path) -> dict[str, tuple[float, float]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["question"]: (float(row["mean"]), float(row["standard_error"])) for row in csv.DictReader(file)}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("items", [[YES_NO, HOURS], [HOURS]], ids=["beside shares", "alone"])
def test_the_scripts_find_the_means_of_the_api(
    ana: Person, tmp_path: Path, script: str, items: list[dict[str, Any]]
) -> None:
    version = gathered(ana, *items)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    run(script, folder)
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


def test_rows_of_a_number_can_be_read_alone_in_a_file_of_their_own(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana, YES_NO, HOURS)
    mean = mean_of(ana, version)["estimates"]["mean"]
    (tmp_path / "e.sav").write_bytes(numbers(ana, version, "sav"))
    frames = [
        pandas.read_csv(io.BytesIO(numbers(ana, version, "csv"))),
        pandas.read_parquet(io.BytesIO(numbers(ana, version, "parquet"))),
        pyreadstat.read_sav(tmp_path / "e.sav")[0],
    ]
    for frame in frames:
        row = frame.iloc[0]
        assert (row["question"], row["measure"], row["number_unit"], row["n"]) == ("q5", "mean", "hours", 90)
        assert (row["bound_low"], row["bound_high"]) == (0, 60)
        assert (row["value"], row["consistent_value"]) == pytest.approx((mean["value"], mean["consistent_value"]))
        assert (row["low_95"], row["high_95"]) == pytest.approx(mean["intervals"]["95"])
        assert frame["estimate"].tolist() == ["share-pooled", "inverse-variance", "by-level", "by-level"]
        assert set(frame["version_hash"]) == {version.hash}
    sheet = openpyxl.load_workbook(io.BytesIO(numbers(ana, version, "xlsx")))["numbers"]
    assert [cell.value for cell in sheet[1]] == list(frames[0].columns)


def test_a_file_of_answers_says_nothing_of_numbers_and_one_of_numbers_is_refused_where_none_was_asked(
    ana: Person,
) -> None:
    with_number, without = (
        pandas.read_csv(io.BytesIO(numbers(ana, gathered(ana, *items), "csv", "estimates")))
        for items in ([YES_NO, HOURS], [YES_NO])
    )
    assert list(with_number.columns) == list(without.columns)
    assert set(with_number["question"]) == {"q1"}
    version = gathered(ana, YES_NO)
    path = f"surveys/{version.survey_id}/results/export/"
    assert Visitor(ana).get(path, what="numbers").json()["fields"] == {"what": ["is not in this version"]}
    assert Visitor(ana).get(path, **{"what": "numbers", "as": "json"}).status_code == 400


def test_a_distribution_is_taken_along_with_its_quantiles_their_limits_and_its_points(ana: Person) -> None:
    version = of_levels(ana, [{"epsilon": "1"}, {"epsilon": "2"}], WAVE)
    distribution = mean_of(ana, version)["distribution"]
    frame = pandas.read_csv(io.BytesIO(numbers(ana, version, "csv")))
    quantiles, points = (frame[frame["measure"] == measure] for measure in ("quantile", "share-at"))
    assert quantiles["at"].tolist() == [0.25, 0.5, 0.75]
    assert quantiles["value"].tolist() == [quantile["value"] for quantile in distribution["quantiles"]]
    for end, place in (("low_95", 0), ("high_95", 1)):
        assert quantiles[end].tolist() == [quantile["intervals"]["95"][place] for quantile in distribution["quantiles"]]
    assert points["at"].tolist() == list(range(-20, 21, 4))
    assert points["value"].tolist() == [point["share"] for point in distribution["points"]]
    assert frame[frame["measure"] != "mean"]["standard_error"].isna().all()
    assert points["low_95"].isna().all()
    assert set(frame["mechanism"]) == {"square-wave"}
    whole = Visitor(ana).get(f"surveys/{version.survey_id}/results/export/", **{"as": "json"}).json()
    assert whole["numbers"][0]["distribution"] == distribution


def test_quantiles_without_measured_limits_are_taken_along_without_any(ana: Person) -> None:
    frame = pandas.read_csv(io.BytesIO(numbers(ana, of_levels(ana, [{"epsilon": "0.9"}], WAVE), "csv")))
    quantiles = frame[frame["measure"] == "quantile"]
    assert quantiles["value"].notna().all()
    assert quantiles[["low_50", "high_50", "low_95", "high_95"]].isna().all(axis=None)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_find_the_distribution_of_the_api(ana: Person, tmp_path: Path, script: str) -> None:
    version = of_levels(ana, [{"epsilon": "1"}, {"epsilon": "2"}], YES_NO, HOURS | {"id": "q6"}, WAVE)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    run(script, folder)
    distribution = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["numbers"][1]["distribution"]
    quantiles, points = (pandas.read_csv(folder / f"{name}.csv") for name in ("quantiles", "points"))
    assert set(quantiles["question"]) | set(points["question"]) == {"q5"}  # The question q6 only estimates a mean.
    assert quantiles["share_below"].tolist() == [quantile["share"] for quantile in distribution["quantiles"]]
    assert quantiles["quantile"].tolist() == pytest.approx(
        [quantile["value"] for quantile in distribution["quantiles"]], rel=1e-9
    )
    assert points["at"].tolist() == [point["at"] for point in distribution["points"]]
    assert points["share"].tolist() == pytest.approx([point["share"] for point in distribution["points"]], abs=1e-9)
    assert set(means(folder / "means.csv")) == {"q5", "q6"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_say_which_distribution_the_reports_do_not_settle(ana: Person, tmp_path: Path, script: str) -> None:
    folder = unpacked(taken(ana, of_levels(ana, [{"epsilon": "1"}], WAVE), "csv"), tmp_path)
    for name, rounds in (("debias.py", "10_000"), ("debias.R", "10000")):
        text = (folder / name).read_text()
        assert text.count(rounds) == 1
        (folder / name).write_text(text.replace(rounds, "1"))
    output = run(script, folder)
    assert output == "q5: the reports do not settle its distribution; its mean is in means.csv\n"
    assert pandas.read_csv(folder / "quantiles.csv").empty


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("Share below", "from \u221220 to 20 hours", "the tallest bar")),
        ("zh-CN", ("低于该值的份额", "\u221220 到 20")),
    ],
)
def test_a_printed_report_draws_a_distribution_and_says_its_quantiles(
    ana: Person, language: str, sentences: tuple[str, ...]
) -> None:
    version = of_levels(ana, [{"epsilon": "1"}, {"epsilon": "2"}], WAVE)
    path = f"surveys/{version.survey_id}/results/report/"
    text = unescape(Visitor(ana).get(path, **{"as": "html", "language": language}).content.decode())
    assert [sentence for sentence in sentences if sentence not in text] == []
    assert text.count("<rect") == 11
    for quantile in mean_of(ana, version)["distribution"]["quantiles"]:
        low, high = quantile["intervals"]["95"]
        half = (high - low) / 2
        assert f"<td>{figure(quantile['value'], half)}</td>" in text
        assert f"<td>{figure(low, half)} … {figure(high, half)}</td>" in text
    assert Visitor(ana).get(path, **{"as": "pdf", "language": language}).status_code == 200


def test_a_printed_report_says_that_the_reports_settle_no_distribution(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mechanisms.ldp.numbers.square_wave._MOST_ROUNDS", 1)
    version = of_levels(ana, [{"epsilon": "1"}], WAVE)
    text = Visitor(ana).get(f"surveys/{version.survey_id}/results/report/", **{"as": "html"}).content.decode()
    assert "The reports do not settle a distribution; the mean stands." in text
    assert "<rect" not in text


def test_a_minus_is_a_minus_in_a_pdf() -> None:
    assert "from\u221220to20" in text_in(pdf_of("Temperatures", [Text("from \u221220 to 20")], ENGLISH, OWN_FONTS))


@pytest.mark.parametrize("items", [[YES_NO, HOURS], [HOURS]], ids=["beside shares", "alone"])
@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("Mean: ", "from 0 to 60 hours", "one beyond counted as the bound", "Duchi's mechanism", "Means ")),
        ("zh-CN", ("平均值：", "超出范围的数按边界计", "Duchi 机制")),
    ],
)
def test_a_printed_report_says_the_mean_its_interval_and_its_bounds(
    ana: Person, items: list[dict[str, Any]], language: str, sentences: tuple[str, ...]
) -> None:
    version = gathered(ana, *items)
    mean = mean_of(ana, version)["estimates"]["mean"]
    path = f"surveys/{version.survey_id}/results/report/"
    text = unescape(Visitor(ana).get(path, **{"as": "html", "language": language}).content.decode())
    assert [sentence for sentence in sentences if sentence not in text] == []
    low, high = mean["intervals"]["95"]
    assert f"{figure(low, (high - low) / 2)} … {figure(high, (high - low) / 2)}" in text
    assert Visitor(ana).get(path, **{"as": "pdf", "language": language}).status_code == 200


def test_a_figure_has_the_decimals_that_mean_something() -> None:
    assert [figure(31.4159, half) for half in (12.3, 2.5, 0.25, 0.025)] == ["31", "31.4", "31.42", "31.416"]
    assert (figure(-0.2, 12), figure(-31.4, 2.0)) == ("0", "\u221231.4")


def test_numbers_that_may_all_be_skipped_are_a_file_as_well(ana: Person) -> None:
    estimate = HOURS["number"]["estimate"] | {"steps": 1}
    version = gathered(ana, YES_NO, HOURS | {"may_skip": True, "number": HOURS["number"] | {"estimate": estimate}})
    rows = pandas.read_csv(io.BytesIO(numbers(ana, version, "csv")))
    assert "share-answered" in set(rows["measure"])
