"""These selectors return roles and invitations."""

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Func, Q, QuerySet, UUIDField, Value
from django.db.models.functions import Cast, Replace, Substr

from datahub.accounts.membership import colleagues_of
from datahub.accounts.models import Membership, Person
from datahub.api.ref import Ref, uuids
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.models import Role, Standing
from datahub.policies.write.policy_store import people_on


def roles_of(person: Person, ref: Ref) -> frozenset[str]:
    """Returns the person's roles on this one thing: their own, those of their teams, and their place in an
    organisation."""
    return roles_of_each(person, [ref])[ref]


def roles_of_each(person: Person, refs: Collection[Ref]) -> dict[Ref, frozenset[str]]:
    """Returns the person's roles on each of the things, as `roles_of` does for one."""
    roles: dict[Ref, set[str]] = {ref: set() for ref in refs}
    named = [str(ref) for ref in refs if ref.kind != "organisation"]
    if named:
        for text, role in _held_by(person).filter(object__in=named).values_list("object", "role"):
            roles[Ref.parse(text)].add(role)
    organisations = {id: ref for ref in refs if ref.kind == "organisation" for id in uuids([ref.id])}
    if organisations:
        places = Membership.objects.filter(person=person, organisation__in=organisations)
        for organisation, role in places.values_list("organisation_id", "role"):
            roles[organisations[organisation]].add(role)
    return {ref: frozenset(names) for ref, names in roles.items()}


def owner_of(ref: Ref) -> Ref | None:
    """Returns the person who has owned the thing longest: they are shown the work that the platform does about it."""
    first = Role.objects.filter(object=str(ref), role=OWNER).order_by("granted_at", "pk").first()
    return None if first is None else Ref("person", str(first.person_id))


def refs_with_role(person: Person, kind: str, *roles: str) -> list[Ref]:
    """Returns the things of this kind on which the person has one of the roles, for a list to show."""
    rows = _held_by(person).filter(role__in=roles, object__startswith=f"{kind}:")
    return [Ref.parse(text) for text in rows.order_by("object").values_list("object", flat=True).distinct()]


def ids_with_role(person: Person, kind: str, *roles: str) -> tuple[QuerySet[Role, Any], QuerySet[Role, Any]]:
    """Returns, as primary keys for use inside another query, the things of this kind on which the person has one of the
    roles: by the person's own roles, and by those of their teams.

    Two queries and not one that asks for either: each finds its rows by an index.
    """
    granted = Role.objects.filter(role__in=roles, object__startswith=f"{kind}:")
    teams = Membership.objects.filter(person=person).values("teams__team")
    own, of_teams = granted.filter(person=person), granted.filter(team__in=teams)
    return own.values_list(_id_in_text(kind)), of_teams.values_list(_id_in_text(kind))


def _id_in_text(kind: str) -> Func:
    """Returns the id after `kind:` in the form of the database: SQLite stores it without hyphens, PostgreSQL as a
    UUID."""
    id = Substr("object", len(kind) + 2)
    return Cast(id, UUIDField()) if connection.vendor == "postgresql" else Replace(id, Value("-"), Value(""))


def roles_on(ref: Ref) -> QuerySet[Role]:
    """Returns all roles on a thing, with who has them, in the order they were granted."""
    return (
        Role.objects.filter(object=str(ref)).select_related("person", "team__organisation").order_by("granted_at", "pk")
    )


def known_to(viewer: Person, ref: Ref) -> QuerySet[Person]:
    """Returns the people of whom the viewer may ask what they may do with the thing: those with a role on it, and the
    viewer's colleagues."""
    return Person.objects.filter(people_on(ref) | Q(pk__in=colleagues_of(viewer).values("pk"))).distinct()


def standing_of(person: Person) -> Standing:
    """Returns what an administrator has stated of a person; by default no training, and no role withheld."""
    return Standing.objects.filter(person=person).first() or Standing(person=person, withheld=[])


def _held_by(person: Person) -> QuerySet[Role]:
    return Role.objects.filter(Q(person=person) | Q(team__memberships__membership__person=person))
