"""Collections as the room itself looks after them: verified, reconciled, swept. No Permit, and no way out."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction

from datahub.api.ref import Ref
from datahub.vault import keyring, places, plans
from datahub.vault import records as collections
from datahub.vault.errors import CollectionMissing, KeyDestroyed, RecordNotAsWritten, StoreAway
from datahub.vault.integrity.log import AT_ONCE, DROPPED
from datahub.vault.integrity.registry import GRACE
from datahub.vault.integrity.stored import StoredDocuments
from datahub.vault.integrity.verify import collection_findings
from datahub.vault.models import LeftPlace, LogEnd, LogEntry, SecureCollection
from datahub.vault.records import Records
from datahub.vault.rules.findings import Finding, Kind

grace: timedelta = GRACE
log = logging.getLogger(__name__)


def records_of(row: SecureCollection) -> Records:
    return collections.records_of(row, keyring.keys_for_upkeep(Ref.parse(row.ref)))


def documents_of(records: Records) -> StoredDocuments:
    return StoredDocuments(records.store, records.stored_as, records.element)


def settled() -> Iterator[tuple[SecureCollection, Records]]:
    """Every collection that is not being loaded and whose keys are there."""
    for row in SecureCollection.objects.exclude(state=SecureCollection.State.LOADING).order_by("pk"):
        try:
            yield row, records_of(row)
        except KeyDestroyed:
            continue  # nothing of it can be read any more, by us either
        except CollectionMissing:
            continue  # dropped since the rows were read
        except RecordNotAsWritten:
            log.error("the security plan of %s %s is not the one that was sealed last", row.ref, row.name)


def findings() -> Iterator[Finding]:
    """Of each collection; and of those that are in no list any more, though nothing was written of their end."""
    yield from _unlisted()
    for row in SecureCollection.objects.order_by("pk"):
        try:
            records = records_of(row)
        except (KeyDestroyed, CollectionMissing):
            continue
        except RecordNotAsWritten as fault:
            yield Finding(Kind.PLAN, f"{row.ref} {row.name}", "", str(fault))
            continue
        if records.state != SecureCollection.State.LOADING:
            yield from collection_findings(records.registry, documents_of(records))


def _unlisted() -> Iterator[Finding]:
    """By the log alone, which signed heads hold: whoever deletes a row can change all that stands beside it, too."""
    with transaction.atomic():
        LogEnd.objects.select_for_update().first()  # what is dropped meanwhile is logged before or after both are read
        lines = LogEntry.objects.order_by("number").values_list("content", flat=True)
        last = {(said["ref"], said["collection"]): said for said in lines.iterator(AT_ONCE)}
        listed = set(SecureCollection.objects.values_list("ref", "name"))
    for ref, name in sorted(last.keys() - listed):
        content = last[ref, name]
        if content["kind"] != DROPPED and "plan" in content:  # without one: what a load left that lost its turn
            said = f"the collection is gone, with its plan; {content['count']} records were written"
            yield Finding(Kind.MISSING, f"{ref} {name}", "", f"{said} and it was not dropped")


def bind_plans() -> None:
    """Those that were sealed before plans were bound to their rows and logged."""
    for row, records in settled():
        if row.plan_number == plans.UNBOUND:
            plans.bind(records.ring, row)


def reconcile(records: Records) -> tuple[int, int]:
    return records.registry.reconcile(documents_of(records).look_up, grace)


def sweep() -> None:
    """Empties what loads and collections that are over have left, and may have written to since."""
    for place in LeftPlace.objects.order_by("left_at"):
        try:
            places.empty(place)
        except StoreAway:
            log.warning("the store of a place that %s left is away; it is swept later", place.ref)
