"""This module is about a consistent copy of the database as a file, and the way back: SQLite itself, or pg_dump and
pg_restore."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

PROGRAMS = "/usr/lib/postgresql"  # Debian keeps PostgreSQL's programs here, by version
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
}
AS_OURS = ("--no-owner", "--no-privileges")
Ask = Callable[[str], Iterable[Any]]


class CannotDump(Exception):
    """The program for dumps is missing; the message says so in words for whoever started the command."""


def dump(to: Path) -> dict[str, int]:
    """Writes the copy; returns the number of rows in each table at the moment of the copy."""
    return _dump_sqlite(to) if connection.vendor == "sqlite" else _dump_postgres(to)


def load(source: Path) -> None:
    """Loads a dump into a database that is empty."""
    if connection.vendor == "sqlite":
        os.replace(source, _sqlite_file())
    else:
        _run(
            "pg_restore",
            "--no-owner",
            "--no-privileges",
            "--exit-on-error",
            "--single-transaction",
            "-d",
            _name(),
            source,
        )


def is_empty() -> bool:
    if connection.vendor == "sqlite":
        return not _sqlite_file().exists()
    with connection.cursor() as cursor:
        return not connection.introspection.table_names(cursor)


def rows() -> dict[str, int]:
    with connection.cursor() as cursor:

        def ask(sql: str) -> list[Any]:
            cursor.execute(sql)
            return list(cursor.fetchall())

        return _rows(ask)


def _rows(ask: Ask) -> dict[str, int]:
    tables = [name for (name,) in ask(TABLES[connection.vendor])]
    return {name: next(iter(ask(f'SELECT count(*) FROM "{name}"')))[0] for name in tables}  # noqa: S608 - only names of the database's tables are inserted


def _dump_sqlite(to: Path) -> dict[str, int]:
    """Copies the SQLite database by VACUUM INTO, which copies no freed pages, and with them nothing that was in the
    inbox once."""
    with closing(sqlite3.connect(_sqlite_file())) as source:
        source.execute("VACUUM INTO ?", [str(to)])
    with closing(sqlite3.connect(to)) as copy:
        return _rows(copy.execute)


def _dump_postgres(to: Path) -> dict[str, int]:
    """Writes a copy by pg_dump. The rows are counted in the very snapshot that pg_dump copies."""
    at = _address()
    with psycopg.connect(
        host=at["PGHOST"], port=at["PGPORT"], user=at["PGUSER"], password=at["PGPASSWORD"], dbname=_name()
    ) as holder:
        holder.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        ((snapshot,),) = holder.execute("SELECT pg_export_snapshot()").fetchall()
        _run("pg_dump", "-Fc", *AS_OURS, f"--snapshot={snapshot}", "-f", to, _name())
        return _rows(lambda sql: holder.execute(sql.encode()).fetchall())


def _sqlite_file() -> Path:
    return Path(_name())


def _name() -> str:
    return str(settings.DATABASES["default"]["NAME"])


def _address() -> dict[str, str]:
    """Returns the address of the database under the names by which PostgreSQL's programs read it: an argument is for
    everybody on the machine to see."""
    given = settings.DATABASES["default"]
    port = str(given["PORT"] or 5432)
    return {
        "PGHOST": str(given["HOST"]), "PGPORT": port, "PGUSER": str(given["USER"]), "PGPASSWORD": str(given["PASSWORD"])
    }  # fmt: skip


def _run(program: str, *words: object) -> None:
    command, environ = [_executable(program), *map(str, words)], os.environ | _address() | {"PGCONNECT_TIMEOUT": "10"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603 - the command is a constant
    if done.returncode:
        raise CannotDump(f"{program} ended with {done.returncode}: {done.stderr.strip()[-500:]}")


def _executable(program: str) -> str:
    """Returns the path of the newest version of a PostgreSQL program, which reads every older server."""
    debian = sorted(Path(PROGRAMS).glob(f"*/bin/{program}"), key=lambda path: int(path.parts[-3]))
    executable = str(debian[-1]) if debian else shutil.which(program)
    if executable is None:
        raise CannotDump(f"{program} is needed (Debian: apt-get install postgresql-client)")
    return executable
