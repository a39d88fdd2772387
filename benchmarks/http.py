"""Keep-alive HTTP/1.1 connections for the open loads: who sends at a time of its own does not wait for others."""

import asyncio
import resource
from collections.abc import Mapping
from dataclasses import dataclass

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]  # The names are in lower case.
    body: bytes


class Connection:
    """A connection sends one request after the other, and is opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        self._ends = await asyncio.open_connection(HOST, self._port)

    async def ask(self, request: bytes) -> Answer:
        """Raises OSError or EOFError where no whole answer came; the next request opens a connection again."""
        if self._ends is None:
            await self.open()
        assert self._ends is not None
        reader, writer = self._ends
        try:
            writer.write(request)
            return await _answer(reader)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


def request_of(method: str, path: str, *, port: int, token: str = "", body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _answer(reader: asyncio.StreamReader) -> Answer:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    return Answer(int(first.split()[1]), headers, await reader.readexactly(int(headers["content-length"])))


def allow_files(count: int) -> None:
    """Raises the limit of open files: each connection is a file, and many systems allow a process 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


def percentile(times: list[float], share: int) -> float:
    """Returns the smallest time, in ms, that `share` percent of the times (in seconds) do not exceed; 0.0 of none."""
    ordered = sorted(times)
    return 1000 * ordered[max(0, -(-len(ordered) * share // 100) - 1)] if ordered else 0.0
