"""These tests cover the fault proxy itself, on which all drills rely."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.faults.proxy import FaultProxy


@pytest.fixture
def echo() -> Iterator[int]:
    """Sends back the bytes it receives, on one connection after another."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    try:
                        while chunk := connection.recv(65536):
                            connection.sendall(chunk)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(server.getsockname()[1])
        server.shutdown(socket.SHUT_RDWR)
    thread.join(5)


@pytest.fixture
def proxy(echo: int) -> Iterator[FaultProxy]:
    with FaultProxy("127.0.0.1", echo) as proxy:
        yield proxy


@pytest.fixture
def caller(proxy: FaultProxy) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=5) as caller:
        yield caller


def echo_of(caller: socket.socket, text: bytes) -> bytes:
    caller.sendall(text)
    heard = b""
    while len(heard) < len(text):
        heard += caller.recv(65536)
    return heard


def test_passes_on_what_is_said(caller: socket.socket) -> None:
    assert echo_of(caller, b"x" * 100_000) == b"x" * 100_000


def test_delays_each_way(proxy: FaultProxy, caller: socket.socket) -> None:
    proxy.delay_seconds = 0.05
    began = time.monotonic()
    assert echo_of(caller, b"late") == b"late"
    assert time.monotonic() - began >= 0.1


def test_slows_to_a_bandwidth(proxy: FaultProxy, caller: socket.socket) -> None:
    proxy.bytes_per_second = 100_000
    began = time.monotonic()
    echo_of(caller, b"x" * 10_000)
    assert time.monotonic() - began >= 0.2


def test_holds_back_until_it_heals(proxy: FaultProxy, caller: socket.socket) -> None:
    proxy.cut = True
    caller.sendall(b"patience")
    caller.settimeout(0.1)
    with pytest.raises(TimeoutError):
        caller.recv(10)
    proxy.heal()
    caller.settimeout(5)
    assert caller.recv(10) == b"patience"


def test_resets_what_is_open_and_takes_new_ones(proxy: FaultProxy, caller: socket.socket) -> None:
    echo_of(caller, b"open")
    proxy.reset()
    with pytest.raises(ConnectionResetError):
        caller.recv(10)
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=5) as again:
        assert echo_of(again, b"again") == b"again"


def test_half_closes(proxy: FaultProxy, caller: socket.socket) -> None:
    echo_of(caller, b"open")
    proxy.half_close()
    assert caller.recv(10) == b""


def test_refuses_new_connections(proxy: FaultProxy) -> None:
    proxy.refusing = True
    # The reset may come before or after the connection is made.
    with (
        pytest.raises(ConnectionResetError),
        socket.create_connection(("127.0.0.1", proxy.port), timeout=5) as caller,
    ):
        caller.recv(10)
