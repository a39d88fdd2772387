"""The intake reads a published version once, because versions never change, and keeps a limited number of them."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from surveys.errors import SurveyClosed, UnknownVersion
from surveys.models import Version
from surveys.publishing import definition
from surveys.publishing.definition import Definition

MOST_KEPT = 256


@dataclass(frozen=True, slots=True)
class Published:
    id: int
    definition: Definition
    capped: bool  # True where the number of reports is limited.


class Versions:
    """This cache holds the versions that reports arrived for lately. It remembers that a version has closed, never that
    one is open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # None stands for a closed version, which never opens again.
        self._kept: OrderedDict[str, Published | None] = OrderedDict()

    def kept(self, hash: str) -> Published | None:
        """Returns the cached version; None where it has to be read. Errors: SurveyClosed for a version known to be
        closed."""
        with self._lock:
            if hash not in self._kept:
                return None
            self._kept.move_to_end(hash)
            kept = self._kept[hash]
        if kept is None:
            raise closed()
        return kept

    def read(self, hash: str) -> Published:
        version = Version.objects.filter(hash=hash).only("definition", "state", "cap_reports").first()
        if version is None:
            raise UnknownVersion("No version with this hash was published here.")
        if version.state != Version.State.OPEN:
            self.remember_closed(hash)
            raise closed()
        published = Published(version.pk, definition.read(version.definition), version.cap_reports is not None)
        self._keep(hash, published)
        return published

    def remember_closed(self, hash: str) -> None:
        self._keep(hash, None)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def _keep(self, hash: str, published: Published | None) -> None:
        with self._lock:
            self._kept[hash] = published
            self._kept.move_to_end(hash)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def refuse_closed(hash: str) -> None:
    """Refuses a report that no transaction will look at, where its version is not open."""
    if not Version.objects.filter(hash=hash, state=Version.State.OPEN).exists():
        raise closed()


def closed() -> SurveyClosed:
    return SurveyClosed("This version is closed; nothing was stored.")
