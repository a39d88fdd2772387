"""These tests cover conditions: what they mean, what is refused, and that reading never fails in any other way."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.vectors.files import FOLDER, stale
from surveys.drafts.expressions import (
    COMPARISONS,
    KEYWORDS,
    Condition,
    Joined,
    Literal,
    Not,
    Test,
    TextRefused,
    holds,
    leaves,
    parse,
)
from surveys.drafts.references import check_condition
from surveys.questions.checks import DECIMAL
from surveys.vectors.__main__ import FILES
from surveys.vectors.samples import EVERY

VECTORS = json.loads((FOLDER / "expressions.json").read_text())
READ = [case for case in VECTORS["cases"] if "printed" in case]

ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda id: id not in KEYWORDS)
operands = ids | st.builds("{}.{}".format, ids, ids)
texts = st.builds(Literal, st.from_regex(r"[ -&(-~]{0,9}", fullmatch=True), st.just(value=False))
numbers = st.builds(Literal, st.from_regex(DECIMAL, fullmatch=True), st.just(value=True))
literals = texts | numbers
tests = (
    st.builds(Test, operands, st.just("answered"), st.just(()))
    | st.builds(Test, operands, st.sampled_from([*COMPARISONS, "includes"]), st.tuples(literals))
    | st.builds(Test, operands, st.just("in"), st.lists(literals, min_size=1, max_size=3).map(tuple))
)
conditions = st.recursive(
    tests,
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(Joined, st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3).map(tuple))
    ),
    max_leaves=6,
)
given_values = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]), st.sampled_from(["yes", "no"]), max_size=3
)  # A missing item was not answered.
simple = st.builds(
    Test, st.sampled_from(["q1", "q2", "q3"]), st.sampled_from(["=", "!="]), st.just((Literal("yes", is_number=False),))
)


def test_vectors_on_disk_are_those_that_the_rules_write(tmp_path: Path) -> None:
    assert stale(FILES, FOLDER) == []
    assert stale(FILES, tmp_path) == ["expressions.json", "domains.json", "piping.json"]


def test_vectors_show_every_refusal_and_every_operator() -> None:
    cases = VECTORS["cases"]
    assert len(cases) >= 150
    assert {case["refused"]["code"] for case in cases if "refused" in case} == {
        "unknown_character", "too_long", "unfinished_text", "not_a_number", "expected", "too_deep", "unknown_item",
        "later_item", "no_question", "needs_row", "unknown_row", "wrong_operator", "wrong_literal", "unknown_option",
    }  # fmt: skip
    read = [parse(case["text"]) for case in READ]
    assert {test.operator for condition in read for test in leaves(condition)} == {
        *COMPARISONS, "in", "includes", "answered",
    }  # fmt: skip


@given(conditions)
def test_what_is_printed_is_read_back_as_it_was(condition: Condition) -> None:
    text = str(condition)
    if len(text) <= 500:
        assert parse(text) == condition


@given(st.text(max_size=60) | st.from_regex(r"[a-z0-9 ='<>!().,&\"-]{0,60}", fullmatch=True))
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    refusal = refusal_of(text)
    if refusal is not None:
        assert 1 <= refusal.place <= len(text) + 1
        assert str(refusal).startswith(f"at character {refusal.place}: ")


def refusal_of(text: str) -> TextRefused | None:
    try:
        check_condition(parse(text), EVERY, "q9")
    except TextRefused as refusal:
        return refusal
    return None


@given(simple, given_values)
def test_every_test_about_a_question_without_an_answer_is_false(test: Test, values: dict[str, str]) -> None:
    if test.operand not in values:
        assert not holds(test, values)
        assert holds(Not(test), values)


@given(simple, simple, given_values)
def test_and_or_not_are_those_of_logic(condition: Condition, other: Condition, values: dict[str, str]) -> None:
    both, either = Joined("and", (condition, other)), Joined("or", (condition, other))
    assert holds(both, values) == (holds(condition, values) and holds(other, values))
    assert holds(either, values) == (holds(condition, values) or holds(other, values))
    assert holds(Not(both), values) == holds(Joined("or", (Not(condition), Not(other))), values)


@pytest.mark.parametrize("case", READ, ids=lambda case: case["text"])
def test_the_printed_form_means_the_same(case: dict[str, str]) -> None:
    assert str(parse(case["printed"])) == case["printed"]
    assert parse(case["printed"]) == parse(case["text"])
