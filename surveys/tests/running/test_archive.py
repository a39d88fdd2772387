"""An archived survey is out of the way and not lost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.audit.models import Entry
from surveys.publishing.publish import publish
from surveys.tests.client import Visitor
from surveys.tests.factories import a_survey, a_version

pytestmark = pytest.mark.django_db


def titles(ana: Person, **query: str) -> list[str]:
    return sorted(row["title"] for row in Visitor(ana).get("surveys/", **query).json()["results"])


def test_an_archived_survey_is_listed_only_when_asked_for(ana: Person) -> None:
    kept, put_away = a_survey(ana, title="Kept"), a_survey(ana, title="Put away")
    answer = Visitor(ana).put(f"surveys/{put_away.pk}/archive/")
    assert (answer.status_code, answer.json()["archived_at"] is None) == (200, False)
    assert titles(ana) == ["Kept"]
    assert titles(ana, archived="yes") == ["Put away"]
    assert titles(ana, archived="all") == ["Kept", "Put away"]
    assert Visitor(ana).get(f"surveys/{put_away.pk}/").json()["title"] == "Put away"
    assert Visitor(ana).delete(f"surveys/{put_away.pk}/archive/").json()["archived_at"] is None
    assert titles(ana) == ["Kept", "Put away"]
    assert Visitor(ana).delete(f"surveys/{kept.pk}/archive/").status_code == 200
    lines = [entry for entry in Entry.objects.order_by("number") if entry.operation == "survey.archive"]
    assert [line.detail for line in lines] == [{"archived": True}, {"archived": False}]


def test_what_still_takes_reports_is_not_archived(ana: Person) -> None:
    version = a_version(ana)
    answer = Visitor(ana).put(f"surveys/{version.survey_id}/archive/")
    assert (answer.status_code, answer.json()["code"]) == (409, "survey_open")
    Visitor(ana).patch(f"surveys/{version.survey_id}/versions/1/", {"state": "closed"})
    assert Visitor(ana).put(f"surveys/{version.survey_id}/archive/").status_code == 200


def test_an_archived_filter_that_is_none_is_refused(ana: Person) -> None:
    answer = Visitor(ana).get("surveys/", archived="maybe")
    assert (answer.status_code, answer.json()["fields"]) == (400, {"archived": ["is not known here"]})


def test_a_list_of_versions_asks_the_database_as_often_for_one_as_for_many(ana: Person) -> None:
    survey = a_survey(ana)
    query_counts = []
    for _ in range(4):
        publish(actor=ref_of(ana), rule="test", survey_id=survey.pk)
        with CaptureQueriesContext(connection) as queries:
            versions = Visitor(ana, "surveys:read").get(f"surveys/{survey.pk}/versions/").json()["results"]
        query_counts.append(len(queries))
    assert [version["state"] for version in versions] == ["closed"] * 3 + ["open"]
    assert len(set(query_counts)) == 1
