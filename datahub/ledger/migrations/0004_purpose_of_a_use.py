"""A use says for what it is, and that never changes. SQLite makes the table anew for a column, and drops its triggers."""

from django.db import migrations, models

BEFORE = ("id", "request", "actor", "operation", "note", "served_id", "rho", "delta", "epsilon", "reserved_at")
AHEAD = (
    "(OLD.state = NEW.state"
    " OR (OLD.state = 'reserved' AND NEW.state IN ('executing', 'released'))"
    " OR (OLD.state = 'executing' AND NEW.state = 'committed'))"
)


def _made(vendor, same):
    if vendor == "sqlite":
        kept = " AND ".join(f"OLD.{name} IS NEW.{name}" for name in same)
        return [
            "CREATE TRIGGER ledger_spend_no_delete BEFORE DELETE ON ledger_spend"
            " BEGIN SELECT RAISE(ABORT, 'spends are never deleted'); END",
            f"CREATE TRIGGER ledger_spend_ahead BEFORE UPDATE ON ledger_spend WHEN NOT ({kept} AND {AHEAD})"
            " BEGIN SELECT RAISE(ABORT, 'a spend keeps its cost and never moves back'); END",
        ]
    kept = " AND ".join(f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in same)
    return [
        "CREATE TRIGGER ledger_spend_ahead BEFORE UPDATE ON ledger_spend"
        f" FOR EACH ROW WHEN (NOT ({kept} AND {AHEAD})) EXECUTE FUNCTION ledger_refuse()"
    ]


def allow_changes(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    names = ["ledger_spend_ahead", *(["ledger_spend_no_delete"] if vendor == "sqlite" else [])]
    for name in names:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}{'' if vendor == 'sqlite' else ' ON ledger_spend'}")


def refuse_changes(apps, schema_editor):
    for statement in _made(schema_editor.connection.vendor, (*BEFORE, "purpose")):
        schema_editor.execute(statement)


def refuse_changes_as_before(apps, schema_editor):
    for statement in _made(schema_editor.connection.vendor, BEFORE):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_unbounded_of_several")]
    operations = [
        migrations.RunPython(allow_changes, refuse_changes_as_before),
        migrations.AddField("spend", "purpose", models.CharField(blank=True, default="", max_length=40), False),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
