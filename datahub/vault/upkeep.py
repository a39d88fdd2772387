"""Collections as the room itself looks after them: verified, reconciled, sealed anew. No Permit, and no way out."""

from collections.abc import Iterator
from datetime import timedelta

from datahub.api.ref import Ref
from datahub.vault import keyring
from datahub.vault.errors import KeyDestroyed
from datahub.vault.integrity.registry import GRACE
from datahub.vault.integrity.stored import StoredDocuments
from datahub.vault.integrity.verify import collection_findings
from datahub.vault.models import SecureCollection
from datahub.vault.plans import opened_plan
from datahub.vault.records import Records
from datahub.vault.rules.findings import Finding

grace: timedelta = GRACE


def records_of(row: SecureCollection) -> Records:
    ring = keyring.keys_for_upkeep(Ref.parse(row.ref))
    return Records(row, ring, opened_plan(ring, row))


def documents_of(records: Records) -> StoredDocuments:
    return StoredDocuments(records.store, records.stored_as, records.element)


def settled() -> Iterator[tuple[SecureCollection, Records]]:
    """Every collection that is not being loaded and whose keys are there."""
    for row in SecureCollection.objects.exclude(state=SecureCollection.State.LOADING).order_by("pk"):
        try:
            yield row, records_of(row)
        except KeyDestroyed:
            continue  # nothing of it can be read any more, by us either


def findings() -> Iterator[Finding]:
    for _, records in settled():
        yield from collection_findings(records.registry, documents_of(records))


def reconcile(records: Records) -> tuple[int, int]:
    return records.registry.reconcile(documents_of(records).look_up, grace)
