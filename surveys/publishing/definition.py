"""A version's definition is the part of the published JSON that the platform uses.

The definition is public. Its canonical JSON is hashed by the page, by the platform and by whoever checks them.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from mechanisms.common.canonical import digest
from mechanisms.ldp.numbers.grid import Grid
from surveys.publishing.blocks import NUMBER, is_skippable, largest_sets, mechanism_of
from surveys.publishing.draws import Draw, check_draws
from surveys.publishing.layout import DRAW_BYTES, Level, Part
from surveys.questions.all import QUESTION_TYPES, question_type
from surveys.questions.checks import moment
from surveys.questions.domain import answers_of, conditional
from surveys.questions.number_estimate import grid_of
from surveys.questions.question_type import Answer

# An inbox row holds the level before the record; where each block has its own level, one before each block.
LEVEL_BYTES = 1
PER_REPORT, PER_QUESTION = "report", "question"
WHOLE = ""  # The block of a report that is kept whole.

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block holds fields that have one level together. A respondent who is asked them only under a condition chooses
    no level for them."""

    id: str
    fields: tuple[str, ...]
    conditional: bool


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field is one report in the record: `kind` is one, set, joint or number; `of` are the questions, or the row, it
    is about.

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
    """A question is what is estimated by itself: a question, or a row of a matrix, and its domain in the order of its
    indices."""

    id: str
    item: str
    row: str | None
    type: str
    text: str
    row_label: str | None
    fields: tuple[Field, ...]
    answers: tuple[Answer, ...]
    unit: str = ""
    # The scores of the question's own answers, where these are numbers; added answers come after them.
    scores: tuple[int, ...] = ()

    @property
    def field(self) -> Field:
        """Returns the first of its fields. Only a question of several planned pairs has more, all of them joint."""
        return self.fields[0]

    @property
    def is_number(self) -> bool:
        """Returns whether a mean or a distribution is estimated of the question instead of shares of answers."""
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
        """Returns the questions of whose answers shares are estimated."""
        return tuple(question for question in self.questions if not question.is_number)

    @property
    def of_numbers(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.is_number)

    @property
    def of_skippable(self) -> tuple[Question, ...]:
        """Returns the numbers that somebody may not have."""
        return tuple(question for question in self.of_numbers if question.field.skippable)

    @property
    def sends_some(self) -> bool:
        """Returns whether each phone sends some of the blocks, drawn by lot."""
        return bool(self.levels[0].draws)

    @property
    def is_kept_by_block(self) -> bool:
        """Returns whether reports are broken into blocks when they leave the inbox, so that no two blocks can be
        linked."""
        return self.sends_some or self.level_choice == PER_QUESTION

    @property
    def level_least(self) -> int:
        """Returns the least number of reports of a level that are shown; it is 1 where batches hide nobody, as in a
        simulated survey."""
        return self.shown_from if self.batch_least > 1 else 1


def read(text: str) -> Definition:
    """Raises ValueError when the catalogue no longer means what the definition says."""
    value = json.loads(text)
    ingest = value["ingest"]
    declarations = {field["id"]: field for block in value["blocks"] for field in block["fields"]}
    largest = largest_sets(value["questions"])
    fields = {id: _field(field, largest) for id, field in declarations.items()}
    questions = {block["id"]: block["questions"] for block in value["blocks"]}
    return Definition(
        hash=digest(value),
        survey=value["survey"],
        number=value["number"],
        title=value["title"],
        questions=_questions(value, list(fields.values())),
        fields=tuple(fields.values()),
        blocks=_blocks(value),
        level_choice=value.get("level_choice", PER_REPORT),
        levels=tuple(_level(level, declarations, largest, questions) for level in value["levels"]),
        opens_at=moment(value["opens_at"]),
        closes_at=moment(value["closes_at"]),
        cap_reports=value["cap_reports"],
        batch_least=ingest["batch_least"],
        batch_most=ingest["batch_most"],
        shown_from=ingest["shown_from"],
        row_bytes=ingest["row_bytes"],
        simulated=value["simulated"],
    )


def _field(declaration: Json, largest: Mapping[str, int]) -> Field:
    is_number = declaration["kind"] == NUMBER
    return Field(
        id=declaration["id"],
        kind=declaration["kind"],
        of=tuple(declaration["of"]),
        answers=0 if is_number else declaration["answers"],
        most=declaration.get("most"),
        largest=largest[declaration["of"][0]] if declaration["kind"] == "set" else None,
        grid=grid_of(declaration) if is_number else None,
        estimate=declaration["estimate"] if is_number else None,
        skippable=is_skippable(declaration),
    )


def _questions(value: Json, fields: list[Field]) -> tuple[Question, ...]:
    unasked = conditional(value["questions"])
    questions = []
    for item in value["questions"]:
        if item["type"] not in QUESTION_TYPES:
            continue
        answers = answers_of(item, may_be_unasked=item["id"] in unasked)
        for row in question_type(item).rows(item):
            id = item["id"] if row is None else f"{item['id']}.{row['id']}"
            questions.append(
                Question(
                    id=id,
                    item=item["id"],
                    row=None if row is None else row["id"],
                    type=item["type"],
                    text=item["text"],
                    row_label=None if row is None else row["label"],
                    fields=tuple(field for field in fields if id in field.of),
                    answers=answers,
                    unit=item["number"]["unit"] if "number" in item else "",
                    scores=tuple(scores_of(item)) if (scores_of := question_type(item).scores) else (),
                )
            )
    return tuple(questions)


def _blocks(value: Json) -> tuple[Block, ...]:
    unasked = conditional(value["questions"])
    return tuple(
        Block(
            id=block["id"],
            fields=tuple(field["id"] for field in block["fields"]),
            conditional=not unasked.isdisjoint(id.partition(".")[0] for id in block["questions"]),
        )
        for block in value["blocks"]
    )


def _level(level: Json, fields: Json, largest: Mapping[str, int], questions: Mapping[str, Sequence[str]]) -> Level:
    parts: list[Part] = []
    start = 0
    for id, declaration in ((block["block"], field) for block in level["blocks"] for field in block["fields"]):
        drawn = mechanism_of(fields[declaration["field"]], declaration["mechanism"], declaration["epsilon"], largest)
        if (drawn.version, drawn.client_spec()) != (declaration["version"], declaration["spec"]):
            raise ValueError(f"{declaration['mechanism']} no longer means what level {level['id']} was published with")
        stop = start + drawn.report_bytes
        parts.append(Part(field=declaration["field"], block=id, mechanism=drawn, start=start, stop=stop))
        start += drawn.report_bytes
    draws = tuple(Draw(draw["weight"], tuple(draw["blocks"])) for draw in level.get("draws", ()))
    if draws:
        check_draws(draws, {block["block"]: questions[block["block"]] for block in level["blocks"]})
        _check_spending(level, parts, draws)
    return Level(
        id=level["id"],
        eps_report=Decimal(level["eps_report"]),
        record_bytes=level["record_bytes"],
        parts=tuple(parts),
        draws=draws,
    )


def _check_spending(level: Json, parts: Sequence[Part], draws: Sequence[Draw]) -> None:
    """Checks that a report of any draw costs no more than is said, and fits into the record."""
    spent: dict[str, Decimal] = defaultdict(Decimal)
    length: dict[str, int] = defaultdict(int)
    for part in parts:
        spent[part.block] += Decimal(part.mechanism.epsilon)
        length[part.block] += part.mechanism.report_bytes
    for draw in draws:
        if sum(spent[block] for block in draw.blocks) > Decimal(level["eps_report"]):
            raise ValueError(
                f"the draw {draw.blocks} spends more than the {level['eps_report']} of level {level['id']}"
            )
    if level["record_bytes"] != DRAW_BYTES + max(sum(length[block] for block in draw.blocks) for draw in draws):
        raise ValueError(f"records of level {level['id']} are not as long as the longest of its draws")
