"""This module counts requests in memory, and keeps no caller's address."""

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView  # rest_framework.views imports this module by its name in the settings

MINUTE = 60
# So many callers are counted in a minute; further callers share one count, so that memory stays bounded.
MOST_CALLERS = 100_000


class Counts:
    """Counts hold the requests of this minute by caller; a caller is known only as a hash under a salt that lives a day
    in this process."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._minute = self._day = -1
        self._salt = b""
        self._counts: dict[bytes, int] = {}

    def add(self, scope: str, caller: str) -> int:
        """Counts one more request and returns how many this caller made in this minute."""
        with self._lock:
            self._turn_over()
            key = hmac.digest(self._salt, f"{scope} {caller}".encode(), hashlib.sha256)[:16]
            if key not in self._counts and len(self._counts) >= MOST_CALLERS:
                key = b""
            self._counts[key] = self._counts.get(key, 0) + 1
            return self._counts[key]

    def seconds_left(self) -> int:
        return MINUTE - int(self._now()) % MINUTE

    def forget(self) -> None:
        with self._lock:
            self._day = self._minute = -1

    def _turn_over(self) -> None:
        minute = int(self._now()) // MINUTE
        if minute != self._minute:
            self._minute, self._counts = minute, {}
        day = minute // (24 * MINUTE)
        if day != self._day:
            self._day, self._salt = day, secrets.token_bytes(32)


counts = Counts()


def of_this_process(limit: int) -> int:
    """Returns the share of a limit of the whole service that this process may use up: each process counts in its own
    memory. A caller whose requests all go to one process is held to this share."""
    return max(1, limit // settings.WEB_PROCESSES)


class MemoryThrottle(BaseThrottle):
    """A view names its row of settings.RATES as `throttle_scope`; the rest share "default"."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        scope: str = getattr(view, "throttle_scope", "default")
        return counts.add(scope, _caller(request)) <= of_this_process(settings.RATES[scope])

    def wait(self) -> float:
        return counts.seconds_left()


def _caller(request: Request) -> str:
    if request.user.is_authenticated:
        return f"person {request.user.pk}"
    return f"address {network_of(request.META)}"


def network_of(meta: Mapping[str, Any]) -> str:
    """Returns the network of the peer, or of what the last trusted proxy says it saw; anything further left was written
    by the caller."""
    chain = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if 0 < settings.TRUSTED_PROXIES <= len(chain):
        return _network(str(chain[-settings.TRUSTED_PROXIES]).strip())
    return _network(str(meta.get("REMOTE_ADDR", "")))


def _network(address: str) -> str:
    """Returns the network of an address, by which requests are counted. One household has one IPv4 address, but 2^64 of
    IPv6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    # A socket of both IP versions writes an IPv4 address as ::ffff:192.0.2.7.
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
