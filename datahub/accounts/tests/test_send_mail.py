"""A mail is sent by a job: queued in the transaction it is about, sent at least once, and deleted when sent."""

import logging
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.core import mail as outgoing
from django.db import transaction
from django.utils import timezone

from datahub.accounts import services, tasks
from datahub.accounts.models import Mail, Person, SignInLink
from datahub.accounts.tests.visitor import Visitor, code_in, newest_mail
from datahub.api.ref import PLATFORM
from datahub.jobs import services as jobs
from datahub.jobs.claims import Claim, take
from datahub.jobs.models import Job

pytestmark = pytest.mark.django_db


def claimed(kind: str = "accounts.mail") -> Claim:
    claim = take(Job.objects.get(kind=kind).id)
    assert claim is not None
    return claim


def test_the_job_sends_the_mail_and_deletes_it() -> None:
    services.queue_mail(recipient="ana@example.org", subject="Your code", body="BCDF-GHJK\n")
    claim = claimed()
    tasks.mail(claim)

    [sent] = outgoing.outbox
    assert (sent.to, sent.subject, sent.body) == (["ana@example.org"], "Your code", "BCDF-GHJK\n")
    assert not Mail.objects.exists()
    job = Job.objects.get(id=claim.job_id)
    assert (job.state, job.result) == ("done", {"sent": True})


def test_a_deed_that_is_rolled_back_promises_no_mail() -> None:
    with transaction.atomic():
        services.queue_mail(recipient="ana@example.org", subject="s", body="b")
        transaction.set_rollback(True)
    assert not Mail.objects.exists()
    assert not Job.objects.exists()


def test_neither_the_job_nor_any_log_holds_the_code(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        visitor.sign_up()
        code = code_in(newest_mail())
        tasks.mail(claimed())
    job = Job.objects.get(kind="accounts.mail")
    kept = f"{job.payload} {job.result} {job.subject} {job.error} {job.progress_note}"
    assert code not in kept
    assert "ana@example.org" not in kept
    logged = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    assert not [line for line in logged if code in line]


def test_a_mail_server_that_does_not_answer_leaves_the_mail_for_the_next_attempt() -> None:
    services.queue_mail(recipient="ana@example.org", subject="s", body="b")
    with (
        patch("django.core.mail.EmailMessage.send", side_effect=SMTPServerDisconnected("gone")),
        pytest.raises(SMTPServerDisconnected),
    ):
        tasks.mail(claimed())
    assert Mail.objects.count() == 1
    assert Job.objects.get().state == "running"


def test_an_attempt_after_the_mail_was_sent_sends_nothing() -> None:
    mail = services.queue_mail(recipient="ana@example.org", subject="s", body="b")
    services.send_mail(mail_id=mail.id)
    tasks.mail(claimed())
    assert len(outgoing.outbox) == 1
    assert Job.objects.get().result == {"sent": False}


def test_what_expired_is_forgotten_and_what_lives_stays(ana: Person) -> None:
    past, future = timezone.now() - timedelta(hours=25), timezone.now() + timedelta(hours=1)
    old = Mail.objects.create(recipient="old@example.org", subject="s", body="b")
    Mail.objects.filter(id=old.id).update(created_at=past)
    kept = Mail.objects.create(recipient="new@example.org", subject="s", body="b")
    for time in (past, future):
        Session.objects.create(session_key=str(time), session_data="", expire_date=time)
        SignInLink.objects.create(person=ana, secret_hash=str(time), expires_at=time)

    jobs.submit(kind="accounts.forget", subject=PLATFORM)
    claim = claimed("accounts.forget")
    tasks.forget(claim)

    assert Job.objects.get(id=claim.job_id).result == {
        "sessions": 1,
        "links": 1,
        "mail": 1,
        "sessions_of_people": 0,
    }
    assert Mail.objects.get() == kept
    assert Session.objects.get().expire_date == future
    assert SignInLink.objects.get().expires_at == future
