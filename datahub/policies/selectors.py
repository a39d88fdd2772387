"""Reads of roles and invitations."""

from django.db.models import Q, QuerySet

from datahub.accounts.membership import colleagues_of
from datahub.accounts.models import Membership, Person
from datahub.api.ref import Ref, uuids
from datahub.policies.models import Role, Standing
from datahub.policies.vocabulary import OWNER
from datahub.policies.written import people_on


def roles_of(person: Person, ref: Ref) -> frozenset[str]:
    """The person's roles on this one thing: their own, those of their teams, and their place in an organisation."""
    granted = _held_by(person).filter(object=str(ref)).values_list("role", flat=True)
    if ref.kind != "organisation":
        return frozenset(granted)
    places = Membership.objects.filter(person=person, organisation__in=uuids([ref.id]))
    return frozenset(places.values_list("role", flat=True))


def owner_of(ref: Ref) -> Ref | None:
    """The person who has owned the thing longest: work that the platform does about it is shown to them."""
    first = Role.objects.filter(object=str(ref), role=OWNER).order_by("granted_at", "pk").first()
    return None if first is None else Ref("person", str(first.person_id))


def refs_with_role(person: Person, kind: str, *roles: str) -> list[Ref]:
    """The things of this kind on which the person has one of the roles: what a list shows."""
    held = _held_by(person).filter(role__in=roles, object__startswith=f"{kind}:")
    return [Ref.parse(text) for text in held.order_by("object").values_list("object", flat=True).distinct()]


def roles_on(ref: Ref) -> QuerySet[Role]:
    """All roles on a thing, with who has them, in the order they were granted."""
    return (
        Role.objects.filter(object=str(ref)).select_related("person", "team__organisation").order_by("granted_at", "pk")
    )


def known_to(viewer: Person, ref: Ref) -> QuerySet[Person]:
    """Of whom the viewer may ask what they may do with the thing: who has a role on it, and colleagues."""
    return Person.objects.filter(people_on(ref) | Q(pk__in=colleagues_of(viewer).values("pk"))).distinct()


def standing_of(person: Person) -> Standing:
    """Of whom nothing was stated: no training, and nothing withheld."""
    return Standing.objects.filter(person=person).first() or Standing(person=person, withheld=[])


def _held_by(person: Person) -> QuerySet[Role]:
    return Role.objects.filter(Q(person=person) | Q(team__memberships__membership__person=person))
