"""These are the functions that settings.JOBS runs for the audit log. Jobs stand above the log, so a claim is known here
by what is used of it."""

from typing import Any, Protocol

from django.db import transaction

from datahub.audit.services import verify_whole


class Claim(Protocol):
    def progress(self, done: int, total: int) -> None: ...
    def finish(self, result: dict[str, Any]) -> None: ...


def verify(claim: Claim) -> None:
    """Reads the whole log, keeps what was found, and signs the head where nothing is broken."""
    verification = verify_whole(progress=claim.progress)
    with transaction.atomic():
        verification.save()
        claim.finish({"entries": verification.entries, "broken": verification.broken_at})
