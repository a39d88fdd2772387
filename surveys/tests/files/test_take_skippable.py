"""These tests cover downloads of means that may be skipped: rows, a printed report, and reports that become the same
means."""

import csv
import io
import sys
from collections.abc import Mapping
from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

import pandas
import pyreadstat
import pytest

from datahub.accounts.models import Person
from surveys.files.report.sentences import figure
from surveys.models import Version
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import a_record, a_report, a_version, read, send, text, work
from surveys.tests.files.test_take_numbers import SCRIPTS, mean_of, means, numbers, of_levels, run
from surveys.tests.files.test_take_reports import of_the_api, same, shares, taken, unpacked
from surveys.vectors.samples import HOURS, HOURS_OR_NONE, YES_NO, Item

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = HOURS | {"id": "q6"}
LEVELS = [{"epsilon": "1.5"}, {"epsilon": "2.5"}]
COLUMNS = ("answered", "answered_low", "answered_high", "mean", "mean_low", "mean_high")


def gathered(ana: Person, *items: Item, skipping: int = 3, levels: list[dict[str, str]] | None = None) -> Version:
    """Returns a version that ninety people answered: each `skipping`-th skips the number, the others hold 40."""
    version = a_version(ana, questions=deepcopy(list(items)), levels=levels or LEVELS)
    definition = read(version)
    (question,) = definition.of_skippable
    for person in range(90):
        level, told = person % len(definition.levels), None if person % skipping == 0 else 40
        record = a_record(version, level, seed=person, answers={question.field.id: told})
        assert send(a_report(version, level=level, record=text(record))).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def shown(ana: Person, version: Version) -> dict[str, Any]:
    number: dict[str, Any] = Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()["numbers_or_skipped"][0]
    return number


def rows_by_question(path: Path) -> dict[str, list[float | None]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {
            row["question"]: [float(row[name]) if row[name] else None for name in COLUMNS]
            for row in csv.DictReader(file)
        }


def as_shown(number: Mapping[str, Any]) -> list[float | None]:
    share, mean = number["estimates"]["answered"], number["estimates"]["mean"]
    of_mean = [None, None, None] if mean is None else [mean["value"], *mean["intervals"]["95"]]
    return [share["share"], *share["intervals"]["95"], *of_mean]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("items", [[YES_NO, HOURS_OR_NONE, OTHER], [HOURS_OR_NONE]], ids=["beside others", "alone"])
def test_the_scripts_find_who_answered_and_their_mean_as_the_api_does(
    ana: Person, tmp_path: Path, script: str, items: list[Item]
) -> None:
    version = gathered(ana, *items)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    run(script, folder)
    number = shown(ana, version)
    assert number["estimates"]["mean"] is not None
    for name in ("answered", "expected_answered"):
        assert rows_by_question(folder / f"{name}.csv") == {"q5": pytest.approx(as_shown(number), rel=1e-9)}
    assert (folder / "means.csv").exists() == (folder / "expected_means.csv").exists() == (len(items) == 3)
    if len(items) == 3:
        mean = mean_of(ana, version)["estimates"]["mean"]
        assert means(folder / "means.csv") == {"q6": pytest.approx((mean["value"], mean["standard_error"]), rel=1e-9)}
        same(shares(folder / "estimates.csv"), of_the_api(ana, version))


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_say_no_mean_where_it_may_be_nobodys(ana: Person, tmp_path: Path, script: str) -> None:
    version = gathered(ana, HOURS_OR_NONE, skipping=1, levels=[{"epsilon": "0.5"}])
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    run(script, folder)
    number = shown(ana, version)
    assert number["estimates"]["mean"] is None
    for name in ("answered", "expected_answered"):
        ((question, row),) = rows_by_question(folder / f"{name}.csv").items()
        assert (question, row[3:]) == ("q5", [None, None, None])
        assert row[:3] == pytest.approx(as_shown(number)[:3], rel=1e-9)


def test_a_file_of_reports_says_which_bound_or_that_there_was_none(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana, YES_NO, HOURS_OR_NONE)
    folder = unpacked(taken(ana, version, "csv"), tmp_path)
    frame = pandas.read_csv(folder / "reports" / "b2-level1-perturbed.csv")
    assert list(frame.columns) == ["perturbed_report"]
    assert frame["perturbed_report"].tolist() == sorted(frame["perturbed_report"])
    assert set(frame["perturbed_report"]) == {0, 1, 2}
    mechanism = pandas.read_csv(folder / "mechanisms.csv").set_index("file").loc["b2-level1-perturbed"]
    drawn = read(version).levels[1].part("b2").number_or_skipped
    assert (mechanism["mechanism"], mechanism["shape"]) == ("number-or-skipped", "end-or-skipped")
    assert (mechanism["p"], mechanism["q"]) == (float(drawn.channel.p), float(drawn.channel.q))
    assert mechanism["p_exact"] == f"{drawn.channel.p.numerator}/{drawn.channel.p.denominator}"
    assert (mechanism["low"], mechanism["high"], mechanism["steps"]) == (0, 60, 1)
    assert pandas.isna(mechanism["noise"])


def test_such_reports_are_written_in_every_form_and_have_names_in_spss(ana: Person, tmp_path: Path) -> None:
    version = gathered(ana, HOURS_OR_NONE)
    assert all(taken(ana, version, form) for form in ("parquet", "xlsx"))
    folder = unpacked(taken(ana, version, "sav"), tmp_path)
    _, meta = pyreadstat.read_sav(folder / "reports" / "b1-level0-perturbed.sav")
    assert meta.variable_value_labels["perturbed_report"] == {
        0: "0, the lower bound",
        1: "60, the upper bound",
        2: "Skipped, or not asked",
    }


def test_rows_of_who_answered_and_of_their_mean_are_in_the_file_of_numbers(ana: Person) -> None:
    version = gathered(ana, YES_NO, HOURS_OR_NONE, OTHER)
    frame = pandas.read_csv(io.BytesIO(numbers(ana, version, "csv")))
    pooled = frame[(frame["question"] == "q5") & (frame["estimate"] == "share-pooled")].set_index("measure")
    rows = [pooled.loc[measure, ["value", "low_95", "high_95"]].tolist() for measure in ("share-answered", "mean")]
    assert [cell for row in rows for cell in row] == pytest.approx(as_shown(shown(ana, version)))
    assert pooled["n"].tolist() == [90, 90]
    assert set(frame["question"]) == {"q5", "q6"}


def test_such_a_number_has_no_answers_to_compare(ana: Person) -> None:
    version = gathered(ana, YES_NO, HOURS_OR_NONE)
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/results/compare/", question="q5", a="yes", b="no")
    assert answer.json()["fields"] == {"question": ["is a number"]}


ENGLISH = ("Answered: ", " of the people; 95 % interval ", "Mean of those who answered: ", "from 0 to 60 hours",
           "Whether somebody answered is protected as well.", "Fieller's limits", "number or skipped")  # fmt: skip
CHINESE = ("作答的人：", "作答者的平均值：", "是否作答同样受到保护。", "Fieller 区间", "数值或跳过机制")


@pytest.mark.parametrize("items", [[YES_NO, HOURS_OR_NONE], [HOURS_OR_NONE, OTHER], [HOURS_OR_NONE]])
def test_a_printed_report_says_who_answered_and_their_mean(ana: Person, items: list[Item]) -> None:
    version = gathered(ana, *items)
    path = f"surveys/{version.survey_id}/results/report/"
    low, high = shown(ana, version)["estimates"]["mean"]["intervals"]["95"]
    for language, told in (("en", ENGLISH), ("zh-CN", CHINESE)):
        printed = unescape(Visitor(ana).get(path, **{"as": "html", "language": language}).content.decode())
        assert [sentence for sentence in told if sentence not in printed.replace("\u00a0", " ")] == []
        assert f"{figure(low, (high - low) / 2)} … {figure(high, (high - low) / 2)}" in printed
        assert ("Shares who answered are" in printed) == (len(items) == 1 and language == "en")
        assert Visitor(ana).get(path, **{"as": "pdf", "language": language}).status_code == 200


def test_a_printed_report_states_no_mean_that_may_be_nobodys(ana: Person) -> None:
    version = gathered(ana, HOURS_OR_NONE, skipping=1, levels=[{"epsilon": "0.5"}])
    printed = Visitor(ana).get(f"surveys/{version.survey_id}/results/report/", **{"as": "html"}).content.decode()
    assert "Those who answered may be nobody, so no mean is stated." in printed
    assert "Mean of those" not in printed


def test_results_without_such_numbers_have_no_file_of_who_answered(ana: Person, tmp_path: Path) -> None:
    folder = unpacked(taken(ana, of_levels(ana, LEVELS, YES_NO, HOURS), "csv"), tmp_path)
    run(sys.executable, folder)
    assert (folder / "means.csv").exists()
    assert not (folder / "answered.csv").exists()
    assert not (folder / "expected_answered.csv").exists()
