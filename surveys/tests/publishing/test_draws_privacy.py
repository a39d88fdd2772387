"""A record that holds some of the answers, drawn by lot, tells no more than it may: enumerated for every draw and every
two sets of answers of one person.

The record names its draw, so that the adversary knows it. A scheme gives the chance of every record for a set of
answers; its realised epsilon is the largest ratio of two of them.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from mechanisms import catalogue
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.draws import CIRCLE
from surveys.tests.factories import draft, question

Answers = tuple[int, ...]
Chances = Mapping[object, Fraction]
Scheme = Callable[[Answers], Chances]
SEND = {"questions": "some", "ask": "sent", "eps_block": "8", "importance": {}, "together": []}


def options(count: int) -> list[dict[str, str]]:
    return [{"id": f"a{number}", "label": f"Answer {number}"} for number in range(count)]


def defined(sizes: Sequence[int], epsilon: str, ceiling: str = "8", **parts: object) -> Definition:
    questions = [question(f"q{number}", options=options(size), may_skip=False) for number, size in enumerate(sizes, 1)]
    send = SEND | {"eps_block": ceiling}
    whole = draft(**{"questions": questions, "levels": [{"epsilon": epsilon}], "send": send} | parts)
    built = build(whole, survey="6a2f41a3-c54c-fce8-32d2-0324e1c32e22", number=1, bundle="b" * 64, simulated=False)
    return read(text_of(built))


def reports_of(oracle: FrequencyOracle, answer: int) -> Chances:
    """Returns the chance of every report of one answer."""
    every = range(oracle.answers)
    if oracle.shape == "choice":
        return {report: oracle.p if report == answer else oracle.q for report in every}
    if oracle.shape == "bits":
        chances: dict[object, Fraction] = {}
        for bits in product((0, 1), repeat=oracle.answers):
            own = [oracle.p if index == answer else oracle.q for index in every]
            chances[bits] = Fraction(math.prod(p if bit else 1 - p for bit, p in zip(bits, own, strict=True)))
        return chances
    size = int(oracle.client_spec()["size"])
    inside = oracle.p / comb(oracle.answers - 1, size - 1)
    outside = (1 - oracle.p) / comb(oracle.answers - 1, size)
    return {report: inside if answer in report else outside for report in combinations(every, size)}


def records_of(definition: Definition, answers: Answers, draw: int) -> Iterator[tuple[object, Fraction]]:
    """Returns every record with this draw, and its chance once the draw is known."""
    level = definition.levels[0]
    parts = level.drawn(draw).parts
    index = {block.id: number for number, block in enumerate(definition.blocks)}
    each = [reports_of(part.oracle, answers[index[part.block]]).items() for part in parts]
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
    return list(product(*(range(field.answers) for field in definition.fields)))


def realised(scheme: Scheme, domain: Sequence[Answers]) -> float:
    """Returns the realised epsilon: infinite where a record can come from some answers only."""
    each = [scheme(answers) for answers in domain]
    worst = 0.0
    for record in {record for chances in each for record in chances}:
        own = [chances.get(record, Fraction(0)) for chances in each]
        if min(own) == 0:
            return math.inf
        worst = max(worst, math.log(max(own) / min(own)))
    return worst


CASES = [
    (sizes, epsilon, ceiling)
    for sizes in ((2, 2, 2), (3, 3, 3), (2, 3, 4), (3, 3, 3, 3), (2, 2, 4, 4))
    for epsilon, ceiling in (("1", "8"), ("2", "8"), ("2", "1"), ("4", "8"), ("4", "2"), ("4", "1.5"))
]


@pytest.mark.parametrize(("sizes", "epsilon", "ceiling"), CASES)
def test_no_record_tells_more_than_the_epsilon_of_the_report(sizes: Sequence[int], epsilon: str, ceiling: str) -> None:
    definition = defined(sizes, epsilon, ceiling)
    scheme = as_published(definition)
    assert sum(scheme(domain_of(definition)[0]).values()) == 1
    assert realised(scheme, domain_of(definition)) <= float(epsilon) * (1 + 1e-9)


@pytest.mark.parametrize(("sizes", "epsilon", "ceiling"), CASES)
def test_no_record_tells_more_of_one_answer_than_the_ceiling(sizes: Sequence[int], epsilon: str, ceiling: str) -> None:
    definition = defined(sizes, epsilon, ceiling)
    scheme = as_published(definition)
    for place in range(len(sizes)):
        alike: dict[Answers, list[Answers]] = defaultdict(list)
        for answers in domain_of(definition):
            alike[answers[:place] + answers[place + 1 :]].append(answers)
        for one_answer_apart in alike.values():
            assert realised(scheme, one_answer_apart) <= float(ceiling) * (1 + 1e-9)


def test_a_pair_spends_what_one_block_may() -> None:
    definition = defined((2, 2, 3), "2", pairs=[["q1", "q2"]])
    assert [field.answers for field in definition.fields] == [4, 3]
    assert realised(as_published(definition), domain_of(definition)) <= 2 * (1 + 1e-9)


def test_one_question_of_three_levels_is_within_each_of_them() -> None:
    levels = [{"epsilon": epsilon} for epsilon in ("1", "2", "4")]
    definition = defined((3, 3, 3), "1", levels=levels)
    for level in definition.levels:
        assert level.eps_report == Decimal(("1", "2", "4")[level.id])
        for draw in level.draws:
            spent = sum(Decimal(part.mechanism.epsilon) for part in level.parts if part.block in draw.blocks)
            assert spent <= level.eps_report


# The tests below plant forbidden designs; the same enumeration must notice what each would disclose.

OF_THREE = (3, 3, 3)


def oracle(epsilon: float) -> FrequencyOracle:
    return catalogue.mechanism("generalized-randomized-response", answers=3, epsilon=Decimal(str(epsilon)))


def alone(answer: int, epsilon: float, name: object) -> Iterator[tuple[object, Fraction]]:
    for report, chance in reports_of(oracle(epsilon), answer).items():
        yield (name, report), chance


def mixed(*parts: tuple[Fraction, Iterator[tuple[object, Fraction]]]) -> Chances:
    chances: dict[object, Fraction] = defaultdict(Fraction)
    for weight, records in parts:
        for record, chance in records:
            chances[record] += weight * chance
    return chances


def joint(answers: Answers, places: Sequence[int], epsilon: float, name: object) -> Iterator[tuple[object, Fraction]]:
    for reports in product(*(reports_of(oracle(epsilon), answers[place]).items() for place in places)):
        yield (name, tuple(report for report, _ in reports)), Fraction(math.prod(chance for _, chance in reports))


def draw_depends_on_an_answer(answers: Answers) -> Chances:
    often = Fraction(2, 3) if answers[0] == 0 else Fraction(1, 3)
    return mixed((often, alone(answers[0], 2, 0)), (1 - often, alone(answers[1], 2, 1)))


def not_reached_is_drawn_again(answers: Answers) -> Chances:
    """Plants a fault: an unreached question makes the phone draw again. The second question is for people who gave 0 to
    the first."""
    if answers[0] != 0:
        return mixed((Fraction(1, 2), alone(answers[0], 2, 0)), (Fraction(1, 2), alone(answers[2], 2, 2)))
    return mixed(*((Fraction(1, 3), alone(answers[place], 2, place)) for place in range(3)))


def not_reached_is_left_out(answers: Answers) -> Chances:
    second = alone(answers[1], 2, 1) if answers[0] == 0 else iter([((1, "nothing"), Fraction(1))])
    return mixed((Fraction(1, 2), alone(answers[0], 2, 0)), (Fraction(1, 2), second))


def each_block_at_the_whole_epsilon(answers: Answers) -> Chances:
    return mixed((Fraction(1), joint(answers, (0, 1), 2, 0)))


def one_draw_has_a_block_more(answers: Answers) -> Chances:
    return mixed((Fraction(1, 2), joint(answers, (0, 1), 1, 0)), (Fraction(1, 2), joint(answers, (0, 1, 2), 1, 1)))


def an_antecedent_is_sent_besides(answers: Answers) -> Chances:
    return mixed((Fraction(1), joint(answers, (0, 1), 2, "both")))


def a_weight_is_nothing_for_some_answers(answers: Answers) -> Chances:
    first = Fraction(0) if answers[0] == 0 else Fraction(1, 2)
    chances = mixed((first, alone(answers[0], 2, 0)), (1 - first, alone(answers[1], 2, 1)))
    return {record: chance for record, chance in chances.items() if chance}


def the_budget_of_an_unreached_block_moves_on(answers: Answers) -> Chances:
    if answers[0] == 0:
        return mixed((Fraction(1), joint(answers, (0, 1), 1, "two")))
    return mixed((Fraction(1), alone(answers[0], 2, "one")))


def a_reload_draws_anew(answers: Answers) -> Chances:
    """Returns the chances if people who would give 0 to the first question reload the page until it is not asked."""
    if answers[0] == 0:
        return mixed((Fraction(1), alone(answers[1], 2, 1)))
    return mixed((Fraction(1, 2), alone(answers[0], 2, 0)), (Fraction(1, 2), alone(answers[1], 2, 1)))


@pytest.mark.parametrize(
    ("scheme", "least"),
    [
        (draw_depends_on_an_answer, 2.6),
        (not_reached_is_drawn_again, math.inf),
        (not_reached_is_left_out, math.inf),
        (each_block_at_the_whole_epsilon, 3.9),
        (one_draw_has_a_block_more, 2.9),
        (an_antecedent_is_sent_besides, 3.9),
        (a_weight_is_nothing_for_some_answers, math.inf),
        (the_budget_of_an_unreached_block_moves_on, math.inf),
        (a_reload_draws_anew, math.inf),
    ],
)
def test_the_enumeration_notices_what_must_not_be_done(scheme: Scheme, least: float) -> None:
    assert realised(scheme, list(product(range(3), repeat=3))) >= least > 2


@pytest.mark.parametrize(
    ("change", "why"), [({"eps_report": "3.9"}, "spends more than the 3.9"), ({"record_bytes": 9}, "not as long as")]
)
def test_a_definition_whose_draws_spend_more_than_it_says_or_have_other_lengths_is_not_read(
    change: dict[str, object], why: str
) -> None:
    whole = draft(levels=[{"epsilon": "4"}], send=SEND | {"eps_block": "2"})
    built = build(whole, survey="s", number=1, bundle="b", simulated=False)
    read(text_of(built))
    built["levels"][0] |= change
    with pytest.raises(ValueError, match=why):
        read(text_of(built))
