"""These tests cover the way from reports with a level for each block to numbers and files: nothing links the levels of
one person."""

import csv
import io
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.jobs.models import Job
from mechanisms.common.entropy import SeededEntropy
from surveys.errors import BadQuery, NoResults
from surveys.files.forms import file_of
from surveys.files.report.contents import contents
from surveys.files.report.parts import Rows, Text
from surveys.files.report.words import ENGLISH
from surveys.models import Batch, BatchKey, Counts, CrossTab, Estimate, InboxRow, Report, Version
from surveys.publishing.definition import Definition
from surveys.publishing.level_choice import layout_of
from surveys.results.crosstabs.selectors import planned_tables_of
from surveys.results.crosstabs.services import ask_for_crosstab
from surveys.results.estimate import results
from surveys.results.export import answers_of
from surveys.results.selectors import packed_reports, results_of, shown_results_of, steps_of
from surveys.results.services import _tallies
from surveys.running.close import close
from surveys.tests.factories import COLOURS, a_version, archive, first_of, question, read, send, sweep_and_work, text

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = [{"epsilon": epsilon} for epsilon in ("0.4", "0.8", "1.2")]
QUESTIONS = [
    question(),
    question("q2", options=COLOURS),
    question("q3") | {"show_if": "q1 = 'yes'"},
    question("q4"),
    question("q5", options=COLOURS),
]


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana, questions=QUESTIONS, pairs=[["q4", "q5"]], levels=LEVELS, level_choice="question")


def answer(version: Version, level: str, number: int, truth: Mapping[str, int] | None = None) -> None:
    layout = layout_of(read(version), level)
    entropy = SeededEntropy(number)
    record = b"".join(
        part.oracle.pack(part.oracle.perturb((truth or {}).get(part.field, first_of(part)), entropy))
        for part in layout.parts
    )
    report = {
        "key": text(number.to_bytes(16, "big")), "level": level, "proof": "", "record": text(record),
        "version": version.hash,
    }  # fmt: skip
    assert send(report).status == 202


def stated(definition: Any, person: int) -> str:
    """Returns the levels a person states: at the first block 0, 1 and 2 in turn; at the others hardly anybody leaves
    the most protective."""
    chosen = [str(person % 3)] + ["1" if person % 7 == 0 else "0"] * (len(definition.blocks) - 1)
    return "".join("0" if block.conditional else level for block, level in zip(definition.blocks, chosen, strict=True))


def answered(version: Version, people: int = 120) -> list[str]:
    levels = [stated(read(version), person) for person in range(people)]
    for person, level in enumerate(levels):
        answer(version, level, person)
    return levels


def closed(version: Version, ana: Person) -> Version:
    close(actor=ref_of(ana), rule="test", survey_id=version.survey_id, number=version.number)
    sweep_and_work()
    version.refresh_from_db()
    return version


def test_nothing_leaves_the_inbox_and_nothing_is_shown_while_the_version_is_open(version: Version) -> None:
    answered(version)
    sweep_and_work()
    sweep_and_work()
    assert not Report.objects.exists()
    assert not Estimate.objects.exists()
    assert InboxRow.objects.filter(sealed__isnull=False).count() == 120
    assert results_of(version)["state"] == "collecting"
    with pytest.raises(NoResults):
        packed_reports(version, read(version))


def test_all_of_it_is_broken_into_blocks_when_the_version_closes(version: Version, ana: Person) -> None:
    levels = answered(version)
    closed(version, ana)
    definition = read(version)
    kept = Counter(Report.objects.values_list("block", "level"))
    assert kept == Counter(
        (block.id, int(level[place])) for level in levels for place, block in enumerate(definition.blocks)
    )
    assert sum(Batch.objects.values_list("size", flat=True)) == 120
    assert not InboxRow.objects.exists()
    assert not BatchKey.objects.exclude(state=BatchKey.State.DONE).exists()
    for counts in Counts.objects.all():
        block = next(block for block in definition.blocks if counts.block in block.fields)
        assert counts.reports == kept[block.id, counts.level]


def test_the_results_pool_each_question_by_its_own_levels(version: Version, ana: Person) -> None:
    answered(version)
    shown = results_of(closed(version, ana))
    assert (shown["state"], shown["reports"], shown["levels"]) == ("shown", 120, [])
    by_question = {each["id"]: [group["reports"] for group in each["by_level"]] for each in shown["questions"]}
    assert by_question == {"q1": [40, 40, 40], "q2": [102], "q3": [120], "q4": [102], "q5": [102]}
    guarantees = {each["id"]: each["guarantee"]["epsilon"] for each in shown["questions"]}
    assert guarantees == {"q1": "1.2", "q2": "1.2", "q3": "0.4", "q4": "2.4", "q5": "2.4"}
    assert Decimal(shown["guarantee"]["epsilon"]) == Decimal("1.2") * 4 + Decimal("0.4")
    assert "question" in shown["method"]


def test_a_level_that_few_chose_for_a_question_is_in_no_number_of_it(version: Version, ana: Person) -> None:
    """Two surveys that differ only in the reports of the 18 people at the small level have the same results."""
    answered(version)
    shown = results_of(closed(version, ana))
    small = Counts.objects.filter(version=version, level=1).exclude(block="b1")
    assert {counts.reports for counts in small} <= {18, 0}
    before = {each["id"]: each for each in shown["questions"]}
    for counts in small:
        counts.supports = [0 for _ in counts.supports]
        counts.save()
    definition = read(version)
    from_counts = _results_again(version, definition)
    assert {each["id"]: each["estimates"] for each in from_counts["questions"]} == {
        id: each["estimates"] for id, each in before.items()
    }


def _results_again(version: Version, definition: Definition) -> dict[str, Any]:
    return results(definition, _tallies(list(Counts.objects.filter(version=version))))


def test_a_question_with_too_few_of_every_level_is_not_shown(version: Version, ana: Person) -> None:
    definition = read(version)
    for person in range(54):  # Each level of the first block gets 18 reports.
        level = str(person % 3) + "0" * (len(definition.blocks) - 1)
        answer(version, level, person)
    shown = results_of(closed(version, ana))
    assert [each["id"] for each in shown["questions"]] == ["q2", "q3", "q4", "q5"]
    assert shown["unshown"] == [{"id": "q1", "text": "Have you ever?", "row_label": None}]
    assert any("not shown: Have you ever?" in str(part) for part in contents(shown, [], ENGLISH))
    assert shown["reports"] == 54


def test_each_question_says_how_many_it_leaves_out(version: Version, ana: Person) -> None:
    answered(version)
    shown = results_of(closed(version, ana))
    left_out = {each["id"]: each["left_out"] for each in shown["questions"]}
    assert left_out == {"q1": 0, "q2": 18, "q3": 0, "q4": 18, "q5": 18}
    assert all(each["guarantee"]["n"] + left_out[each["id"]] == 120 for each in shown["questions"])
    sentences = [part.text for part in contents(shown, planned_tables_of(version), ENGLISH) if isinstance(part, Text)]
    assert sum(text.startswith("18 more reports are left out of this question") for text in sentences) == 3


def test_the_method_claims_no_more_reports_than_a_question_has(version: Version, ana: Person) -> None:
    """The questions q1 and q3 count all of 120 reports and the others 102; where all count the same, it is just so
    many."""
    answered(version)
    shown = results_of(closed(version, ana))
    assert "estimates from at most 120 reports" in shown["method"]
    assert "estimates from at most 120 reports" in str(list(contents(shown, [], ENGLISH))[-1])
    some = shown | {"questions": [each for each in shown["questions"] if each["id"] == "q2"]}
    assert "estimates from 102 reports" in str(list(contents(some, [], ENGLISH))[-1])


def test_every_row_of_the_file_of_estimates_names_the_levels_it_is_made_of(version: Version, ana: Person) -> None:
    answered(version)
    shown = results_of(closed(version, ana))
    rows = csv.DictReader(io.StringIO(file_of(answers_of(shown), "csv")[0].decode("utf-8-sig")))
    levels = {(row["question"], row["estimate"]): row["levels"] for row in rows}
    assert levels["q1", "share-pooled"] == "0 1 2"
    assert levels["q3", "inverse-variance"] == "0"
    assert "" not in levels.values()


def test_where_no_question_can_be_shown_files_and_page_refuse_as_before_any_result(ana: Person) -> None:
    version = a_version(ana, questions=QUESTIONS[:2], levels=LEVELS, level_choice="question")
    for person in range(54):  # Each level of each block gets 18 reports.
        answer(version, 2 * str(person % 3), person)
    about = results_of(closed(version, ana))
    assert (about["state"], about["reports"], about["left_out"]) == ("collecting", 0, 54)
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    with pytest.raises(NoResults):
        packed_reports(version, read(version))
    with pytest.raises(NoResults):
        shown_results_of(version)  # Every file and the printed page begin with this call.


def test_while_it_is_broken_up_nothing_is_said_to_be_left_out(version: Version, ana: Person) -> None:
    answered(version, 30)
    close(actor=ref_of(ana), rule="test", survey_id=version.survey_id, number=version.number)
    Batch.objects.create(version=version, size=10, short=True)  # The batch stands for the first pieces.
    about = results_of(version)
    assert (about["state"], about["reports"], about["left_out"]) == ("collecting", 10, 0)


def test_simulated_people_choose_levels_by_question_and_are_shown_at_once(ana: Person) -> None:
    """Simulated people need no protection: they are shown before the version ends, and below 20 of a level."""
    version = a_version(ana, simulated=True, questions=QUESTIONS, levels=LEVELS, level_choice="question")
    for person in range(110):
        answer(version, "21000" if person == 0 else "01000", person)
        if person == 60:
            sweep_and_work()
            assert results_of(version)["reports"] == 61
    sweep_and_work()
    shown = results_of(version)
    assert (shown["state"], shown["reports"], shown["version"]["state"]) == ("shown", 110, "open")
    assert {each["guarantee"]["n"] for each in shown["questions"]} == {110}
    assert {each["left_out"] for each in shown["questions"]} == {0}
    assert [step["reports"] for step in steps_of(version)] == [100, 110]
    assert len(packed_reports(version, read(version))["b1", 2]) == 1
    assert Batch.objects.count() == 1


def test_where_a_question_is_left_out_the_scripts_do_without_it_too(
    version: Version, ana: Person, tmp_path: Path
) -> None:
    for person in range(54):  # Each level of the first block gets 18 reports.
        answer(version, str(person % 3) + "000", person)
    closed(version, ana)
    zipfile.ZipFile(io.BytesIO(archive(version, "csv"))).extractall(tmp_path)
    rscript = shutil.which("Rscript")
    for command in ([sys.executable, "debias.py"], *([[rscript, "debias.R"]] if rscript else [])):
        subprocess.run(command, cwd=tmp_path, check=True)
        rows = csv.DictReader(io.StringIO((tmp_path / "estimates.csv").read_text()))
        assert {row["question"] for row in rows} == {"q2", "q3", "q4", "q5"}


def test_every_form_of_file_and_report_is_made_of_it(version: Version, ana: Person) -> None:
    answered(version)
    shown = results_of(closed(version, ana))
    for form in ("csv", "parquet", "sav", "xlsx"):
        assert archive(version, form)
    parts = list(contents(shown, planned_tables_of(version), ENGLISH))
    mix = next(part for part in parts if isinstance(part, Rows) and part.headed)
    assert [row[1] for row in mix.rows[1:]] == ["40", "40", "40", "102", "120", "102", "102"]
    assert "≤ 5.2" in str(parts[-1])


def test_only_planned_pairs_are_crossed(version: Version, ana: Person) -> None:
    answered(version)
    closed(version, ana)
    [table] = CrossTab.objects.filter(version=version)
    assert (table.rows, table.columns) == ("q4", "q5")
    assert table.result is not None
    assert table.result["reports"] == 102
    with pytest.raises(BadQuery, match="broken into"):
        ask_for_crosstab(version=version, rows="q1", columns="q2")


def test_files_of_reports_hold_no_level_of_few_and_debias_to_the_results(
    version: Version, ana: Person, tmp_path: Path
) -> None:
    answered(version)
    shown = results_of(closed(version, ana))
    files = zipfile.ZipFile(io.BytesIO(archive(version, "csv")))
    rows = {
        name: list(csv.DictReader(io.StringIO(files.read(f"{name}.csv").decode("utf-8-sig"))))
        for name in ("mechanisms", "expected")
    }
    assert {int(row["reports"]) for row in rows["mechanisms"]} == {40, 102, 120}
    shares = {(row["question"], row["answer"]): float(row["share"]) for row in rows["expected"]}
    files.extractall(tmp_path)
    rscript = shutil.which("Rscript")
    for command in ([sys.executable, "debias.py"], *([[rscript, "debias.R"]] if rscript else [])):
        subprocess.run(command, cwd=tmp_path, check=True)
        lines = csv.DictReader(io.StringIO((tmp_path / "estimates.csv").read_text()))
        assert {(row["question"], row["answer"]): float(row["share"]) for row in lines} == pytest.approx(shares)
    assert shares == {
        (each["id"], answer["id"]): pytest.approx(answer["share"])
        for each in shown["questions"]
        for answer in each["estimates"]["answers"]
    }
