"""A question in several pairs tells no more than it may: every draw, record and two sets of answers are enumerated, as
in `test_draws_privacy`, with answers by question where blocks share them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from surveys.publishing.definition import Definition, Field
from surveys.publishing.draws import CIRCLE, Draw
from surveys.tests.publishing.test_draws_privacy import Answers, Chances, Scheme, defined, realised, reports_of

CASES = [
    ((2, 2, 2), [["q1", "q2"], ["q1", "q3"]], "2", "2"),
    ((2, 2, 2), [["q1", "q2"], ["q1", "q3"], ["q2", "q3"]], "4", "4"),
    ((2, 2, 2, 2), [["q1", "q2"], ["q1", "q3"]], "4", "2"),
    ((2, 3, 2, 2), [["q2", "q1"], ["q2", "q3"]], "4", "1.5"),
    ((2, 2, 2, 2), [["q1", "q2"], ["q2", "q3"], ["q3", "q4"]], "1", "2"),
]


def sent_by(field: Field, definition: Definition, answers: Answers) -> int:
    """Returns the answer of a field, to one question or to two."""
    index = {question.id: number for number, question in enumerate(definition.questions)}
    sent = 0
    for id in field.of:
        sent = sent * len(definition.questions[index[id]].answers) + answers[index[id]]
    return sent


def records_of(definition: Definition, answers: Answers, draw: int) -> Iterator[tuple[object, Fraction]]:
    fields = {field.id: field for field in definition.fields}
    each = [
        reports_of(part.oracle, sent_by(fields[part.field], definition, answers)).items()
        for part in definition.levels[0].drawn(draw).parts
    ]
    for reports in product(*each):
        yield (draw, tuple(report for report, _ in reports)), Fraction(math.prod(chance for _, chance in reports))


def as_published(definition: Definition) -> Scheme:
    def scheme(answers: Answers) -> Chances:
        return {
            record: Fraction(draw.weight, CIRCLE) * chance
            for number, draw in enumerate(definition.levels[0].draws)
            for record, chance in records_of(definition, answers, number)
        }

    return scheme


def domain_of(definition: Definition) -> list[Answers]:
    return list(product(*(range(len(question.answers)) for question in definition.questions)))


def of_one_answer(definition: Definition) -> float:
    """Returns the realised epsilon of the question about which most is revealed, while all other answers stay the
    same.
    """
    worst, scheme = 0.0, as_published(definition)
    for place in range(len(definition.questions)):
        for answers in domain_of(definition):
            if answers[place] == 0:
                every = range(len(definition.questions[place].answers))
                alike = [(*answers[:place], answer, *answers[place + 1 :]) for answer in every]
                worst = max(worst, realised(scheme, alike))
    return worst


@pytest.mark.parametrize(("sizes", "pairs", "epsilon", "ceiling"), CASES)
def test_a_question_of_several_pairs_tells_no_more_than_it_may(
    sizes: Sequence[int], pairs: list[list[str]], epsilon: str, ceiling: str
) -> None:
    definition = defined(sizes, epsilon, ceiling, pairs=pairs)
    scheme = as_published(definition)
    assert sum(scheme(domain_of(definition)[0]).values()) == 1
    assert realised(scheme, domain_of(definition)) <= float(epsilon) * (1 + 1e-9)
    assert of_one_answer(definition) <= float(ceiling) * (1 + 1e-9)


def test_two_blocks_of_one_question_in_a_draw_would_tell_more_of_its_answer() -> None:
    """The report stays within its epsilon of 4; only the ceiling of 2 for one answer shows the fault."""
    definition = defined((2, 2, 2, 2), "4", "2", pairs=[["q1", "q2"], ["q1", "q3"]])
    level = definition.levels[0]
    assert {draw.blocks for draw in level.draws} == {("b1", "b3"), ("b2", "b3")}
    wrong = replace(level, draws=(Draw(CIRCLE, ("b1", "b2")),))
    both = replace(definition, levels=(wrong,))
    assert realised(as_published(both), domain_of(both)) <= 4 * (1 + 1e-9)
    assert of_one_answer(both) > 2.5
