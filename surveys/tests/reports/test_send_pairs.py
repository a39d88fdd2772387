"""A question in several pairs, from the record of a phone to results, cross-tabs, the model, files and scripts."""

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from datahub.accounts.models import Person
from datahub_client.answering import record_of
from mechanisms.common.entropy import SeededEntropy
from surveys.errors import BadQuery
from surveys.models import Report, Version
from surveys.results.crosstabs.rules import in_order
from surveys.tests.client import Visitor
from surveys.tests.factories import a_version, archive, question, read, text
from surveys.tests.reports.test_send_some import SEND, THREE, close_now, send_record

pytestmark = pytest.mark.django_db(transaction=True)

QUESTIONS = [
    question("q1", may_skip=False),
    question("q2", options=THREE, may_skip=False),
    question("q3", options=THREE, may_skip=False),
    question("q4", options=THREE, may_skip=False),
]
PAIRS = [["q1", "q2"], ["q3", "q1"]]


def a_paired_version(ana: Person, *epsilons: str) -> Version:
    levels = [{"epsilon": epsilon} for epsilon in epsilons]
    return a_version(ana, questions=QUESTIONS, pairs=PAIRS, levels=levels, send=SEND | {"eps_block": "4"})


def send_many(version: Version, people: range, level: int = 0) -> None:
    """Sends reports of people of whom two in three say yes to q1 and often to the others, the third no and never."""
    for number in people:
        place = int(number % 3 == 0)
        answers = {"q1": ("yes", "no")[place]} | dict.fromkeys(("q2", "q3", "q4"), ("often", "never")[place])
        record = record_of(json.loads(version.definition), answers, level, SeededEntropy(number))
        assert send_record(version, record, number, level).status == 202


def test_a_question_of_two_pairs_is_estimated_once_from_both(ana: Person) -> None:
    version = a_paired_version(ana, "4")
    send_many(version, range(600))
    close_now(version)
    visitor = Visitor(ana)
    shown = visitor.get(f"surveys/{version.survey_id}/results/").json()
    assert [each["id"] for each in shown["questions"]] == ["q1", "q2", "q3", "q4"]
    sent = {each["id"]: each["guarantee"]["n"] for each in shown["questions"]}
    assert sent["q1"] == sent["q2"] + sent["q3"] == Report.objects.exclude(block="b3").count()
    for each in shown["questions"]:
        answer = each["estimates"]["answers"][0]
        assert abs(answer["share"] - 2 / 3) < 6 * answer["standard_error"]
    errors = {each["id"]: each["estimates"]["answers"][0]["standard_error"] for each in shown["questions"]}
    assert errors["q1"] < min(errors["q2"], errors["q3"])
    tables = visitor.get(f"surveys/{version.survey_id}/results/crosstabs/").json()["crosstabs"]
    assert [(each["table"]["rows"]["id"], each["table"]["columns"]["id"]) for each in tables] == [
        ("q1", "q2"),
        ("q1", "q3"),
    ]
    path = f"surveys/{version.survey_id}/results/compare/"
    assert visitor.get(path, question="q1", a="yes", b="no").json()["chance"] > 0.99


def test_two_of_its_partners_are_not_crossed_and_a_pair_is_not_asked_for(ana: Person) -> None:
    definition = read(a_paired_version(ana, "4"))
    with pytest.raises(BadQuery, match="Nobody sent both"):
        in_order(definition, "q2", "q3")
    with pytest.raises(BadQuery) as refused:
        in_order(definition, "q3", "q1")
    assert refused.value.fields == {"columns": ["goes with rows"]}


def test_the_plan_and_made_up_answers_take_it_once(ana: Person) -> None:
    path = f"surveys/{a_paired_version(ana, '4').survey_id}/plan/"
    visitor = Visitor(ana)
    plan = visitor.get(path, reports="1000").json()
    assert [each["id"] for each in plan["questions"]] == ["q1", "q2", "q3", "q4"]
    assert [each["questions"] for each in plan["pairs"]] == [["q1", "q2"], ["q1", "q3"]]
    widths = {each["id"]: each["mix"]["1000"] for each in plan["questions"]}
    assert widths["q1"] < widths["q2"] == pytest.approx(widths["q3"], rel=1e-3)


@pytest.mark.parametrize("script", ["python", "Rscript"])
def test_the_scripts_pool_the_files_of_a_question(ana: Person, tmp_path: Path, script: str) -> None:
    program = sys.executable if script == "python" else shutil.which("Rscript")
    if program is None:
        pytest.skip("R is not installed here (Debian: apt-get install r-base-core)")
    version = a_paired_version(ana, "2", "4")
    send_many(version, range(300))
    send_many(version, range(300, 500), 1)
    close_now(version)
    zipfile.ZipFile(io.BytesIO(archive(version, "csv"))).extractall(tmp_path)
    fields = [row["field"] for row in rows_of(tmp_path / "questions.csv") if row["question"] == "q1"]
    assert fields == ["b1", "b2"]
    subprocess.run([program, "debias.R" if script == "Rscript" else "debias.py"], cwd=tmp_path, check=True)
    ours, theirs = (
        {
            (row["question"], row["answer"], name): float(row[name])
            for row in rows_of(tmp_path / file)
            for name in ("share", "standard_error")
        }
        for file in ("estimates.csv", "expected.csv")
    )
    assert ours == pytest.approx(theirs, rel=1e-9)
    assert len(ours) == 2 * (2 + 3 * 3)


def rows_of(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def test_the_client_sends_no_question_twice(ana: Person) -> None:
    whole = json.loads(a_paired_version(ana, "4").definition)
    whole["levels"][0]["draws"] = [{"weight": 2**32, "blocks": ["b1", "b2"]}]
    answers = {"q1": "yes", "q2": "often", "q3": "often", "q4": "often"}
    with pytest.raises(ValueError, match="sends a question twice"):
        record_of(whole, answers, 0, SeededEntropy(1))


def test_the_intake_refuses_a_draw_that_the_list_has_not(ana: Person) -> None:
    version = a_paired_version(ana, "4")
    answer = send_record(version, bytes([3, 0]), 1)
    assert (answer.status, answer.code) == (400, "unknown_draw"), text(bytes([3, 0]))
