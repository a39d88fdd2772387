"""Send reports through the bulk door, repeating until each is accepted: the key makes repeating harmless."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

AT_ONCE = 500
SENDERS = 4
PATIENCE_SECONDS = 60


class NotAccepted(RuntimeError):
    """The platform refused a report of the demonstration, or did not answer for a minute."""


def send(
    reports: Sequence[dict[str, Any]], *, url: str, token: str, progress: Callable[[int], None] = lambda _: None
) -> None:
    accepted = 0
    with ThreadPoolExecutor(SENDERS) as senders:
        for count in senders.map(lambda part: _send_part(part, url=url, token=token), _parts(reports)):
            accepted += count
            progress(accepted)


def _parts(reports: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    for start in range(0, len(reports), AT_ONCE):
        yield reports[start : start + AT_ONCE]


def _send_part(part: Sequence[dict[str, Any]], *, url: str, token: str) -> int:
    waiting, deadline = list(part), time.monotonic() + PATIENCE_SECONDS
    while waiting:
        states = _post({"reports": waiting}, url=url, token=token)
        refused = [
            state
            for state in states or []
            if state["state"] == "refused" and state["code"] not in {"busy", "unavailable"}
        ]
        if refused:
            raise NotAccepted(f"{len(refused)} reports were refused, the first with {refused[0]['code']!r}")
        if states is not None:
            waiting = [report for report, state in zip(waiting, states, strict=True) if state["state"] != "accepted"]
        if waiting:
            if time.monotonic() > deadline:
                raise NotAccepted(f"{len(waiting)} reports were not accepted within {PATIENCE_SECONDS} s")
            time.sleep(0.2)
    return len(part)


def _post(body: dict[str, Any], *, url: str, token: str) -> list[dict[str, str]] | None:
    """Returns the states in order, or None where the platform could not be asked just now."""
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=30)
    try:
        connection.request(
            "POST",
            "/api/v1/reports/bulk/",
            json.dumps(body).encode("ascii"),
            {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
        )
        with connection.getresponse() as answer:
            text = answer.read()
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    if answer.status in {429, 503}:
        return None
    if answer.status != 200:
        raise NotAccepted(f"the bulk door answered {answer.status}: {text[:300].decode('utf-8', 'replace')}")
    states: list[dict[str, str]] = json.loads(text)["states"]
    return states
