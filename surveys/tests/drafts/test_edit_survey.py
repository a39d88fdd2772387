"""These tests cover a researcher's surveys through the API: started, listed, changed, planned, previewed, deleted."""

from typing import Any
from uuid import uuid4

import pytest

from datahub.accounts.models import Person
from datahub.audit.models import Entry
from datahub.policies.services import give_up, grant
from mechanisms import catalogue
from mechanisms.ldp.estimates.pooling import expected_half_width
from surveys.drafts.services import ref_to
from surveys.models import Survey
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, a_version, draft, question

pytestmark = pytest.mark.django_db


@pytest.fixture
def bert(db: None) -> Person:
    return Person.objects.create(email="bert@example.org", name="Bert")


def test_who_proved_an_address_starts_a_survey_and_owns_it(ana: Person) -> None:
    answer = Visitor(ana).post("surveys/", draft())
    survey = answer.json()
    assert answer.status_code == 201
    assert (survey["state"], survey["title"], survey["versions"]) == ("draft", "Health at work", [])
    assert (survey["simulated"], survey["draft"], survey["draft_revision"]) == (False, draft(), 1)
    assert Visitor(ana).get(f"surveys/{survey['id']}/").json() == survey
    assert [entry.operation for entry in Entry.objects.order_by("number")][-2:] == ["role.grant", "survey.create"]


def test_who_proved_no_address_starts_none(bert: Person) -> None:
    assert Visitor(bert).post("surveys/", draft()).status_code == 403
    assert Visitor().post("surveys/", draft()).status_code == 401


def test_a_survey_can_start_empty(ana: Person) -> None:
    assert Visitor(ana).post("surveys/", {}).json()["draft"]["questions"] == []


@pytest.mark.parametrize("way", ["surveys/", "surveys/import/"])
def test_a_repeated_creation_tells_nothing_to_whoever_lost_the_survey_since(
    ana: Person, bert: Person, way: str
) -> None:
    first = Visitor(ana).post(way, draft(), key="once-and-again")
    survey = Survey.objects.get(pk=first.json()["id"])
    assert Visitor(ana).post(way, draft(), key="once-and-again").json() == first.json()
    grant(actor=ana, person=bert, role="owner", ref=ref_to(survey))
    give_up(actor=ana, ref=ref_to(survey))
    Visitor(bert).patch(f"surveys/{survey.pk}/", {"title": "Not for Ana"})
    again = Visitor(ana).post(way, draft(), key="once-and-again")
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    assert Survey.objects.count() == 1


def test_a_refusal_names_field_and_rule(ana: Person) -> None:
    answer = Visitor(ana).post("surveys/", draft(title="x" * 201, colour="red"))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["fields"] == {
        "colour": ["is not known here"],
        "title": ["has 201 characters; at most 200 are allowed"],
    }
    assert Survey.objects.count() == 0


def test_others_do_not_learn_that_a_survey_exists(ana: Person, bert: Person) -> None:
    survey = a_survey(ana)
    missing, hidden = (Visitor(bert).get(f"surveys/{id}/") for id in (uuid4(), survey.pk))
    assert hidden.status_code == 404
    assert hidden.content == missing.content
    for deed in (
        Visitor(bert).patch(f"surveys/{survey.pk}/", {"title": "Mine"}),
        Visitor(bert).delete(f"surveys/{survey.pk}/"),
        Visitor(bert).post(f"surveys/{survey.pk}/versions/", {}),
        Visitor(bert).get(f"surveys/{survey.pk}/results/"),
        Visitor(bert).get(f"surveys/{survey.pk}/preview/"),
    ):
        assert deed.status_code == 404
    assert Visitor(bert).get("surveys/").json()["results"] == []


def test_a_list_is_searched_sorted_and_paged(ana: Person) -> None:
    for title in ("Apples", "Pears", "Apple pie"):
        a_survey(ana, title=title)
    visitor = Visitor(ana)
    titles = [row["title"] for row in visitor.get("surveys/", sort="title").json()["results"]]
    assert titles == ["Apple pie", "Apples", "Pears"]
    assert [row["title"] for row in visitor.get("surveys/", q="apple", sort="-title").json()["results"]] == [
        "Apples",
        "Apple pie",
    ]
    page = visitor.get("surveys/", rows="2", sort="title").json()
    rest = visitor.get("surveys/" + page["next"].split("/surveys/")[1]).json()
    assert [row["title"] for row in page["results"] + rest["results"]] == titles
    assert rest["next"] is None
    assert visitor.get("surveys/", sort="slug").json()["fields"] == {"sort": ["is not known here"]}


def test_parts_of_a_draft_are_replaced(ana: Person) -> None:
    survey = a_survey(ana)
    changed = Visitor(ana).patch(f"surveys/{survey.pk}/", {"title": "Sleep"}).json()
    assert (changed["title"], changed["draft"]) == ("Sleep", draft(title="Sleep"))
    assert changed["draft_revision"] == 2


def test_a_second_tab_does_not_overwrite_the_first(ana: Person) -> None:
    survey = a_survey(ana)
    first = Visitor(ana).patch(f"surveys/{survey.pk}/", {"title": "First", "draft_revision": 1})
    second = Visitor(ana).patch(f"surveys/{survey.pk}/", {"title": "Second", "draft_revision": 1})
    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 409, "draft_changed")
    assert Survey.objects.get().title == "First"
    for wrong in ("2", None, 1.5):
        assert Visitor(ana).patch(f"surveys/{survey.pk}/", {"draft_revision": wrong}).status_code == 400


def test_a_refused_change_changes_nothing(ana: Person) -> None:
    survey = a_survey(ana)
    assert Visitor(ana).patch(f"surveys/{survey.pk}/", {"title": 7}).status_code == 400
    assert Survey.objects.get().draft == draft()


def test_only_what_was_never_published_is_deleted(ana: Person) -> None:
    never, once = a_survey(ana), a_version(ana).survey
    assert Visitor(ana).delete(f"surveys/{never.pk}/").status_code == 204
    answer = Visitor(ana).delete(f"surveys/{once.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_published")
    assert list(Survey.objects.all()) == [once]
    assert Visitor(ana).get(f"surveys/{never.pk}/").status_code == 404


def test_a_token_does_what_its_scopes_say(ana: Person) -> None:
    survey = a_survey(ana)
    reader, writer = Visitor(ana, "surveys:read"), Visitor(ana, "surveys:write")
    assert reader.get(f"surveys/{survey.pk}/").status_code == 200
    assert reader.patch(f"surveys/{survey.pk}/", {"title": "Sleep"}).status_code == 403
    assert writer.patch(f"surveys/{survey.pk}/", {"title": "Sleep"}).status_code == 200
    assert Visitor(ana, "reports:bulk").get(f"surveys/{survey.pk}/").status_code == 403


def test_a_plan_gives_mechanism_reason_odds_and_half_widths(ana: Person) -> None:
    survey = a_survey(ana)
    plan = Visitor(ana).get(f"surveys/{survey.pk}/plan/", reports="100,1000", mix="75,25").json()
    assert [(level["eps_report"], round(level["odds"]["most_sure"], 3)) for level in plan["levels"]] == [
        ("1", 0.731),
        ("2", 0.881),
    ]
    oracles = [catalogue.choose(3, epsilon).mechanism for epsilon in ("0.5", "1")]
    planned = plan["questions"][0]
    assert [level["mechanism"] for level in planned["levels"]] == [oracle.slug for oracle in oracles]
    assert planned["levels"][0]["reason"] == catalogue.choose(3, "0.5").reason
    assert planned["levels"][1]["half_widths"]["1000"] == expected_half_width([(oracles[1], 1000)], 0.5, 0.95)
    mixed = expected_half_width([(oracles[0], 75), (oracles[1], 25)], 0.5, 0.95)
    assert planned["mix"]["100"] == mixed


@pytest.mark.parametrize(
    "query",
    [
        {"reports": "many"},
        {"reports": "0"},
        {"reports": "99999999"},
        {"reports": ",".join(["1"] * 11)},
        {"mix": "0,0"},
        {"mix": "50,30,20"},
        {"mix": "-1,2"},
        {"mix": "101,1"},
        {"half_widths": "0.5"},
        {"half_widths": "0"},
        {"half_widths": "5"},
        {"half_widths": ",".join(["0.1"] * 6)},
    ],
)
def test_refuses_a_plan_for_what_cannot_be(ana: Person, query: dict[str, str]) -> None:
    answer = Visitor(ana).get(f"surveys/{a_survey(ana).pk}/plan/", **query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, list(query))


def test_an_unfinished_draft_has_neither_plan_nor_preview(ana: Person) -> None:
    survey = a_survey(ana, questions=[question() | {"text": ""}])
    for deed in ("plan", "preview"):
        answer = Visitor(ana).get(f"surveys/{survey.pk}/{deed}/")
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["questions.0.text"])


def test_a_preview_is_the_definition_that_would_be_published(ana: Person) -> None:
    survey = a_survey(ana)
    preview: dict[str, Any] = Visitor(ana).get(f"surveys/{survey.pk}/preview/").json()
    published = Visitor(ana).post(f"surveys/{survey.pk}/versions/", {}).json()
    version = Visitor().get(f"versions/{published['hash']}/").json()
    assert preview | {"number": 1} == version["definition"]
    assert preview["number"] == 0


def test_the_notes_of_an_import_stay_with_the_survey_until_they_are_settled(ana: Person, bert: Person) -> None:
    elements = [{"type": "comment", "name": "why"}, {"type": "boolean", "name": "works", "hasOther": True}]
    imported = Visitor(ana).post("surveys/import/surveyjs/", {"elements": elements}, key="the-same-file").json()
    at = f"surveys/{imported['survey']['id']}/"
    kept = Visitor(ana).get(at).json()["import_notes"]
    assert kept == [{"number": number, **note} for number, note in enumerate(imported["notes"], 1)]
    assert [note["item"] for note in kept] == ["", "works"]
    changed = Visitor(ana).patch(at, {"title": "Work", "draft_revision": 1}).json()
    assert (changed["import_notes"], changed["draft_revision"]) == (kept, 2)
    assert Visitor(bert).delete(f"{at}import-notes/1/").status_code == 404
    for _ in range(2):  # A note that is settled already is no error.
        assert Visitor(ana).delete(f"{at}import-notes/1/").status_code == 204
    after = Visitor(ana).get(at).json()
    assert (after["import_notes"], after["draft_revision"]) == (kept[1:], 2)
    again = Visitor(ana).post("surveys/import/surveyjs/", {"elements": elements}, key="the-same-file").json()
    assert again["survey"]["import_notes"] == kept[1:]
    assert Visitor(ana).delete(f"{at}import-notes/").status_code == 204
    assert Visitor(ana).get(at).json()["import_notes"] == []
