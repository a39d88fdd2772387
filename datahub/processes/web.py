"""`python -m datahub.processes.web HOST PORT` is the web process. It runs Granian, whose one worker runs the
application."""

import os
import resource
import sys

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from datahub import environment
from datahub.processes.family import PARENT, end_with_parent

THREADS = environment.number("DATAHUB_THREADS", 64)  # settings.INTAKE_AT_ONCE of these threads may receive reports
WAITING = 4096  # open connections, nearly all idle: a browser keeps one for minutes after its page came
HEAD_SECONDS = 10  # for the lines before a body: a browser needs less
FILES = 256  # open files besides the connections: database, bundles, key files, libraries


def serve(host: str, port: int) -> None:
    end_with_parent()
    os.environ[PARENT] = str(os.getpid())  # this process is the parent of Granian's worker
    Granian(
        "datahub.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        backpressure=_connections(),
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        websockets=False,
        log_access=False,  # a line for each request would join addresses, times and answers
        log_level=LogLevels.error,  # Granian warns that 64 threads are many, but most of them wait for commits
    ).serve()


def _connections() -> int:
    """Returns how many connections the web process may hold. Each is an open file, of which many systems allow a
    process 1024 until it asks for more."""
    wanted = WAITING + FILES
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (wanted if limit == resource.RLIM_INFINITY else limit for limit in limits)
    if soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, limits[1]))
    return max(1, min(WAITING, soft - FILES))


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
