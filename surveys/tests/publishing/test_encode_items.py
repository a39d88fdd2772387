"""These tests cover how answers of every type are encoded: domains, sets, pairs, matrices, and what they cost."""

import itertools
import json
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.canonical import canonical
from mechanisms.common.thresholds import exp_bounds
from mechanisms.vectors.files import FOLDER
from surveys.drafts.questionnaire import MOST_PAIRS
from surveys.drafts.sending import MOST_QUESTIONS
from surveys.intake.report import BODY_LIMIT
from surveys.publishing.blocks import blocks_of, choice_for
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.questions.domain import MOST_CELLS, answers_of, bin_of
from surveys.questions.limits import MOST_COLUMNS, MOST_ROWS
from surveys.questions.multiple_choice import largest_set, most_apart
from surveys.tests.factories import draft
from surveys.vectors.domains import several
from surveys.vectors.samples import DATE, EVERY, MATRIX, NUMBER, RANKING, SCALE, SEVERAL, SINGLE, YES_NO, Item

VECTORS = json.loads((FOLDER / "domains.json").read_text())


def defined(*items: Item, **parts: Any) -> Definition:
    whole = draft(questions=list(deepcopy(items)), **parts)
    return read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))


def allowed_sets(item: Item, *, may_be_unasked: bool) -> Iterator[frozenset[str]]:
    """Every answer a person can give to a multiple choice, listed without a formula."""
    alone = [option["id"] for option in item["options"] if option["exclusive"]]
    together = [option["id"] for option in item["options"] if not option["exclusive"]]
    sizes = range(1, (item["most_choices"] or len(together)) + 1)
    yield from (frozenset(chosen) for size in sizes for chosen in itertools.combinations(together, size))
    yield from (frozenset([id]) for id in alone)
    if item["may_skip"]:
        yield frozenset(["prefer_not_to_say"])
    if may_be_unasked:
        yield frozenset(["not_asked"])


small_sets = [
    several(count, alone=alone, most=most, may_skip=may_skip)
    for count in (2, 3, 4)
    for alone in range(count + 1)
    for most in (None, *range(1, count + 1))
    for may_skip in (False, True)
]


@pytest.mark.parametrize("may_be_unasked", [False, True])
@pytest.mark.parametrize("item", small_sets, ids=lambda item: f"{len(item['options'])}-{item['most_choices']}")
def test_the_most_positions_in_which_two_sets_differ_are_those_of_the_two_farthest(
    item: Item, may_be_unasked: bool
) -> None:
    every = list(allowed_sets(item, may_be_unasked=may_be_unasked))
    farthest = max(len(first ^ other) for first, other in itertools.combinations(every, 2))
    assert most_apart(item, may_be_unasked=may_be_unasked) == farthest
    assert largest_set(item) == max(len(options) for options in every)


@pytest.mark.parametrize("item", small_sets[::7], ids=lambda item: f"{len(item['options'])}-{item['most_choices']}")
def test_the_epsilon_over_all_pairs_of_allowed_sets_is_the_one_asked(item: Item) -> None:
    """The epsilon comes from listing each report of each allowed set: never more than requested, and at least 99 % of
    it."""
    definition = defined(YES_NO, item | {"show_if": "q1 answered"}, levels=[{"epsilon": "1.5"}])
    oracle = definition.levels[0].part("b2").oracle
    ids = [answer.id for answer in definition.questions[1].answers]
    channels = [
        oracle.report_probabilities(frozenset(map(ids.index, options)))
        for options in allowed_sets(item, may_be_unasked=True)
    ]
    worst = max(
        channel[report] / other[report] for channel, other in itertools.permutations(channels, 2) for report in channel
    )
    least, _ = exp_bounds(Fraction("1.485"), bits=100)
    _, most = exp_bounds(Fraction("1.5"), bits=100)
    assert least <= worst <= most


@pytest.mark.parametrize("value", ["-11", "-0.5", "3.25", "18", "65.25", "66"])
def test_a_number_is_in_the_one_bin_whose_edges_it_lies_between(value: str) -> None:
    edges = [Decimal("-Infinity"), *map(Decimal, NUMBER["number"]["edges"]), Decimal("Infinity")]
    inside = [low <= Decimal(value) < high for low, high in itertools.pairwise(edges)]
    ids = [answer.id for answer in answers_of(NUMBER, may_be_unasked=False)]
    assert [ids[place] for place, is_inside in enumerate(inside) if is_inside] == [bin_of(NUMBER, value)]


def test_labels_of_points_and_bins_say_what_they_hold() -> None:
    labels = [[answer.label for answer in answers_of(item, may_be_unasked=False)] for item in (SCALE, NUMBER, DATE)]
    assert labels == [
        ["-2 (Never)", "-1", "0", "1", "2 (Always)"],
        [
            "under -0.5 years",
            "-0.5 years to under 18 years",
            "18 years to under 65.25 years",
            "65.25 years and more",
            "Prefer not to say",
        ],
        [
            "before 1999-12-31",
            "1999-12-31 to before 2000-01-01",
            "2000-01-01 to before 2024-02-29",
            "2024-02-29 and later",
            "Prefer not to say",
        ],
    ]


@pytest.mark.parametrize("epsilon", ["0.0001", "0.0002", "8"])
def test_no_epsilon_that_a_draft_may_hold_is_too_fine_for_a_domain_that_it_may_have(epsilon: str) -> None:
    """A draft that passes the checks can therefore be published."""
    for answers in (2, 3, 4, 13, 52, 202, MOST_CELLS):
        assert choice_for(answers, None, None, epsilon).mechanism.epsilon_text == epsilon
    for answers, most, largest in ((2, 2, 1), (66, 2, 1), (66, 8, 4), (66, 66, 64)):
        assert choice_for(answers, most, largest, epsilon).mechanism.epsilon_text == epsilon


def test_every_question_is_in_one_block_and_each_draw_is_a_field() -> None:
    definition = defined(*EVERY, pairs=[["q4", "q2"]], levels=[{"epsilon": "0.5"}])
    assert [(field.id, field.kind, field.of, field.answers, field.most) for field in definition.fields] == [
        ("b1", "one", ("q1",), 3, None),
        ("b2", "joint", ("q2", "q4"), 15, None),
        ("b3", "one", ("q3",), 4, None),
        ("b4", "one", ("q5",), 5, None),
        ("b5", "one", ("q6",), 5, None),
        ("b6", "set", ("q7",), 5, 4),
        ("b7.1", "one", ("q8.mon",), 3, None),
        ("b7.2", "one", ("q8.tue",), 3, None),
        ("b8", "one", ("q9",), 2, None),
        ("b9", "one", ("q10",), 4, None),
        ("b10.1", "one", ("q11.tea",), 4, None),
        ("b10.2", "one", ("q11.coffee",), 4, None),
        ("b10.3", "one", ("q11.water",), 4, None),
    ]
    assert [
        (question.id, question.item, question.row, question.field.id, question.field.of.index(question.id))
        for question in definition.questions
    ] == [
        ("q1", "q1", None, "b1", 0),
        ("q2", "q2", None, "b2", 0),
        ("q3", "q3", None, "b3", 0),
        ("q4", "q4", None, "b2", 1),
        ("q5", "q5", None, "b4", 0),
        ("q6", "q6", None, "b5", 0),
        ("q7", "q7", None, "b6", 0),
        ("q8.mon", "q8", "mon", "b7.1", 0),
        ("q8.tue", "q8", "tue", "b7.2", 0),
        ("q9", "q9", None, "b8", 0),
        ("q10", "q10", None, "b9", 0),
        ("q11.tea", "q11", "tea", "b10.1", 0),
        ("q11.coffee", "q11", "coffee", "b10.2", 0),
        ("q11.water", "q11", "water", "b10.3", 0),
    ]


def test_each_row_of_a_ranking_is_drawn_by_itself_where_some_of_the_questions_are_sent() -> None:
    send = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
    apart = blocks_of(draft(questions=[YES_NO, RANKING], send=send))
    assert [(block["id"], block["questions"]) for block in apart] == [
        ("b1", ["q1"]), ("b2", ["q11.tea"]), ("b3", ["q11.coffee"]), ("b4", ["q11.water"]),
    ]  # fmt: skip
    together = blocks_of(draft(questions=[YES_NO, RANKING], send=send | {"together": ["q11"]}))
    assert [block["questions"] for block in together] == [["q1"], ["q11"]]


def test_a_level_gives_each_question_its_epsilon_a_pair_two_and_a_set_one() -> None:
    whole = draft(questions=list(EVERY), pairs=[["q4", "q2"]], levels=[{"epsilon": "0.5"}])
    [level] = build(whole, survey="s", number=1, bundle="b", simulated=False)["levels"]
    assert [(block["block"], block["epsilon"]) for block in level["blocks"]] == [
        ("b1", "0.5"), ("b2", "1"), ("b3", "0.5"), ("b4", "0.5"), ("b5", "0.5"), ("b6", "0.5"), ("b7", "1"),
        ("b8", "0.5"), ("b9", "0.5"), ("b10", "1.5"),
    ]  # fmt: skip
    assert [field["epsilon"] for block in level["blocks"] for field in block["fields"]] == [
        "0.5", "1", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5",
    ]  # fmt: skip
    assert level["eps_report"] == "7"
    assert level["record_bytes"] == sum(field["bytes"] for block in level["blocks"] for field in block["fields"])


def test_what_one_person_can_lose_is_at_most_the_epsilon_of_the_report() -> None:
    definition = defined(*EVERY, pairs=[["q4", "q2"]], levels=[{"epsilon": "0.5"}, {"epsilon": "0.8"}])
    for level in definition.levels:
        assert sum(part.oracle.epsilon_spent() for part in level.parts) <= level.eps_report


def test_a_condition_on_an_item_or_on_its_page_adds_not_asked() -> None:
    later = [YES_NO, SINGLE | {"show_if": "q1 = 'yes'"}, SCALE, EVERY[10] | {"show_if": "q1 = 'no'"}, SEVERAL, MATRIX]
    definition = defined(*later, EVERY[10] | {"id": "p2"}, NUMBER)
    unasked = [question.id for question in definition.questions if question.answers[-1].id == "not_asked"]
    assert unasked == ["q2", "q7", "q8.mon", "q8.tue"]


def test_a_definition_of_every_type_is_canonical_json_and_read_back() -> None:
    whole = draft(questions=list(EVERY), languages=["fr"], translations={"fr": {"q1.text": "\u00c7a va ?"}})
    value = build(whole, survey="s", number=1, bundle="b", simulated=False)
    assert json.loads(canonical(value)) == value
    assert value["questions"] == list(EVERY)
    assert value["translations"] == {"fr": {"q1.text": "\u00c7a va ?"}}


def test_the_longest_record_that_can_be_published_fits_a_report() -> None:
    """Fifty questions as twenty-five pairs, or as matrices, with all answers as bits."""
    pairs, matrix = MOST_PAIRS * MOST_CELLS // 8, MOST_QUESTIONS * MOST_ROWS * ((MOST_COLUMNS + 2 + 7) // 8)
    assert max(pairs, matrix) * 4 // 3 + 300 < BODY_LIMIT


@given(st.permutations(list(range(6))), st.integers(0, 3))
def test_blocks_stand_in_the_order_of_their_first_question(order: list[int], pairs: int) -> None:
    items = [YES_NO | {"id": f"q{number}"} for number in order]
    drawn = [[f"q{2 * pair + 1}", f"q{2 * pair}"] for pair in range(pairs)]
    blocks = blocks_of({"questions": items, "pairs": drawn})
    place = {item["id"]: number for number, item in enumerate(items)}
    firsts = [place[block["questions"][0]] for block in blocks]
    assert firsts == sorted(firsts)
    assert sorted(id for block in blocks for id in block["questions"]) == sorted(place)
    assert all(block["questions"] == sorted(block["questions"], key=place.__getitem__) for block in blocks)


def test_vectors_hold_every_type_with_and_without_not_asked() -> None:
    assert {case["item"]["type"] for case in VECTORS["items"]} == {item["type"] for item in EVERY}
    assert all(
        (case["answers"][-1:] == ["not_asked"]) == (case["may_be_unasked"] and bool(case["answers"]))
        for case in VECTORS["items"]
    )
