import pytest
from django.db import connection


@pytest.fixture
def without_triggers(db: None) -> None:
    """Drops the triggers that protect entries, as somebody with the database's password could."""
    names = {
        "sqlite": ["DROP TRIGGER audit_entry_no_update", "DROP TRIGGER audit_entry_no_delete"],
        "postgresql": ["DROP TRIGGER audit_entry_final ON audit_entry"],
    }
    with connection.cursor() as cursor:
        for statement in names[connection.vendor]:
            cursor.execute(statement)
