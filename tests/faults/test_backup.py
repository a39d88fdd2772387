"""Backup, drop, restore on a fresh folder: rows, checksums and audit chain are as they were; what is lost is said."""

import hashlib
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.faults.respondents import Phone
from tests.faults.servers import Servers
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service
from tests.faults.survey import OpenSurvey

pytestmark = pytest.mark.real
PASSPHRASE = "a passphrase of the drill"
COUNTED, WAITING = 30, 7
# These tables change by themselves, so they are compared separately.
MOVES_ON = {"jobs_job", "audit_head", "audit_entry", "surveys_inbox", "surveys_batchkey", "processes_datafolder"}
Content = dict[str, list[str]]


@pytest.fixture
def secret(folder: Path) -> Path:
    path = folder / "passphrase"
    path.write_text(PASSPHRASE)
    return path


@pytest.fixture
def database(servers: Servers) -> Iterator[str]:
    """Yields the address of a database of this test in the shared server."""
    address = servers.environment["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("DROP DATABASE IF EXISTS drill_backup WITH (FORCE)")
        admin.execute("CREATE DATABASE drill_backup")
        yield urlsplit(address)._replace(path="/drill_backup").geturl()
        admin.execute("DROP DATABASE drill_backup WITH (FORCE)")


def manage(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS)


def test_a_backup_restored_in_a_fresh_folder_is_what_was_there(folder: Path, secret: Path) -> None:
    drill(folder, secret, {}, drop=lambda: None, content=of_sqlite)


def test_a_backup_of_postgresql_restored_in_an_empty_database(folder: Path, secret: Path, database: str) -> None:
    def drop() -> None:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    drill(folder, secret, {"DATABASE_URL": database}, drop=drop, content=lambda _: of_postgres(database))


def drill(
    folder: Path,
    secret: Path,
    variables: dict[str, str],
    *,
    drop: Callable[[], None],
    content: Callable[[Path], Content],
) -> None:
    service = Service(folder / "service", **variables)
    try:
        service.until_said("DataHub is ready")
        closed, still_open, chance = OpenSurvey(service), OpenSurvey(service), random.Random(20)  # noqa: S311
        send(service, closed, chance, COUNTED)
        closed.close()
        closed.until_counted()
        waiting = send(service, still_open, chance, WAITING)
        file = folder / "backup"
        backup_run = manage(service.environment, "backup", str(file), "--passphrase-file", str(secret))
        assert backup_run.returncode == 0, backup_run.stderr
        assert_says_nothing(file)
        assert service.stop() == 0
        before = content(data_of(service.environment))
    finally:
        service.end()
    drop()
    elsewhere = service.environment | {"DATAHUB_DATA": str(folder / "fresh" / "data")}
    restored = manage(elsewhere, "restore", str(file), "--passphrase-file", str(secret))
    assert restored.returncode == 0, restored.stderr
    assert f"{WAITING} accepted reports waited" in restored.stdout
    assert_the_same(before, content(data_of(elsewhere)))
    again = manage(elsewhere, "restore", str(file), "--passphrase-file", str(secret))
    assert (again.returncode, "the database is not empty" in again.stderr) == (1, True)
    assert manage(elsewhere, "audit", "verify").returncode == 0
    fresh = Service(folder / "fresh", **variables)
    try:
        fresh.until_said("DataHub is ready")
        goes_on(fresh, still_open, waiting, chance)
    finally:
        fresh.end()


def goes_on(service: Service, survey: OpenSurvey, waiting: list[bytes], chance: random.Random) -> None:
    """Checks that the open survey takes reports; a lost report is recognised and not counted twice, whoever sends it
    again."""
    phone = Phone(service.port)
    assert phone.post(waiting[0])[0] == 202
    assert phone.post(survey.report(chance)[0])[0] == 202
    phone.hang_up()
    survey.serve_from(service)
    survey.close()
    assert survey.until_counted()["stored"] == 1


def send(service: Service, survey: OpenSurvey, chance: random.Random, count: int) -> list[bytes]:
    phone, bodies = Phone(service.port), [survey.report(chance)[0] for _ in range(count)]
    assert [phone.post(body)[0] for body in bodies] == [202] * count
    phone.hang_up()
    return bodies


def assert_says_nothing(file: Path) -> None:
    raw = file.read_bytes()
    assert raw.startswith(b"datahub-backup/1\n")
    assert not [word for word in (b"sqlite", b"SQLite", b"PGDMP", b"manifest", b"Drill", b"example.org") if word in raw]
    assert file.stat().st_mode & 0o077 == 0


def assert_the_same(before: Content, after: Content) -> None:
    assert set(before) == set(after)
    for table in set(before) - MOVES_ON:
        assert digest(before[table]) == digest(after[table]), table
    chain, restored = before["audit_entry"], after["audit_entry"]
    assert restored[: len(chain)] == chain
    assert [json.loads(entry)["operation"] for entry in restored[len(chain) :]] == ["report.lost", "platform.restore"]
    assert len(after["surveys_inbox"]) == len(before["surveys_inbox"]) == WAITING
    assert len(after["surveys_batchkey"]) == len(before["surveys_batchkey"]) + 1


def digest(rows: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()


def of_sqlite(data: Path) -> Content:
    with closing(sqlite3.connect(data / "datahub.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {name: [a_line(dict(row)) for row in rows_of(database, name)] for (name,) in names.fetchall()}


def rows_of(database: sqlite3.Connection, table: str) -> list[Any]:
    order = "ORDER BY number" if table == "audit_entry" else ""
    return database.execute(f'SELECT * FROM "{table}" {order}').fetchall()  # noqa: S608 - the database gives the name


def of_postgres(address: str) -> Content:
    with psycopg.connect(address) as database:
        names = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        content = {}
        for (name,) in names:
            order = sql.SQL("ORDER BY number" if name == "audit_entry" else "")
            query = sql.SQL("SELECT row_to_json(t)::text FROM {} t {}").format(sql.Identifier(name), order)
            content[name] = [line for (line,) in database.execute(query).fetchall()]
        return content


def a_line(row: dict[str, Any]) -> str:
    return json.dumps({name: repr(value) if isinstance(value, bytes) else value for name, value in row.items()})


def data_of(environment: dict[str, str]) -> Path:
    return Path(environment["DATAHUB_DATA"])
