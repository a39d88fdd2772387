"""Entries can be added, never changed or removed: the database itself refuses, whoever asks."""

from django.db import migrations

APPEND_ONLY = {
    "sqlite": [
        "CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry"
        " BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END",
        "CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry"
        " BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END",
    ],
    "postgresql": [
        "CREATE FUNCTION audit_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'audit entries are never changed or deleted'"
        " USING ERRCODE = 'integrity_constraint_violation'; END $$",
        "CREATE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry"
        " FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_refuse()",
    ],
}
AS_BEFORE = {
    "sqlite": ["DROP TRIGGER IF EXISTS audit_entry_no_update", "DROP TRIGGER IF EXISTS audit_entry_no_delete"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS audit_entry_final ON audit_entry",
        "DROP FUNCTION IF EXISTS audit_entry_refuse()",
    ],
}


def refuse_changes(apps, schema_editor):
    for statement in APPEND_ONLY[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def allow_changes(apps, schema_editor):
    for statement in AS_BEFORE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_entries")]
    operations = [migrations.RunPython(refuse_changes, allow_changes)]
