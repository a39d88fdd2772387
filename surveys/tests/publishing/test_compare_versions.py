"""These tests cover the differences between two versions, path by path, and the printable QR code of the link."""

from xml.etree import ElementTree

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from surveys.publishing.diff import differences
from surveys.publishing.publish import publish
from surveys.running.address import shared_address
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_version, question


def test_equal_definitions_differ_in_nothing() -> None:
    definition = {"title": "A", "number": 1, "questions": [question()], "closes_at": None}
    assert differences(definition, definition | {"number": 2}) == []


def test_a_changed_word_is_named_by_its_path() -> None:
    before = {"questions": [question("q1"), question("q2", options=COLOURS)]}
    other = [option | {"label": "Crimson"} if option["id"] == "red" else option for option in COLOURS]
    after = {"questions": [question("q1"), question("q2", options=other)]}
    assert differences(before, after) == [
        {"path": "questions.q2.options.red.label", "what": "changed", "before": "Red", "after": "Crimson"}
    ]


def test_what_came_and_what_went_is_shown_whole() -> None:
    changes = differences({"questions": [question("q1")]}, {"questions": [question("q2")]})
    assert [(change["path"], change["what"]) for change in changes] == [
        ("questions.q1", "removed"),
        ("questions.q2", "added"),
    ]
    assert changes[1]["after"]["text"] == "Have you ever?"
    assert "id" not in changes[1]["after"]


def test_another_order_is_a_move_of_those_that_stayed() -> None:
    before = {"questions": [question("q1"), question("q2"), question("q3")]}
    after = {"questions": [question("q3"), question("q1")]}
    assert [change for change in differences(before, after) if change["what"] == "moved"] == [
        {"path": "questions", "what": "moved", "before": ["q1", "q3"], "after": ["q3", "q1"]}
    ]


def test_lists_without_names_are_compared_as_they_are() -> None:
    assert differences({"languages": ["de"]}, {"languages": ["de", "fr"]}) == [
        {"path": "languages", "what": "changed", "before": ["de"], "after": ["de", "fr"]}
    ]


@pytest.mark.django_db
def test_versions_and_the_draft_are_compared_through_the_door(ana: Person) -> None:
    version = a_version(ana)
    address = f"surveys/{version.survey_id}"
    Visitor(ana).patch(f"{address}/", {"title": "Sleep", "closes_at": "2999-01-01T00:00:00Z"})
    publish(actor=ref_of(ana), rule="test", survey_id=version.survey_id)
    comparison = Visitor(ana).get(f"{address}/versions/1/diff/2/").json()
    assert (comparison["from"], comparison["to"]) == (1, 2)
    assert {change["path"]: change["after"] for change in comparison["changes"]} == {
        "closes_at": "2999-01-01T00:00:00Z",
        "title": "Sleep",
    }
    Visitor(ana).patch(f"{address}/", {"title": "Rest"})
    ahead = Visitor(ana).get(f"{address}/versions/2/diff/0/").json()["changes"]
    assert ahead == [{"path": "title", "what": "changed", "before": "Sleep", "after": "Rest"}]
    missing = Visitor(ana).get(f"{address}/versions/1/diff/7/")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_version")


@pytest.mark.django_db
def test_the_link_is_drawn_as_reached_from_here(ana: Person) -> None:
    version = a_version(ana)
    answer = Visitor(ana).get(f"surveys/{version.survey_id}/link.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.content)  # noqa: S314 - the project wrote this picture
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == f"http://testserver/s/{version.survey.slug}/"
    assert b"script" not in answer.content


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("127.0.0.1:8000", "http://192.0.2.2:8000"),
        ("localhost:8000", "http://192.0.2.2:8000"),
        ("[::1]:8000", "http://192.0.2.2:8000"),
        ("192.0.2.2:8000", "http://192.0.2.2:8000"),
        ("elsewhere.example", "http://elsewhere.example"),
    ],
)
def test_who_opened_the_studio_on_its_own_machine_shares_the_address_that_others_reach(
    settings: Settings, host: str, shared: str
) -> None:
    settings.SHARED_AT, settings.ALLOWED_HOSTS = "http://192.0.2.2:8000", ["*"]
    assert shared_address(RequestFactory().get("/", HTTP_HOST=host), "/s/a/") == f"{shared}/s/a/"


def test_without_another_address_the_one_asked_for_is_shared(settings: Settings) -> None:
    settings.SHARED_AT = ""
    assert shared_address(RequestFactory().get("/", HTTP_HOST="127.0.0.1"), "/s/a/") == "http://127.0.0.1/s/a/"
