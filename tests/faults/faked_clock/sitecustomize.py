"""Python reads this before anything else where this folder is on PYTHONPATH: only in processes with a faked clock.

libfaketime 0.9.10 turns the moment until which Python sleeps, which is on the monotonic clock, into one on the clock it
fakes; then the kernel refuses it. A wait on no file takes a length of time instead, which nothing turns.
"""

import select
import time
from typing import SupportsIndex


def sleep(seconds: "float | SupportsIndex", /) -> None:
    select.select([], [], [], float(seconds))


time.sleep = sleep
