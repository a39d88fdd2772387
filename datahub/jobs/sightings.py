"""How long things have been there, by a clock that nobody sets.

A time that is kept beside a thing tells how long ago it was made only while the clock of the machine goes evenly: it is
set, and it stands still while a laptop sleeps. Whoever deletes by such an age deletes what somebody is still making.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)


class Sightings:
    """Of one kind of thing, in the memory of one process; whoever starts anew begins to watch anew."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._first: dict[Hashable, dict[Any, float]] = defaultdict(dict)  # place -> thing -> when it was seen

    def lasting(self, place: Hashable, things: Iterable[T], seconds: float) -> set[T]:
        """Those of the things of a place that were there `seconds` ago, and at every look since."""
        with self._lock:
            now, before = self._now(), self._first.pop(place, {})
            first = {thing: before.get(thing, now) for thing in things}
            if first:
                self._first[place] = first
        return {thing for thing, seen in first.items() if now - seen >= seconds}
