"""All requests go through this one door: JSON over HTTP, tried again where that is harmless."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

import urllib3

from datahub_client.errors import NotADataHub, Refused

BUSY = (429, 502, 503, 504)
PREFIX = "/api/v1/"


class Door:
    """A door sends requests to one DataHub. GET, and POST that carries a key of its own, are repeated while the
    platform is busy; how long to wait is what Retry-After says."""

    def __init__(self, url: str, token: str | None = None, *, attempts: int = 6, timeout_seconds: float = 30) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"the address is {url!r}; it begins with https:// or, on your own machine, http://")
        self._base = f"{parts.scheme}://{parts.netloc}"
        self._token = token
        self._patience = urllib3.Retry(
            total=attempts,
            status_forcelist=BUSY,
            allowed_methods=frozenset({"GET", "POST"}),
            backoff_factor=0.5,
            backoff_jitter=0.5,
            redirect=0,
            raise_on_status=False,
        )
        self._once = urllib3.Retry(total=0, redirect=0, raise_on_status=False)
        self._pool = urllib3.PoolManager(timeout=urllib3.Timeout(total=timeout_seconds))

    def __repr__(self) -> str:
        return f"Door({self._base!r})"  # The text never shows the token.

    def get(self, path: str, **query: str | int) -> Any:
        return self._json("GET", path, query=query, repeat=True)

    def post(self, path: str, body: Mapping[str, Any], *, key: str | None = None, repeat: bool = False) -> Any:
        """Sends a POST. `key` is an Idempotency-Key. A POST with one is repeated, and so is one whose body carries its
        own."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._json("POST", path, body=body, headers=headers, repeat=repeat or key is not None)

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._json("PATCH", path, body=body)

    def put(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._json("PUT", path, body=body)

    def delete(self, path: str, body: Mapping[str, Any] | None = None) -> None:
        self._request("DELETE", path, body=body)

    def download(self, path: str, **query: str | int) -> bytes:
        return self._request("GET", path, query=query, repeat=True).data

    def pages(self, path: str, **query: str | int) -> Iterator[dict[str, Any]]:
        """Yields every entry of a list, page after page."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            following = urlsplit(page["next"])
            page = self._json("GET", f"{following.path}?{following.query}", repeat=True)

    def _json(self, method: str, path: str, **how: Any) -> Any:
        answer = self._request(method, path, **how)
        if answer.status == 204:
            return None
        return _read(answer)

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        repeat: bool = False,
    ) -> urllib3.BaseHTTPResponse:
        answer = self._pool.request(
            method,
            urljoin(self._base, path if path.startswith(PREFIX) else PREFIX + path),
            fields={name: str(value) for name, value in query.items()} if query else None,
            headers=self._headers(headers or {}),
            json=body,
            retries=self._patience if repeat else self._once,
        )
        if answer.status >= 400:
            problem = _read(answer)
            if not isinstance(problem, dict) or "code" not in problem:
                raise NotADataHub(f"{method} {path} was answered {answer.status} in no form of DataHub's")
            raise Refused(answer.status, problem["code"], problem.get("detail", ""), problem.get("fields", {}))
        return answer

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": "datahub-client"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers | dict(more)


def _read(answer: urllib3.BaseHTTPResponse) -> Any:
    try:
        return json.loads(answer.data)
    except ValueError:
        raise NotADataHub(f"the answer ({answer.status}) is no JSON; is this the address of a DataHub?") from None
