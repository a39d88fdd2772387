"""A process measures how long things have been there, by a clock that nobody sets.

A time that is kept beside a thing tells how long ago it was made only while the clock of the machine goes evenly: it is
set, and it stands still while a laptop sleeps. Whoever deletes by such an age deletes what somebody is still making.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)


class Sightings:
    """Sightings remember when a process first saw each thing of a group; a new process begins anew."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._first: dict[Hashable, dict[Any, float]] = {}  # each group has its things, and when each was first seen

    def lasting(self, group: Hashable, things: Iterable[T], seconds: float) -> set[T]:
        """Returns the things of the group that were there `seconds` ago, and at every look since."""
        with self._lock:
            now, before = self._now(), self._first.pop(group, {})
            first = {thing: before.get(thing, now) for thing in things}
            if first:
                self._first[group] = first
        return {thing for thing, seen in first.items() if now - seen >= seconds}
