"""Each phone sends some of the questions, drawn by lot: from the record to the results."""

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from datahub.accounts.models import Person
from datahub_client.answering import record_of
from datahub_client.errors import BadAnswer
from mechanisms.common.entropy import SeededEntropy
from surveys.errors import BadQuery
from surveys.intake.report import Report as Arriving
from surveys.intake.report import check
from surveys.models import Batch, BatchKey, Counts, InboxRow, Report, Version
from surveys.reports.open_rows import opened
from surveys.results.crosstabs.rules import in_order
from surveys.results.selectors import results_of, steps_of
from surveys.running.close import close
from surveys.tests.factories import a_version, archive, question, read, send, sweep_and_work, text, work

pytestmark = pytest.mark.django_db(transaction=True)

THREE = [{"id": name, "label": name.title()} for name in ("often", "rarely", "never")]
QUESTIONS = [question(f"q{number}", options=THREE, may_skip=False) for number in range(1, 6)]
SEND = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
TRUTH = (0.6, 0.3, 0.1)


def a_sampled_version(ana: Person, **parts: Any) -> Version:
    return a_version(ana, **{"questions": QUESTIONS, "levels": [{"epsilon": "2"}], "send": SEND} | parts)


def a_record(version: Version, number: int, level: int = 0, law: tuple[float, ...] = TRUTH) -> bytes:
    """Returns the report of a person whose answers are drawn from a law."""
    entropy = SeededEntropy(number)
    places = np.searchsorted(np.cumsum(law), entropy.words(len(QUESTIONS)) / 2**32)
    answers = {item["id"]: THREE[int(place)]["id"] for item, place in zip(QUESTIONS, places, strict=True)}
    return record_of(json.loads(version.definition), answers, level, entropy)


def send_record(version: Version, record: bytes, number: int, level: int = 0) -> Any:
    key = text(number.to_bytes(16, "big"))
    return send({"key": key, "level": level, "proof": "", "record": text(record), "version": version.hash})


def send_many(version: Version, people: range, level: int = 0, law: tuple[float, ...] = TRUTH) -> None:
    for number in people:
        assert send_record(version, a_record(version, number, level, law), number, level).status == 202


def close_now(version: Version) -> None:
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()


def shares_of(outcome: Mapping[str, Any], question: str) -> list[float]:
    result = next(each for each in outcome["questions"] if each["id"] == question)
    return [answer["share"] for answer in result["estimates"]["answers"]]


def test_every_question_is_estimated_from_those_who_sent_it(ana: Person) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(400))
    close_now(version)
    outcome = results_of(version)
    assert (outcome["reports"], len(outcome["questions"]), outcome["sends"]) == (400, 5, "some")
    assert sum(result["guarantee"]["n"] for result in outcome["questions"]) == 400
    for result in outcome["questions"]:
        low, high = result["estimates"]["answers"][0]["intervals"]["95"]
        assert low - 0.1 < TRUTH[0] < high + 0.1
        assert 30 < result["worth"] < 45 < result["guarantee"]["n"]
        assert result["left_out"] == 0
    assert "Each phone sent some of the questions, drawn by lot." in outcome["method"]
    assert outcome["guarantee"]["epsilon"] == "2"


def test_reports_are_kept_in_blocks_that_nothing_joins(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "4"}])
    send_many(version, range(200))
    close_now(version)
    lengths = {len(bytes(record)) for record in Report.objects.values_list("record", flat=True)}
    assert lengths == {1}
    assert Report.objects.count() == 400  # Each person sends two blocks.
    assert set(Report.objects.values_list("block", flat=True)) == {"b1", "b2", "b3", "b4", "b5"}
    assert {counts.people for counts in Counts.objects.all()} == {200}
    assert sum(batch.size for batch in Batch.objects.all()) == 200


def test_a_level_leaves_when_each_of_its_blocks_has_twenty_to_leave_and_to_stay(ana: Person) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(150))
    sweep_and_work()
    assert not Report.objects.exists()
    send_many(version, range(150, 320))
    sweep_and_work()
    by_block = Counter(Report.objects.values_list("block", flat=True))
    assert len(by_block) == 5
    assert min(by_block.values()) >= 20
    shown = Counts.objects.values_list("reports", flat=True)
    assert sum(shown) == sum(by_block.values()) == 320 - 5 * 20


def test_a_block_of_few_is_left_out_of_its_question_alone_and_said(ana: Person) -> None:
    version = a_sampled_version(ana)
    definition = read(version)
    rare = {index for index, draw in enumerate(definition.levels[0].draws) if "b5" in draw.blocks}
    records = [a_record(version, number) for number in range(800)]
    often = [record for record in records if record[0] not in rare][:300]
    seldom = [record for record in records if record[0] in rare][:19]
    for number, record in enumerate([*often, *seldom]):
        assert send_record(version, record, number).status == 202
    close_now(version)
    outcome = results_of(version)
    assert [result["id"] for result in outcome["questions"]] == ["q1", "q2", "q3", "q4"]
    assert [question["id"] for question in outcome["unshown"]] == ["q5"]
    assert outcome["reports"] == 319
    assert not Report.objects.filter(block="b5").exists()
    assert set(Counts.objects.values_list("block", "left_out")) == {("b5", 19), *((f"b{n}", 0) for n in range(1, 5))}


def test_what_few_people_of_a_level_sent_is_kept_nowhere_and_said(ana: Person) -> None:
    """If the blocks of the only person of a level were kept, they would be known to be one person's."""
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(400))
    send_many(version, range(400, 401), 1)
    close_now(version)
    assert not Report.objects.filter(level=1).exists()
    assert not any(any(counts.supports) for counts in Counts.objects.filter(level=1))
    outcome = results_of(version)
    assert sum(result["left_out"] for result in outcome["questions"]) == 2
    # The share is in whole percent, so it hides the number of people.
    assert [result["unrepresented"] for result in outcome["questions"]] == [0.0] * 5
    assert outcome["reports"] == 400


def test_a_last_step_that_a_fault_made_too_small_is_left_out(ana: Person) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(320))
    sweep_and_work()
    before = dict(Counts.objects.values_list("block", "reports"))
    draws = read(version).levels[0].draws
    batch_key = BatchKey.objects.get(state=BatchKey.State.HELD)
    rows = [row for row in opened(version, batch_key.pk, read(version)) if draws[row.record[0]].blocks == ("b1",)]
    assert len(rows) == 20
    InboxRow.objects.filter(key_mac__in=[row.key_mac for row in rows[:15]]).update(sealed=b"damaged")
    close_now(version)
    after = dict(Counts.objects.values_list("block", "reports"))
    assert {block: after[block] - before[block] for block in after} == {"b1": 0} | {f"b{n}": 20 for n in range(2, 6)}
    assert Report.objects.filter(block="b1").count() == before["b1"]
    assert [result["left_out"] for result in results_of(version)["questions"]] == [5, 0, 0, 0, 0]


def test_a_demonstration_shows_no_step_of_so_few_that_no_question_has_enough(ana: Person) -> None:
    """Each of the nine questions got eleven of a hundred people's answers."""
    questions = [question(f"q{number}", options=THREE, may_skip=False) for number in range(1, 10)]
    levels = [{"epsilon": "0.5"}, {"epsilon": "1"}, {"epsilon": "2"}]
    version = a_version(ana, simulated=True, questions=questions, levels=levels, send=SEND)
    answers = {item["id"]: "often" for item in questions}
    for number in range(301):
        record = record_of(json.loads(version.definition), answers, number % 3, SeededEntropy(number))
        assert send_record(version, record, number, number % 3).status == 202
    close_now(version)
    assert [step["reports"] for step in steps_of(version)] == [200, 301]


def test_levels_weigh_as_their_people_do_not_as_the_reports_on_a_question(ana: Person) -> None:
    """A phone at the less protective level sends two of five, at the other one: weights by reports would count whoever
    chose it twice."""
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(600), 0, (1, 0, 0))
    send_many(version, range(600, 1200), 1, (0, 0, 1))
    close_now(version)
    outcome = results_of(version)
    assert {counts.people for counts in Counts.objects.all()} == {600}
    mean = np.mean([shares_of(outcome, f"q{number}")[0] for number in range(1, 6)])
    assert abs(mean - 1 / 2) < 0.05  # Weights by reports would give a third.


def test_nothing_is_shown_of_some_levels_while_another_may_still_leave(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(320))
    send_many(version, range(320, 360), 1)
    sweep_and_work()
    assert set(Counts.objects.filter(reports__gt=0).values_list("level", flat=True)) == {0}
    assert results_of(version)["state"] == "collecting"
    send_many(version, range(360, 600), 1)
    sweep_and_work()
    assert {level["levels"][0] for level in results_of(version)["levels"]} == {0, 1}


def test_at_the_end_a_level_of_nobody_is_not_waited_for(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(320))
    close_now(version)
    assert (results_of(version)["state"], results_of(version)["reports"]) == ("shown", 320)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: bytes([5]) + record[1:], "unknown_draw"),
        (lambda record: record + b"\0", "wrong_length"),
        (lambda record: record[:-1], "wrong_length"),
        (lambda record: record[:1] + b"\x03" + record[2:], "bad_record"),
    ],
)
def test_a_record_that_no_page_sends_is_refused(ana: Person, change: Any, code: str) -> None:
    version = a_sampled_version(ana)
    answer = send_record(version, change(a_record(version, 1)), 1)
    assert (answer.status, answer.code) == (400, code)


def test_marks_behind_the_blocks_of_a_shorter_draw_are_refused(ana: Person) -> None:
    """A matrix that is kept together and one short question make records of two lengths."""
    rows = [{"id": f"r{number}", "label": f"Row {number}"} for number in range(1, 5)]
    matrix = {"id": "q2", "type": "matrix", "text": "How often?", "help": "", "show_if": "", "may_skip": False}
    version = a_sampled_version(
        ana,
        questions=[question("q1", options=THREE, may_skip=False), matrix | {"rows": rows, "options": THREE}],
        send=SEND | {"together": ["q2"], "eps_block": "8"},
    )
    level = read(version).levels[0]
    lengths = {draw.blocks: level.drawn(index).parts[-1].stop for index, draw in enumerate(level.draws)}
    assert lengths == {("b1",): 2, ("b2",): 5}
    assert level.record_bytes == 5
    index = next(index for index, draw in enumerate(level.draws) if draw.blocks == ("b1",))
    assert send_record(version, bytes([index, 0, 0, 0, 0]), 1).status == 202
    marked = send_record(version, bytes([index, 0, 0, 0, 1]), 2)
    assert (marked.status, marked.code) == (400, "bad_record")


def test_two_questions_that_were_not_planned_as_a_pair_are_not_crossed(ana: Person) -> None:
    definition = read(a_sampled_version(ana))
    with pytest.raises(BadQuery, match="Nobody sent both"):
        in_order(definition, "q1", "q2")


def test_a_planned_pair_is_a_block_and_is_crossed(ana: Person) -> None:
    version = a_sampled_version(ana, pairs=[["q1", "q2"]])
    definition = read(version)
    assert [block.fields for block in definition.blocks] == [("b1",), ("b2",), ("b3",), ("b4",)]
    assert definition.fields[0].kind == "joint"


@pytest.mark.parametrize("script", ["python", "Rscript"])
def test_files_of_reports_say_the_people_and_the_scripts_weigh_by_them(
    ana: Person, tmp_path: Path, script: str
) -> None:
    program = sys.executable if script == "python" else shutil.which("Rscript")
    if program is None:
        pytest.skip("R is not installed here (Debian: apt-get install r-base-core)")
    version = a_sampled_version(ana, levels=[{"epsilon": "2"}, {"epsilon": "4"}])
    send_many(version, range(300), 0, (1, 0, 0))
    send_many(version, range(300, 500), 1, (0, 0, 1))
    close_now(version)
    zipfile.ZipFile(io.BytesIO(archive(version, "csv"))).extractall(tmp_path)
    with open(tmp_path / "mechanisms.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {(row["level"], row["people"]) for row in rows} == {("0", "300"), ("1", "200")}
    assert all(0.1 < float(row["inclusion"]) < 0.5 for row in rows)
    subprocess.run([program, "debias.R" if script == "Rscript" else "debias.py"], cwd=tmp_path, check=True)
    with open(tmp_path / "estimates.csv", encoding="utf-8") as file:
        ours = {(row["question"], row["answer"]): float(row["share"]) for row in csv.DictReader(file)}
    shown = results_of(version)["questions"]
    theirs = {(each["id"], answer["id"]): answer["share"] for each in shown for answer in each["estimates"]["answers"]}
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("level", [-1, 1])
def test_the_client_refuses_a_level_that_there_is_not(ana: Person, level: int) -> None:
    with pytest.raises(BadAnswer, match="there are 0 to 0"):
        a_record(a_sampled_version(ana), 1, level)


def test_the_intake_takes_every_record_that_a_phone_can_send(ana: Person) -> None:
    version = a_sampled_version(ana, levels=[{"epsilon": "4"}])
    definition, draws = read(version), set()
    for number in range(200):
        record = a_record(version, number)
        check(Arriving(version=version.hash, level=0, key=b"", proof="", record=record, body=b""), definition)
        draws.add(definition.levels[0].draw_in(record))
    assert draws == set(range(len(definition.levels[0].draws)))
