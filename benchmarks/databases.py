"""The measured reports go to a fresh SQLite file, or to a fresh database on the server DATABASE_URL names."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from benchmarks.line import RunFailed


def check_room(url: str, connections: int) -> None:
    """A server that runs out of connections answers errors, which would be measured as ours."""
    with psycopg.connect(url, autocommit=True, connect_timeout=10) as server:
        row = server.execute("SELECT current_setting('max_connections')::int").fetchone()
    assert row is not None
    if row[0] < connections:
        raise RunFailed(f"PostgreSQL allows {row[0]} connections; both sides together may need {connections}")


@contextmanager
def scratch_postgres(url: str) -> Iterator[str]:
    """Yields the address of the bench's own database; the database that DATABASE_URL names is never written to."""
    name = f"datahub_bench_{secrets.token_hex(4)}"
    try:
        server = psycopg.connect(url, autocommit=True, connect_timeout=10)
        with server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise RunFailed(f"no database of its own on the server of DATABASE_URL: {error}") from None
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
