"""`python -m datahub.processes.healthy web | worker` exits with code 0 if this container's process does its work.

Containers run it every few seconds, so it loads neither Django nor settings.
"""

import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from datahub import environment

READY_PATH = "/api/v1/health/ready/"
# The worker of this container touches the file at every tick.
ALIVE = Path(tempfile.gettempdir()) / "datahub-worker-alive"
SILENT_SECONDS = 15


def is_ready(host: str, port: int, name: str) -> bool:
    """Asks whether the web process is ready, as a proxy that speaks for `name` would, so that it is not redirected to
    https."""
    connection = HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", READY_PATH, headers={"Host": name, "X-Forwarded-Proto": "https"})
        with connection.getresponse() as answer:
            return answer.status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def ticks(now: float) -> bool:
    try:
        return now - ALIVE.stat().st_mtime < SILENT_SECONDS
    except FileNotFoundError:
        return False


def main(process: str) -> int:
    if process == "worker":
        return int(not ticks(time.time()))
    name = environment.words("DATAHUB_HOSTS", ("localhost",))[0].lstrip(".").replace("*", "localhost")
    return int(not is_ready("127.0.0.1", environment.number("DATAHUB_PORT", 8000), name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
