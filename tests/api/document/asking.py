"""Sends a case as somebody who may do most of what it asks for, and undoes what it did."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.test import Client

from datahub.accounts.models import Person

# Schemathesis asks for gzip as browsers do, and does not unpack what a WSGI application packs.
AS_IT_IS = {"Accept-Encoding": "identity"}


@dataclass(frozen=True)
class Sender:
    """A sender is what a request carries so that it is somebody's. Cookies in a header would not be sent on."""

    headers: dict[str, str]
    cookies: dict[str, str]


class Senders:
    """These are the owner in a browser, a program of the owner's, and a colleague who has asked for the owner's
    data."""

    def __init__(self, owner: Sender, token: str, colleague: Sender) -> None:
        self.owner, self.colleague = owner, colleague
        self.program = Sender({"Authorization": f"Bearer {token}"}, {})

    def of(self, label: str) -> Sender:
        """Returns the sender that an operation is for: it refuses others before it reads what they send."""
        others = {
            "POST /api/v1/reports/bulk/": self.program,
            "PATCH /api/v1/access-requests/{id}/": self.colleague,
        }
        return others.get(label, self.owner)


def signed_in(person: Person) -> Sender:
    client = Client()
    client.force_login(person)
    csrf = client.get("/api/v1/me/").json()["csrf"]
    return Sender({"X-CSRFToken": csrf}, {name: morsel.value for name, morsel in client.cookies.items()})


@contextmanager
def undone() -> Iterator[None]:
    """The database, and the journal of the ledger, which lies outside it and would be ahead of it."""
    journal = Path(settings.LEDGER_FOLDER) / "journal"
    size = journal.stat().st_size
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        os.truncate(journal, size)


def answer_to(case: Any, sender: Sender) -> Any:
    with undone():
        return case.call(headers=sender.headers | AS_IT_IS, cookies=sender.cookies)
