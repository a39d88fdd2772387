"""A published survey is destroyed, keys first, and a signed record states exactly what was destroyed."""

import json
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from datahub.accounts.models import Person
from datahub.api import signing
from datahub.audit.models import Entry
from datahub.jobs.models import Job
from datahub.policies.models import Role
from mechanisms.common.canonical import digest
from surveys import keys
from surveys.models import (
    Batch,
    BatchKey,
    Counts,
    Deletion,
    Estimate,
    InboxRow,
    Report,
    SimulatedTruth,
    Survey,
    Version,
)
from surveys.running import destroy
from surveys.tests.client import Visitor
from surveys.tests.factories import a_report, a_survey, a_version, send, sweep_and_work, work

pytestmark = pytest.mark.django_db(transaction=True)
EMPTIED = (Survey, Version, BatchKey, InboxRow, Batch, Report, Counts, Estimate, SimulatedTruth)


@pytest.fixture
def answered(ana: Person) -> Version:
    """25 reports ingested, and 3 that still wait."""
    version = a_version(ana, simulated=True)
    for _ in range(25):
        send(a_report(version))
    sweep_and_work()
    for _ in range(3):
        send(a_report(version))
    return version


def delete(ana: Person, version: Version, title: str = "Health at work") -> Any:
    return Visitor(ana).post(f"surveys/{version.survey_id}/deletion/", {"confirm": title})


def test_nothing_of_the_survey_is_left(ana: Person, answered: Version, key_folder: Path) -> None:
    names = sorted(path.name for path in key_folder.glob("*.key"))
    assert len(names) == 2
    answer = delete(ana, answered)
    assert (answer.status_code, answer.json()["state"]) == (202, "destroying")
    assert send(a_report(answered)).code == "survey_closed"
    work()
    assert [model.__name__ for model in EMPTIED if model._default_manager.exists()] == []
    assert list(key_folder.glob("*.key")) == []
    assert not Role.objects.filter(object=f"survey:{answered.survey_id}").exists()
    assert Visitor().get(f"versions/{answered.hash}/").status_code == 404
    assert Visitor(ana).get(f"surveys/{answered.survey_id}/").status_code == 404
    record = Visitor().get(f"deletions/{answered.survey_id}/").json()["record"]
    assert record["versions"] == [answered.hash]
    assert record["key_files"] == sorted(sha256(name.encode()).hexdigest() for name in names)
    assert {name: record["rows"][name] for name in ("reports", "inbox_rows", "versions", "estimates")} == {
        "reports": 25, "inbox_rows": 28, "versions": 1, "estimates": 1,
    }  # fmt: skip


def test_another_survey_keeps_everything(ana: Person, answered: Version, key_folder: Path) -> None:
    other = a_version(ana, title="Sleep", simulated=True)
    for _ in range(5):
        send(a_report(other))
    sweep_and_work()
    delete(ana, answered)
    work()
    assert Report.objects.count() == InboxRow.objects.count() == 5
    assert keys.kept_version_secrets() == [other.hash]
    assert send(a_report(other)).status == 202


def test_only_who_types_the_title_deletes(ana: Person, answered: Version) -> None:
    for title in ("", "health at work", "Health at work "):
        answer = delete(ana, answered, title)
        assert (answer.status_code, answer.json()["code"]) == (400, "title_differs")
        assert answer.json()["fields"] == {"confirm": ["is not the title of the survey"]}
    assert send(a_report(answered)).status == 202
    assert Deletion.objects.count() == 0


def test_others_cannot_delete_it(ana: Person, answered: Version) -> None:
    bert = Person.objects.create(email="bert@example.org", name="Bert")
    assert delete(bert, answered).status_code == 404


def test_a_draft_has_nothing_to_sign(ana: Person) -> None:
    survey = a_survey(ana)
    answer = Visitor(ana).post(f"surveys/{survey.pk}/deletion/", {"confirm": survey.title})
    assert (answer.status_code, answer.json()["code"]) == (409, "never_published")


def test_asking_twice_is_asking_once_and_nothing_is_published_in_between(ana: Person, answered: Version) -> None:
    assert [delete(ana, answered).status_code for _ in range(2)] == [202, 202]
    assert Job.objects.filter(kind="surveys.destroy").count() == 1
    again = Visitor(ana).post(f"surveys/{answered.survey_id}/versions/", {})
    assert (again.status_code, again.json()["code"]) == (409, "being_deleted")


def test_the_record_is_signed_with_the_key_that_is_published(ana: Person, answered: Version) -> None:
    delete(ana, answered)
    work()
    answer = Visitor().get(f"deletions/{answered.survey_id}/").json()
    assert answer["public_key"] == Visitor().get("platform-key/").json()["public_key"]
    assert signing.is_signed(answer["record"], answer["signature"], answer["public_key"])


def test_a_record_that_was_tampered_with_is_not_believed(ana: Person, answered: Version, tmp_path: Path) -> None:
    delete(ana, answered)
    work()
    answer = Visitor().get(f"deletions/{answered.survey_id}/").json()
    fewer = answer["record"] | {"rows": answer["record"]["rows"] | {"reports": 24}}
    later = answer["record"] | {"day": "2030-01-01"}
    for tampered in (fewer, later, answer["record"] | {"more": 1}):
        assert not signing.is_signed(tampered, answer["signature"], answer["public_key"])
    other = "A" * 43
    assert not signing.is_signed(answer["record"], answer["signature"], other)
    assert not signing.is_signed(answer["record"], "no signature", answer["public_key"])
    kept = tmp_path / "record.json"
    kept.write_text(json.dumps(answer))
    output = StringIO()
    call_command("verify_deletion", str(kept), stdout=output)
    assert "25 reports" in output.getvalue()
    kept.write_text(json.dumps(answer | {"record": fewer}))
    with pytest.raises(CommandError, match="do not believe it"):
        call_command("verify_deletion", str(kept))


def test_a_kill_in_the_middle_loses_no_count(
    ana: Person, answered: Version, monkeypatch: pytest.MonkeyPatch, key_folder: Path
) -> None:
    """The first attempt dies after its second transaction of rows; the next goes on where it stopped."""
    monkeypatch.setattr(destroy, "AT_ONCE", 10)
    some, pieces = destroy._destroy_some, []

    def dying(*piece: Any) -> bool:
        pieces.append(piece)
        if len(pieces) == 3:
            raise SystemExit("killed")
        return some(*piece)

    delete(ana, answered)
    monkeypatch.setattr(destroy, "_destroy_some", dying)
    with pytest.raises(SystemExit):
        work()
    assert Report.objects.count() == 5
    Job.objects.filter(kind="surveys.destroy").update(state=Job.State.QUEUED, lease_until=None)
    work()
    record = Visitor().get(f"deletions/{answered.survey_id}/").json()["record"]
    assert (record["rows"]["reports"], record["rows"]["inbox_rows"], len(record["key_files"])) == (25, 28, 2)


def test_the_log_says_who_asked_and_that_it_was_done(ana: Person, answered: Version) -> None:
    delete(ana, answered)
    work()
    request, done = Entry.objects.filter(operation="survey.delete").order_by("number")
    assert (request.actor, request.reason) == (f"person:{ana.pk}", "an-owner-deletes-the-survey")
    assert done.detail == {"sha256": digest(Deletion.objects.get().record)}


def test_the_platforms_key_is_drawn_once_and_for_nobody_else_to_read() -> None:
    first = signing.public_key()
    path = Path(settings.DATA) / signing.FILE
    assert oct(path.stat().st_mode)[-3:] == "600"
    signing._draw(path)  # This call stands for another process that draws the key second.
    assert signing.public_key() == first
