"""This module is about a data set that is to be destroyed, as its viewer may see it; and what everybody may see once it
is."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.datasets.errors import NothingDestroyed
from datahub.datasets.models import Destruction
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.selectors import roles_of


def pending(viewer: Person, ref: Ref, operations: Collection[str]) -> dict[str, Any] | None:
    """Returns the pending destruction of a data set, or None if nobody asked for it. Only owners withdraw it, and only
    until it begins.

    `operations` are those that the viewer may, with the token they ask with.
    """
    waiting = Destruction.objects.filter(data_set=ref.id).first()
    if waiting is None:
        return None
    owns = OWNER in roles_of(viewer, ref) and "dataset.administer" in operations
    may_withdraw = owns and waiting.begun_at is None
    return {"asked_at": waiting.asked_at, "begun_at": waiting.begun_at, "may_withdraw": may_withdraw}


def destruction_of(data_set_id: UUID) -> dict[str, Any]:
    """Returns the deletion of a data set, done or not, for whoever may ask for a deletion."""
    return _shown(Destruction.objects.filter(data_set=data_set_id).first())


def record_of(data_set_id: UUID) -> dict[str, Any]:
    """Returns the record of a deletion that is done, for everybody. A deletion that waits or is running answers as if
    there were none; the page of the data set shows it."""
    return _shown(Destruction.objects.filter(data_set=data_set_id, record__isnull=False).first())


def _shown(destruction: Destruction | None) -> dict[str, Any]:
    if destruction is None:
        raise NothingDestroyed("No data set with this id was deleted here.")
    return {
        "state": "destroying" if destruction.record is None else "destroyed",
        "record": destruction.record,
        "signature": destruction.signature,
        "public_key": destruction.public_key,
    }
