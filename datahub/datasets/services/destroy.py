"""A data set is destroyed for good: first its keys, then everything else, then a signed record says so.

It is asked for in one short transaction and done by a job, which the platform carries out whatever has become of the
roles of whoever asked. Until it begins an owner can withdraw it. Whenever the job was interrupted, the next attempt
goes on: each step may be done twice.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.notify_rooms import tell
from datahub.api.ref import PLATFORM, Ref
from datahub.api.signing import public_key, sign
from datahub.api.writes.locking import lock_row, lock_row_alone
from datahub.audit.services import record
from datahub.datasets import pieces
from datahub.datasets.errors import BeingDestroyed, NameDiffers, NotInThisState
from datahub.datasets.models import DataSet, Destruction, Lineage, Upload, Version
from datahub.datasets.services.create import ref_to
from datahub.datasets.services.one_by_one import Swept, one_by_one
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.jobs.services import call_off_other_work, submit
from datahub.policies import services as policies
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.errors import Refused
from datahub.policies.selectors import owner_of, roles_of, roles_on
from datahub.vault.keys import keyring
from datahub.vault.services import drop_shredded
from mechanisms.common.canonical import digest

FORMAT = "datahub-data-set-deletion/1"


@transaction.atomic
def ask_for_destruction(*, actor: Person, rule: str, data_set_id: UUID, name: str) -> Destruction:
    """Asks that a data set be destroyed. From now on nothing of it is changed or computed. A second call changes
    nothing."""
    data_set = lock_row(DataSet.objects.filter(pk=data_set_id))
    if name != data_set.name:
        faults = {"confirm": "is not the name of the data set"}
        raise NameDiffers("Type the name of the data set exactly, to say that it is this one.", fields=faults)
    return _accept(data_set, asked_by=ref_of(actor), rule=rule)


def _accept(data_set: DataSet, *, asked_by: Ref | None, rule: str) -> Destruction:
    said_by = "" if asked_by is None else str(asked_by)
    destruction, is_new = Destruction.objects.get_or_create(data_set=data_set.pk, defaults={"asked_by": said_by})
    if is_new:
        ref = ref_to(data_set)
        submit(kind="datasets.destroy", subject=ref, owner=asked_by or owner_of(ref))
        record(actor=asked_by, operation="dataset.delete", subject=ref, reason=rule)
    return destruction


@transaction.atomic
def withdraw_destruction(*, actor: Person, rule: str, data_set_id: UUID) -> None:
    """Withdraws a destruction, at the wish of an owner and only until the first key is destroyed. A date of retention
    that is over is deleted too."""
    ref = Ref("dataset", str(data_set_id))
    if OWNER not in roles_of(actor, ref):
        raise Refused("This needs the owner.")
    lock_row(DataSet.objects.filter(pk=data_set_id))
    waiting = Destruction.objects.select_for_update().filter(data_set=data_set_id).first()
    if waiting is None:
        raise NotInThisState("Nobody has asked that this data set be deleted.")
    if waiting.begun_at is not None:
        raise BeingDestroyed("The deletion has begun, and cannot be withdrawn any more.")
    waiting.delete()
    DataSet.objects.filter(pk=data_set_id, keep_until__lt=timezone.now().date()).update(keep_until=None)
    record(actor=ref_of(actor), operation="dataset.keep", subject=ref, reason=rule)


def end_of_retention(today: date) -> Swept:
    """Destroys the data sets whose date of retention is over, on the day after it, whoever owns them now."""
    waiting = Destruction.objects.values("data_set")
    over = DataSet.objects.filter(keep_until__lt=today).exclude(pk__in=waiting).order_by("keep_until", "pk")
    rule = "the day until which its owner kept it is over"
    known = {ref_to(data_set): data_set for data_set in over}
    return one_by_one(known, lambda ref: _accept(known[ref], asked_by=None, rule=rule))


def try_again() -> Swept:
    """Asks again for destructions whose job ended early because the store was away: the keys are gone, and the rest is
    asked for anew."""
    waiting = {
        Ref("dataset", str(destruction.data_set)): destruction
        for destruction in Destruction.objects.filter(record__isnull=True)
    }
    left = [ref for ref in waiting if _nobody_is_at_it(ref)]
    return one_by_one(left, lambda ref: submit(kind="datasets.destroy", subject=ref, owner=_asker(waiting[ref])))


def _nobody_is_at_it(ref: Ref) -> bool:
    newest = Job.objects.filter(kind="datasets.destroy", subject=str(ref)).order_by("-created_at").first()
    return newest is None or newest.ended


def destroy(claim: Claim) -> None:
    data_set_id = UUID(claim.subject.id)
    destruction = _begin(data_set_id)
    if destruction is None:
        with transaction.atomic():
            claim.finish({"withdrawn": True})
        return
    viewer, rule = _asker(destruction) or PLATFORM, "a deletion that was accepted"
    permit = policies.permit_of_accepted(viewer=viewer, operation="dataset.administer", ref=claim.subject, rule=rule)
    shredded = keyring.destroy(permit, claim.subject)
    tell("DESTROYED", claim.subject, viewer)
    call_off_other_work(claim)
    drop_shredded(permit, claim.subject)
    for upload in Upload.objects.filter(version__data_set=data_set_id).values_list("pk", flat=True):
        pieces.destroy(upload)
    _finish(claim, data_set_id, shredded.statement)


@transaction.atomic
def _begin(data_set_id: UUID) -> Destruction | None:
    """Begins a destruction, which cannot be withdrawn any more. Returns None if it was withdrawn, or is done
    already."""
    waiting = Destruction.objects.select_for_update().filter(data_set=data_set_id, record__isnull=True).first()
    if waiting is not None and waiting.begun_at is None:
        waiting.begun_at = timezone.now()
        waiting.save(update_fields=["begun_at"])
    return waiting


def _asker(waiting: Destruction) -> Ref | None:
    return Ref.parse(waiting.asked_by) if waiting.asked_by else None


def _hand_on_the_people(data_set: DataSet) -> None:
    """Passes the lineage of a deleted original to its oldest copy that only owners of this data set own. Without one
    the limits stay as they are: else whoever made a copy would set them by deleting the original."""
    owners = _owners_of(data_set)
    copies = DataSet.objects.filter(lineage__original=data_set).exclude(pk=data_set.pk).order_by("created_at", "pk")
    next_one = next((copy for copy in copies if set() < _owners_of(copy) <= owners), None)
    Lineage.objects.filter(original=data_set).update(original=next_one)


def _owners_of(data_set: DataSet) -> set[object]:
    return set(roles_on(ref_to(data_set)).filter(role=OWNER).values_list("person_id", flat=True))


def _finish(claim: Claim, data_set_id: UUID, shredded: dict[str, Any]) -> None:
    with transaction.atomic():
        claim.extend()
        data_set = lock_row_alone(DataSet.objects.filter(pk=data_set_id))
        destruction = lock_row(Destruction.objects.filter(data_set=data_set_id))
        Version.objects.filter(data_set=data_set).delete()
        _hand_on_the_people(data_set)
        data_set.delete()  # the lineage stays, because the spent privacy budget of its people stays spent
        policies.forget(claim.subject)
        statement = {
            "format": FORMAT,
            "data_set": str(data_set_id),
            "keys": shredded,
            "day": f"{timezone.now():%Y-%m-%d}",
        }
        destruction.record, destruction.signature = statement, sign(statement)
        destruction.public_key = public_key()
        destruction.save(update_fields=["record", "signature", "public_key"])
        record(
            actor=None,
            operation="dataset.delete",
            subject=claim.subject,
            reason="all that was kept of the data set is destroyed",
            detail={"sha256": digest(statement)},
        )
        claim.finish({})
