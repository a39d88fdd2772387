"""Puts people and teams in the roles of a policy, passes roles on, and ends them."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from datahub.accounts.membership import lock_team
from datahub.accounts.models import Person, Team
from datahub.accounts.services import ref_of
from datahub.api.objects import lock
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.policies.clock import now
from datahub.policies.decide.delegation import check_delegation
from datahub.policies.errors import RoleRefused
from datahub.policies.models import Place
from datahub.policies.write.kept_limits import purposes_of
from datahub.policies.write.policy_store import current_role_holders, delegable_in, plain, policy_on, teams_of


@transaction.atomic
def assign(
    *, actor: Person, ref: Ref, role: str, holder: Person | Team, until: datetime | None, purpose: str = ""
) -> Place:
    """Gives somebody a role, at the wish of whoever administers the thing. RoleRefused if its policy has no role of
    this name, or the role permits no use for this purpose."""
    _lock(holder, ref)
    _check_role(ref, role, purpose)
    _check_end(until)
    person, team = _holder(holder)
    role_holder = Place.objects.create(
        object=str(ref), role=role, person=person, team=team, until=until, purpose=purpose
    )
    _note(actor, "place.give", role_holder)
    return role_holder


def role_holders_of(person: Person) -> QuerySet[Place]:
    """Returns the places of the person, and those of their teams."""
    mine = Q(person=person) | Q(team__in=teams_of(person))
    return Place.objects.filter(mine, ended_at=None).select_related("person", "team__organisation")


@transaction.atomic
def pass_on(*, actor: Person, role_holder: Place, to: Person | Team, until: datetime | None) -> Place:
    """Passes a role on, at the wish of a holder. PolicyLoop if the role came from the new holder; the new place ends
    with the old one, or before."""
    ref, person_and_team = Ref.parse(role_holder.object), _holder(to)
    _lock(to, ref)
    role_holder = lock_row(Place.objects.filter(pk=role_holder.pk))  # the place may have ended meanwhile
    policy = policy_on(ref)
    holders = [plain(role_holder) for role_holder in current_role_holders(ref)]
    mine = {ref_of(actor), *(Ref("team", team) for team in teams_of(actor))}
    of = plain(role_holder)
    if policy is None or of.holder not in mine or role_holder.ended_at is not None:
        raise RoleRefused("You are not in this role.", fields={"role": "is not yours"})
    target = ref_of(to) if isinstance(to, Person) else Ref("team", str(to.pk))
    check_delegation(of=of, to=target, known={holder.id: holder for holder in holders}, delegable=delegable_in(policy))
    _check_end(role_holder.until)
    _check_end(until)
    holder = Place.objects.create(
        object=role_holder.object,
        role=role_holder.role,
        person=person_and_team[0],
        team=person_and_team[1],
        by=role_holder,
        until=until,
        purpose=role_holder.purpose,
    )
    _note(actor, "place.pass_on", holder)
    return holder


@transaction.atomic
def end(*, actor: Person, role_holder: Place, reason: str = "a change of roles") -> None:
    """Ends a place with all that was passed on from it. It works at once; ending what has ended changes nothing."""
    lock(Ref.parse(role_holder.object))
    ending, waiting = [], [role_holder]
    while waiting:
        ending += waiting
        waiting = list(Place.objects.filter(by__in=waiting, ended_at=None))
    moment = now()
    living = Place.objects.filter(ended_at=None)  # all places are locked before the log, and in one order
    ended = [
        holder
        for holder in sorted(ending, key=lambda holder: holder.pk)
        if living.filter(pk=holder.pk).update(ended_at=moment)
    ]
    for holder in ended:
        _note(actor, "place.end", holder, reason)


def end_of_person(*, actor: Person, ref: Ref, person: UUID, role: str) -> None:
    """Ends every place the owner gave this person in the role, where a request is revoked."""
    for role_holder in Place.objects.filter(object=str(ref), person=person, role=role, by=None, ended_at=None):
        end(actor=actor, role_holder=role_holder)


@transaction.atomic
def expire() -> int:
    """Records the end of places whose time is over, so that no clock can bring them back. The scheduler runs it."""
    moment = now()
    over = Place.objects.select_for_update(no_key=True).filter(ended_at=None, until__lte=moment).order_by("pk")
    return Place.objects.filter(pk__in=[role_holder.pk for role_holder in over]).update(ended_at=moment)


def forget(ref: Ref) -> None:
    """Deletes all places on a thing. Call it in the transaction that deletes the thing."""
    Place.objects.filter(object=str(ref)).delete()


def _lock(holder: Person | Team, ref: Ref) -> None:
    """Locks a team before the thing, so that neither is deleted while somebody is put in a role."""
    if isinstance(holder, Team):
        lock_team(holder.pk)
    lock(ref)


def _check_role(ref: Ref, role: str, purpose: str) -> None:
    policy = policy_on(ref)
    offered = {} if policy is None else {written.name: written for written in policy.roles}
    if role not in offered:
        text = f"The policy has no role {role!r}; it has {', '.join(offered) or 'none'}."
        raise RoleRefused(text, fields={"role": "is not in the policy"})
    purposes = purposes_of(offered[role])
    if purpose and purposes is not None and purpose not in purposes:
        text = f"The role {role} is for {', '.join(purposes)}; a place in it for {purpose} would permit nothing."
        raise RoleRefused(text, fields={"purpose": "is none of the role's"})


def _check_end(until: datetime | None) -> None:
    if until is not None and until <= now():
        raise RoleRefused("This time has passed.", fields={"until": "has passed"})


def _holder(holder: Person | Team) -> tuple[Person | None, Team | None]:
    return (holder, None) if isinstance(holder, Person) else (None, holder)


def _note(actor: Person, operation: str, role_holder: Place, reason: str = "a change of roles") -> None:
    detail = {"role": role_holder.role, "holder": str(plain(role_holder).holder), "place": str(role_holder.pk)}
    if role_holder.until is not None:
        detail["until"] = role_holder.until.isoformat()
    record(
        actor=ref_of(actor), operation=operation, subject=Ref.parse(role_holder.object), reason=reason, detail=detail
    )
