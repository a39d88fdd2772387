"""A rotation changes the keys of a collection's fields: writes use new keys at once, and every record is sealed anew.

The old keys are destroyed when nothing is sealed with them: no write that began before the new ones is under way, and
after that a whole pass over the store found no record of theirs. Killed at any step, the next run goes on from the
rows: keys that are retired and not destroyed are the only memory there is.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.policies.services import Permit
from datahub.vault import upkeep
from datahub.vault.collections.records import Records
from datahub.vault.errors import CollectionMissing, RecordInUse, StoreAway
from datahub.vault.keys import keyring
from datahub.vault.keys.rules.purposes import DESTROYS
from datahub.vault.models import SecureCollection
from datahub.vault.store.port import Document

# A rotation writes so many records at once: on SQLite a write may not keep others waiting longer than 100 ms.
AT_ONCE = 200
KIND = "vault.rotate"
CLOCKS_DIFFER = timedelta(minutes=1)  # the clocks of the machines that write differ by less than this

log = logging.getLogger(__name__)


@transaction.atomic
def start(permit: Permit, ref: Ref, *, name: str) -> Job:
    """Starts a rotation: new keys from now on, and a job for what is sealed with the old ones. A call before its end
    returns the same job."""
    keyring.check(permit, ref, DESTROYS)
    row = SecureCollection.objects.filter(ref=str(ref), name=name).first()
    if row is None:
        raise CollectionMissing(f"{ref} has no collection {name!r}.")
    job = _start(row, permit.viewer)
    _note(permit.viewer, row, permit.rule)
    return job


@transaction.atomic
def start_for_upkeep(row: SecureCollection) -> Job:
    """Starts a rotation as `start` does, for whoever may run commands on the machine."""
    job = _start(row, None)
    _note(None, row, "by a command on the machine")
    return job


def _start(row: SecureCollection, owner: Ref | None) -> Job:
    records = upkeep.records_of(row)
    if not records.ring.retired(row.name):
        records.ring.add_next([(row.name, field, "rnd") for field in records.plan.names])
    return _running(row) or submit(kind=KIND, subject=Ref.parse(row.ref), payload={"collection": row.name}, owner=owner)


def rotate(claim: Claim) -> None:
    """Ends with the old keys destroyed, or says how many records somebody else still holds: `upkeep` asks again."""
    row = SecureCollection.objects.get(ref=str(claim.subject), name=claim.payload["collection"])
    left = _seal_anew(claim, row)
    with transaction.atomic():
        destroyed = 0 if left else upkeep.records_of(row).ring.destroy_retired(row.name)
        if destroyed:
            _note(None, row, "every record is sealed with new keys; the old ones are destroyed")
        claim.finish({"waiting": left, "destroyed": destroyed})


def end_what_waits(reconcile: Callable[[Records], object] = upkeep.reconcile) -> None:
    """Ends the writes that killed writers left, in each collection; and rotations that had to wait for them."""
    for row, records in upkeep.settled():
        try:
            reconcile(records)
        except RecordInUse:
            continue  # the collection was dropped since its row was read
        except StoreAway:
            log.warning("the store of %s is away; what was begun there waits", row.ref)
            continue
        if records.ring.retired(row.name) and _running(row) is None:
            submit(kind=KIND, subject=Ref.parse(row.ref), payload={"collection": row.name})


def _seal_anew(claim: Claim, row: SecureCollection) -> int:
    """Returns how many records are left to be sealed; a pass that finds none to seal is the proof that there are
    none."""
    before = None
    while True:
        records = upkeep.records_of(row)
        upkeep.reconcile(records)
        begun = records.registry.is_being_written(before=records.ring.changed_at(row.name) + CLOCKS_DIFFER)
        old = _pass(claim, records)
        if old == 0:
            return 1 if begun else 0
        if before is not None and old >= before:
            return old  # other writers hold the remaining records
        before = old


def _pass(claim: Claim, records: Records) -> int:
    """Returns how many records a pass over the store saw under old keys, whether or not it could seal them anew."""
    total, done, old = records.registry.count, 0, 0
    for piece in records.everything():
        for start in range(0, len(piece), AT_ONCE):
            some = piece[start : start + AT_ONCE]
            stale = [document for document in some if not records.sealing.is_current(document.id, document.sealed)]
            old += len(stale)
            _seal_some(records, stale)
            done += len(some)
            claim.progress(min(done, total), total, "sealing with new keys")
    return old


def _seal_some(records: Records, stale: list[Document]) -> None:
    """Seals anew the records that nobody else is writing; if one of them is being written, the halves are tried."""
    fresh = [_sealed_anew(records, document) for document in stale]
    ids = [document.id for document in fresh]
    try:
        records.registry.begin(ids, [document.version for document in fresh], [document.tag for document in fresh])
    except RecordInUse:
        if len(stale) > 1:
            _seal_some(records, stale[: len(stale) // 2])
            _seal_some(records, stale[len(stale) // 2 :])
        return
    with transaction.atomic():  # an embedded store writes all of them in one commit
        written = [document.id for document in fresh if records.store.replace(records.stored_as, document)]
    records.registry.done(written)
    records.registry.take_back([id for id in ids if id not in set(written)])


def _sealed_anew(records: Records, document: Document) -> Document:
    values = records.sealing.open(document.id, document.version, document.sealed)
    version = document.version + 1
    sealed = records.sealing.seal(document.id, version, values)
    return records.tagged(document.id, version, sealed, document.tokens)


def _running(row: SecureCollection) -> Job | None:
    jobs = Job.objects.filter(kind=KIND, subject=row.ref, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    return jobs.filter(payload={"collection": row.name}).first()


def _note(actor: Ref | None, row: SecureCollection, reason: str) -> None:
    detail = {"collection": row.name}
    record(actor=actor, operation=KIND, subject=Ref.parse(row.ref), reason=reason, detail=detail)
