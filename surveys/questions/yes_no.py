"""This module is about a question that is answered with yes or no."""

from surveys.questions.checks import Faults
from surveys.questions.limits import MOST_OPTIONS
from surveys.questions.options import check_options_complete, option_answers, option_texts, options_field
from surveys.questions.question_type import MAY_SKIP, Item, Measure, QuestionType, one_field


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    if [option["id"] for option in item["options"]] != ["yes", "no"]:
        faults[f"{where}.options"] = "of a yes/no question are yes and no, in this order"
    check_options_complete(item, where, faults)


YES_NO = QuestionType(
    slug="yes_no",
    fields={"options": options_field(MOST_OPTIONS), "may_skip": MAY_SKIP},
    check_complete=_check_complete,
    texts=option_texts,
    answers=option_answers,
    report_fields=one_field,
    measure=Measure.OPTION,
    is_pairable=True,
    scores=lambda _: (1, 0),
)
