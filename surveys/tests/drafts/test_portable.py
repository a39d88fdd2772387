"""A questionnaire saved as a file is read back unchanged, and the JSON Schema accepts the same files as the
platform.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # this package has no types

from datahub.accounts.models import Person
from surveys.drafts.draft_schema import draft_schema
from surveys.drafts.portable import draft_in, portable
from surveys.drafts.questionnaire import check_shape, empty_draft
from surveys.errors import DraftRefused
from surveys.models import Survey
from surveys.tests.client import Visitor
from surveys.tests.drafts.test_write_draft import SHAPELESS, Change
from surveys.tests.factories import YES_NO, a_survey, a_version, draft

SCHEMA = Draft202012Validator(draft_schema())
UNSAYABLE = {"2026-02-30T00:00:00Z"}  # No pattern excludes this day.
OPTIONS = [{"id": "red", "label": "Red"}, {"id": "blue", "label": "Blue"}]
KINDS: dict[str, dict[str, Any]] = {
    "yes_no": {"options": YES_NO, "may_skip": True},
    "single_choice": {"options": OPTIONS, "may_skip": True, "shuffle": True},
    "dropdown": {"options": OPTIONS, "may_skip": True, "shuffle": False},
    "scale": {
        "scale": {
            "least": -2,
            "most": 2,
            "least_label": "no",
            "most_label": "",
            "labels": [{"point": 0, "label": "perhaps"}],
        },
        "may_skip": False,
    },
    "number": {"number": {"edges": ["-1.5", "0", "10"], "unit": "h", "least": "-9", "most": None}, "may_skip": True},
    "slider": {
        "number": {"edges": ["0"], "unit": "h", "least": "-9", "most": "9"},
        "slider": {"step": 3, "least_label": "less", "most_label": ""},
        "may_skip": True,
    },
    "date": {"date": {"edges": ["2020-01-31"], "least": None, "most": "2026-12-31"}, "may_skip": True},
    "multiple_choice": {
        "options": [option | {"exclusive": False} for option in OPTIONS],
        "most_choices": 1,
        "may_skip": True,
        "shuffle": False,
    },
    "matrix": {"rows": OPTIONS, "options": OPTIONS, "may_skip": False},
    "ranking": {"rows": [*OPTIONS, {"id": "green", "label": "Green"}], "may_skip": True, "shuffle": True},
    "section": {},
    "consent": {"label": "I agree"},
    "page": {"shuffle": True},
}
OTHERS: tuple[Any, ...] = (
    None, True, 0, 1, -1, 12, 1000, 0.5, "", " ", "x", "x" * 10_000, "yes", "q9", "Q9", "-0", "-0.0", "1.", "01",
    "9" * 13, "2026-01-01", "2026-13-01", "2026-1-1", "2026-01-01T00:00:00Z", "2026-01-01T24:00:00Z", "de", "deutsch",
    "a\nb", "a\t", "a\n", "de\n", "1\n", "\u2028", "\x7f", [], [[]], {}, {"id": "q"}, ["q1", "q2"], ["q1"],
    ["q1", "q2", "q3"], [0] * 300,
)  # fmt: skip


def everything() -> dict[str, Any]:
    """Returns one item of each type, and every part of a draft in use."""
    return of_kinds(*KINDS)


def of_kinds(*kinds: str) -> dict[str, Any]:
    questions = [
        {"id": f"i_{kind}", "type": kind, "text": "?", "help": "", "show_if": ""} | KINDS[kind] for kind in kinds
    ]
    return deepcopy(
        draft(
            questions=questions,
            languages=["de"],
            translations={"de": {"title": "Gesund", "i_yes_no.text": "Ja?"}},
            pairs=[["i_yes_no", "i_scale"]],
            opens_at="2026-12-01T08:00:00Z",
            closes_at="2026-12-31T08:00:00Z",
            cap_reports=500,
        )
    )


def is_saved(whole: object) -> bool:
    assert isinstance(whole, dict)
    try:
        check_shape(whole)
    except DraftRefused:
        return False
    return True


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if way:
        yield way
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in entries:
        yield from paths(inner, (*way, name))


def at(whole: Any, way: tuple[Any, ...]) -> Any:
    for step in way:
        whole = whole[step]
    return whole


def variants(whole: dict[str, Any]) -> Iterator[Any]:
    """Yields copies of the draft with each value replaced, left out, repeated, or extended by one entry."""
    for way in paths(whole):
        *above, last = way
        for other in OTHERS:
            changed = deepcopy(whole)
            at(changed, tuple(above))[last] = other
            yield changed
        without, more = deepcopy(whole), deepcopy(whole)
        del at(without, tuple(above))[last]
        yield without
        if isinstance(at(more, way), dict):
            at(more, way)["weight"] = 1
            yield more
        elif isinstance(at(more, way), list):
            at(more, way).extend(at(more, way) * 20)
            yield more


def test_every_type_of_item_is_in_the_schema() -> None:
    whole = everything()
    check_shape(whole)
    assert list(SCHEMA.iter_errors(whole)) == []
    assert set(draft_schema()["$defs"]) == set(KINDS)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(draft_schema())
    assert SCHEMA.is_valid(empty_draft())


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_accepts_and_refuses_the_items_that_we_do(kind: str) -> None:
    whole = of_kinds(kind)
    tried = [whole | changed for changed in variants({"questions": whole["questions"]})]
    assert len(tried) > 300
    assert [changed["questions"] for changed in tried if SCHEMA.is_valid(changed) != is_saved(changed)] == []


def test_the_schema_accepts_and_refuses_the_drafts_that_we_do() -> None:
    """Each draft differs in one thing around the items."""
    tried = list(variants(of_kinds()))
    assert len(tried) > 600
    assert [changed for changed in tried if SCHEMA.is_valid(changed) != is_saved(changed)] == []


@pytest.mark.parametrize(("field", "change"), SHAPELESS)
def test_the_schema_refuses_what_no_questionnaire_could_be(field: str, change: Change) -> None:
    whole = draft()
    change(whole)
    assert SCHEMA.is_valid(whole) == (whole.get("closes_at") in UNSAYABLE), field


def test_a_draft_that_went_out_comes_back_as_it_was() -> None:
    assert draft_in(json.loads(json.dumps(portable(everything())))) == everything()


def test_a_choice_of_levels_goes_with_the_file() -> None:
    whole = draft(level_choice="question")
    assert draft_in(portable(whole)) == whole


def test_a_file_of_another_format_is_refused() -> None:
    with pytest.raises(DraftRefused, match="another format"):
        draft_in(portable(draft()) | {"$schema": "urn:datahub:survey-draft:1"})


@pytest.mark.parametrize("broken", [{"blocks": 1}, {"levels": [{}]}, {"blocks": [{"id": "b1"}]}])
def test_a_version_that_is_none_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(DraftRefused, match="and is none"):
        draft_in({"format": "datahub-survey-version/2", "levels": [], "blocks": [{}]} | broken)


@pytest.mark.django_db
def test_the_schema_is_public(ana: Person) -> None:
    answer = Visitor().get("schemas/draft.json")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/schema+json"
    assert json.loads(answer.content) == draft_schema()


@pytest.mark.django_db
def test_a_survey_is_copied_by_its_file(ana: Person) -> None:
    survey = a_survey(ana)
    file = Visitor(ana).get(f"surveys/{survey.pk}/draft.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="Health-at-work.json"'
    copy = Visitor(ana).post("surveys/import/", json.loads(file.content))
    assert copy.status_code == 201
    assert copy.json()["draft"] == survey.draft
    assert copy.json()["id"] != str(survey.pk)
    assert Survey.objects.count() == 2


@pytest.mark.django_db
def test_a_published_version_becomes_a_draft_again(ana: Person) -> None:
    """Anybody with the link may download the file. Its pair is a block that spends for both questions."""
    questions = [question for question in everything()["questions"] if question["id"] in {"i_yes_no", "i_scale"}]
    version = a_version(ana, questions=questions, pairs=[["i_yes_no", "i_scale"]], levels=[{"epsilon": "0.5"}])
    file = Visitor().get(f"versions/{version.hash}/").json()
    for whole in (file, file["definition"]):
        copy = Visitor(ana).post("surveys/import/", whole).json()
        assert copy["draft"] == version.survey.draft


@pytest.mark.django_db
def test_an_import_that_is_refused_names_place_and_rule(ana: Person) -> None:
    answer = Visitor(ana).post("surveys/import/", portable(draft(title="x" * 201)))
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"title": ["has 201 characters; at most 200 are allowed"]},
    )
    assert Survey.objects.count() == 0
