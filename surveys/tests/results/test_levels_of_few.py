"""A version older than the rule may have counted small levels: no output of the platform reveals them."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest

from datahub.accounts.models import Person
from datahub.jobs.services import submit
from surveys.drafts.services import ref_to
from surveys.files.forms import FORMS, file_of
from surveys.files.report.contents import contents
from surveys.files.report.words import ENGLISH
from surveys.models import Batch, Counts, CrossTab, Estimate, Report, Version
from surveys.reports.tally import tally
from surveys.results.crosstabs.selectors import crosstabs_of, planned_tables_of
from surveys.results.crosstabs.services import ask_for_crosstab
from surveys.results.export import answers_of, numbers_of
from surveys.results.selectors import comparison_of, packed_reports, results_of, shown_results_of
from surveys.tests.factories import COLOURS, a_record, a_version, archive, question, read, work
from surveys.tests.results.test_estimate_numbers import WAVE
from surveys.vectors.samples import HOURS, SEVERAL

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = [{"epsilon": epsilon} for epsilon in ("0.4", "0.8", "1.2")]
QUESTIONS = [question(), question("q2", options=COLOURS), question("q3"), question("q4", options=COLOURS)]
FEW = {0: 120, 1: 15, 2: 105}  # The number of reports at each level.
OF_EVERY_SHAPE = [*QUESTIONS, SEVERAL, HOURS, WAVE | {"id": "q6"}]  # The reports are an answer, a set, or a number.


@pytest.fixture
def version(ana: Person) -> Version:
    return a_version(ana, questions=QUESTIONS, pairs=[["q3", "q4"]], levels=LEVELS)


@pytest.fixture
def of_every_shape(ana: Person) -> Version:
    levels = [{"epsilon": epsilon} for epsilon in ("0.4", "0.8", "1.1")]
    version = a_version(ana, questions=OF_EVERY_SHAPE, pairs=[["q3", "q4"]], levels=levels)
    shapes = {part.mechanism.shape for level in read(version).levels for part in level.parts}
    assert shapes >= {"choice", "meeting", "ends", "window", "window-or-ends"}
    return version


def store(version: Version, numbers: Mapping[int, int], seed: int = 0) -> None:
    """Stores reports as the ingest did before the rule: one batch, and every level counted."""
    batch = Batch.objects.create(version=version, size=sum(numbers.values()), short=False)
    for level, number in numbers.items():
        records = [a_record(version, level, seed=1000 * level + each + seed) for each in range(number)]
        Report.objects.bulk_create(
            [Report(id=f"{level:08x}-0000-4000-8000-{each:012x}", batch=batch, level=level, record=record)
             for each, record in enumerate(records)]
        )  # fmt: skip
        count(version, level, records)


def count(version: Version, level: int, records: list[bytes]) -> None:
    counted = tally(read(version).levels[level], records)
    for row in Counts.objects.filter(version=version, level=level):
        row.reports = row.people = counted.reports
        row.supports = list(counted.supports[row.block])
        row.save()


def estimated(version: Version) -> None:
    submit(kind="surveys.estimate", subject=ref_to(version.survey), payload={"version": version.pk})
    work()


def all_that_leaves(version: Version) -> dict[str, Any]:
    """Returns every number and file of a version, without the times at which they were made."""
    shown = shown_results_of(version) | {"computed_at": None}
    dated = shown_results_of(version)
    reports = {form: archive(version, form) for form in REPORTS}
    return {
        "results": shown,
        "estimates": {form: content_of(file_of(answers_of(dated), form)[0]) for form in FORMS},
        "numbers": {form: content_of(file_of(numbers_of(dated), form)[0]) for form in FORMS},
        "reports": {form: content_of(content) for form, content in reports.items()},
        "page": list(contents(dated, planned_tables_of(version), ENGLISH)),
        "comparison": comparison_of(version, "q2", "red", "blue"),
        "crosstabs": [table | {"computed_at": None} for table in crosstabs_of(version)],
    }


REPORTS = ("csv", "parquet", "sav", "xlsx")


def content_of(file: bytes) -> Any:
    """Returns the content of a file, without the properties of a workbook, which hold a time."""
    if not zipfile.is_zipfile(io.BytesIO(file)):
        return file
    whole = zipfile.ZipFile(io.BytesIO(file))
    return {name: whole.read(name) for name in whole.namelist() if not name.startswith("docProps/")}


def test_no_number_and_no_file_changes_with_what_the_few_sent(of_every_shape: Version) -> None:
    version = of_every_shape
    store(version, FEW)
    seen = []
    for seed in (0, 7000):
        records = [a_record(version, 1, seed=seed + each) for each in range(FEW[1])]
        for report, record in zip(Report.objects.filter(level=1).order_by("pk"), records, strict=True):
            report.record = record
            report.save()
        count(version, 1, records)
        Estimate.objects.all().delete()
        CrossTab.objects.all().delete()
        estimated(version)
        ask_for_crosstab(version=version, rows="q1", columns="q2")
        work()
        seen.append(all_that_leaves(version))
    for way, content in seen[0].items():
        assert content == seen[1][way], way
    assert [table["table"]["reports"] for table in seen[0]["crosstabs"]] == [225, 225]
    assert [number["distribution"] is None for number in seen[0]["results"]["numbers"] if "distribution" in number] == [
        False
    ]
    assert all("level1" not in name for name in seen[0]["reports"]["csv"])


def test_what_is_counted_and_what_is_left_out_are_all_that_is_stored(version: Version) -> None:
    store(version, FEW)
    estimated(version)
    shown = results_of(version)
    assert (shown["reports"], shown["left_out"], Report.objects.count()) == (225, 15, 240)
    assert [(group["levels"], group["reports"]) for group in shown["levels"]] == [([0], 120), ([1, 2], 105)]
    assert {question["guarantee"]["n"] for question in shown["questions"]} == {225}


def test_a_version_of_which_every_level_is_too_small_shows_nothing(version: Version) -> None:
    store(version, {0: 15, 1: 19, 2: 0})
    estimated(version)
    shown = results_of(version)
    assert (shown["state"], shown["reports"], shown["left_out"]) == ("collecting", 0, 34)


def test_simulated_people_need_no_company(ana: Person) -> None:
    version = a_version(ana, simulated=True, questions=QUESTIONS, pairs=[["q3", "q4"]], levels=LEVELS)
    store(version, FEW)
    estimated(version)
    shown = results_of(version)
    assert (shown["reports"], shown["left_out"]) == (240, 0)
    assert len(packed_reports(version, read(version))["b1", 1]) == 15
