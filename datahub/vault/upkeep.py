"""Collections as the room itself looks after them: verified, reconciled, swept. No Permit, and no way out."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, OuterRef

from datahub.api.ref import Ref
from datahub.vault import keyring, places, plans
from datahub.vault import records as collections
from datahub.vault.errors import CollectionMissing, KeyDestroyed, RecordNotAsWritten, StoreAway
from datahub.vault.integrity.registry import GRACE
from datahub.vault.integrity.stored import StoredDocuments
from datahub.vault.integrity.verify import collection_findings
from datahub.vault.models import LeftPlace, Register, SecureCollection
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
    """One statement: a collection that is dropped meanwhile goes with its register."""
    listed = SecureCollection.objects.filter(ref=OuterRef("ref"), name=OuterRef("collection"))
    written = Register.objects.filter(plan__isnull=False)  # without one: what a load left that lost its turn
    for register in written.exclude(Exists(listed)).order_by("ref", "collection"):
        said = f"the collection is gone, with its plan; {register.count} records were written and it was not dropped"
        yield Finding(Kind.MISSING, f"{register.ref} {register.collection}", "", said)


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
