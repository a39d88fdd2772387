"""A date question is answered with a day; the report holds the bin of the day."""

import datetime
from typing import Any

from surveys.questions import schemas
from surveys.questions.bins import bin_answers, bin_schemas, check_bins_complete, check_edges, check_ends
from surveys.questions.checks import Faults, day, is_object
from surveys.questions.question_type import (
    MAY_SKIP,
    Answer,
    Item,
    ItemField,
    Measure,
    QuestionType,
    no_texts,
    one_field,
)


def _check(date: Any, where: str, faults: Faults) -> None:
    if is_object(date, where, ("edges", "least", "most"), faults):
        check_edges(date, where, _day, faults)
        check_ends(date, where, _day, faults)


def _day(value: Any, where: str, faults: Faults) -> None:
    if day(value) is None:
        faults.setdefault(where, "is a day that exists, written 2026-12-01")


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    check_bins_complete(item["date"], f"{where}.date", datetime.date.fromisoformat, faults)


def _answers(item: Item) -> list[Answer]:
    return bin_answers(item["date"]["edges"], "before {}", "{} to before {}", "{} and later")


DATE = QuestionType(
    slug="date",
    fields={
        "date": ItemField(check=_check, schema=schemas.object_of(**bin_schemas(schemas.pattern(schemas.DAY)))),
        "may_skip": MAY_SKIP,
    },
    check_complete=_check_complete,
    texts=no_texts,
    answers=_answers,
    report_fields=one_field,
    measure=Measure.DAY,
    read=datetime.date.fromisoformat,
    is_typed=True,
)
