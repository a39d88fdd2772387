"""This module is a small client of the API, for the demonstration and the rehearsal: it does only what any program
could do."""

import json
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit


class DoorClosed(RuntimeError):
    """The platform refused a request of the demonstration, or was not ready or done in time."""


def ask(url: str, path: str, *, token: str = "", method: str = "GET", body: object | None = None, key: str = "") -> Any:
    """Returns the JSON of the platform's answer to a request. With an idempotency `key`, repeating a creation is
    harmless."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    content = None if body is None else json.dumps(body).encode("ascii")
    return json.loads(_response_body(url, method, path, content, token, headers))


def hand_in(url: str, path: str, content: bytes, *, token: str, headers: Mapping[str, str]) -> None:
    """Sends one chunk of a file."""
    _response_body(url, "PUT", path, content, token, {"Content-Type": "application/octet-stream", **headers})


def _response_body(
    url: str, method: str, path: str, content: bytes | None, token: str, headers: Mapping[str, str]
) -> bytes:
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=30)
    try:
        every_header = {**headers, **({"Authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, path, content, every_header)
        with connection.getresponse() as answer:
            text = answer.read()
    finally:
        connection.close()
    if answer.status >= 400:
        raise DoorClosed(f"{method} {path} answered {answer.status}: {text[:300].decode('utf-8', 'replace')}")
    return text


def wait_until_ready(url: str, *, patience_seconds: float) -> None:
    deadline = time.monotonic() + patience_seconds
    while True:
        try:
            ask(url, "/api/v1/health/ready/")
        except (OSError, HTTPException, DoorClosed) as error:
            if time.monotonic() > deadline:
                raise DoorClosed(f"{url} was not ready within {patience_seconds:.0f} s: {error}") from error
            time.sleep(0.2)
        else:
            return


def wait_for_results(url: str, survey: str, *, token: str, reports: int, patience_seconds: float) -> Any:
    """Returns the results of a survey once they cover exactly `reports` reports. Errors: DoorClosed if that takes too
    long."""
    deadline = time.monotonic() + patience_seconds
    while True:
        results = ask(url, f"/api/v1/surveys/{survey}/results/", token=token)
        # The number of reports is known before the estimates are.
        if results["state"] == "shown" and results["reports"] == reports:
            return results
        if time.monotonic() > deadline:
            raise DoorClosed(
                f"the results hold {results['reports']} reports after {patience_seconds:.0f} s, not {reports}"
            )
        time.sleep(0.5)
