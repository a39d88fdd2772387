"""A closed loop of keep-alive connections: each sends its next report when the last is answered.

`wrk` makes the load where it is installed, because it leaves most of the machine to the server; else this file does, as
a process of its own that prints a Load as JSON.
"""

import asyncio
import itertools
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from benchmarks.http import percentile
from benchmarks.line import RunFailed

SCRIPT = Path(__file__).with_name("reports.lua")
PATIENCE_SECONDS = 30


@dataclass(frozen=True)
class Posts:
    """These are the bodies to post, one on each line of a file, and their address."""

    path: str
    bodies: Path
    token: str = ""


@dataclass(frozen=True, kw_only=True)
class Load:
    """A load counts the requests `answered` within `seconds`, and those `refused` with a status other than 2xx."""

    answered: int
    refused: int
    seconds: float
    p50_ms: float
    p99_ms: float
    refusal: str = ""  # The first refusal that this client received.

    @property
    def per_second(self) -> float:
        return self.answered / self.seconds


def client() -> str:
    return "wrk" if shutil.which("wrk") else "asyncio"


def load(posts: Posts, *, port: int, connections: int, seconds: int, skip: int) -> Load:
    """Bodies are sent from the first after `skip` on."""
    if client() == "wrk":
        address = f"http://127.0.0.1:{port}{posts.path}"
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(SCRIPT), address, "--"]
        output = _output([*command, str(posts.bodies), str(skip), posts.token])
        answer = json.loads(output.splitlines()[-1])
    else:
        words = [posts.path, str(posts.bodies), posts.token, *map(str, (port, connections, seconds, skip))]
        answer = json.loads(_output([sys.executable, "-m", "benchmarks.intake.load", *words]))
    return Load(**answer)


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=2 * PATIENCE_SECONDS)
    if done.returncode:
        raise RunFailed(f"the load client ended with {done.returncode}: {(done.stderr or done.stdout)[-500:]}")
    return done.stdout


class Phone(asyncio.Protocol):
    def __init__(self, requests: Iterator[bytes], until: float, over: "asyncio.Future[None]") -> None:
        self._requests, self._until, self._over = requests, until, over
        self._received = b""
        self._sent_at = 0.0
        self.times: list[float] = []
        self.refused = 0
        self.refusal = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if not separator or len(body) < _content_length(head):
            return
        self._received = b""
        now = time.perf_counter()
        if now <= self._until:
            self.times.append(now - self._sent_at)
            if not head.startswith(b"HTTP/1.1 2"):
                self.refused += 1
                self.refusal = self.refusal or f"{head[9:30].decode('latin-1')} {body[:300].decode('latin-1')}"
            self._send()
        else:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if time.perf_counter() < self._until:
            self._over.set_exception(error or ConnectionError("the server hung up"))
        else:
            self._over.set_result(None)

    def _send(self) -> None:
        self._sent_at = time.perf_counter()
        self._transport.write(next(self._requests))


def _content_length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


def _requests(posts: Posts, port: int, skip: int) -> Iterator[bytes]:
    head = f"POST {posts.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {posts.token}\r\n" if posts.token else ""
    with posts.bodies.open("rb") as lines:
        for line in itertools.islice(lines, skip, None):
            body = line.rstrip()
            yield b"%bContent-Length: %d\r\n\r\n%b" % (head.encode("ascii"), len(body), body)


async def _measure(posts: Posts, port: int, connections: int, seconds: int, skip: int) -> Load:
    loop = asyncio.get_running_loop()
    requests = _requests(posts, port, skip)
    until = time.perf_counter() + seconds
    ends = [loop.create_future() for _ in range(connections)]
    phones = []
    for over in ends:
        _, phone = await loop.create_connection(partial(Phone, requests, until, over), "127.0.0.1", port)
        phones.append(phone)
    await asyncio.wait_for(asyncio.gather(*ends), seconds + PATIENCE_SECONDS)
    times = list(itertools.chain.from_iterable(phone.times for phone in phones))
    return Load(
        answered=len(times),
        refused=sum(phone.refused for phone in phones),
        refusal=next((phone.refusal for phone in phones if phone.refusal), ""),
        seconds=seconds,
        p50_ms=percentile(times, 50),
        p99_ms=percentile(times, 99),
    )


if __name__ == "__main__":
    path, bodies, token = sys.argv[1:4]
    numbers = map(int, sys.argv[4:])
    print(json.dumps(asdict(asyncio.run(_measure(Posts(path, Path(bodies), token), *numbers)))))
