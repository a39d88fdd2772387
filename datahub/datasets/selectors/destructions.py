"""A data set that is to be destroyed, as its viewer may see it; and what everybody may see once it is."""

from typing import Any
from uuid import UUID

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.datasets.errors import NothingDestroyed
from datahub.datasets.models import Destruction
from datahub.policies.selectors import roles_of
from datahub.policies.vocabulary import OWNER


def pending(viewer: Person, ref: Ref) -> dict[str, Any] | None:
    """None: nobody asked that it be destroyed. Only owners withdraw it, and only until it begins."""
    waiting = Destruction.objects.filter(data_set=ref.id).first()
    if waiting is None:
        return None
    may_withdraw = waiting.begun_at is None and OWNER in roles_of(viewer, ref)
    return {"asked_at": waiting.asked_at, "begun_at": waiting.begun_at, "may_withdraw": may_withdraw}


def destruction_of(data_set_id: UUID) -> dict[str, Any]:
    found = Destruction.objects.filter(data_set=data_set_id).first()
    if found is None:
        raise NothingDestroyed("No data set with this id was deleted here.")
    return {
        "state": "destroying" if found.record is None else "destroyed",
        "record": found.record,
        "signature": found.signature,
        "public_key": found.public_key,
    }
