"""This module is about a question that is answered with an order of its rows: each row has a rank, 1 for the first.

What is reported is the rank of a row, as a matrix reports one answer a row, and not the order as one of all orders:
decision 42 has the numbers. Where each phone sends some of the questions, it sends the ranks of few rows only.
"""

from collections.abc import Iterator

from surveys.questions.checks import Faults
from surveys.questions.limits import LEAST_RANKED, MOST_RANKED
from surveys.questions.options import check_labelled, option_texts, options_field, row_fields, rows_of
from surveys.questions.question_type import MAY_SKIP, SHUFFLE, Answer, Item, ItemText, Measure, QuestionType
from surveys.questions.scale import point_id


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    check_labelled(item["rows"], f"{where}.rows", LEAST_RANKED, "option", faults)


def _texts(item: Item) -> Iterator[ItemText]:
    return option_texts(item, "rows")


def _answers(item: Item) -> list[Answer]:
    return [Answer(id=point_id(rank), label=f"Rank {rank}") for rank in range(1, len(item["rows"]) + 1)]


RANKING = QuestionType(
    slug="ranking",
    fields={"rows": options_field(MOST_RANKED), "may_skip": MAY_SKIP, "shuffle": SHUFFLE},
    check_complete=_check_complete,
    texts=_texts,
    answers=_answers,
    report_fields=row_fields,
    measure=Measure.POINT,
    rows=rows_of,
    is_order=True,
)
