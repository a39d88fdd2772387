"""One suite checks for every type of item what other modules rely on."""

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # this package has no types

from surveys.drafts.expressions import TextRefused, parse
from surveys.drafts.references import check_condition
from surveys.publishing.blocks import blocks_of
from surveys.questions.all import ITEM_TYPES, PAIRABLE, QUESTION_TYPES
from surveys.questions.checks import Faults
from surveys.questions.domain import NOT_ASKED_ID, SKIP_ID, answers_of, questions_asked
from surveys.questions.items import COMMON, check_item, check_item_complete
from surveys.questions.question_type import Measure
from surveys.questions.schemas import object_of
from surveys.questions.serializers import SERIALIZERS
from surveys.tests.factories import draft
from surveys.vectors.domains import LABELLED
from surveys.vectors.samples import EVERY, LAST, Item

SAMPLES: dict[str, Item] = {sample["type"]: sample for sample in reversed(EVERY)}
# For each measure of a condition: a literal that fits the sample, and one that does not.
LITERALS = {
    Measure.OPTION: ("'{answer}'", "1"),
    Measure.OPTIONS: ("'{answer}'", "1"),
    Measure.POINT: ("2", "9"),
    Measure.NUMBER: ("2", "'2'"),
    Measure.DAY: ("'2026-12-01'", "'2026-12-32'"),
}


def faults_of(item: Any) -> Faults:
    faults: Faults = {}
    check_item(item, "questions.0", faults)
    return faults


def test_every_type_has_a_sample_and_a_serializer() -> None:
    assert list(ITEM_TYPES) == [kind.slug for kind in ITEM_TYPES.values()]
    assert set(SAMPLES) == set(ITEM_TYPES)
    assert list(SERIALIZERS) == list(ITEM_TYPES)


@pytest.mark.parametrize("slug", ITEM_TYPES)
def test_a_sample_may_be_saved_and_published(slug: str) -> None:
    faults = faults_of(SAMPLES[slug])
    check_item_complete(SAMPLES[slug], "questions.0", faults)
    assert faults == {}


@pytest.mark.parametrize("slug", ITEM_TYPES)
def test_it_has_exactly_the_fields_that_the_type_states(slug: str) -> None:
    sample, stated = SAMPLES[slug], (*COMMON, *ITEM_TYPES[slug].fields)
    assert sorted(sample) == sorted(stated)
    assert sorted(SERIALIZERS[slug]().fields) == sorted(stated)
    assert faults_of(sample | {"weight": 1}) == {"questions.0.weight": "is not known here"}
    for name in stated:
        without = {field: value for field, value in sample.items() if field != name}
        assert faults_of(without)[f"questions.0.{name}"], name


@pytest.mark.parametrize("slug", ITEM_TYPES)
def test_check_and_schema_of_a_field_refuse_what_is_no_value_of_it(slug: str) -> None:
    for name, field in ITEM_TYPES[slug].fields.items():
        schema = Draft202012Validator(object_of(value=field.schema))
        assert schema.is_valid({"value": SAMPLES[slug][name]})
        for value in (1.5, {"x": 1}, ["x"], "\x00"):
            faults: Faults = {}
            field.check(value, "here", faults)
            assert faults, (name, value)
            assert not schema.is_valid({"value": value}), (name, value)


@pytest.mark.parametrize("slug", ITEM_TYPES)
def test_its_texts_stand_where_they_say_and_none_is_forgotten(slug: str) -> None:
    sample = SAMPLES[slug]
    texts = list(ITEM_TYPES[slug].texts(sample))
    assert len({text.path for text in texts}) == len(texts)
    for text in texts:
        value: Any = sample
        for step in text.where.split("."):
            value = value[int(step) if isinstance(value, list) else step]
        assert value == text.base
        assert text.most >= len(text.base)
    assert {text.where for text in texts} == set(words_in(ITEM_TYPES[slug].fields, sample))


def test_any_point_of_a_scale_may_have_a_label() -> None:
    texts = list(ITEM_TYPES["scale"].texts(LABELLED))
    assert [(text.path, text.base) for text in texts] == [
        ("scale.least", "Never"), ("scale.most", "Always"), ("scale.p0", "Sometimes"),
    ]  # fmt: skip
    assert {text.where for text in texts} == set(words_in(ITEM_TYPES["scale"].fields, LABELLED))
    labels = [answer.label for answer in answers_of(LABELLED, may_be_unasked=False)]
    assert labels == ["-2 (Never)", "-1", "0 (Sometimes)", "1", "2 (Always)"]


def words_in(fields: Any, sample: Item) -> list[str]:
    """Returns the paths at which labels and units stand in the fields of an item."""
    paths = []
    for name in fields:
        value = sample[name]
        if name == "label":
            paths.append(name)
        if isinstance(value, list):
            paths += [f"{name}.{place}.label" for place in range(len(value))]
        if isinstance(value, dict):
            paths += [f"{name}.{inner}" for inner in value if re.search("label$|unit", inner)]
            paths += [f"{name}.labels.{place}.label" for place in range(len(value.get("labels", [])))]
    return paths


@pytest.mark.parametrize("slug", QUESTION_TYPES)
@pytest.mark.parametrize("may_be_unasked", [False, True])
def test_its_domain_has_each_answer_once_and_ends_with_those_that_a_survey_adds(
    slug: str, may_be_unasked: bool
) -> None:
    sample = SAMPLES[slug] | {"may_skip": True}
    own = [answer.id for answer in QUESTION_TYPES[slug].answers(sample)]
    assert len(set(own)) == len(own) >= 2
    every = [answer.id for answer in answers_of(sample, may_be_unasked=may_be_unasked)]
    assert every == [*own, SKIP_ID, *([NOT_ASKED_ID] if may_be_unasked else [])]


@pytest.mark.parametrize("slug", QUESTION_TYPES)
def test_its_reports_are_about_the_question_or_each_of_its_rows(slug: str) -> None:
    sample, kind = SAMPLES[slug], QUESTION_TYPES[slug]
    of = [sample["id"] if row is None else f"{sample['id']}.{row['id']}" for row in kind.rows(sample)]
    fields = kind.report_fields("b1", sample, 7, False)
    assert [id for field in fields for id in field["of"]] == of
    assert len({field["id"] for field in fields}) == len(fields)
    assert {field["answers"] for field in fields} == {7}
    assert (kind.largest_set is not None) == any(field["kind"] == "set" for field in fields)


@pytest.mark.parametrize("slug", QUESTION_TYPES)
def test_what_a_draft_asks_is_what_its_blocks_ask(slug: str) -> None:
    """The cap on epsilon is checked before there are blocks."""
    items = [SAMPLES[slug], LAST]
    blocks = blocks_of(draft(questions=items))
    assert questions_asked(items) == sum(len(field["of"]) for block in blocks for field in block["fields"])


def test_what_can_be_paired_is_answered_once_with_one_of_few_answers() -> None:
    for slug in PAIRABLE:
        kind = QUESTION_TYPES[slug]
        assert (kind.rows(SAMPLES[slug]), kind.largest_set, kind.read) == ((None,), None, None)


@pytest.mark.parametrize("slug", QUESTION_TYPES)
def test_conditions_compare_it_with_what_it_is_answered_with(slug: str) -> None:
    sample, measure = SAMPLES[slug], QUESTION_TYPES[slug].measure
    operand = f"{sample['id']}.{sample['rows'][0]['id']}" if "rows" in sample else sample["id"]
    operator = "includes" if measure is Measure.OPTIONS else "="
    answer = QUESTION_TYPES[slug].answers(sample)[0].id
    fits, differs = (literal.format(answer=answer) for literal in LITERALS[measure])
    assert is_taken(sample, f"{operand} {operator} {fits}")
    assert not is_taken(sample, f"{operand} {operator} {differs}")
    assert is_taken(sample, f"{operand} < {fits}") == (measure in (Measure.POINT, Measure.NUMBER, Measure.DAY))


def is_taken(sample: Item, condition: str) -> bool:
    try:
        check_condition(parse(condition), [sample, LAST], LAST["id"])
    except TextRefused:
        return False
    return True


@pytest.mark.parametrize("slug", [slug for slug in ITEM_TYPES if slug not in QUESTION_TYPES])
def test_an_item_that_is_no_question_sends_nothing(slug: str) -> None:
    assert answers_of(SAMPLES[slug], may_be_unasked=True) == ()
    assert questions_asked([SAMPLES[slug]]) == 0
    assert not is_taken(SAMPLES[slug], f"{SAMPLES[slug]['id']} answered")
