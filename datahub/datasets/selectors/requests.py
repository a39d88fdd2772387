"""Requests: one's own, and those that wait for the viewer's decision."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.datasets.models import AccessRequest
from datahub.datasets.rules.requests import PARTIES, Party, possible
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.selectors import refs_with_role, roles_of
from datahub.policies.services import sees

WHOSE = ("mine", "to_decide")


def requests_for(viewer: Person, *, whose: str, state: str) -> QuerySet[AccessRequest]:
    """What somebody still writes is nobody else's business."""
    found = AccessRequest.objects.select_related("data_set", "person").prefetch_related("steps__person")
    if whose == "mine":
        found = found.filter(person=viewer)
    else:
        owned = [UUID(ref.id) for ref in refs_with_role(viewer, "dataset", OWNER)]
        found = found.filter(data_set__in=owned).exclude(state="draft")
    return found.filter(state=state) if state else found


def request_of(request_id: UUID) -> AccessRequest:
    found = AccessRequest.objects.select_related("data_set", "person").prefetch_related("steps__person")
    return get_object_or_404(found, pk=request_id)


def whole(viewer: Person, asked: AccessRequest) -> dict[str, Any]:
    """The name of the data set only as long as the viewer may see that: it may be called otherwise by now."""
    of = Ref("dataset", str(asked.data_set_id))
    return {
        "id": asked.pk,
        "data_set": {"id": asked.data_set_id, "name": asked.data_set.name if sees(viewer=viewer, ref=of) else ""},
        "person": {"id": asked.person_id, "name": asked.person.name, "email": asked.person.email},
        "state": asked.state,
        "purpose": asked.purpose,
        "role_wanted": asked.role_wanted,
        "role": asked.role,
        "expires_at": asked.expires_at,
        "created_at": asked.created_at,
        "updated_at": asked.updated_at,
        "steps": [
            {"deed": step.deed, "person": str(step.person), "said": step.said, "at": step.at}
            for step in asked.steps.all()
        ],
        "can": sorted({deed for party in parties(viewer, asked) for deed in possible(asked.state, party)}),  # type: ignore[arg-type]  # a CHECK of the column holds it
    }


def parties(viewer: Person, asked: AccessRequest) -> list[Party]:
    owns = OWNER in roles_of(viewer, Ref("dataset", str(asked.data_set_id)))
    return [
        party for party in PARTIES if (party == "asker" and asked.person_id == viewer.pk) or (party == "owner" and owns)
    ]
