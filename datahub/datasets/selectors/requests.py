"""These selectors return requests for access: the viewer's own, and those that wait for the viewer's decision."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.datasets.models import AccessRequest
from datahub.datasets.rules.requests import PARTIES, Deed, Party, possible
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.selectors import refs_with_role, roles_of
from datahub.policies.services import sees

WHOSE = ("mine", "to_decide")


def requests_for(viewer: Person, *, whose: str, state: str) -> QuerySet[AccessRequest]:
    """Returns the requests that the viewer made or may decide; a draft is seen by its author alone."""
    rows = AccessRequest.objects.select_related("data_set", "person").prefetch_related("steps__person")
    if whose == "mine":
        rows = rows.filter(person=viewer)
    else:
        owned = [UUID(ref.id) for ref in refs_with_role(viewer, "dataset", OWNER)]
        rows = rows.filter(data_set__in=owned).exclude(state="draft")
    return rows.filter(state=state) if state else rows


def request_of(request_id: UUID) -> AccessRequest:
    rows = AccessRequest.objects.select_related("data_set", "person").prefetch_related("steps__person")
    return get_object_or_404(rows, pk=request_id)


def whole(viewer: Person, access_request: AccessRequest) -> dict[str, Any]:
    """Returns a request; the name of its data set only as long as the viewer may see that data set, which may have been
    renamed."""
    of = Ref("dataset", str(access_request.data_set_id))
    return {
        "id": access_request.pk,
        "data_set": {
            "id": access_request.data_set_id,
            "name": access_request.data_set.name if sees(viewer=viewer, ref=of) else "",
        },
        "person": {
            "id": access_request.person_id,
            "name": access_request.person.name,
            "email": access_request.person.email,
        },
        "state": access_request.state,
        "purpose": access_request.purpose,
        "role_wanted": access_request.role_wanted,
        "role": access_request.role,
        "expires_at": access_request.expires_at,
        "created_at": access_request.created_at,
        "updated_at": access_request.updated_at,
        "steps": [
            {"deed": step.deed, "person": str(step.person), "said": step.said, "at": step.at}
            for step in access_request.steps.all()
        ],
        "can": sorted({deed for party in parties(viewer, access_request) for deed in _deeds(access_request, party)}),
    }


def _deeds(access_request: AccessRequest, party: Party) -> list[Deed]:
    return possible(access_request.state, party)  # type: ignore[arg-type]  # a CHECK constraint allows only these states


def parties(viewer: Person, access_request: AccessRequest) -> list[Party]:
    owns = OWNER in roles_of(viewer, Ref("dataset", str(access_request.data_set_id)))
    return [
        party
        for party in PARTIES
        if (party == "asker" and access_request.person_id == viewer.pk) or (party == "owner" and owns)
    ]
