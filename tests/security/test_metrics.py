"""Metrics are for whoever has the token, and name no person and no survey."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from datahub.accounts.models import Person
from surveys.tests.conftest import ana, built_page, fresh_intake, key_folder
from surveys.tests.factories import a_report, a_version, send, sweep_and_work, text

__all__ = ["ana", "built_page", "fresh_intake", "key_folder"]
pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "a token of this test"
LABELS = {"method", "route", "status", "outcome", "kind", "state", "le"}


@pytest.fixture(autouse=True)
def a_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def page(token: str = TOKEN) -> str:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return answer.content.decode()


def value(line: str) -> float:
    match = re.search(rf"^{re.escape(line)} (\S+)$", page(), re.MULTILINE)
    return 0.0 if match is None else float(match[1])


def test_without_the_token_there_is_nothing(settings: Settings) -> None:
    for given in ({}, {"Authorization": "Bearer another"}, {"Authorization": "Bearer é"}):
        assert Client().get("/metrics", headers=given).status_code == 404
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_reports_are_counted_by_what_became_of_them(ana: Person) -> None:
    version = a_version(ana)
    names = ("accepted", "key_reused", "wrong_length")
    before = {name: value(f'datahub_reports_total{{outcome="{name}"}}') for name in names}
    report = a_report(version)
    for body in (report, report, report | {"record": text(b"\0" * 2), "level": 1}, report | {"record": text(b"\0")}):
        send(body)
    after = {name: value(f'datahub_reports_total{{outcome="{name}"}}') for name in names}
    assert [after[name] - before[name] for name in names] == [2, 1, 1]


def test_jobs_and_batches_are_there(ana: Person) -> None:
    version = a_version(ana)
    for _ in range(50):
        send(a_report(version))
    sweep_and_work()
    assert value('datahub_jobs{kind="surveys.ingest",state="done"}') == 1
    assert value('datahub_batch_keys{state="held"}') == value('datahub_batch_keys{state="current"}') == 1
    assert 0 <= value('datahub_oldest_batch_key_seconds{state="held"}') < 60
    assert value("datahub_database_up") == 1


def test_durations_are_kept_by_pattern_not_by_address(ana: Person) -> None:
    slug = a_version(ana).survey.slug
    Client().get(f"/api/v1/links/{slug}/")
    metrics = page()
    assert re.search(
        r'datahub_request_seconds_count\{method="GET",route="/api/v1/links/<[^"]+>/",status="200"\}', metrics
    )
    assert slug not in metrics


def test_no_label_could_name_somebody(ana: Person) -> None:
    version = a_version(ana)
    send(a_report(version))
    Client().get(f"/s/{version.survey.slug}/")
    metrics = page()
    assert set(re.findall(r'[{,](\w+)="', metrics)) <= LABELS
    for name in (str(version.survey_id), version.hash, version.survey.slug, str(ana.pk), ana.email):
        assert name not in metrics
