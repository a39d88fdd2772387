"""Triggers of the database make the ledger append-only: no row is removed, no amount changed, no state moved back."""

FINAL = {"ledger_spendline": "lines", "ledger_storedanswer": "stored answers", "ledger_unbounded": "unbounded entries"}
SAME = ("id", "request", "actor", "operation", "note", "served_id", "rho", "delta", "epsilon", "reserved_at", "purpose")
AHEAD = (
    "(OLD.state = NEW.state"
    " OR (OLD.state = 'reserved' AND NEW.state IN ('executing', 'released'))"
    " OR (OLD.state = 'executing' AND NEW.state = 'committed'))"
)
SQLITE_SAME = " AND ".join(f"OLD.{name} IS NEW.{name}" for name in SAME)
POSTGRES_SAME = " AND ".join(f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in SAME)

APPEND_ONLY = {
    "sqlite": [
        *(
            f"CREATE TRIGGER {table}_no_{deed} BEFORE {deed} ON {table}"
            f" BEGIN SELECT RAISE(ABORT, '{name} of the ledger are never changed'); END"
            for table, name in FINAL.items()
            for deed in ("update", "delete")
        ),
        "CREATE TRIGGER ledger_spend_no_delete BEFORE DELETE ON ledger_spend"
        " BEGIN SELECT RAISE(ABORT, 'spends are never deleted'); END",
        f"CREATE TRIGGER ledger_spend_ahead BEFORE UPDATE ON ledger_spend WHEN NOT ({SQLITE_SAME} AND {AHEAD})"
        " BEGIN SELECT RAISE(ABORT, 'a spend keeps its cost and never moves back'); END",
    ],
    "postgresql": [
        "CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'the ledger is never changed or deleted'"
        " USING ERRCODE = 'integrity_constraint_violation'; END $$",
        *(
            f"CREATE TRIGGER {table}_final BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()"
            for table in FINAL
        ),
        "CREATE TRIGGER ledger_spend_kept BEFORE DELETE OR TRUNCATE ON ledger_spend"
        " FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()",
        "CREATE TRIGGER ledger_spend_ahead BEFORE UPDATE ON ledger_spend"
        f" FOR EACH ROW WHEN (NOT ({POSTGRES_SAME} AND {AHEAD})) EXECUTE FUNCTION ledger_refuse()",
    ],
}
AS_BEFORE = {
    "sqlite": [
        *(f"DROP TRIGGER IF EXISTS {table}_no_{deed}" for table in FINAL for deed in ("update", "delete")),
        "DROP TRIGGER IF EXISTS ledger_spend_no_delete",
        "DROP TRIGGER IF EXISTS ledger_spend_ahead",
    ],
    "postgresql": [
        *(f"DROP TRIGGER IF EXISTS {table}_final ON {table}" for table in FINAL),
        "DROP TRIGGER IF EXISTS ledger_spend_kept ON ledger_spend",
        "DROP TRIGGER IF EXISTS ledger_spend_ahead ON ledger_spend",
        "DROP FUNCTION IF EXISTS ledger_refuse()",
    ],
}
