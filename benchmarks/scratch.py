"""This module provides a DataHub of the bench's own: an empty data folder on a real disk, and an empty database."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import servers
from benchmarks.databases import scratch_postgres


@dataclass(frozen=True)
class Scratch:
    database: str  # its name, for people
    folder: Path
    environment: Mapping[str, str]


def scratches() -> Iterator[AbstractContextManager[Scratch]]:
    """Yields a scratch on SQLite always; one on PostgreSQL too where a database may be made on DATABASE_URL's
    server."""
    yield on_sqlite()
    url = os.environ.get("DATABASE_URL")
    if url:
        yield on_postgres(url)


@contextmanager
def on_postgres(url: str) -> Iterator[Scratch]:
    with scratch_postgres(url) as own, _scratch("PostgreSQL", {"DATABASE_URL": own}) as scratch:
        yield scratch


@contextmanager
def on_sqlite() -> Iterator[Scratch]:
    with _scratch("SQLite", {}) as scratch:
        yield scratch


@contextmanager
def _scratch(database: str, settings: Mapping[str, str]) -> Iterator[Scratch]:
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name:  # /tmp may be no disk
        folder = Path(name)
        kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        environment = {**kept, "DATAHUB_DATA": str(folder / "data"), **settings}
        servers.run(["manage.py", "migrate", "--verbosity", "0"], environment)
        yield Scratch(database, folder, environment)
