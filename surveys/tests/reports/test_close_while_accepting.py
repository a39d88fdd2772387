"""A report is in a batch before the closing, or it is refused; there is no third way."""

import threading
from collections import Counter

import pytest
from django.db import connection

from datahub.accounts.models import Person
from surveys.models import Batch, Counts, InboxRow, Report, Version
from surveys.running.close import close
from surveys.running.rotate import rotate
from surveys.tests.factories import a_report, a_version, send, work

pytestmark = pytest.mark.django_db(transaction=True)
SENDERS, EACH = 6, 15


def posting(version: Version, heard: list[int], going: threading.Barrier) -> list[threading.Thread]:
    def post(sender: int) -> None:
        going.wait()
        for number in range(EACH):
            heard.append(send(a_report(version, key=bytes([sender, number]) * 8)).status)
        connection.close()

    return [threading.Thread(target=post, args=(sender,)) for sender in range(SENDERS)]


def test_acknowledged_is_counted_when_a_survey_closes_under_load(ana: Person) -> None:
    version = a_version(ana)
    heard: list[int] = []
    going = threading.Barrier(SENDERS + 1)
    threads = posting(version, heard, going)
    for thread in threads:
        thread.start()
    going.wait()
    while len(heard) < SENDERS * EACH // 4:
        threads[0].join(0.001)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    for thread in threads:
        thread.join()
    work()
    answers = Counter(heard)
    assert set(answers) <= {202, 410}
    assert sum(answers.values()) == SENDERS * EACH
    assert Report.objects.count() == answers[202] == Counts.objects.get(level=0, block="b1").reports
    assert InboxRow.objects.count() == 0


def test_acknowledged_is_counted_when_keys_rotate_under_load(ana: Person) -> None:
    version = a_version(ana, simulated=True)
    heard: list[int] = []
    going = threading.Barrier(SENDERS + 1)
    threads = posting(version, heard, going)
    for thread in threads:
        thread.start()
    going.wait()
    while any(thread.is_alive() for thread in threads):
        rotate(batch_key_id=version.batch_keys.get(state="current").pk)
        threads[0].join(0.01)
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    assert Counter(heard) == {202: SENDERS * EACH}
    assert Report.objects.count() == sum(batch.size for batch in Batch.objects.all()) == SENDERS * EACH
