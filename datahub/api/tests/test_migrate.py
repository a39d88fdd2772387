"""A database of another version is refused with an explanation, before anything in it is changed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db


def test_tables_of_this_version_are_brought_up_to_date() -> None:
    output = StringIO()
    call_command("migrate", stdout=output)
    assert "No migrations to apply" in output.getvalue()


def test_tables_of_another_version_are_refused_and_left_as_they_are() -> None:
    MigrationRecorder(connection).record_applied("surveys", "0011_found_by_state")
    before = connection.introspection.table_names(), MigrationRecorder(connection).applied_migrations().keys()
    with pytest.raises(CommandError, match=r"another version of DataHub \(surveys\.0011_found_by_state is not known"):
        call_command("migrate", verbosity=0)
    assert (connection.introspection.table_names(), MigrationRecorder(connection).applied_migrations().keys()) == before
