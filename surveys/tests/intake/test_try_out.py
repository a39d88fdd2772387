"""A test answer meets the checks of the intake and leaves nothing behind."""

from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from surveys.models import Version
from surveys.running.close import close
from surveys.running.pause import pause
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_version, read, send, sweep_and_work, text

pytestmark = pytest.mark.django_db(transaction=True)


def everything() -> dict[str, str]:
    """Returns each row of surveys, jobs and the log, as the database holds it."""
    return {
        model._meta.label: serializers.serialize("json", model._default_manager.order_by("pk"))
        for label in ("surveys", "jobs", "audit")
        for model in apps.get_app_config(label).get_models()
    }


def try_out(report: Any) -> Any:
    return Visitor().post("reports/test/", report)


def test_a_test_answer_changes_no_row_at_all(ana: Person) -> None:
    version = a_version(ana, simulated=True)
    for _ in range(25):
        send(a_report(version))
    sweep_and_work()
    before, results = everything(), Visitor(ana).get(f"surveys/{version.survey_id}/results/").json()
    assert results["state"] == "shown"
    for _ in range(30):
        answer = try_out(a_report(version))
        assert (answer.status_code, answer.json()) == (202, {"state": "test"})
    assert everything() == before
    sweep_and_work()
    assert Visitor(ana).get(f"surveys/{version.survey_id}/results/").json() == results


def test_the_same_report_may_be_tried_and_then_sent(ana: Person) -> None:
    version = a_version(ana)
    report = a_report(version)
    assert [try_out(report).status_code for _ in range(2)] == [202, 202]
    assert send(report).status == 202


def test_a_test_meets_every_check_of_what_was_sent(ana: Person) -> None:
    version = a_version(ana)
    good = a_report(version)
    refused = {
        "malformed": good | {"key": "short"},
        "unknown_version": good | {"version": "0" * 64},
        "unknown_level": good | {"level": 9},
        "wrong_length": good | {"record": text(bytes(90))},
        "bad_record": good | {"record": text(b"\xff" * read(version).levels[0].record_bytes)},
    }
    for code, report in refused.items():
        answer = try_out(report)
        assert (answer.json()["code"], answer.status_code) == (send(report).code, send(report).status)
        assert answer.json()["code"] == code


def test_a_survey_is_tried_before_it_opens_and_while_it_is_paused_but_not_once_it_is_closed(ana: Person) -> None:
    version = a_version(ana)
    Version.objects.filter(pk=version.pk).update(opens_at=timezone.now().replace(year=2999))
    assert try_out(a_report(version)).status_code == 202
    pause(actor=ref_of(ana), rule="test", survey_id=version.survey_id, number=1)
    assert try_out(a_report(version)).status_code == 202
    assert send(a_report(version)).status == 503
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    assert try_out(a_report(version)).json()["code"] == "survey_closed"
