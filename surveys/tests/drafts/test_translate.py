"""These tests cover the progress of each further language: every text has a path, and nothing else has one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.accounts.models import Person
from surveys.drafts.questionnaire import empty_draft
from surveys.drafts.translations import completeness, texts_of
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, draft
from surveys.vectors.samples import EVERY


def whole(**parts: Any) -> dict[str, Any]:
    return draft(questions=list(EVERY), languages=["zh-CN", "ar"], **parts)


PATHS = [text.path for text in texts_of(whole())]


def test_every_text_that_people_read_has_one_path() -> None:
    assert len(set(PATHS)) == len(PATHS)
    assert {path for path in PATHS if path.startswith(("title", "description", "q1.", "q4.", "q5.", "q8.", "c1."))} == {
        "title", "description", "q1.text", "q1.help", "q1.options.yes", "q1.options.no", "q4.text", "q4.help",
        "q4.scale.least", "q4.scale.most", "q5.text", "q5.help", "q5.number.unit", "q8.text", "q8.help", "q8.rows.mon",
        "q8.rows.tue", "q8.options.home", "q8.options.office", "q8.options.away", "c1.text", "c1.help", "c1.label",
    }  # fmt: skip


@given(st.sets(st.sampled_from(PATHS)), st.sets(st.sampled_from(PATHS)))
def test_done_and_missing_are_the_texts_that_are_written(translated: set[str], emptied: set[str]) -> None:
    translation = {path: "" if path in emptied else "\u8bd1" for path in translated}
    progress = completeness(whole(translations={"zh-CN": translation}))["zh-CN"]
    written = {text.path for text in texts_of(whole()) if text.base}
    assert set(progress["missing"]) == written - (translated - emptied)
    assert (progress["done"], progress["total"]) == (len(written) - len(progress["missing"]), len(written))


def test_a_language_nobody_has_begun_lacks_everything_and_empty_texts_count_for_nothing() -> None:
    progress = completeness(whole(translations={"zh-CN": {"title": "\u5065\u5eb7", "q1.help": "\u5e2e\u52a9"}}))
    assert progress["ar"]["done"] == 0
    assert progress["zh-CN"]["done"] == 1
    assert "q1.help" not in progress["zh-CN"]["missing"]
    assert completeness(empty_draft() | {"languages": ["fr"]}) == {"fr": {"done": 0, "total": 0, "missing": []}}


@pytest.mark.django_db
def test_a_survey_says_how_far_its_languages_have_come(ana: Person) -> None:
    survey = a_survey(ana, languages=["zh-CN"], translations={"zh-CN": {"q1.text": "\u60a8\u6709\u8fc7\u5417\uff1f"}})
    progress = Visitor(ana).get(f"surveys/{survey.pk}/").json()["translations"]["zh-CN"]
    assert (progress["done"], progress["total"]) == (1, 9)
    assert progress["missing"][0] == "title"
    changed = Visitor(ana).patch(f"surveys/{survey.pk}/", {"languages": [], "translations": {}}).json()
    assert changed["translations"] == {}
