"""`python -m benchmarks.intake.serve MODULE:APPLICATION PORT`: under the same granian as datahub.processes.web."""

import os
import sys

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from datahub.processes.family import PARENT, end_with_parent
from datahub.processes.web import THREADS, WAITING

if __name__ == "__main__":
    end_with_parent()
    os.environ[PARENT] = str(os.getpid())
    Granian(
        sys.argv[1],
        address="127.0.0.1",
        port=int(sys.argv[2]),
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        backpressure=WAITING,
        websockets=False,
        log_access=False,
        log_level=LogLevels.error,
    ).serve()
