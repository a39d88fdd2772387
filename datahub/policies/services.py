"""These services ask the rules for one viewer and one thing, and store the roles that the rules use."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet

from datahub.accounts.errors import TooMany
from datahub.accounts.membership import lock_team
from datahub.accounts.models import Person, Team, Token
from datahub.accounts.services import ref_of, take_turns
from datahub.api.facts import Facts
from datahub.api.objects import describe, lock
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.policies.decide import rules, vocabulary
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.dataset_rules import WITHOUT_A_ROOM
from datahub.policies.decide.obligations import FREE, Obligations
from datahub.policies.errors import Hidden, LastOwner, Refused, RoleRefused, SignInNeeded
from datahub.policies.models import Alarm, Invitation, Place, Role, Use, WrittenPolicy
from datahub.policies.questions import question_of, questions_of
from datahub.policies.selectors import refs_with_role
from datahub.policies.write import policy_store


@dataclass(frozen=True, slots=True)
class Permit:
    """A permit is proof that the Door was asked: what was allowed to whom, by which rule, and what was known of the
    thing."""

    viewer: Ref
    operation: str
    ref: Ref
    facts: Facts | None
    rule: str
    administrator: bool
    obligations: Obligations = FREE  # the rules that permit the operation have these limits together
    # The limits of each such rule: whoever acts keeps to one (obligations.kept_limits)
    ways: tuple[Obligations, ...] = (FREE,)
    version: int = 0  # version of the owner's policy; 0 if there is no policy
    token: Ref | None = None  # a program asked with this token, which policies.jobs keeps for a job


def authorise(
    *,
    viewer: Person | AnonymousUser,
    operation: str,
    ref: Ref,
    token: Token | None = None,
    context: Context = NOTHING_KNOWN,
) -> Permit:
    """Returns a Permit, or SignInNeeded, Hidden or Refused. A worker asks again before it starts: no request is needed.

    `context` says what is known of a use of a data set. What it leaves open comes back as obligations.
    """
    question = question_of(viewer, operation, ref, token=token, context=context)
    decision = rules.decide(question)
    person = question.subject.person
    if person is None:
        raise SignInNeeded("Sign in, or send a token.")
    if decision.hidden:
        raise Hidden("There is nothing here.")
    if not decision.allowed:
        raise Refused(decision.reason)
    return Permit(
        viewer=person,
        operation=operation,
        ref=ref,
        facts=question.facts,
        rule=decision.rule,
        administrator=question.subject.administrator,
        obligations=decision.obligations,
        ways=decision.ways,
        version=decision.version,
        token=None if token is None else Ref("token", str(token.pk)),
    )


def permit_of_accepted(*, viewer: Ref, operation: str, ref: Ref, rule: str) -> Permit:
    """Returns a permit for work that was accepted earlier and is carried out later, such as a deletion.

    `viewer` is whoever asked for it then, or the platform.
    """
    return Permit(viewer, operation, ref, describe([ref]).get(ref), rule, administrator=False)


def explain(
    *, viewer: Person | AnonymousUser, operation: str, ref: Ref, token: Token | None = None
) -> tuple[vocabulary.Tried, ...]:
    """Returns every rule that was asked, with the condition that failed; for owners of the thing, not for the
    viewer."""
    return rules.explain(question_of(viewer, operation, ref, token=token))


def allowed(*, viewer: Person, ref: Ref, token: Token | None = None) -> list[str]:
    """Returns the operations that a page may offer this viewer on this thing; a program has only those that its token
    allows."""
    question = question_of(viewer, "", ref, token=token)
    offered = [operation for operation in rules.OPERATIONS if operation not in WITHOUT_A_ROOM]
    return [operation for operation in offered if rules.decide(replace(question, operation=operation)).allowed]


def may(*, viewer: Person, operation: str, ref: Ref) -> bool:
    """Returns whether some rule permits the operation to this person now, by whatever token they ask."""
    return rules.decide(question_of(viewer, operation, ref)).allowed


def sees(*, viewer: Person, ref: Ref) -> bool:
    """Returns whether the viewer may know now that the thing exists, and what it is called."""
    return may(viewer=viewer, operation=rules.READS[ref.kind], ref=ref)


def permitted(*, viewer: Person, operation: str, kind: str) -> list[Ref]:
    """Returns the things of this kind on which owners' policies permit the operation. A list adds these to the things
    held by role."""
    questions = questions_of(viewer, operation, policy_store.refs_with_policy(kind))
    return [question.ref for question in questions if rules.decide(question).allowed]


@transaction.atomic
def grant(*, actor: Person, person: Person, role: str, ref: Ref) -> Role:
    check_role(role, ref)
    lock(ref)
    granted, is_new = Role.objects.get_or_create(person=person, object=str(ref), role=role)
    if is_new:
        _note(actor, "role.grant", granted)
    return granted


@transaction.atomic
def grant_to_team(*, actor: Person, team: Team, role: str, ref: Ref) -> Role:
    check_role(role, ref)
    if role == vocabulary.OWNER:
        raise RoleRefused("A survey is owned by people. Give the team another role.", fields={"role": "is for people"})
    lock_team(team.pk)
    lock(ref)
    granted, is_new = Role.objects.get_or_create(team=team, object=str(ref), role=role)
    if is_new:
        _note(actor, "role.grant", granted)
    return granted


def check_room(actor: Person, *, kind: str, most: int) -> None:
    """Checks that the actor may own another thing of this kind. TooMany if the actor owns `most` of them."""
    take_turns(actor)
    owned = len(refs_with_role(actor, kind, vocabulary.OWNER))
    if owned >= most:
        raise TooMany(f"You own {owned} of these; {most} are allowed. Delete one first.")


def check_role(role: str, ref: Ref) -> None:
    offered = vocabulary.ROLES.get(ref.kind, frozenset())
    if role not in offered:
        detail = f"{role!r} is no role on this; the roles are {', '.join(sorted(offered))}."
        raise RoleRefused(detail, fields={"role": "is not known here"})


@transaction.atomic
def revoke(*, actor: Person, row: Role) -> None:
    """Revokes a role. The last owner stays: a thing that nobody owns could never be changed again."""
    lock(Ref.parse(row.object))
    if row.role == vocabulary.OWNER:
        owners = list(Role.objects.filter(object=row.object, role=vocabulary.OWNER))
        if [owner.pk for owner in owners] == [row.pk]:
            raise LastOwner("This is the last owner. Name another one first.")
    taken, _ = Role.objects.filter(pk=row.pk).delete()
    if taken:
        _note(actor, "role.revoke", row)


@transaction.atomic
def give_up(*, actor: Person, ref: Ref) -> None:
    """Gives up all roles that the actor holds themself. What a team holds ends with the place in the team."""
    lock(ref)
    own = list(Role.objects.filter(object=str(ref), person=actor))
    if not own:
        raise RoleRefused("You hold this role through a team. Who looks after the team can take you out of it.")
    for row in own:
        revoke(actor=actor, row=row)


def forget(ref: Ref) -> None:
    """Removes all roles on a thing that is being deleted, and invitations to it, in the transaction that deletes it; of
    a team those that it has too."""
    query = Q(team=ref.id) if ref.kind == "team" else Q(object=str(ref))
    _delete_in_order(Role.objects.filter(query))
    _delete_in_order(Invitation.objects.filter(object=str(ref)))
    _delete_in_order(Place.objects.filter(query))
    for kept in (WrittenPolicy, Use, Alarm):
        kept.objects.filter(object=str(ref)).delete()


def _delete_in_order(rows: QuerySet[Any]) -> None:
    """Deletes rows in the order of their keys: a team and a thing that are deleted at once have roles in common."""
    list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    rows.delete()


def _note(actor: Person, operation: str, row: Role) -> None:
    holder = Ref("team", str(row.team_id)) if row.person_id is None else Ref("person", str(row.person_id))
    record(
        actor=ref_of(actor),
        operation=operation,
        subject=Ref.parse(row.object),
        reason="a change of roles",
        detail={holder.kind: str(holder), "role": row.role},
    )
