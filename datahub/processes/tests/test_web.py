"""The web process is tested with many visitors whose connections are idle."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from datahub.processes.family import PARENT
from datahub.processes.management.commands.serve import free_port

# A lecture hall has this many visitors: each browser keeps its connection for minutes after its page came.
VISITORS = 300
LIVE = "/api/v1/health/live/"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    number = free_port("127.0.0.1")
    environment = os.environ | {"DATAHUB_DATA": str(tmp_path), PARENT: str(os.getpid())}
    command = [sys.executable, "-m", "datahub.processes.web", "127.0.0.1", str(number)]
    process = subprocess.Popen(command, env=environment, process_group=0)
    try:
        while process.poll() is None:
            with suppress(ConnectionRefusedError), closing(HTTPConnection("127.0.0.1", number)) as first:
                assert ask(first) == 200
                break
        assert process.poll() is None
        yield number
    finally:
        process.terminate()
        process.wait(20)


def ask(connection: HTTPConnection) -> int:
    connection.request("GET", LIVE)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_visitors_who_only_keep_their_connection_keep_nobody_out(port: int) -> None:
    with ExitStack() as hall:
        for _ in range(VISITORS):
            visitor = hall.enter_context(closing(HTTPConnection("127.0.0.1", port, timeout=10)))
            assert ask(visitor) == 200
