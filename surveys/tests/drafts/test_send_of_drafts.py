"""These tests cover the part of a draft that says which questions each phone sends, and its refusals."""

from itertools import combinations, pairwise
from typing import Any

import pytest
from django.utils import timezone

from surveys.drafts.portable import draft_in
from surveys.drafts.questionnaire import check_complete, check_shape
from surveys.errors import DraftRefused
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import read
from surveys.tests.factories import YES_NO, draft, question

SEND = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}


def matrix(id: str, rows: int) -> dict[str, Any]:
    named = [{"id": f"r{number}", "label": f"Row {number}"} for number in range(rows)]
    common = {"id": id, "type": "matrix", "text": "How often?", "help": "", "show_if": "", "may_skip": False}
    return common | {"rows": named, "options": YES_NO}


def faults_of(check: Any, **parts: Any) -> dict[str, Any]:
    with pytest.raises(DraftRefused) as refused:
        check(draft(**parts))
    return {where: str(why) for where, why in refused.value.fields.items()}


def complete(whole: dict[str, Any]) -> None:
    check_complete(whole, timezone.now())


@pytest.mark.parametrize(
    ("send", "where"),
    [
        (None, "send"),
        ({"questions": "few"}, "send.questions"),
        ({"ask": "none"}, "send.ask"),
        ({"eps_block": "0"}, "send.eps_block"),
        ({"eps_block": "8.1"}, "send.eps_block"),
        ({"eps_block": 2}, "send.eps_block"),
        ({"importance": []}, "send.importance"),
        ({"importance": {"q1": "0.2"}}, "send.importance.q1"),
        ({"importance": {"q1": "4.1"}}, "send.importance.q1"),
        ({"together": ["not an id"]}, "send.together.0"),
    ],
)
def test_what_no_page_writes_is_not_saved(send: Any, where: str) -> None:
    assert where in faults_of(check_shape, send=None if send is None else SEND | send)


@pytest.mark.parametrize(
    ("parts", "where"),
    [
        ({"send": SEND | {"together": ["q1"]}}, "send.together.0"),
        ({"send": SEND | {"importance": {"q9": "1"}}}, "send.importance.q9"),
        ({"send": SEND | {"eps_block": "0.1"}, "levels": [{"epsilon": "1"}]}, "levels.0.epsilon"),
        ({"send": SEND, "levels": [{"epsilon": "9"}]}, "levels.0.epsilon"),
        ({"send": SEND, "questions": [question()], "levels": [{"epsilon": "4"}]}, "levels.0.epsilon"),
        ({"send": SEND, "level_choice": "question"}, "level_choice"),
        ({"send": SEND, "questions": [matrix(f"m{number}", 20) for number in range(10)]}, "send.together"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(parts: dict[str, Any], where: str) -> None:
    assert where in faults_of(complete, **parts)


def yes_or_no(*ids: str) -> list[dict[str, Any]]:
    return [question(id, may_skip=False) for id in ids]


def test_a_question_stands_in_several_pairs_where_some_questions_are_sent_and_each_pair_once() -> None:
    parts: dict[str, Any] = {"questions": yes_or_no("q1", "q2", "q3"), "levels": [{"epsilon": "2"}], "send": SEND}
    pairs = [["q1", "q2"], ["q3", "q1"]]
    complete(draft(**parts, pairs=pairs))
    assert "pair 'q1 + q2' twice" in faults_of(complete, **parts, pairs=[*pairs, ["q2", "q1"]])["pairs"]
    assert "with itself" in faults_of(complete, **parts, pairs=[["q1", "q1"]])["pairs.0"]
    for all_sent in ({"send": SEND | {"questions": "all"}}, {}):
        fault = faults_of(complete, **{name: parts[name] for name in ("questions", "levels")}, pairs=pairs, **all_sent)
        assert "has the question 'q1' twice; a question stands in several pairs only where" in fault["pairs"]


def test_several_pairs_of_one_question_are_published_and_read_back() -> None:
    whole = draft(
        questions=yes_or_no("q1", "q2", "q3", "q4"),
        pairs=[["q1", "q2"], ["q1", "q3"]],
        send=SEND,
        levels=[{"epsilon": "4"}],
    )
    again = draft_in(build(whole, survey="s", number=1, bundle="b", simulated=False))
    assert again["pairs"] == whole["pairs"]
    complete(again)


STAR = [["q1", f"q{number}"] for number in range(2, 7)]


@pytest.mark.parametrize(
    ("questions", "pairs", "levels"),
    [(3, STAR[:2], ("2", "4")), (8, STAR, ("6", "8")), (6, [*STAR[:2], ["q4", "q5"]], ("6", "6.5"))],
)
def test_a_level_that_pairs_with_a_common_question_leave_no_room_for_is_refused(
    questions: int, pairs: list[list[str]], levels: tuple[str, str]
) -> None:
    parts = {"questions": yes_or_no(*(f"q{number}" for number in range(1, questions + 1))), "send": SEND}
    complete(draft(**parts, pairs=pairs, levels=[{"epsilon": levels[0]}]))
    faults = faults_of(complete, **parts, pairs=pairs, levels=[{"epsilon": epsilon} for epsilon in levels])
    assert list(faults) == ["levels.1.epsilon"]
    assert "of these questions or pairs, each of at most epsilon 2 (send.eps_block)" in faults["levels.1.epsilon"]


@pytest.mark.parametrize(
    "pairs", [STAR[:1], STAR[:2], STAR, [["q1", "q2"], ["q3", "q4"]], [["q1", "q2"], ["q2", "q6"]]]
)
@pytest.mark.parametrize("ceiling", ["1", "2.5"])
def test_of_levels_that_pass_a_higher_one_spends_more(pairs: list[list[str]], ceiling: str) -> None:
    parts = {"questions": yes_or_no(*(f"q{number}" for number in range(1, 8))), "pairs": pairs}
    parts |= {"send": SEND | {"eps_block": ceiling}}
    spent = []
    for epsilon in ("0.5", "1", "2", "2.5", "3", "4", "5", "6", "7", "8"):
        whole = draft(**parts, levels=[{"epsilon": epsilon}])
        try:
            complete(whole)
        except DraftRefused:
            continue
        built = read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))
        spent.append(built.levels[0].eps_report)
    assert len(spent) > 2
    assert all(low < high for low, high in pairwise(spent))


def test_each_pair_is_one_of_the_blocks_that_are_drawn_from() -> None:
    questions = [*(matrix(f"m{number}", 20) for number in range(8)), matrix("m8", 18), *yes_or_no(*"abcdefg")]
    pairs = [[first, other] for first, other in combinations("abcdefg", 2)]
    parts: dict[str, Any] = {"questions": questions, "send": SEND, "levels": [{"epsilon": "1"}]}
    complete(draft(**parts, pairs=pairs))
    fault = faults_of(complete, **parts | {"questions": [*questions, *yes_or_no("h")]}, pairs=pairs)
    assert "leaves 200 questions and rows" in fault["send.together"]


@pytest.mark.parametrize("importance", [{}, {f"m{number}": "0.25" for number in range(9)} | {"m9": "4"}])
def test_as_many_rows_as_are_drawn_from_are_published(importance: dict[str, str]) -> None:
    questions = [*(matrix(f"m{number}", 20) for number in range(9)), matrix("m9", 19)]
    whole = draft(questions=questions, send=SEND | {"importance": importance}, levels=[{"epsilon": "1"}])
    complete(whole)
    definition = read(text_of(build(whole, survey="s", number=1, bundle="b", simulated=False)))
    assert len(definition.blocks) == 199
    assert min(definition.levels[0].inclusion(field.id) for field in definition.fields) >= 1 / 200


def test_a_published_version_is_read_back_with_what_it_sends() -> None:
    pair = [question(id, may_skip=False) for id in ("p1", "p2")]
    whole = draft(
        questions=[matrix("m1", 3), matrix("m2", 3), *pair],
        pairs=[["p1", "p2"]],
        send=SEND | {"together": ["m2"], "importance": {"m1": "2", "p2": "0.5"}},
        levels=[{"epsilon": "1"}, {"epsilon": "4"}],
    )
    again = draft_in(build(whole, survey="s", number=1, bundle="b", simulated=False))
    assert {name: again[name] for name in ("send", "levels", "pairs")} == {
        name: whole[name] for name in ("send", "levels", "pairs")
    }
    complete(again)


def test_a_version_whose_sending_is_broken_is_refused() -> None:
    with pytest.raises(DraftRefused):
        draft_in({"format": "datahub-survey-version/2", "levels": [], "blocks": [], "questions": [], "send": []})
