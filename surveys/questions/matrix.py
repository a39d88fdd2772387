"""This module is about a question with rows, each of which is answered with one of the same options."""

from collections.abc import Iterator, Sequence

from surveys.questions.checks import Faults
from surveys.questions.limits import MOST_COLUMNS, MOST_ROWS
from surveys.questions.options import (
    check_labelled,
    check_options_complete,
    option_answers,
    option_texts,
    options_field,
)
from surveys.questions.question_type import MAY_SKIP, Item, ItemText, Measure, QuestionType, ReportField


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    check_options_complete(item, where, faults)
    check_labelled(item["rows"], f"{where}.rows", 1, "row", faults)


def _texts(item: Item) -> Iterator[ItemText]:
    yield from option_texts(item)
    yield from option_texts(item, "rows")


def _report_fields(id: str, item: Item, domain: int, _: bool) -> list[ReportField]:  # noqa: FBT001 - see QuestionType
    """Returns a field of the report for each row, within one block."""
    rows = [f"{item['id']}.{row['id']}" for row in item["rows"]]
    ids = [id] if len(rows) == 1 else [f"{id}.{place}" for place in range(1, len(rows) + 1)]
    return [{"id": id, "kind": "one", "of": [row], "answers": domain} for id, row in zip(ids, rows, strict=True)]


def _rows(item: Item) -> Sequence[Item]:
    rows: Sequence[Item] = item["rows"]
    return rows


MATRIX = QuestionType(
    slug="matrix",
    fields={"rows": options_field(MOST_ROWS), "options": options_field(MOST_COLUMNS), "may_skip": MAY_SKIP},
    check_complete=_check_complete,
    texts=_texts,
    answers=option_answers,
    report_fields=_report_fields,
    measure=Measure.OPTION,
    rows=_rows,
)
