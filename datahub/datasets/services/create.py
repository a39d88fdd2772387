"""A new data set gets a key of its own, a lineage of people, and an owner."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from datahub.accounts.membership import organisations_of
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of, take_turns
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.datasets.errors import BeingDestroyed, WishRefused
from datahub.datasets.models import DataSet, Destruction, Lineage
from datahub.policies import services as policies
from datahub.policies.decide.vocabulary import OWNER
from datahub.vault.keys import keyring


def ref_to(data_set: DataSet) -> Ref:
    return Ref("dataset", str(data_set.pk))


@transaction.atomic
def create(*, actor: Person, id: UUID, fields: Mapping[str, Any]) -> DataSet:
    """Creates a data set. If its id exists, the existing data set is returned to whoever may still see it.

    A copy is about the people of the one it was made of.
    """
    take_turns(actor)
    wish = dict(fields)
    copy_of = wish.pop("copy_of", None)
    wish |= _audience(actor, wish)
    lineage = _lineage(actor, copy_of, id)
    data_set, is_new = DataSet.objects.get_or_create(id=id, defaults={**wish, "lineage": lineage})
    if not is_new:  # whoever made the data set may have lost access to it since
        policies.authorise(viewer=actor, operation="dataset.read_metadata", ref=ref_to(data_set))
    else:
        policies.check_room(actor, kind="dataset", most=settings.MOST_DATASETS)
        keyring.create(ref_to(data_set))  # the key is made before the log is locked, as in every service
        policies.grant(actor=actor, person=actor, role=OWNER, ref=ref_to(data_set))
        if copy_of is None:
            Lineage.objects.filter(pk=lineage.pk).update(original=data_set)
        detail = {"lineage": str(data_set.lineage_id)}
        record(actor=ref_of(actor), operation="dataset.create", subject=ref_to(data_set), reason="new", detail=detail)
    return data_set


@transaction.atomic
def describe(*, actor: Person, rule: str, data_set_id: UUID, fields: Mapping[str, Any]) -> DataSet:
    """Replaces the fields of a data set that are given."""
    wish = {**fields, **_audience(actor, fields)}
    data_set = locked(data_set_id)
    for name, value in wish.items():
        setattr(data_set, name, value)
    data_set.save(update_fields=[*wish, "updated_at"])
    detail = {"changed": sorted(wish)}
    record(actor=ref_of(actor), operation="dataset.describe", subject=ref_to(data_set), reason=rule, detail=detail)
    return data_set


def leave_organisation(ref: Ref) -> None:
    """Takes data sets out of an organisation that is deleted, as settings.DELETED asks: they stay with their owners,
    whoever else was to find them."""
    if ref.kind == "organisation":
        theirs = DataSet.objects.select_for_update(no_key=True).filter(organisation_id=UUID(ref.id)).order_by("pk")
        DataSet.objects.filter(pk__in=[data_set.pk for data_set in theirs]).update(organisation=None)


def locked(data_set_id: UUID) -> DataSet:
    """Returns the data set, locked for a change: whoever changes a data set, its versions or its requests takes turns
    at this row."""
    data_set = lock_row(DataSet.objects.filter(pk=data_set_id))
    if Destruction.objects.filter(data_set=data_set.pk).exists():
        raise BeingDestroyed("This data set is being deleted.")
    return data_set


def locked_with_people(data_set_id: UUID) -> DataSet:
    """Returns the data set, locked as by `locked`, and locks its lineage, so that copies take turns for what depends on
    all that was told of the same people."""
    data_set = locked(data_set_id)
    lock_row(Lineage.objects.filter(pk=data_set.lineage_id))
    return data_set


def _lineage(actor: Person, copy_of: UUID | None, id: UUID) -> Lineage:
    """Returns the lineage of a new data set; whoever states the original of a copy must administer that data set, or
    somebody else's budget would be spent."""
    known = DataSet.objects.filter(pk=id).select_related("lineage").first()
    if known is not None:
        return known.lineage
    if copy_of is None:
        return Lineage.objects.create()
    policies.authorise(viewer=actor, operation="dataset.administer", ref=Ref("dataset", str(copy_of)))
    return locked(copy_of).lineage


def _audience(actor: Person, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields of the audience, after it has locked their organisation; call it before the data set is
    locked."""
    if "organisation" not in fields:
        if fields.get("audience") == DataSet.Audience.ORGANISATION:
            raise WishRefused("Say which organisation.", fields={"organisation": "is not named"})
        return {}
    # Without the lock the organisation could be deleted meanwhile.
    theirs = organisations_of(actor).select_for_update(no_key=True, of=("self",))
    organisation = theirs.filter(pk=fields["organisation"]).first() if fields["organisation"] else None
    if organisation is None and (fields["organisation"] or fields.get("audience") == DataSet.Audience.ORGANISATION):
        raise WishRefused("This is no organisation of yours.", fields={"organisation": "is not known here"})
    return {"organisation": organisation}
