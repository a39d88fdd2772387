"""The codebook says what is needed to read a version's reports: its questions, the codes of its fields, and each
level's mechanism."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.square_wave import SquareWave
from surveys.files.table import Cell, Column, Kind, Table
from surveys.publishing.definition import PER_REPORT, Definition, Field, Question
from surveys.publishing.layout import Level, Part
from surveys.publishing.level_choice import offered

WATERMARK = (
    "Perturbed reports: do not tabulate directly. Every answer was changed at random on its respondent's device, and a "
    "count of them is not an estimate. debias.py and debias.R turn them into estimates with standard errors."
)
NOISE = (
    "Of a number: the variance of one report that noise and rounding make anyway, where they make least: at a bound or "
    "near the mean. Reports that happen to be alike do not show it, so no standard error is taken to be smaller"
)
OF_NUMBERS = {
    "noise": NOISE,
    "low": "Of a number: its lower bound",
    "high": "Of a number: its upper bound",
    "steps": "Of a number: steps of its grid",
    "window": "Of a distribution: from how many points a report comes as likely as can be",
    "inside": "Of a distribution: chance of a report from each of these points",
    "outside": "Of a distribution: chance of a report from each other point",
}
APART = "Each file holds one field of the reports of one level, sorted by itself: rows of two files are not one person."
Reports = Mapping[tuple[str, int], int]  # The number of reports, by field and level.
People = Mapping[int, int] | None  # The number of people, by level.
_TEXT: Kind = "text"
_NUMBER: Kind = "number"


@dataclass(frozen=True)
class Kept:
    """A kept file holds all reports of one field at one level."""

    field: Field
    level: Level
    part: Part
    reports: int
    people: int

    @property
    def name(self) -> str:
        return f"{self.field.id}-level{self.level.id}-perturbed"

    @property
    def sent(self) -> tuple[int, int, float]:
        """Returns the number of reports and of people at the level, and the share of people who send the field."""
        return self.reports, self.people, self.level.inclusion(self.field.id)

    @property
    def is_choice(self) -> bool:
        return self.part.mechanism.shape == "choice"

    @property
    def is_number(self) -> bool:
        return self.field.grid is not None

    @property
    def is_skippable(self) -> bool:
        return self.field.skippable


def files_of(definition: Definition, reports: Reports, people: People = None) -> list[Kept]:
    """Returns the files of reports. `people` are those of each level, where some people did not send every block; else
    as many as reports."""
    return [
        Kept(
            field,
            level,
            level.part(field.id),
            reports[field.id, level.id],
            reports[field.id, level.id] if people is None else people[level.id],
        )
        for field in definition.fields
        for level in offered(definition, field.id)
        if reports[field.id, level.id]
    ]


def answers_of_codes(definition: Definition, field: Field) -> list[list[tuple[Question, int]]]:
    """Returns the meaning of each code from 1 on: the question, or the two questions of a pair, and the index of the
    answer."""
    of = [next(question for question in definition.questions if question.id == id) for id in field.of]
    return [
        list(zip(of, places, strict=True)) for places in product(*(range(len(question.answers)) for question in of))
    ]


def codebook_table(definition: Definition) -> Table:
    columns = [("field", "Field of the report"), ("kind", "one answer, set of answers, or joint: a pair of questions")]
    columns += [("first", "Question"), ("first_answer", "Its answer"), ("first_label", "What the answer says")]
    columns += [("second", "Other question of the pair"), ("second_answer", "Its answer"), ("second_label", "Its text")]
    named = [Column(name, label, _TEXT) for name, label in columns]
    named.insert(2, Column("code", "Number of the answer in the reports' files", _NUMBER))
    return Table("codebook", tuple(named), list(_codes(definition)), WATERMARK)


def _codes(definition: Definition) -> Iterator[list[Cell]]:
    for field in definition.fields:
        for code, meant in enumerate(answers_of_codes(definition, field), 1):
            cells = [
                text
                for question, place in meant
                for text in (question.id, question.answers[place].id, question.answers[place].label)
            ]
            yield [field.id, field.kind, code, *cells, *[""] * (6 - len(cells))]


def mechanisms_table(
    definition: Definition, reports: Reports, noise: Mapping[str, float], people: People = None
) -> Table:
    """Returns the table of mechanisms. `noise` is by the name of the file, of numbers."""
    texts = {
        "file": "Name of the file of reports",
        "field": "Field of the report",
        "kind": "one, set, joint or number",
        "mechanism": "Mechanism",
        "shape": (
            "choice: a code; bits, subset, meeting: 0 or 1 for each code; of a number: the report and its reading; "
            "end-or-skipped: 0 lower bound, 1 upper bound, 2 skipped or not asked"
        ),
        "epsilon": "Epsilon of this field",
        "p_exact": "p as a fraction",
        "q_exact": "q as a fraction",
    }
    numbers = {
        "level": "Level",
        "answers": "Codes",
        "mechanism_version": "Version of the mechanism",
        "reports": "Rows of the file",
        "people": "People who chose the level: its weight, also where not all of them sent this field",
        "inclusion": "Share of the people of the level who send this field",
        "p": "Chance that a report supports the answer given",
        "q": "Chance that it supports one certain other answer",
        "true_and_other": "Chance that it supports the answer given and one certain other",
        "two_others": "Chance that it supports two certain others",
    }
    columns = [Column(name, label, _TEXT) for name, label in texts.items()]
    columns += [Column(name, label, _NUMBER) for name, label in numbers.items()]
    rows = [_mechanism(kept) for kept in files_of(definition, reports, people)]
    if definition.of_numbers:
        columns += [Column(name, label, _NUMBER) for name, label in OF_NUMBERS.items()]
        of_files = {kept.name: kept for kept in files_of(definition, reports)}
        rows = [[*row, noise.get(str(row[0])), *_grid_cells(of_files[str(row[0])])] for row in rows]
    return Table("mechanisms", tuple(columns), rows, WATERMARK)


def _mechanism(kept: Kept) -> list[Cell]:
    if kept.is_number:
        return _number(kept)
    oracle = kept.part.oracle
    texts: list[Cell] = [kept.name, kept.field.id, kept.field.kind, oracle.slug, oracle.shape, oracle.epsilon_text]
    exact: list[Cell] = [_fraction(oracle.p), _fraction(oracle.q)]
    numbers: list[Cell] = [kept.level.id, oracle.answers, oracle.version, *kept.sent]
    chances = (oracle.p, oracle.q, *oracle.pair_support)
    return [*texts, *exact, *numbers, *map(float, chances)]


def _number(kept: Kept) -> list[Cell]:
    """Returns the row of a number in the table of mechanisms. A number has no codes: each report has a reading, or
    names a bound or says that no number was given."""
    drawn = kept.part.mechanism
    texts: list[Cell] = [kept.name, kept.field.id, kept.field.kind, drawn.slug, drawn.shape, drawn.epsilon_text]
    counted: list[Cell] = [kept.level.id, None, drawn.version, *kept.sent]
    if isinstance(drawn, NumberOrSkipped):
        p, q = drawn.channel.p, drawn.channel.q
        return [*texts, _fraction(p), _fraction(q), *counted, float(p), float(q), None, None]
    return [*texts, "", "", *counted, None, None, None, None]


def _grid_cells(kept: Kept) -> list[Cell]:
    """Returns the cells of a grid of reports: the grid of a number, and for a distribution what is needed to estimate
    it."""
    if (of := kept.field.grid) is None:
        return [None] * (len(OF_NUMBERS) - 1)
    drawn = kept.part.mechanism
    grid: list[Cell] = [of.low, of.high, of.steps]
    if not isinstance(drawn, SquareWave):
        return [*grid, None, None, None]
    channel = drawn.window_channel
    return [*grid, channel.window, float(channel.inside), float(channel.outside)]


def questions_table(definition: Definition) -> Table:
    texts = {"question": "Question, or row of a matrix", "type": "Type", "field": "Field of the report", "text": "Text"}
    texts["field"] += "; a question of several pairs has a row for each"
    rows = [
        [question.id, question.type, field.id, question.text, question.row_label or ""]
        for question in definition.questions
        for field in question.fields
    ]
    columns = [Column(name, label, _TEXT) for name, label in (texts | {"row": "Row of the matrix"}).items()]
    return Table("questions", tuple(columns), rows, WATERMARK)


def codebook_json(
    definition: Definition, reports: Reports, noise: Mapping[str, float], survey: str, people: People = None
) -> dict[str, Any]:
    """Returns the codebook in one object, for programs."""
    first = definition.fields[0].id  # Any field will do: every report has each field, at the report's level.
    tables = (
        questions_table(definition),
        codebook_table(definition),
        mechanisms_table(definition, reports, noise, people),
    )
    return {
        "note": WATERMARK,
        "order": APART,
        "survey": survey,
        "title": definition.title,
        "version": {"number": definition.number, "hash": definition.hash},
        "simulated": definition.simulated,
        "levels": [
            {
                "id": level.id,
                "eps_report": decimal_text(level.eps_report),
                "reports": reports[first, level.id] if people is None else people[level.id],
            }
            for level in definition.levels
            if definition.level_choice == PER_REPORT
        ],
        **{
            table.name: [dict(zip((column.name for column in table.columns), row, strict=True)) for row in table.rows]
            for table in tables
        },
    }


def _fraction(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
