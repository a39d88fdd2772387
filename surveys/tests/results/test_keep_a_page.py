"""The results page is written once, and again as soon as something that it shows has changed."""

import gzip
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from datahub.accounts.models import Person
from datahub.policies.tests.people import a_person
from surveys.models import Version
from surveys.population import EVERYBODY, SAMPLE
from surveys.running.close import close
from surveys.tests.factories import a_report, a_version, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)


def send_some(version: Version, first: int, many: int) -> None:
    for number in range(first, first + many):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202


def get(person: Person, version: Version, population: str = SAMPLE, **headers: str) -> Any:
    client = Client()
    client.force_login(person)
    return client.get(f"/api/v1/surveys/{version.survey_id}/results/", {"population": population}, headers=headers)


def test_a_browser_that_keeps_the_page_is_told_that_it_is_the_same(ana: Person) -> None:
    version = a_version(ana)
    whole = get(ana, version)
    assert (whole.status_code, whole["Cache-Control"]) == (200, "private, no-cache")
    same = get(ana, version, **{"if-none-match": whole["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", whole["ETag"])
    assert get(ana, version, **{"if-none-match": '"another"'}).content == whole.content


def test_a_browser_that_reads_gzip_is_sent_the_same_page_in_fewer_bytes(ana: Person) -> None:
    version = a_version(ana)
    plain, packed = get(ana, version), get(ana, version, **{"accept-encoding": "gzip, br"})
    assert (packed["Content-Encoding"], packed["Vary"], packed["ETag"]) == ("gzip", plain["Vary"], plain["ETag"])
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content)


def test_who_may_not_see_the_results_is_not_told_whether_they_changed(ana: Person) -> None:
    version = a_version(ana)
    etag = get(ana, version)["ETag"]
    answer = get(a_person("bob"), version, **{"if-none-match": etag})
    assert answer.status_code == 404
    assert "ETag" not in answer


def test_each_change_of_what_is_shown_writes_the_page_again(ana: Person) -> None:
    version = a_version(ana)
    pages = [get(ana, version)]
    send_some(version, 0, 49)
    sweep_and_work()
    assert get(ana, version)["ETag"] == pages[0]["ETag"], "49 reports wait, and nothing tells of them"
    send_some(version, 49, 60)
    sweep_and_work()
    pages.append(get(ana, version))
    Version.objects.filter(pk=version.pk).update(paused=True)
    pages.append(get(ana, version))
    Version.objects.filter(pk=version.pk).update(paused=False)
    send_some(version, 200, 30)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    pages.append(get(ana, version))
    assert [answer.json()["state"] for answer in pages] == ["collecting", "shown", "shown", "shown"]
    assert [answer.json()["version"]["state"] for answer in pages] == ["open", "open", "paused", "closed"]
    assert len({answer["ETag"] for answer in pages}) == len(pages)
    assert get(ana, version, EVERYBODY)["ETag"] != pages[-1]["ETag"]


def test_a_page_that_is_kept_reads_neither_draft_nor_definition_nor_results(ana: Person) -> None:
    version = a_version(ana)
    get(ana, version)
    with CaptureQueriesContext(connection) as queries:
        get(ana, version)
    statements = [query["sql"] for query in queries.captured_queries]
    columns = ('"definition"', '"draft"', '"known_shares"', '"result"')
    assert [
        sql for sql in statements if any(f"{column}," in sql or f"{column} FROM" in sql for column in columns)
    ] == []
    assert len([sql for sql in statements if "surveys_" in sql]) == 3
