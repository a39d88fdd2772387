"""Triggers of the database refuse to change or remove an entry of the audit log, whoever asks."""

APPEND_ONLY = {
    "sqlite": [
        "CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry"
        " BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END",
        "CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry"
        " BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END",
        # REPLACE removes a row without firing the triggers above; PostgreSQL has no REPLACE statement.
        "CREATE TRIGGER audit_entry_no_replace BEFORE INSERT ON audit_entry"
        " WHEN EXISTS (SELECT 1 FROM audit_entry WHERE number = NEW.number)"
        " BEGIN SELECT RAISE(ABORT, 'audit entries are never replaced'); END",
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
    "sqlite": [f"DROP TRIGGER IF EXISTS audit_entry_no_{deed}" for deed in ("update", "delete", "replace")],
    "postgresql": [
        "DROP TRIGGER IF EXISTS audit_entry_final ON audit_entry",
        "DROP FUNCTION IF EXISTS audit_entry_refuse()",
    ],
}
