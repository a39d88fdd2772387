"""A value is made lazily and once a process, though many threads may ask for it at the same moment."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """Returns a function that makes each value once a process: one thread makes it, and the others wait for it.

    `functools.cache` calls again for every thread that comes before the first call has ended: two clients, two threads,
    two derivations at once. A call that raises leaves nothing, and the next thread tries.
    """
    values: dict[tuple[object, ...], T] = {}
    lock = threading.RLock()

    @wraps(make)
    def kept(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (*args, *sorted(kwargs.items()))
        if key not in values:
            with lock:
                if key not in values:
                    values[key] = make(*args, **kwargs)
        return values[key]

    return kept
