"""SQLite's REPLACE removes a row without firing the triggers of UPDATE and DELETE; PostgreSQL has no such statement."""

from django.db import migrations

REFUSE = (
    "CREATE TRIGGER audit_entry_no_replace BEFORE INSERT ON audit_entry"
    " WHEN EXISTS (SELECT 1 FROM audit_entry WHERE number = NEW.number)"
    " BEGIN SELECT RAISE(ABORT, 'audit entries are never replaced'); END"
)
AS_BEFORE = "DROP TRIGGER IF EXISTS audit_entry_no_replace"


def refuse_replacement(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(REFUSE)


def allow_replacement(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(AS_BEFORE)


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]
    operations = [migrations.RunPython(refuse_replacement, allow_replacement)]
