"""A child process of `manage.py serve` says when it is ready, and does not outlive its parent."""

import os
import threading
import time

# The id of the process that must stay the parent; set by whoever starts the child.
PARENT = "DATAHUB_PARENT"
READY = "DATAHUB_READY"  # the variable has the number of a pipe on which one byte says "ready"
LOOK_SECONDS = 0.5


def end_with_parent() -> None:
    """Ends this process, whatever it is doing, within half a second of its parent's end.

    A parent that was killed can tell nobody, and granian's worker would go on serving. Without `serve` the init
    system is the parent, and nothing happens here.
    """
    parent = os.environ.get(PARENT)
    if parent:
        threading.Thread(target=_watch, args=[int(parent)], name="end-with-parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)  # sys.exit would wait for requests, jobs and threads of a service that has ended


def say_ready() -> None:
    pipe = os.environ.pop(READY, None)
    if pipe:
        os.write(int(pipe), b"!")
        os.close(int(pipe))
