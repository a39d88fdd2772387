"""Each step of a request for access is one transaction, with an entry in the log and a mail to both sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import queue_mail, ref_of
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.datasets.errors import NotInThisState, WishRefused
from datahub.datasets.models import AccessRequest, Destruction, RequestStep
from datahub.datasets.rules.requests import DEED_OF, Deed, Party, after
from datahub.datasets.services.create import locked, ref_to
from datahub.datasets.services.one_by_one import Swept, one_by_one
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.hold.role_holders import assign, end_of_person
from datahub.policies.selectors import roles_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A wish says what somebody wants a request to become. A field that the step does not need is empty."""

    state: str = ""
    said: str = ""
    purpose: str = ""
    role_wanted: str = ""
    role: str = ""
    expires_at: datetime | None = None


@transaction.atomic
def ask(*, actor: Person, data_set_id: UUID, id: UUID, purpose: str, role_wanted: str) -> AccessRequest:
    """Returns the draft of a request; a person has one open request for each data set. If the id exists, the existing
    request is returned."""
    data_set = locked(data_set_id)
    known = AccessRequest.objects.filter(pk=id).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            access_request = AccessRequest.objects.create(
                id=id, data_set=data_set, person=actor, purpose=purpose, role_wanted=role_wanted
            )
    except IntegrityError as error:
        raise NotInThisState("You have a request for this data set already.") from error
    record(
        actor=ref_of(actor),
        operation="access_request.create",
        subject=ref_to(data_set),
        reason="whoever may see a data set may ask for it",
        detail={"request": str(access_request.pk)},
    )
    return access_request


@transaction.atomic
def step(*, actor: Person, rule: str, request_id: UUID, party: Party, wish: Wish) -> AccessRequest:
    """Takes one step of a request: the rules say whether it can be done now, and the log, the roles and the mail
    follow."""
    access_request = _locked(request_id)
    deed = DEED_OF[wish.state] if wish.state else "edit"
    access_request.state = after(_state(access_request), deed, party)
    _carry_out(actor, access_request, deed, wish)
    access_request.save()
    RequestStep.objects.create(request=access_request, person=actor, deed=deed, said=wish.said)
    _tell_both(actor, access_request, deed, wish.said)
    record(
        actor=ref_of(actor),
        operation=f"access_request.{deed}",
        subject=ref_to(access_request.data_set),
        reason=rule,
        detail=_noted(access_request),
    )
    return access_request


def _locked(request_id: UUID) -> AccessRequest:
    """Returns the request, locked after its data set; Missing if that was deleted meanwhile, and the request with
    it."""
    rows = AccessRequest.objects.filter(pk=request_id)
    for data_set_id in rows.values_list("data_set", flat=True):
        locked(data_set_id)
    return lock_row(rows.select_related("data_set", "person"))


def expire(now: datetime) -> Swept:
    """Ends granted access whose time is over, as the owner said when they approved it.

    Of a data set that is being deleted it ends with the data set.
    """
    over = AccessRequest.objects.filter(state="approved", expires_at__lte=now)
    over = over.exclude(data_set__in=Destruction.objects.values("data_set"))
    ended = {
        Ref("access_request", str(access_request.pk)): access_request.person
        for access_request in over.select_related("person")
    }
    return one_by_one(ended, lambda ref: _expire(ended[ref], UUID(ref.id)))


def _expire(asker: Person, request_id: UUID) -> None:
    wish = Wish(state="revoked", said="The time that was agreed is over.")
    step(actor=asker, rule="the time that was agreed is over", request_id=request_id, party="asker", wish=wish)


def _state(access_request: AccessRequest) -> Any:
    return access_request.state


def _carry_out(actor: Person, access_request: AccessRequest, deed: Deed, wish: Wish) -> None:
    if deed == "edit":
        access_request.purpose, access_request.role_wanted = (
            wish.purpose or access_request.purpose,
            wish.role_wanted or access_request.role_wanted,
        )
    elif deed in {"ask", "refuse"} and not wish.said.strip():
        raise WishRefused("Say why, or what you want to know.", fields={"said": "is empty"})
    elif deed == "submit" and not access_request.purpose.strip():
        raise WishRefused("Say what you want to find out.", fields={"purpose": "is empty"})
    elif deed == "approve":
        _approve(actor, access_request, wish)
    elif deed == "revoke":
        end_of_person(
            actor=actor, ref=ref_to(access_request.data_set), person=access_request.person_id, role=access_request.role
        )


def _approve(actor: Person, access_request: AccessRequest, wish: Wish) -> None:
    if access_request.person_id == actor.pk:
        raise WishRefused("Nobody approves their own request.", fields={"state": "is for another owner"})
    faults = {}
    if not wish.role:
        faults["role"] = "Choose one of the roles of its policy."
    if wish.expires_at is None or wish.expires_at <= timezone.now():
        faults["expires_at"] = "Say until when, a time to come."
    if faults:
        raise WishRefused("An approval names a role and an end.", fields=faults)
    access_request.role, access_request.expires_at = wish.role, wish.expires_at
    assign(
        actor=actor,
        ref=ref_to(access_request.data_set),
        role=wish.role,
        holder=access_request.person,
        until=wish.expires_at,
    )


def _noted(access_request: AccessRequest) -> Mapping[str, Any]:
    """Returns what the log notes of a request, without any text of it, because the log is kept for ever."""
    detail = {
        "request": str(access_request.pk),
        "state": access_request.state,
        "person": str(ref_of(access_request.person)),
    }
    if access_request.state == "approved" and access_request.expires_at is not None:
        detail |= {"role": access_request.role, "expires_at": access_request.expires_at.isoformat()}
    return detail


def _tell_both(actor: Person, access_request: AccessRequest, deed: Deed, remark: str) -> None:
    """Mails both sides about a step of a request, the actor too, but not about a draft."""
    if deed == "edit":
        return
    people = {access_request.person.email: access_request.person}
    for holding in roles_on(Ref("dataset", str(access_request.data_set_id))):
        if holding.role == OWNER and holding.person is not None:
            people[holding.person.email] = holding.person
    for address, person in people.items():
        words = {
            "actor": " ".join(str(actor).split()),
            "asker": " ".join(str(access_request.person).split()),
            "name": " ".join(access_request.data_set.name.split()),
            "state": access_request.state,
            "role": access_request.role,
            "expires_at": access_request.expires_at,
            "said": remark,
            "is_asker": person.pk == access_request.person_id,
        }
        subject, _, body = render_to_string("datasets/request.txt", words).partition("\n")
        queue_mail(recipient=address, subject=subject[:200], body=body.strip() + "\n")
