"""A file of reports shows one moment, although reports and the numbers of people are in two tables."""

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F

from datahub.accounts.models import Person
from surveys.models import Counts, Report
from surveys.results import selectors
from surveys.tests.factories import read
from surveys.tests.reports.test_send_some import a_sampled_version, close_now, send_many

pytestmark = pytest.mark.django_db(transaction=True)


def test_reports_that_come_while_a_file_is_made_bring_their_people_with_them(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = a_sampled_version(ana)
    send_many(version, range(200))
    close_now(version)
    definition = read(version)
    of_one_moment, reads = selectors.packed_reports, []

    def interrupted(*args: Any) -> Any:
        packed = of_one_moment(*args)
        reads.append(sum(map(len, packed.values())))
        if len(reads) == 1:  # An ingest commits its batch between the two reads.
            _copy_reports(7)
            Counts.objects.update(people=F("people") + 7)
        return packed

    monkeypatch.setattr(selectors, "packed_reports", interrupted)
    packed, people = selectors.reports_and_people(version, definition)
    assert people == {0: 207}
    assert sum(map(len, packed.values())) == reads[0] + 7
    assert len(reads) == 2


def _copy_reports(many: int) -> None:
    Report.objects.bulk_create(
        Report(id=uuid4(), batch=report.batch, block=report.block, level=0, record=report.record)
        for report in Report.objects.order_by("pk")[:many]
    )
