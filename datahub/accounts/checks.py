"""`manage.py check` uses these checks to warn of settings under which signing in is not safe or mail is not read."""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning


def check_sign_in(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:  # noqa: ARG001 - Django defines the signature
    return [*_check_transport(), *_check_shared_limits(), *_check_mail(), *_check_proxies()]


def _check_transport() -> Iterator[CheckMessage]:
    reachable = [host for host in settings.ALLOWED_HOSTS if not _is_loopback(host)]
    if reachable and not settings.HTTPS:
        yield Warning(
            f"Passwords and tokens for {', '.join(reachable)} travel in clear: HTTPS is off.",
            hint="Put a TLS proxy in front and set DATAHUB_HTTPS=yes.",
            id="accounts.W001",
        )


def _check_shared_limits() -> Iterator[CheckMessage]:
    if not settings.EMBEDDED and not settings.REDIS_URL:
        yield Warning(
            "Each web process counts failed sign-ins for itself, and remembers for itself which codes were used.",
            hint="Set REDIS_URL, so that all processes count in one place; else DATAHUB_WEB_PROCESSES says how many.",
            id="accounts.W002",
        )


def _check_mail() -> Iterator[CheckMessage]:
    if not settings.EMBEDDED and settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        yield Warning(
            f"Mail is written to files in {settings.DATA}; nobody receives a code.",
            hint="Set EMAIL_URL=smtp://user:password@host:587?tls=yes.",
            id="accounts.W003",
        )


def _check_proxies() -> Iterator[CheckMessage]:
    if settings.HTTPS and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        yield Warning(
            "HTTPS ends at a proxy, but no proxy is trusted: all visitors share one sign-in limit.",
            hint="Set DATAHUB_PROXIES to the number of proxies in front, usually 1.",
            id="accounts.W004",
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
