"""This module is about a question that is answered with one of several options."""

from surveys.questions.limits import MOST_OPTIONS
from surveys.questions.options import check_options_complete, option_answers, option_texts, options_field
from surveys.questions.question_type import MAY_SKIP, SHUFFLE, Measure, QuestionType, one_field

SINGLE_CHOICE = QuestionType(
    slug="single_choice",
    fields={"options": options_field(MOST_OPTIONS), "may_skip": MAY_SKIP, "shuffle": SHUFFLE},
    check_complete=check_options_complete,
    texts=option_texts,
    answers=option_answers,
    report_fields=one_field,
    measure=Measure.OPTION,
    is_pairable=True,
)
