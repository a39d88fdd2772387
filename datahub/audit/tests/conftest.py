import pytest
from django.db import connection


@pytest.fixture
def without_triggers(db: None) -> None:
    """Lifts the triggers that keep entries as they are, as somebody with the password of the database could."""
    names = {
        "sqlite": ["DROP TRIGGER audit_entry_no_update", "DROP TRIGGER audit_entry_no_delete"],
        "postgresql": ["DROP TRIGGER audit_entry_final ON audit_entry"],
    }
    with connection.cursor() as cursor:
        for statement in names[connection.vendor]:
            cursor.execute(statement)
