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

THREADS = environment.number("DATAHUB_THREADS", 64)  # settings.INTAKE_AT_ONCE of the web threads may receive reports
# This many connections may be open, nearly all idle: a browser keeps one for minutes after its page came.
WAITING = 4096
HEAD_SECONDS = 10  # the lines before a body must come in this time, of which a browser needs less
FILES = 256  # database, bundles, key files and libraries need this many open files


def serve(host: str, port: int) -> None:
    end_with_parent()
    os.environ[PARENT] = str(os.getpid())  # the parent of Granian's worker is this process
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
