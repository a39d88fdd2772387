"""A locked row that is gone is answered as missing, and the order of locks names only existing tables."""

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from datahub.api.errors import Missing
from datahub.api.writes.locking import ORDER, lock_row, lock_row_alone


@pytest.mark.django_db
@pytest.mark.parametrize("lock", [lock_row, lock_row_alone])
def test_a_row_that_is_gone_is_not_found(lock: object) -> None:
    assert callable(lock)
    rows: QuerySet[Session] = Session.objects.all()
    with pytest.raises(Missing):
        lock(rows)
    here = Session.objects.create(session_key="one", expire_date=timezone.now())
    assert lock(rows) == here


def test_the_order_of_locks_names_each_table_once() -> None:
    tables = {model._meta.db_table for model in apps.get_models()}
    assert set(ORDER) <= tables
    assert len(ORDER) == len(set(ORDER))
