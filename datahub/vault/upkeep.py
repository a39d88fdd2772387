"""The vault verifies, reconciles and sweeps its collections itself. This needs no Permit, and returns no values."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from datahub.api.ref import Ref
from datahub.jobs.sightings import Sightings
from datahub.vault.collections import addresses
from datahub.vault.collections import records as collections
from datahub.vault.collections.records import Records
from datahub.vault.errors import CollectionMissing, KeyDestroyed, KeyMissing, RecordNotAsWritten, StoreAway
from datahub.vault.integrity.keys import key_findings
from datahub.vault.integrity.rules.findings import Finding, Kind
from datahub.vault.integrity.stored import StoredDocuments
from datahub.vault.integrity.verify import collection_findings
from datahub.vault.keys import keyring
from datahub.vault.models import LeftPlace, SecureCollection

GRACE = timedelta(minutes=10)  # a running writer waits for its store for a shorter time

_begun = Sightings()
log = logging.getLogger(__name__)


def records_of(row: SecureCollection) -> Records:
    """Returns the records of a collection with the keys for upkeep. RecordNotAsWritten: the row is not the one that was
    written."""
    try:
        ref = Ref.parse(row.ref)
    except ValueError:
        raise RecordNotAsWritten(f"The row of collection {row.name!r} names no data set.") from None
    return collections.records_of(row, keyring.keys_for_upkeep(ref))


def documents_of(records: Records) -> StoredDocuments:
    return StoredDocuments(records.store, records.stored_as, records.element)


def settled() -> Iterator[tuple[SecureCollection, Records]]:
    """Yields every collection that is not being loaded and whose keys are there."""
    for row in SecureCollection.objects.exclude(state=SecureCollection.State.LOADING).order_by("pk"):
        try:
            yield row, records_of(row)
        except KeyDestroyed:
            continue  # the keys were destroyed, so nobody can read the collection any more
        except CollectionMissing:
            continue  # the collection was dropped since the rows were read
        except RecordNotAsWritten:
            log.error("the security plan of %s %s is not the one that was sealed last", row.ref, row.name)
        except KeyMissing as fault:
            log.error("a key of %s %s is missing: %s", row.ref, row.name, fault)


def findings() -> Iterator[Finding]:
    """The findings on each key and collection there is; `log_findings` names those that should be there."""
    yield from key_findings()
    for row in SecureCollection.objects.order_by("pk"):
        where = f"{row.ref} {row.name}"
        try:
            yield from _findings_of(row, where)
        except (KeyDestroyed, CollectionMissing):
            continue
        except RecordNotAsWritten as fault:
            yield Finding(Kind.PLAN, where, "", str(fault))
        except KeyMissing as fault:
            yield Finding(Kind.KEY, where, "", str(fault))


def _findings_of(row: SecureCollection, where: str) -> Iterator[Finding]:
    records = records_of(row)
    if records.state != SecureCollection.State.LOADING:
        yield from collection_findings(records.registry, documents_of(records))
        yield from _unopened(records, where)


def _unopened(records: Records, where: str) -> Iterator[Finding]:
    """Yields a finding for records that the present keys do not open. One record of each set of keys is tried, because
    a key that was drawn to replace a lost one leaves every tag unchanged."""
    tried: set[bytes] = set()
    documents = documents_of(records)
    for piece in records.store.scan(records.stored_as):
        samples = {records.sealing.keys_named(document.id, document.sealed): document for document in piece}
        for keys in samples.keys() - tried:
            document = samples[keys]
            if records.registry.differing([documents.element(document)]):
                continue  # a record that differs is named elsewhere, or was written meanwhile
            tried.add(keys)
            if not records.opens(document):
                yield Finding(
                    Kind.KEY, where, document.id.hex(), "the keys that are there are not those of this record"
                )


def reconcile(records: Records) -> tuple[int, int]:
    """Ends or takes back writes that were left: those that this process has seen begun for as long as GRACE."""
    registry = records.registry
    left = _begun.lasting(registry.id, registry.begun(), GRACE.total_seconds())
    return registry.reconcile(sorted(left), documents_of(records).look_up)


def reconcile_by_date(records: Records) -> tuple[int, int]:
    """Reconciles by the dates in the database, for an operator who knows that the clock was not set meanwhile."""
    left = records.registry.begun(before=timezone.now() - GRACE)
    return records.registry.reconcile(left, documents_of(records).look_up)


def sweep() -> None:
    """Empties the places that ended loads and collections have left, and may have been written to since."""
    for address in LeftPlace.objects.order_by("left_at"):
        try:
            addresses.empty(address)
        except StoreAway:
            log.warning("the store of a place that %s left is away; it is swept later", address.ref)
