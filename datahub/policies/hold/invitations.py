"""Invitations are sent by mail: to an organisation, to a team, or to a role on a survey.

Whether an address has an account changes nothing that the inviter sees: not the answer, not the mail, not the time.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from datahub.accounts import membership
from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person, Team
from datahub.accounts.rules import draw_secret, hash_of
from datahub.accounts.selectors import has_proven_address
from datahub.accounts.services import queue_mail, ref_of, take_turns
from datahub.api.errors import Missing
from datahub.api.objects import describe, lock
from datahub.api.problem import Problem
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.policies.errors import InvitationRefused
from datahub.policies.models import Invitation
from datahub.policies.services import authorise, check_role, grant

LIFE = timedelta(days=14)
REFUSED = "This invitation was used, has ended, or is for another address than the one you are signed in with."


@dataclass(frozen=True, slots=True)
class Site:
    """A site is the web site to which the link in a mail leads."""

    host: str
    page: str  # the page of this address accepts an invitation


def decided_on(ref: Ref) -> Ref:
    """Returns the thing whose rules decide who may invite to `ref`: a team's organisation, otherwise `ref` itself."""
    facts = describe([ref]).get(ref) if ref.kind == "team" else None
    return facts.parent if facts is not None and facts.parent is not None else ref


def invitations_to(ref: Ref) -> QuerySet[Invitation]:
    """Returns the invitations to the thing; those to an organisation include those to its teams."""
    objects = [str(ref)]
    if ref.kind == "organisation":
        objects += [
            f"team:{id}" for id in Team.objects.filter(organisation__in=uuids([ref.id])).values_list("pk", flat=True)
        ]
    return Invitation.objects.filter(object__in=objects).select_related("invited_by")


def state_of(invitation: Invitation) -> str:
    if invitation.accepted_at is not None:
        return "accepted"
    if invitation.revoked_at is not None:
        return "revoked"
    return "open" if timezone.now() < invitation.expires_at else "expired"


@transaction.atomic
def invite(*, actor: Person, email: str, role: str, ref: Ref, site: Site) -> Invitation:
    """Makes an invitation and queues its mail. The secret leaves in the mail alone, in the fragment of the link, which
    browsers send to nobody."""
    check_role(role, ref)
    _check_room(actor)
    lock(ref)
    secret, address = draw_secret(), email.strip().lower()
    invitation = Invitation.objects.create(
        email=address,
        object=str(ref),
        role=role,
        secret_hash=hash_of(secret),
        invited_by=actor,
        expires_at=timezone.now() + LIFE,
    )
    context = {
        "inviter": _in_one_line(str(actor)),
        "name": _in_one_line(describe([ref])[ref].name) or "a survey without a title",
        "host": site.host,
        "role": role,
        "email": address,
        "link": f"{site.page}#{secret}",
        "expires_at": invitation.expires_at,
    }
    subject, _, body = render_to_string("policies/invitation.txt", context).partition("\n")
    queue_mail(recipient=address, subject=subject[:200], body=body.strip() + "\n")
    _note(actor, "invitation.create", invitation)
    return invitation


@transaction.atomic
def revoke(*, actor: Person, invitation: Invitation) -> None:
    """Revokes an invitation, at once. One that was accepted or revoked before stays as it is."""
    waiting = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None)
    if waiting.update(revoked_at=timezone.now()):
        _note(actor, "invitation.revoke", invitation)


@transaction.atomic
def accept(*, actor: Person, secret: str) -> Invitation:
    """Accepts an invitation: whoever has proven the address it was sent to may accept it, once, and while the inviter
    may still invite."""
    invitation = _locked(secret)
    if invitation is None or state_of(invitation) != "open" or not _is_for(invitation, actor):
        raise InvitationRefused(REFUSED)
    ref = Ref.parse(invitation.object)
    try:
        authorise(viewer=invitation.invited_by, operation="invitation.create", ref=decided_on(ref))
    except Problem as refusal:
        raise InvitationRefused(REFUSED) from refusal
    invitation.accepted_at = timezone.now()
    invitation.save(update_fields=["accepted_at"])
    _give(invitation, actor, ref)
    _note(actor, "invitation.accept", invitation)
    return invitation


def _locked(secret: str) -> Invitation | None:
    """Locks the thing, then returns the invitation to it, locked too; None if the invitation does not exist, or the
    thing is gone."""
    sent = Invitation.objects.filter(secret_hash=hash_of(secret))
    text = sent.values_list("object", flat=True).first()
    if text is None:
        return None
    try:
        lock(Ref.parse(text))
        return lock_row(sent.select_related("invited_by"))
    except Missing:
        return None


def _in_one_line(text: str) -> str:
    """Returns the text without line breaks: one in a name would end the subject of the mail."""
    return " ".join(text.split())


def _is_for(invitation: Invitation, person: Person) -> bool:
    return invitation.email == person.email and has_proven_address(person)


def _give(invitation: Invitation, person: Person, ref: Ref) -> None:
    if ref.kind == "organisation":
        membership.join(person=person, organisation=membership.lock_organisation(ref.id), role=invitation.role)
    elif ref.kind == "team":
        team = membership.lock_team(ref.id)
        membership.join(person=person, organisation=team.organisation, role=invitation.role)
        membership.put_in_team(actor=person, team=team, person_id=person.pk)
    else:
        grant(actor=invitation.invited_by, person=person, role=invitation.role, ref=ref)


def _check_room(actor: Person) -> None:
    take_turns(actor)
    waiting = Invitation.objects.filter(
        invited_by=actor, accepted_at=None, revoked_at=None, expires_at__gt=timezone.now()
    ).count()
    if waiting >= settings.MOST_INVITATIONS:
        raise TooMany(f"{waiting} of your invitations wait for an answer; {settings.MOST_INVITATIONS} may. Revoke one.")


def _note(actor: Person, operation: str, invitation: Invitation) -> None:
    """Notes an invitation without the address: the log is for ever, and whoever was invited may never have come."""
    record(
        actor=ref_of(actor),
        operation=operation,
        subject=Ref.parse(invitation.object),
        reason="an invitation by mail",
        detail={"invitation": str(invitation.pk), "role": invitation.role},
    )
