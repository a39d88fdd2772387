"""These are the functions that settings.JOBS runs for the audit log. Jobs are a higher layer, so this module describes
a claim by the methods it uses."""

from typing import Any, Protocol

from django.db import transaction

from datahub.audit.services import verify_whole


class Claim(Protocol):
    def progress(self, done: int, total: int) -> None: ...
    def finish(self, result: dict[str, Any]) -> None: ...


def verify(claim: Claim) -> None:
    """Reads the whole log, stores the result, and signs the head if no entry is broken."""
    verification = verify_whole(progress=claim.progress)
    with transaction.atomic():
        verification.save()
        claim.finish({"entries": verification.entries, "broken": verification.broken_at})
