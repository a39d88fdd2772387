"""This module is about a question with rows, each of which is answered with one of the same options."""

from collections.abc import Iterator

from surveys.questions.checks import Faults
from surveys.questions.limits import MOST_COLUMNS, MOST_ROWS
from surveys.questions.options import (
    check_labelled,
    check_options_complete,
    option_answers,
    option_texts,
    options_field,
    row_fields,
    rows_of,
)
from surveys.questions.question_type import MAY_SKIP, Item, ItemText, Measure, QuestionType


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    check_options_complete(item, where, faults)
    check_labelled(item["rows"], f"{where}.rows", 1, "row", faults)


def _texts(item: Item) -> Iterator[ItemText]:
    yield from option_texts(item)
    yield from option_texts(item, "rows")


MATRIX = QuestionType(
    slug="matrix",
    fields={"rows": options_field(MOST_ROWS), "options": options_field(MOST_COLUMNS), "may_skip": MAY_SKIP},
    check_complete=_check_complete,
    texts=_texts,
    answers=option_answers,
    report_fields=row_fields,
    measure=Measure.OPTION,
    rows=rows_of,
)
