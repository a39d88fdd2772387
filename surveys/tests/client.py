"""This module is about a client of the API that is signed in, or has a token."""

import json
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import create_token


class Visitor:
    """This client sends requests as one person, in a session or with a token of these scopes; without a person, as
    nobody."""

    def __init__(self, person: Person | None = None, *scopes: str) -> None:
        self._client, self._headers = Client(), {}
        if person is not None and scopes:
            expires_at = timezone.now() + timedelta(days=1)
            _, text = create_token(actor=person, name="program", scopes=list(scopes), expires_at=expires_at)
            self._headers = {"Authorization": f"Bearer {text}"}
        elif person is not None:
            self._client.force_login(person)

    def get(self, path: str, **query: str) -> Any:
        return self._client.get(f"/api/v1/{path}", query, headers=self._headers)

    def post(self, path: str, body: object, *, key: str | None = None) -> Any:
        """`key` is an Idempotency-Key."""
        return self._send("POST", path, body, **({} if key is None else {"Idempotency-Key": key}))

    def patch(self, path: str, body: object) -> Any:
        return self._send("PATCH", path, body)

    def put(self, path: str, body: object = None) -> Any:
        return self._send("PUT", path, {} if body is None else body)

    def delete(self, path: str) -> Any:
        return self._client.delete(f"/api/v1/{path}", headers=self._headers)

    def _send(self, method: str, path: str, body: object, **headers: str) -> Any:
        content, all_of_them = json.dumps(body), self._headers | headers
        return self._client.generic(
            method, f"/api/v1/{path}", content, content_type="application/json", headers=all_of_them
        )
