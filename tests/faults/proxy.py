"""This module is about a TCP proxy with a bad temper, between two parts of a drilled service: it delays, holds back,
slows, cuts."""

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

PIECE = 16 * 1024
RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER with a time of 0 makes close() send RST.
LOOK_SECONDS = 0.01


class FaultProxy:
    """Listens on a free loopback port. Every fault acts on the connections there are and on new ones, until `heal`.

    `delay_seconds` before each piece is passed on; `bytes_per_second` in each direction of a connection;
    `cut`: nothing passes, as on a network that is gone, and nothing is lost if it heals in time.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()
        self._listening = threading.Event()
        self.port = 0
        self.accepted = 0
        self.heal()
        self._thread = threading.Thread(target=self._run, name="fault-proxy", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(self, *failure: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def heal(self) -> None:
        self.delay_seconds = 0.0
        self.bytes_per_second: int | None = None
        self.cut = False
        self.refusing = False

    def reset(self) -> None:
        """RST on every connection, to both ends."""
        self._now(self._reset_all)

    def half_close(self) -> None:
        """No end hears from the other any more, but may still speak."""
        self._now(self._half_close_all)

    def _now(self, act: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(act)
        self._loop.call_soon_threadsafe(done.set)
        done.wait()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port = int(server.sockets[0].getsockname()[1])
        self._listening.set()
        self._loop.run_forever()
        server.close()
        self._reset_all()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        """Waits until every task has let go of its connections, and the loop has closed their sockets."""
        tasks = asyncio.all_tasks(self._loop) - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for _ in range(3):  # An aborted transport closes its socket in a later round.
            await asyncio.sleep(0)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self.refusing:
            reset(writer)
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:
            reset(writer)
            return
        ends = {writer, far_writer}
        self._open |= ends
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except (OSError, RuntimeError, asyncio.CancelledError):
            pass  # One end is gone or closed, so the other ends too.
        finally:
            self._open -= ends
            for end in ends:
                reset(end)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            await asyncio.sleep(self.delay_seconds)
            if self.bytes_per_second:
                await asyncio.sleep(len(piece) / self.bytes_per_second)
            while self.cut:
                await asyncio.sleep(LOOK_SECONDS)
            writer.write(piece)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()

    def _reset_all(self) -> None:
        for writer in set(self._open):
            reset(writer)

    def _half_close_all(self) -> None:
        for writer in set(self._open):
            with suppress(OSError, RuntimeError):
                writer.write_eof()


def reset(writer: asyncio.StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    writer.transport.abort()
