import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.servers import Servers


@contextmanager
def passable_folder() -> Iterator[Path]:
    """Yields a temporary folder that is not pytest's: PostgreSQL must be able to pass through it as a user of its
    own."""
    with tempfile.TemporaryDirectory(prefix="datahub-drill-", dir="/var/tmp") as name:
        os.chmod(name, 0o711)  # noqa: S103 - others may pass through the folder, not list it
        yield Path(name)


@pytest.fixture
def folder() -> Iterator[Path]:
    with passable_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def started_servers() -> Iterator[Servers]:
    with passable_folder() as folder:
        servers = Servers(folder / "servers")
        yield servers
        servers.end()


@pytest.fixture
def servers(started_servers: Servers) -> Servers:
    """Every drill finds empty stores, whatever the one before it left: its keys lie in a folder that is gone."""
    started_servers.empty()
    return started_servers
