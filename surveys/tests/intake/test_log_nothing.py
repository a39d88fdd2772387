"""No log holds a report, a key, a receipt or an address, whatever happens to the report."""

import base64
import hashlib
import logging
from collections import deque
from collections.abc import Sequence

import pytest
from django.db import OperationalError

from datahub.accounts.models import Person
from datahub.audit.models import Entry
from datahub.jobs.models import Job
from surveys import keys
from surveys.intake import group_commit, reception
from surveys.intake.inbox import Outcome, Row
from surveys.running.close import close
from surveys.tests.factories import a_report, a_version, body_of, question, send, sweep_and_work, text, work

pytestmark = pytest.mark.django_db(transaction=True)
KEY, ADDRESS = b"Gr4sshopper-key!", "203.0.113.77"


def spellings(raw: bytes) -> Sequence[str]:
    return (text(raw), raw.hex(), base64.b64encode(raw).decode(), repr(raw)[2:-1], str(list(raw))[1:-1])


def test_no_log_of_a_whole_run_holds_what_was_sent(
    ana: Person, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(group_commit, "PATIENCE_SECONDS", 0.05)
    caplog.set_level(logging.DEBUG)
    options = [{"id": f"o{number}", "label": str(number)} for number in range(160)]
    version = a_version(ana, questions=[question(options=options, may_skip=False)], levels=[{"epsilon": "0.5"}])
    record = bytes(range(1, 41, 2))  # These 20 bytes occur nowhere else by chance.
    report = a_report(version, key=KEY, record=text(record))

    def away(rows: Sequence[Row]) -> list[Outcome]:
        raise OperationalError("away", rows)

    def broken(rows: Sequence[Row]) -> list[Outcome]:
        raise ZeroDivisionError(rows)

    for failing in (away, broken):
        with monkeypatch.context() as patched:
            patched.setattr(reception.commits, "_write", failing)
            assert send(report, REMOTE_ADDR=ADDRESS).status == 503
    with monkeypatch.context() as patched:
        patched.setattr(reception, "_slots", deque([0]))
        with reception.a_slot():
            assert send(report, REMOTE_ADDR=ADDRESS).status == 429
    statuses = [
        send(report, REMOTE_ADDR=ADDRESS).status,
        send(report, REMOTE_ADDR=ADDRESS).status,
        send(report | {"record": text(record[::-1])}, REMOTE_ADDR=ADDRESS).status,
        send(report | {"record": text(record[1:])}, REMOTE_ADDR=ADDRESS).status,
        send(report | {"level": 3}, REMOTE_ADDR=ADDRESS).status,
        send(body_of(report)[:-3], REMOTE_ADDR=ADDRESS).status,
        send(body_of(report).replace(b'"level":0', b'"level":NaN'), REMOTE_ADDR=ADDRESS).status,
    ]
    assert statuses == [202, 202, 409, 400, 400, 400, 400]
    keys_before = list(keys.kept_batch_keys())
    sweep_and_work()
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    with monkeypatch.context() as patched:
        patched.setattr(keys.Seal, "open", broken)
        work()
    assert keys_before

    log = "\n".join([caplog.text, *capfd.readouterr()])
    log += "\n".join(str(row) for row in [*Job.objects.values_list(), *Entry.objects.values_list()])
    assert "reports were not written: OperationalError" in log
    for secret in (KEY, record, record[::-1], hashlib.sha256(KEY).digest()):
        for spelling in spellings(secret):
            assert spelling not in log
    assert ADDRESS not in log
