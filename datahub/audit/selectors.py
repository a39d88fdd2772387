"""Reads of the log. The Door has decided before whether the viewer may: everything, or one subject of theirs."""

from django.db import transaction
from django.db.models import QuerySet

from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry, Head
from datahub.audit.rules import START, Break, first_break


def entries_about(subject: Ref, *, actor: str = "", operation: str = "", reason: str = "") -> QuerySet[Entry]:
    """The subject's entries; of the platform all there are. Empty filters let everything through."""
    entries = Entry.objects.all() if subject == PLATFORM else Entry.objects.filter(subject=str(subject))
    wanted = {"actor": actor, "operation": operation, "reason": reason}
    return entries.filter(**{column: value for column, value in wanted.items() if value})


@transaction.atomic
def verify() -> tuple[int, str, Break | None]:
    """How many entries the log should have, the hash of the last, and the first that is not what was written.

    Holds the end of the chain meanwhile, so that no entry is added between the last row read and the comparison.
    """
    head = Head.objects.select_for_update().first()
    number, hash = (0, START) if head is None else (head.number, head.hash)
    rows = Entry.objects.order_by("number").iterator(chunk_size=1000)
    return number, hash, first_break(((row.line(), row.hash) for row in rows), (number, hash))
