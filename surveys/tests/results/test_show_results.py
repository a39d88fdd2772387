"""A researcher sees nothing about fewer than twenty people, and new reports only in whole batches."""

import csv
import io
from pathlib import Path
from typing import Any

import pandas
import pyreadstat
import pytest

from datahub.accounts.models import Person
from surveys.errors import NotSimulated
from surveys.models import Estimate, Version
from surveys.results import settling as stepping
from surveys.results.truth import state_truth
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_survey, a_version, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)


def send_many(version: Version, count: int) -> None:
    for number in range(count):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202


def results(ana: Person, version: Version) -> Any:
    return Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()


def test_reports_in_the_inbox_are_not_in_the_results(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 49)
    sweep_and_work()
    assert results(ana, version) == {
        "state": "collecting",
        "shown_from": 20,
        "batch_least": 50,
        "reports": 0,
        "survey": str(version.survey_id),
        "version": {"number": 1, "hash": version.hash, "state": "open"},
        "withdrawn": 0,
        "left_out": 0,
        "simulated": False,
        "sends": "all",
    }


def test_nineteen_reports_are_never_opened(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 19)
    close_now(version)
    outcome = results(ana, version)
    assert (outcome["state"], outcome["reports"], outcome["left_out"]) == ("collecting", 0, 19)
    assert Estimate.objects.count() == 0
    for form in ("csv", "json"):
        export = Visitor(ana).get(f"surveys/{version.survey_id}/results/export/", **{"as": form})
        assert b"share" not in export.content


def test_twenty_reports_of_a_level_are_shown_when_the_survey_ends_and_the_short_batch_says_so(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 40)
    close_now(version)
    outcome = results(ana, version)
    assert (outcome["state"], outcome["reports"], outcome["batches"], outcome["short_batch"]) == ("shown", 40, 1, True)
    assert [level["reports"] for level in outcome["levels"]] == [20, 20]
    assert outcome["version"]["state"] == "closed"
    assert outcome["truth"] is None


def test_results_grow_batch_by_batch(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 100)
    sweep_and_work()
    first = results(ana, version)
    send_many(version, 130)  # 100 of these reports were sent before.
    close_now(version)
    second = results(ana, version)
    assert (first["reports"], second["reports"], second["batches"], second["short_batch"]) == (50, 130, 2, False)
    assert [level["reports"] for level in second["questions"][0]["by_level"]] == [65, 65]
    listed = Visitor(ana).get("surveys/").json()["results"][0]["versions"]
    assert [row["reports"] for row in listed] == [130]


def test_results_belong_to_one_version(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 40)
    Visitor(ana).post(f"surveys/{version.survey_id}/versions/", {})
    work()
    path = f"surveys/{version.survey_id}/results/"
    assert Visitor(ana).get(path).json()["version"]["number"] == 2
    assert Visitor(ana).get(path, version="1").json()["reports"] == 40
    assert Visitor(ana).get(path, version="3").json()["code"] == "no_results"
    assert Visitor(ana).get(path, version="one").status_code == 400


def test_a_survey_that_was_never_published_has_no_results(ana: Person) -> None:
    answer = Visitor(ana).get(f"surveys/{a_survey(ana).pk}/results/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_results")


def test_a_file_holds_what_the_page_shows(ana: Person) -> None:
    version = a_version(ana)
    send_many(version, 50)
    close_now(version)
    path = f"surveys/{version.survey_id}/results/export/"
    table, whole = Visitor(ana).get(path), Visitor(ana).get(path, **{"as": "json"})
    rows = list(csv.DictReader(io.StringIO(table.content.decode())))
    shown = results(ana, version)
    assert whole.json() == shown
    assert {row["version_hash"] for row in rows} == {version.hash}
    assert float(rows[0]["share"]) == shown["questions"][0]["estimates"]["answers"][0]["share"]
    assert table.headers["Content-Disposition"] == f'attachment; filename="results-{version.hash[:12]}.csv"'
    assert Visitor(ana).get(path, **{"as": "pdf"}).status_code == 400


def test_every_kind_of_file_opens_and_holds_the_same_numbers(ana: Person, tmp_path: Path) -> None:
    version = a_version(ana)
    send_many(version, 50)
    close_now(version)
    path = f"surveys/{version.survey_id}/results/export/"
    files = {form: Visitor(ana).get(path, **{"as": form}).content for form in ("csv", "xlsx", "parquet", "sav")}
    (tmp_path / "results.sav").write_bytes(files["sav"])
    frames = [
        pandas.read_csv(io.BytesIO(files["csv"]), dtype={"levels": str}),
        pandas.read_excel(io.BytesIO(files["xlsx"]), dtype={"levels": str}),
        pandas.read_parquet(io.BytesIO(files["parquet"])),
        pyreadstat.read_sav(tmp_path / "results.sav")[0],
    ]
    shown = results(ana, version)
    for frame in frames:
        assert frame["share"].tolist() == pytest.approx(frames[2]["share"].tolist(), rel=1e-14)  # XLSX keeps 16 digits.
        assert frame["share"][0] == pytest.approx(shown["questions"][0]["estimates"]["answers"][0]["share"], rel=1e-14)
        assert set(frame["neighbours"]) == {shown["questions"][0]["guarantee"]["neighbours"]}
        assert set(frame["version_hash"]) == {version.hash}


def test_only_a_simulated_survey_has_steps_and_a_truth(ana: Person) -> None:
    version = a_version(ana)
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/results/steps/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_simulated")
    with pytest.raises(NotSimulated):
        state_truth(version=version, shares={"q1": {"yes": 0.3}})


def test_a_simulated_survey_shows_its_truth_and_how_estimates_settle(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "SIZES", (10, 20, 30))
    version = a_version(ana, simulated=True)
    shares = {"q1": {"yes": 0.3, "no": 0.7, "prefer_not_to_say": 0.0}}
    state_truth(version=version, shares=shares)
    send_many(version, 40)
    sweep_and_work()
    outcome = results(ana, version)
    steps = Visitor(ana).get(f"surveys/{version.survey_id}/results/steps/").json()["steps"]
    assert (outcome["simulated"], outcome["truth"], outcome["short_batch"]) == (True, shares, False)
    assert [step["reports"] for step in steps] == [20, 30, 40]
    assert steps[-1]["questions"] == outcome["questions"]
