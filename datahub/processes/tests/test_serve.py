"""`manage.py serve` refuses early, and says what can be done about it."""

import os
import socket
import time
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from datahub import environment
from datahub.processes import lan
from datahub.processes.folder import FolderInUse
from datahub.processes.lan import NoNetwork
from datahub.processes.management.commands import serve


def test_pages_that_are_not_built_are_named_with_the_command_that_builds_them() -> None:
    missing = Path(settings.BASE_DIR) / "frontend" / "dist" / "no-such.html"
    with pytest.raises(CommandError, match=r"no-such\.html are not built.*npm run build"):
        serve.check_pages(missing)


def test_a_port_that_is_taken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "PORT_PATIENCE_SECONDS", -1.0)
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {port} of 127\.0\.0\.1 cannot be used.*--port"):
            serve.check_port("127.0.0.1", port)


def test_a_port_that_is_about_to_be_free_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that holds the port releases it while `serve` waits."""
    taken = serve.listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        taken.close()

    monkeypatch.setattr(time, "sleep", wait)
    serve.check_port("127.0.0.1", port)
    assert len(waits) == 1
    with serve.listen("127.0.0.1", port) as ours:
        assert ours.getsockname()[1] == port


def test_a_service_that_nobody_started_is_not_ready() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    assert not serve.is_ready("127.0.0.1", port)


def test_what_the_service_writes_is_for_nobody_else_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions, codes in mail and reports are unreadable for others, also where the data folder is open to all."""

    def in_use(path: Path) -> None:
        raise FolderInUse(path, "1")

    monkeypatch.setattr(serve, "hold", in_use)
    before = os.umask(0o022)
    try:
        with pytest.raises(SystemExit):
            call_command("serve", stderr=StringIO())
        assert os.umask(before) == 0o077
    finally:
        os.umask(before)


def test_long_jobs_have_a_worker_and_slow_ones_where_an_engine_needs_it(settings: Settings) -> None:
    settings.AIM_PYTHON = ""
    assert [child.name for child in serve.workers()] == ["worker", "long worker"]
    settings.AIM_PYTHON = "/opt/aim/bin/python"
    assert [child.name for child in serve.workers()] == ["worker", "long worker", "slow worker"]


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise NoNetwork("this machine is in no network: Network is unreachable")

    monkeypatch.setattr(serve, "lan_address", none)
    with pytest.raises(CommandError, match=r"--lan finds no way to this machine: .* unreachable\."):
        serve.open_to_the_network()


def test_the_service_answers_to_its_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "192.0.2.7")
    monkeypatch.setenv("DATAHUB_HOSTS", "")
    assert serve.open_to_the_network() == "192.0.2.7"
    assert os.environ["DATAHUB_HOSTS"].split(",") == [*settings.ALLOWED_HOSTS, "192.0.2.7"]
    # The child processes read this variable.
    assert set(environment.words("DATAHUB_HOSTS")) >= {"localhost", "192.0.2.7"}


def test_an_address_of_this_machine_alone_is_no_way_in(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loopback(socket.socket):
        def connect(self, address: object) -> None:
            super().connect(("127.0.0.1", 9))

    monkeypatch.setattr(socket, "socket", Loopback)
    with pytest.raises(NoNetwork, match=r"127\.0\.0\.1, from itself"):
        lan.lan_address()
