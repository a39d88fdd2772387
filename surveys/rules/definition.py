"""A version's definition: how a draft becomes one, and what the platform reads out of one.

The definition is public. Its canonical JSON is hashed by the page, by the platform and by whoever checks them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.common.canonical import canonical, digest
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.rules.blocks import NUMBER, Mechanism, blocks_of, is_skippable, largest_sets, level_of, mechanism_of
from surveys.rules.checks import moment
from surveys.rules.domain import Answer, answers_of, conditional
from surveys.rules.items import ANSWERED
from surveys.rules.numbers import grid_of
from surveys.rules.questionnaire import CAP

FORMAT = "datahub-survey-version/2"
BATCH_LEAST, BATCH_MOST = 50, 1000
SHOWN_FROM = 20  # reports; nothing about fewer people is computed
LEVEL_BYTES = 1  # in an inbox row, before the record; of each block where each has a level of its own
PER_REPORT, PER_QUESTION = "report", "question"
WHOLE = ""  # the block of a report that is kept whole

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Part:
    """How one level treats one field, and where its report lies in the record."""

    field: str
    mechanism: Mechanism
    start: int
    stop: int

    @property
    def oracle(self) -> FrequencyOracle:
        """Of a field with answers."""
        if not isinstance(self.mechanism, FrequencyOracle):
            raise TypeError(f"field {self.field} is a number; its reports support no answers")
        return self.mechanism

    @property
    def number(self) -> NumberMechanism:
        """Of a field that is a number everybody has."""
        if not isinstance(self.mechanism, NumberMechanism):
            raise TypeError(f"field {self.field} has answers, or may be skipped; it is no number that everybody has")
        return self.mechanism


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What a record is made of, and what it costs whoever sends it."""

    eps_report: Decimal
    record_bytes: int
    parts: tuple[Part, ...]

    def part(self, field: str) -> Part:
        return next(part for part in self.parts if part.field == field)


@dataclass(frozen=True, kw_only=True)
class Level(Layout):
    id: int


@dataclass(frozen=True, kw_only=True)
class Block:
    """Fields that are at one level together. Whoever is asked them only under a condition chooses no level for them."""

    id: str
    fields: tuple[str, ...]
    conditional: bool


@dataclass(frozen=True, kw_only=True)
class Field:
    """One report in the record: `kind` is one, set, joint or number; `of` are the questions, or the row, it is about.

    A number has no answers; it has a grid, and what is estimated of it. A skippable one somebody may not have.
    """

    id: str
    kind: str
    of: tuple[str, ...]
    answers: int
    most: int | None
    largest: int | None
    grid: Grid | None = None
    estimate: str | None = None
    skippable: bool = False


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is estimated by itself: a question, or a row of a matrix, and its domain in the order of its indices."""

    id: str
    item: str
    row: str | None
    type: str
    text: str
    row_label: str | None
    field: Field
    answers: tuple[Answer, ...]
    unit: str = ""

    @property
    def place(self) -> int:
        """0 or 1: which of the two questions of its field it is."""
        return self.field.of.index(self.id)

    @property
    def is_number(self) -> bool:
        """Whether a mean or a distribution is estimated of it instead of shares of answers."""
        return self.field.kind == NUMBER


@dataclass(frozen=True, kw_only=True)
class Definition:
    hash: str
    survey: str
    number: int
    title: str
    questions: tuple[Question, ...]
    fields: tuple[Field, ...]
    blocks: tuple[Block, ...]
    levels: tuple[Level, ...]
    level_choice: str
    opens_at: datetime | None
    closes_at: datetime | None
    cap_reports: int | None
    batch_least: int
    batch_most: int
    shown_from: int
    row_bytes: int
    simulated: bool

    @property
    def of_answers(self) -> tuple[Question, ...]:
        """Questions of whose answers shares are estimated."""
        return tuple(question for question in self.questions if not question.is_number)

    @property
    def of_numbers(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.is_number)

    @property
    def level_least(self) -> int:
        """Of a level none or so many reports are shown; where batches hide nobody, levels need not either."""
        return self.shown_from if self.batch_least > 1 else 1


def build(draft: Json, *, survey: str, number: int, bundle: str, simulated: bool) -> dict[str, Any]:
    """The definition of a draft that `check_complete` has passed."""
    blocks = blocks_of(draft)
    largest = largest_sets(draft["questions"])
    levels = [level_of(place, level, blocks, largest) for place, level in enumerate(draft["levels"])]
    choice = draft.get("level_choice", PER_REPORT)
    return {
        "format": FORMAT,
        "survey": survey,
        "number": number,
        **{name: draft[name] for name in ("language", "languages", "translations", "title", "description")},
        "questions": draft["questions"],
        "blocks": blocks,
        "levels": levels,
        **({} if choice == PER_REPORT else {"level_choice": choice}),
        "cap": decimal_text(CAP),
        **{name: draft[name] for name in ("opens_at", "closes_at", "cap_reports")},
        "ingest": {
            "batch_least": 1 if simulated else BATCH_LEAST,
            "batch_most": BATCH_MOST,
            "shown_from": SHOWN_FROM,
            "row_bytes": _row_bytes(levels, choice),
        },
        "token_key": None,
        "bundle": bundle,
        "simulated": simulated,
    }


def _row_bytes(levels: Sequence[Json], choice: str) -> int:
    """As many as the longest record there can be needs, with its levels."""
    if choice == PER_REPORT:
        return LEVEL_BYTES + max(int(level["record_bytes"]) for level in levels)
    blocks = list(zip(*(level["blocks"] for level in levels), strict=True))
    longest = [max(sum(int(field["bytes"]) for field in block["fields"]) for block in one) for one in blocks]
    return LEVEL_BYTES * len(blocks) + sum(longest)


def text_of(definition: Json) -> str:
    return canonical(definition).decode("utf-8")


def read(text: str) -> Definition:
    """Raises ValueError when the catalogue no longer means what the definition says."""
    value = json.loads(text)
    ingest = value["ingest"]
    said = {field["id"]: field for block in value["blocks"] for field in block["fields"]}
    largest = largest_sets(value["questions"])
    fields = {id: _field(field, largest) for id, field in said.items()}
    return Definition(
        hash=digest(value),
        survey=value["survey"],
        number=value["number"],
        title=value["title"],
        questions=_questions(value, list(fields.values())),
        fields=tuple(fields.values()),
        blocks=_blocks(value),
        level_choice=value.get("level_choice", PER_REPORT),
        levels=tuple(_level(level, said, largest) for level in value["levels"]),
        opens_at=moment(value["opens_at"]),
        closes_at=moment(value["closes_at"]),
        cap_reports=value["cap_reports"],
        batch_least=ingest["batch_least"],
        batch_most=ingest["batch_most"],
        shown_from=ingest["shown_from"],
        row_bytes=ingest["row_bytes"],
        simulated=value["simulated"],
    )


def _field(said: Json, largest: Mapping[str, int]) -> Field:
    is_number = said["kind"] == NUMBER
    return Field(
        id=said["id"],
        kind=said["kind"],
        of=tuple(said["of"]),
        answers=0 if is_number else said["answers"],
        most=said.get("most"),
        largest=largest[said["of"][0]] if said["kind"] == "set" else None,
        grid=grid_of(said) if is_number else None,
        estimate=said["estimate"] if is_number else None,
        skippable=is_skippable(said),
    )


def _questions(value: Json, fields: list[Field]) -> tuple[Question, ...]:
    field_of = {id: field for field in fields for id in field.of}
    unasked = conditional(value["questions"])
    found = []
    for item in value["questions"]:
        if item["type"] not in ANSWERED:
            continue
        answers = answers_of(item, may_be_unasked=item["id"] in unasked)
        for row in item["rows"] if item["type"] == "matrix" else [None]:
            id = item["id"] if row is None else f"{item['id']}.{row['id']}"
            found.append(
                Question(
                    id=id,
                    item=item["id"],
                    row=row and row["id"],
                    type=item["type"],
                    text=item["text"],
                    row_label=row and row["label"],
                    field=field_of[id],
                    answers=answers,
                    unit=item["number"]["unit"] if item["type"] == "number" else "",
                )
            )
    return tuple(found)


def _blocks(value: Json) -> tuple[Block, ...]:
    unasked = conditional(value["questions"])
    return tuple(
        Block(
            id=block["id"],
            fields=tuple(field["id"] for field in block["fields"]),
            conditional=not unasked.isdisjoint(block["questions"]),
        )
        for block in value["blocks"]
    )


def _level(level: Json, fields: Json, largest: Mapping[str, int]) -> Level:
    parts: list[Part] = []
    start = 0
    for said in (said for block in level["blocks"] for said in block["fields"]):
        drawn = mechanism_of(fields[said["field"]], said["mechanism"], said["epsilon"], largest)
        if (drawn.version, drawn.client_spec()) != (said["version"], said["spec"]):
            raise ValueError(f"{said['mechanism']} no longer means what level {level['id']} was published with")
        parts.append(Part(field=said["field"], mechanism=drawn, start=start, stop=start + drawn.report_bytes))
        start += drawn.report_bytes
    return Level(
        id=level["id"],
        eps_report=Decimal(level["eps_report"]),
        record_bytes=level["record_bytes"],
        parts=tuple(parts),
    )
