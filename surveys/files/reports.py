"""This module is about a version's perturbed reports as files: broken into fields, each in an order of its own, with a
codebook.

The rows of a file are sorted. An order that follows from the values alone says nothing of when somebody answered, and
nothing of which rows of two files belong to one person; and the same reports always make the same file.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.numbers.number_choice import most_variance
from mechanisms.ldp.numbers.number_or_skipped import LOWER, SKIPPED, UPPER
from mechanisms.ldp.shapes.numbered import read_numbers
from surveys.files.codebook import (
    APART,
    WATERMARK,
    Kept,
    answers_of_codes,
    codebook_json,
    codebook_table,
    files_of,
    mechanisms_table,
    questions_table,
)
from surveys.files.spss import sav_of
from surveys.files.table import Cell, Column, Table
from surveys.files.write import csv_of, parquet_of, xlsx_of, zip_of
from surveys.publishing.definition import Definition
from surveys.reports.report_fields import Pieces

Packed = NDArray[np.uint8]
ZIP, XLSX = "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Mapping[str, Callable[[Table], bytes]] = {"csv": csv_of, "parquet": parquet_of, "sav": sav_of}
SCRIPTS = ("debias.py", "debias.R")
_FOLDER = Path(__file__).resolve().parent / "scripts"


def archive_of(
    definition: Definition, survey: str, packed: Pieces, form: str, results: Mapping[str, Any],
    people: Mapping[int, int] | None = None,
) -> tuple[bytes, str, str]:  # fmt: skip
    """Returns the content, media type and ending of an archive. `results` are those of exactly these reports; `people`
    is the number at each level, where people sent only some of the blocks."""
    reports = {kept: len(pieces) for kept, pieces in packed.items()}
    noise = noise_of(definition, packed)
    tables = [
        questions_table(definition),
        codebook_table(definition),
        mechanisms_table(definition, reports, noise, people),
    ]
    report_tables = [
        table_of(definition, kept, packed[kept.field.id, kept.level.id]) for kept in files_of(definition, reports)
    ]
    if form == "xlsx":
        return xlsx_of([_read_me(), *tables, *report_tables]), XLSX, "xlsx"
    files = {"README.txt": f"{WATERMARK}\n\n{APART}\n".encode()}
    whole = codebook_json(definition, reports, noise, survey, people)
    files["codebook.json"] = json.dumps(whole, indent=1, ensure_ascii=False).encode()
    files |= {f"{table.name}.csv": csv_of(table) for table in tables}
    files |= {f"reports/{table.name}.{form}": FORMS[form](table) for table in report_tables}
    if form == "csv":
        files |= {name: (_FOLDER / name).read_bytes() for name in SCRIPTS}
        files |= {f"{table.name}.csv": csv_of(table) for table in expected(definition, results)}
    return zip_of(files), ZIP, "zip"


def table_of(definition: Definition, kept: Kept, pieces: Packed) -> Table:
    own = pieces[np.lexsort(pieces.T[::-1])]
    if kept.is_skippable:
        return _ends(kept, own)
    if kept.is_number:
        return _numbers(kept, own)
    labels = {
        code: " + ".join(f"{question.id}: {question.answers[place].label}" for question, place in meant)
        for code, meant in enumerate(answers_of_codes(definition, kept.field), 1)
    }
    supports = kept.part.oracle.channel.supports(own)
    if kept.is_choice:
        columns = [Column("perturbed_code", WATERMARK, "number", labels)]
        values = (supports.argmax(axis=1) + 1)[:, None] if len(own) else supports[:, :1]
    else:
        columns = [Column(f"perturbed_{code}", f"{label}. {WATERMARK}", "number") for code, label in labels.items()]
        values = supports
    return Table(kept.name, tuple(columns), values.tolist(), WATERMARK)


def _numbers(kept: Kept, own: Packed) -> Table:
    drawn = kept.part.number
    columns = (
        Column("perturbed_report", WATERMARK, "number"),
        Column("perturbed_reading", f"What it says of the number, right only in the mean. {WATERMARK}", "number"),
    )
    reports = read_numbers(own)
    pairs = zip(reports.tolist(), drawn.readings[reports].tolist(), strict=True)
    return Table(kept.name, columns, [list(pair) for pair in pairs], WATERMARK)


def _ends(kept: Kept, own: Packed) -> Table:
    drawn = kept.part.number_or_skipped
    labels = {
        LOWER: f"{drawn.grid.low}, the lower bound",
        UPPER: f"{drawn.grid.high}, the upper bound",
        SKIPPED: "Skipped, or not asked",
    }
    columns = (Column("perturbed_report", WATERMARK, "number", labels),)
    return Table(kept.name, columns, read_numbers(own)[:, None].tolist(), WATERMARK)


def noise_of(definition: Definition, packed: Pieces) -> dict[str, float]:
    """Returns the noise of each file, by name (see NOISE); a single report shows none, so its largest possible variance
    is given."""
    noises = {}
    for kept in files_of(definition, {key: len(pieces) for key, pieces in packed.items()}):
        if kept.is_number and not kept.is_skippable:
            drawn = kept.part.number
            counts = drawn.count(packed[kept.field.id, kept.level.id])
            noises[kept.name] = drawn.least_noise(counts) if kept.reports > 1 else most_variance(drawn)
    return noises


def expected(definition: Definition, results: Mapping[str, Any]) -> list[Table]:
    """Returns the numbers that the scripts must find, computed as the results page's numbers are."""
    rows = [
        [question["id"], answer["id"], answer["share"], answer["standard_error"]]
        for question in results["questions"]
        for answer in question["estimates"]["answers"]
    ]
    means = [
        [number["id"], number["estimates"]["mean"]["value"], number["estimates"]["mean"]["standard_error"]]
        for number in results.get("numbers", [])
    ]
    named = [Column("question", "Question", "text"), Column("answer", "Answer", "text")]
    named += [Column("share", "Estimate", "number"), Column("standard_error", "Its standard error", "number")]
    tables = [Table("expected", tuple(named), rows, WATERMARK)]
    if len(definition.of_numbers) > len(definition.of_skippable):
        error = Column("standard_error", "Its standard error", "number")
        columns = (Column("question", "Question", "text"), Column("mean", "Estimate, in its unit", "number"), error)
        tables.append(Table("expected_means", columns, means, WATERMARK))
    if definition.of_skippable:
        tables.append(_expected_answered(results["numbers_or_skipped"]))
    return tables


def _expected_answered(numbers: Sequence[Mapping[str, Any]]) -> Table:
    """Returns a table on numbers that may be skipped; without a mean where its limits, at any confidence shown, do not
    exist."""
    names = {
        "answered": "Estimated share who answered",
        "answered_low": "Lower 95 % limit of it",
        "answered_high": "Upper 95 % limit of it",
        "mean": "Estimated mean of those who answered, in its unit",
        "mean_low": "Lower 95 % limit of it",
        "mean_high": "Upper 95 % limit of it",
    }
    columns = [Column("question", "Question", "text"), *(Column(*pair, "number") for pair in names.items())]
    rows: list[list[Cell]] = []
    for number in numbers:
        share, mean = number["estimates"]["answered"], number["estimates"]["mean"]
        of_mean = [None, None, None] if mean is None else [mean["value"], *mean["intervals"]["95"]]
        rows.append([number["id"], share["share"], *share["intervals"]["95"], *of_mean])
    return Table("expected_answered", tuple(columns), rows, WATERMARK)


def _read_me() -> Table:
    return Table("read me", (Column("read_me", WATERMARK, "text"),), [[WATERMARK], [APART]], WATERMARK)
