"""What was found in files and hashes of their contents stood here in the clear. They are dropped, not kept sealed.

Keys are not at hand while a database is migrated, so found values are looked for again: whoever owns a draft reads its
file again. On PostgreSQL a `VACUUM FULL` of these tables clears what the dropped columns held (docs/how-to/upgrade.md).
"""

from typing import Any

from django.db import migrations, models


def overwrite_what_is_dropped(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "sqlite":
        with editor.connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


class Migration(migrations.Migration):
    dependencies = [("datasets", "0004_withdrawn_deletions")]

    operations = [
        migrations.RunPython(overwrite_what_is_dropped, migrations.RunPython.noop),
        migrations.RemoveField("chunk", "sha256"),
        migrations.RemoveField("upload", "sha256"),
        migrations.RemoveField("upload", "found"),
        migrations.RemoveField("version", "sha256"),
        migrations.AddField("upload", "checksum", models.BinaryField(null=True)),
        migrations.AddField("upload", "found", models.BinaryField(null=True)),
        migrations.AddField("version", "checksum", models.BinaryField(null=True)),
    ]
