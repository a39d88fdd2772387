"""The one way into the log."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.audit.models import Entry, Head
from datahub.audit.rules import check_detail


def record(
    *, actor: Ref | None, operation: str, subject: Ref, reason: str, detail: Mapping[str, Any] | None = None
) -> Entry:
    """Appends one entry inside the caller's transaction: the deed and its entry are kept or lost together.

    Call it last in that transaction. It holds the lock on the end of the chain until the commit, so nothing is asked of
    the database that need not be: a savepoint of its own would be two questions. Whatever fails here fails the deed.
    """
    check_detail(detail or {})
    with transaction.atomic(savepoint=False):
        head, _ = Head.objects.select_for_update().get_or_create(id=1)
        entry = Entry(
            number=head.number + 1,
            at=timezone.now(),
            actor="" if actor is None else str(actor),
            operation=operation,
            subject=str(subject),
            reason=reason,
            detail=dict(detail or {}),
            previous=head.hash,
        )
        entry.hash = entry.line().hash()
        entry.save(force_insert=True)
        head.number, head.hash = entry.number, entry.hash
        head.save(update_fields=["number", "hash"])
    return entry
