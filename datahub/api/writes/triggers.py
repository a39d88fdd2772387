"""A migration makes these triggers, by which the database itself refuses changes, in the words of each database."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Statements = Mapping[str, Sequence[str]]  # each vendor of a database has its own statements


def making(created: Statements, dropped: Statements) -> migrations.RunPython:
    """Returns the operation of a migration that makes triggers, and drops them on the way back."""

    def run(statements: Statements) -> Any:
        def each(_: Any, editor: BaseDatabaseSchemaEditor) -> None:
            for statement in statements[editor.connection.vendor]:
                editor.execute(statement)

        return each

    return migrations.RunPython(run(created), run(dropped))
