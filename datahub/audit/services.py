"""The audit log is written through `record` alone; a pass over the whole log is signed here."""

import logging
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.api.signing import sign
from datahub.audit.models import Entry, Head, Verification
from datahub.audit.rules import check_detail
from datahub.audit.selectors import Progress, read_whole

log = logging.getLogger(__name__)


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


def wait_for_log() -> None:
    """Locks the end of the chain, as `record` does, for whoever has to know, before a step outside the
    database, that this transaction can write to the log."""
    Head.objects.select_for_update().get_or_create(id=1)


def verify_whole(*, progress: Progress | None = None) -> Verification:
    """Returns the result of a pass over the whole log, not yet saved: a job saves it in the transaction that ends the
    job."""
    entries, head, broken = read_whole(progress)
    verification = Verification(at=timezone.now(), entries=entries, head=head)
    if broken is None:
        verification.signature = sign(verification.statement())
    else:
        verification.broken_at, verification.reason = broken.number, broken.reason
        log.error("the audit log is not what was written: %s", broken.reason)
    return verification
