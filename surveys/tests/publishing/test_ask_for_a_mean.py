"""Numbers whose mean or distribution is estimated: what may be saved and published, and the definition made of it."""

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # this package has no types

from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.hybrid import HybridMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.square_wave import SquareWave
from surveys.drafts.draft_schema import draft_schema
from surveys.drafts.portable import draft_in, portable
from surveys.drafts.questionnaire import check_complete, check_shape
from surveys.errors import BadRecord, DraftRefused
from surveys.intake.report import Report, check
from surveys.planning.forecast import plan
from surveys.publishing.blocks import blocks_of
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import read
from surveys.questions.domain import answers_of
from surveys.tests.drafts.test_write_draft import NOW, Change, set_at
from surveys.tests.factories import draft
from surveys.vectors.samples import HOURS, HOURS_OR_NONE, NUMBER, PAGE, YES_NO, Item

WAVE = HOURS | {"number": HOURS["number"] | {"estimate": HOURS["number"]["estimate"] | {"of": "distribution"}}}
ESTIMATE = "questions.1.number.estimate"
SCHEMA = Draft202012Validator(draft_schema())


def whole(*after: Item) -> dict[str, Any]:
    return draft(questions=deepcopy([YES_NO, HOURS, *after]), levels=[{"epsilon": "0.5"}])


def at(path: str, value: object) -> tuple[str, Change]:
    return path, set_at(path, value)


SHAPELESS = [
    at(ESTIMATE, None),
    at(ESTIMATE, "mean"),
    at(f"{ESTIMATE}.of", "bins"),
    at(f"{ESTIMATE}.of", ["mean"]),
    at(f"{ESTIMATE}.low", "0"),
    at(f"{ESTIMATE}.low", -(10**12) - 1),
    at(f"{ESTIMATE}.high", 60.5),
    at(f"{ESTIMATE}.high", True),
    at(f"{ESTIMATE}.steps", 0),
    at(f"{ESTIMATE}.steps", 1001),
    at(f"{ESTIMATE}.unit", "hours"),
]
UNFINISHED = [
    at("questions.1.number.edges", ["18"]),
    at("questions.1.number.least", "0"),
    at("questions.1.number.most", "60"),
    at(f"{ESTIMATE}.high", 0),
    at(f"{ESTIMATE}.high", -5),
    at(f"{ESTIMATE}.high", 2**24 + 1),
    at(f"{ESTIMATE}.steps", 61),
    (f"{ESTIMATE}.steps", lambda all: all["questions"][1]["number"]["estimate"].update(
        of="distribution", high=1000, steps=101)),
    (f"{ESTIMATE}.steps", set_at("questions.1.may_skip", True)),
    (f"{ESTIMATE}.steps", set_at("questions.1.show_if", "q1 = 'yes'")),
    ("questions.1.may_skip", lambda all: all["questions"].__setitem__(
        1, HOURS_OR_NONE | {"may_skip": False, "show_if": "q1 = 'yes'"})),
    (ESTIMATE, lambda all: all["questions"].__setitem__(1, WAVE | {"may_skip": True, "show_if": "q1 = 'yes'"})),
    ("questions.1.may_skip", lambda all: all["questions"].__setitem__(1, WAVE | {"may_skip": True})),
    ("pairs.0.1", set_at("pairs", [["q1", "q5"]])),
]  # fmt: skip


@pytest.mark.parametrize("of", ["mean", "distribution"])
def test_a_number_that_everybody_has_may_be_asked_for_its_mean_or_its_distribution(of: str) -> None:
    value = whole()
    value["questions"][1]["number"]["estimate"]["of"] = of
    check_complete(value, NOW)
    assert draft_in(portable(value)) == value
    assert SCHEMA.is_valid(value)


@pytest.mark.parametrize(("field", "change"), SHAPELESS)
def test_refuses_to_save_what_no_estimate_could_be(field: str, change: Change) -> None:
    value = whole()
    change(value)
    with pytest.raises(DraftRefused) as refused:
        check_shape(value)
    assert list(refused.value.fields) == [field]
    assert not SCHEMA.is_valid(value)


@pytest.mark.parametrize(("field", "change"), UNFINISHED)
def test_saves_an_unfinished_estimate_and_refuses_to_publish_it(field: str, change: Change) -> None:
    value = whole()
    change(value)
    check_shape(value)
    assert SCHEMA.is_valid(value)
    with pytest.raises(DraftRefused) as refused:
        check_complete(value, NOW)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize("change", [{}, {"show_if": "q1 = 'yes'"}])
def test_a_mean_that_somebody_may_not_have_is_published_where_its_report_is_one_of_two_ends(
    change: dict[str, Any],
) -> None:
    value = draft(questions=[YES_NO, HOURS_OR_NONE | change], levels=[{"epsilon": "0.5"}])
    check_complete(value, NOW)
    assert draft_in(portable(value)) == value
    assert SCHEMA.is_valid(value)


@pytest.mark.parametrize(
    ("item", "field", "rule"),
    [
        (HOURS, "steps", "must be 1, as somebody may have no number"),
        (HOURS_OR_NONE | {"may_skip": False}, "may_skip", "not everybody is asked"),
        (WAVE, "estimate", "a distribution has no report for others"),
    ],
)
def test_a_page_with_a_condition_leaves_somebody_out_of_a_mean_too(item: Item, field: str, rule: str) -> None:
    value = draft(questions=[YES_NO, PAGE | {"show_if": "q1 = 'yes'"}, item], levels=[{"epsilon": "0.5"}])
    with pytest.raises(DraftRefused, match=rule) as refused:
        check_complete(value, NOW)
    assert [path.rsplit(".", 1)[1] for path in refused.value.fields] == [field]


@pytest.mark.parametrize("condition", ["q5 > 40", "q5 in (1, 2)", "q5 answered"])
def test_later_questions_may_depend_on_the_number_that_was_typed(condition: str) -> None:
    later = YES_NO | {"id": "q6", "show_if": condition}
    check_complete(whole(later), NOW)
    check_complete(draft(questions=[YES_NO, HOURS_OR_NONE, later], levels=[{"epsilon": "0.5"}]), NOW)
    with pytest.raises(DraftRefused) as refused:  # The condition names a number that is asked only later.
        check_complete(draft(questions=[YES_NO, later, HOURS], levels=[{"epsilon": "0.5"}]), NOW)
    assert list(refused.value.fields) == ["questions.1.show_if"]


def test_a_number_in_bins_is_what_it_was() -> None:
    draft_of_bins = draft(questions=[NUMBER])
    check_complete(draft_of_bins, NOW)
    assert answers_of(HOURS, may_be_unasked=False) == ()
    assert [answer.id for answer in answers_of(NUMBER, may_be_unasked=False)][:2] == ["below", "b1"]
    assert blocks_of(draft_of_bins)[0]["fields"] == [{"id": "b1", "kind": "one", "of": ["q5"], "answers": 5}]


@pytest.mark.parametrize(
    ("epsilons", "limits", "settles"),
    [(("1", "2"), True, True), (("0.9", "2"), False, True), (("0.5",), False, True), (("0.4", "2"), False, False)],
)
def test_a_plan_says_what_is_known_of_a_distribution_beforehand(
    epsilons: tuple[str, ...], limits: bool, settles: bool
) -> None:
    levels = [{"epsilon": epsilon} for epsilon in epsilons]
    (number,) = plan(read(text_of(compiled("distribution", levels=levels))), [100], [1])["numbers"]
    assert number["distribution"] == {"limits": limits, "settles": settles}
    (mean,) = plan(read(text_of(compiled(levels=levels))), [100], [1])["numbers"]
    assert "distribution" not in mean


def compiled(of: str = "mean", **parts: Any) -> dict[str, Any]:
    value = whole() | parts
    value["questions"][1]["number"]["estimate"]["of"] = of
    return build(value, survey="s", number=1, bundle="b", simulated=False)


def test_a_level_says_how_a_number_is_drawn() -> None:
    value = compiled(levels=[{"epsilon": "0.5"}, {"epsilon": "2"}])
    assert value["blocks"][1]["fields"] == [
        {"id": "b2", "kind": "number", "of": ["q5"], "estimate": "mean", "low": 0, "high": 60, "steps": 30}
    ]
    drawn = [level["blocks"][1]["fields"][0] for level in value["levels"]]
    assert [(drawing["mechanism"], drawing["epsilon"], drawing["bytes"], drawing["words"]) for drawing in drawn] == [
        ("duchi", "0.5", 1, 3),
        ("hybrid", "2", 1, 5),
    ]
    hybrid = HybridMechanism(grid=Grid(low=0, high=60, steps=30), epsilon="2")
    assert drawn[1]["spec"] == hybrid.client_spec() | {"low": 0, "high": 60, "steps": 30}
    assert [level["eps_report"] for level in value["levels"]] == ["1", "4"]


def test_a_definition_with_a_number_is_read_back_and_nobody_loses_more_than_its_epsilon() -> None:
    definition = read(text_of(compiled("distribution")))
    (question,) = definition.of_numbers
    assert (question.id, question.unit, question.field.estimate) == ("q5", "hours", "distribution")
    assert [question.id for question in definition.of_answers] == ["q1"]
    (level,) = definition.levels
    part = level.part("b2")
    assert part.number == SquareWave(grid=Grid(low=0, high=60, steps=30), epsilon="0.5")
    assert sum(part.mechanism.epsilon_spent() for part in level.parts) <= level.eps_report
    with pytest.raises(TypeError, match="support no answers"):
        _ = part.oracle
    with pytest.raises(TypeError, match="it is no number"):
        _ = level.part("b1").number
    with pytest.raises(TypeError, match="no number that may be skipped"):
        _ = part.number_or_skipped


@pytest.mark.parametrize("change", [{}, {"show_if": "q1 = 'yes'"}])
def test_a_mean_that_somebody_may_not_have_is_drawn_so_that_nobody_can_tell(change: dict[str, Any]) -> None:
    value = build(draft(questions=[YES_NO, HOURS_OR_NONE | change], levels=[{"epsilon": "0.5"}]),
                  survey="s", number=1, bundle="b", simulated=False)  # fmt: skip
    (field,) = value["blocks"][1]["fields"]
    bounds = {"low": 0, "high": 60, "steps": 1}
    assert field == {"id": "b2", "kind": "number", "of": ["q5"], "estimate": "mean", **bounds, "skippable": True}
    definition = read(text_of(value))
    (question,) = definition.of_numbers
    assert question.field.skippable
    part = definition.levels[0].part("b2")
    assert part.number_or_skipped == NumberOrSkipped(grid=Grid(low=0, high=60, steps=1), epsilon="0.5")
    with pytest.raises(TypeError, match="may be skipped"):
        _ = part.number
    check_one = Report(version="", level=0, key=b"", proof="", record=bytes([0, 2]), body=b"")
    check(check_one, definition)
    with pytest.raises(BadRecord, match="Field b2"):
        check(replace(check_one, record=bytes([0, 3])), definition)


def test_a_definition_that_draws_a_skippable_number_as_everybodys_is_not_read() -> None:
    value = build(draft(questions=[YES_NO, HOURS_OR_NONE], levels=[{"epsilon": "0.5"}]),
                  survey="s", number=1, bundle="b", simulated=False)  # fmt: skip
    value["levels"][0]["blocks"][1]["fields"][0]["mechanism"] = "duchi"
    with pytest.raises(ValueError, match="which duchi cannot say"):
        read(text_of(value))


@pytest.mark.parametrize("of", ["mean", "distribution"])
def test_a_definition_whose_integers_are_others_is_not_read(of: str) -> None:
    value = compiled(of)
    spec = value["levels"][0]["blocks"][1]["fields"][0]["spec"]
    name = "keep_below" if of == "mean" else "inside_below"
    spec[name] += 1
    with pytest.raises(ValueError, match="no longer means"):
        read(text_of(value))


def test_a_record_whose_number_no_draw_could_have_given_is_refused() -> None:
    """The hybrid mechanism at epsilon 2 has 44 reports on this grid."""
    definition = read(text_of(compiled(levels=[{"epsilon": "2"}])))
    drawn = definition.levels[0].part("b2").number
    assert drawn.channel.outputs == 44

    def report_of(number: int) -> Report:
        return Report(version="", level=0, key=b"", proof="", record=bytes([0, number]), body=b"")

    check(report_of(43), definition)
    with pytest.raises(BadRecord, match="Field b2"):
        check(report_of(44), definition)


def test_a_plan_says_how_well_the_mean_is_known_in_its_unit() -> None:
    definition = read(text_of(compiled(levels=[{"epsilon": "0.5"}, {"epsilon": "2"}])))
    forecast = plan(definition, [100, 400], [50, 50], ["0.05"])
    assert [question["id"] for question in forecast["questions"]] == ["q1"]
    (number,) = forecast["numbers"]
    assert (number["id"], number["of"], number["unit"], number["low"], number["high"]) == ("q5", "mean", "hours", 0, 60)
    strong, weak = number["levels"]
    assert (strong["mechanism"], weak["mechanism"]) == ("duchi", "hybrid")
    assert strong["half_widths"]["100"] == pytest.approx(2 * strong["half_widths"]["400"])
    assert weak["half_widths"]["100"] < number["mix"]["100"] < strong["half_widths"]["100"]
    enough = number["needed"]["0.05"]
    assert plan(definition, [enough], [50, 50])["numbers"][0]["mix"][str(enough)] == pytest.approx(3, rel=0.01)
    assert [push["reports"] for push in number["made_up"]] == ["0.01", "0.05"]
    json.dumps(forecast)
