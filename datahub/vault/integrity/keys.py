"""Keys of data sets are compared with the signed records of their destruction, and with the log of writes.

The row of a key is never deleted. A destroyed one has a record that the platform signed, by the name of its data set:
which no second key ever gets.
"""

from collections.abc import Iterator
from datetime import UTC

from django.db import transaction

from datahub.api.ref import Ref
from datahub.api.signing import is_signed, public_key
from datahub.vault.errors import KeyDestroyed, KeyMissing
from datahub.vault.integrity.rules.findings import Finding, Kind
from datahub.vault.keys.keyring import keys_for_upkeep
from datahub.vault.keys.rules.shredding import FORMAT
from datahub.vault.models import DataSetKey, LogEntry, SecureCollection, ShredRecord

ABSENT = "the row of its key is missing"
UNSAID = "its key is marked as destroyed, and no record says so that this platform signed for it"
CHANGED = "its key is not the one that was made for it"
BACK = "a record says that its key was destroyed, and a key stands there"


def key_findings() -> Iterator[Finding]:
    """Yields the faults of the key of each data set that has, or by log or record once had, a key."""
    keys = {key.ref: key for key in DataSetKey.objects.order_by("pk")}
    records = {record.ref: record for record in ShredRecord.objects.order_by("pk")}
    seen_with_collections = set(SecureCollection.objects.values_list("ref", flat=True))
    for ref, key in keys.items():
        if _fault(key, records.get(ref)) and (fault := _fault_under_lock(ref)):
            yield Finding(Kind.KEY, ref, "", fault)
        elif ref not in seen_with_collections and not _opens(ref):
            yield Finding(Kind.KEY, ref, "", CHANGED)
    known = {*records, *LogEntry.objects.values_list("ref", flat=True).distinct()}
    for ref in sorted(known - keys.keys() - seen_with_collections):
        yield Finding(Kind.KEY, ref, "", ABSENT)


def _opens(ref: str) -> bool:
    try:
        keys_for_upkeep(Ref.parse(ref))
    except KeyDestroyed:
        return True  # a signed record says that the key was destroyed
    except (KeyMissing, ValueError):
        return False
    return True


def _fault_under_lock(ref: str) -> str:
    """Returns the fault of a key, read again together with its record of destruction: the key may have been destroyed
    between the two reads."""
    with transaction.atomic():
        key = DataSetKey.objects.select_for_update().filter(ref=ref).first()
        return ABSENT if key is None else _fault(key, ShredRecord.objects.filter(ref=ref).first())


def _fault(key: DataSetKey, record: ShredRecord | None) -> str:
    if key.wrapped is not None:
        return "" if record is None else BACK
    return "" if record is not None and _is_of(record, key) else UNSAID


def _is_of(record: ShredRecord, key: DataSetKey) -> bool:
    statement = record.statement
    if not isinstance(statement, dict) or (statement.get("format"), statement.get("ref")) != (FORMAT, key.ref):
        return False
    day = "" if key.destroyed_at is None else key.destroyed_at.astimezone(UTC).date().isoformat()
    return (
        statement.get("day") == day
        and record.public_key == public_key()
        and is_signed(statement, record.signature, record.public_key)
    )
