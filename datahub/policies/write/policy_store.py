"""This module stores the policies that owners wrote: the version that counts, who is in its roles, and new versions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from datahub.accounts.models import Person, TeamMembership
from datahub.accounts.services import ref_of
from datahub.api.facts import Facts
from datahub.api.objects import lock
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.policies.decide.delegation import Place as PlainPlace
from datahub.policies.decide.delegation import holdings_of
from datahub.policies.decide.roles import Holding, Policy
from datahub.policies.errors import PolicyChanged
from datahub.policies.models import Place, Role, WrittenPolicy
from datahub.policies.write.kept_limits import check_limits
from datahub.policies.write.policy_json import read_policy, write_policy

KINDS = frozenset({"dataset"})  # owners write policies for things of these kinds


def versions_of(ref: Ref) -> QuerySet[WrittenPolicy]:
    return WrittenPolicy.objects.filter(object=str(ref)).select_related("made_by").order_by("-number")


def policy_on(ref: Ref) -> Policy | None:
    """Returns the policy that counts. None: its owner wrote nothing, or things of this kind have no policies."""
    return policies_on([ref]).get(ref)


def policies_on(refs: Iterable[Ref]) -> dict[Ref, Policy]:
    """Returns the policy that counts for each thing that has one."""
    named = [str(ref) for ref in refs if ref.kind in KINDS]
    if not named:
        return {}
    newest = WrittenPolicy.objects.filter(object=OuterRef("object")).order_by("-number").values("number")[:1]
    rows = WrittenPolicy.objects.filter(object__in=named, number=Subquery(newest))
    return {Ref.parse(row.object): read_policy(row.document, version=row.number, columns=row.columns) for row in rows}


@transaction.atomic
def write(*, actor: Person, ref: Ref, facts: Facts, document: Mapping[str, Any], after: int) -> WrittenPolicy:
    """Writes a new version; raises PolicyChanged if `after` is no longer the newest. Nothing that was written is ever
    changed."""
    lock(ref)
    if _newest(ref) != after:
        raise _changed(ref, after)
    policy = read_policy(document, version=after + 1, columns=facts.columns)
    check_limits(policy)
    defaults = {"document": write_policy(policy), "columns": dict(facts.columns), "made_by": actor}
    row, is_new = WrittenPolicy.objects.get_or_create(object=str(ref), number=policy.version, defaults=defaults)
    # Somebody saved a policy since the check: the second writer waits for the first, and then finds that row.
    if not is_new:
        raise _changed(ref, after)
    record(
        actor=ref_of(actor),
        operation="policy.write",
        subject=ref,
        reason="a new version of the policy",
        detail={"version": row.number, "roles": [role.name for role in policy.roles]},
    )
    return row


def _newest(ref: Ref) -> int:
    """Returns the number of the newest version of the policy; 0 if nobody has written one."""
    return versions_of(ref).values_list("number", flat=True).first() or 0


def _changed(ref: Ref, after: int) -> PolicyChanged:
    return PolicyChanged(f"The policy is at version {_newest(ref)} by now, and this was written after version {after}.")


def teams_of(person: Person) -> frozenset[str]:
    memberships = TeamMembership.objects.filter(membership__person=person).values_list("team_id", flat=True)
    return frozenset(str(team) for team in memberships)


def current_role_holders(ref: Ref) -> QuerySet[Place]:
    return _current([str(ref)]).select_related("person", "team__organisation", "by__person", "by__team")


def _current(objects: Sequence[str]) -> QuerySet[Place]:
    return Place.objects.filter(object__in=objects, ended_at=None).order_by("given_at", "pk")


def plain(role_holder: Place) -> PlainPlace:
    """Returns a place in the form that the rules take."""
    holder = (
        Ref("team", str(role_holder.team_id))
        if role_holder.person_id is None
        else Ref("person", str(role_holder.person_id))
    )
    return PlainPlace(
        id=str(role_holder.pk),
        role=role_holder.role,
        holder=holder,
        by=None if role_holder.by_id is None else str(role_holder.by_id),
        until=role_holder.until,
        purpose=role_holder.purpose or None,
    )


def holdings(person: Person, policies: Mapping[Ref, Policy], teams: frozenset[str]) -> dict[Ref, tuple[Holding, ...]]:
    """Returns the person's places, and those of their teams, in the roles of each of the policies."""
    places: dict[Ref, list[PlainPlace]] = {ref: [] for ref in policies}
    if policies:
        for row in _current([str(ref) for ref in policies]):
            places[Ref.parse(row.object)].append(plain(row))
    holders = frozenset({ref_of(person), *(Ref("team", team) for team in teams)})
    return {ref: holdings_of(places[ref], holders, delegable_in(policy)) for ref, policy in policies.items()}


def delegable_in(policy: Policy) -> frozenset[str]:
    return frozenset(role.name for role in policy.roles if role.delegable)


def refs_with_policy(kind: str) -> list[Ref]:
    """Returns every thing of the kind that somebody who owns no role on it might still be permitted to see."""
    rows = WrittenPolicy.objects.filter(object__startswith=f"{kind}:").order_by("object")
    return [Ref.parse(text) for text in rows.values_list("object", flat=True).distinct()]


def people_on(ref: Ref) -> Q:
    """Returns the condition on people who are in a role by name or by team, or own the thing."""
    places = Place.objects.filter(object=str(ref), ended_at=None)
    roles = Role.objects.filter(object=str(ref))
    by_team = Q()
    for query in (places, roles):
        by_team |= Q(memberships__teams__team__in=query.filter(team__isnull=False).values("team"))
    return (
        by_team
        | Q(pk__in=places.filter(person__isnull=False).values("person"))
        | Q(pk__in=roles.filter(person__isnull=False).values("person"))
    )
