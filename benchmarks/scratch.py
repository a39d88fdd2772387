"""This module provides a DataHub of the bench's own: an empty data folder on a real disk, and an empty database."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks import servers
from benchmarks.databases import scratch_postgres

MIGRATE = ["manage.py", "migrate", "--verbosity", "0"]


@dataclass(frozen=True)
class Scratch:
    database: str  # The name of the database for printed lines.
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
    with scratch_postgres(url) as own, _folder() as folder:
        environment = {**_environment(folder), "DATABASE_URL": own}
        servers.run(MIGRATE, environment)
        yield Scratch("PostgreSQL", folder, environment)


@contextmanager
def on_sqlite() -> Iterator[Scratch]:
    with _folder() as folder:
        shutil.copytree(_migrated(), folder / "data")
        yield Scratch("SQLite", folder, _environment(folder))


@contextmanager
def _folder() -> Iterator[Path]:
    # /tmp may be in memory, so the files go to a disk.
    with tempfile.TemporaryDirectory(prefix="datahub-bench-", dir="/var/tmp") as name:
        yield Path(name)


@cache
def _migrated() -> Path:
    """Returns a data folder with an empty database. All scratches of a process begin as copies of it."""
    kept = ExitStack()
    atexit.register(kept.close)
    folder = kept.enter_context(_folder())
    servers.run(MIGRATE, _environment(folder))
    return folder / "data"


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return {**kept, "DATAHUB_DATA": str(folder / "data")}
