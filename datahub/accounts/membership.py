"""These functions change organisations, members and teams. The Door has decided before whether the actor may."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from datahub.accounts.errors import LastAdministrator, NameTaken, NoMember
from datahub.accounts.models import Membership, Organisation, Person, Team, TeamMembership
from datahub.accounts.services import ref_of
from datahub.api.notify_rooms import tell
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row, lock_row_alone
from datahub.audit import services as audit


def ref_to(organisation: Organisation) -> Ref:
    return Ref("organisation", str(organisation.pk))


def organisations_of(person: Person) -> QuerySet[Organisation]:
    return Organisation.objects.filter(memberships__person=person)


def role_in(person: Person, organisation: Organisation) -> str:
    """Returns the role of a person in an organisation; empty for whoever does not belong to it."""
    role = organisation.memberships.filter(person=person).values_list("role", flat=True).first()
    return role or ""


def colleagues_of(person: Person) -> QuerySet[Person]:
    """Returns the active people who share an organisation with the person, without the person."""
    shared = Membership.objects.filter(organisation__memberships__person=person)
    return Person.objects.filter(pk__in=shared.values("person"), is_active=True).exclude(pk=person.pk)


def teams_near(person: Person) -> QuerySet[Team]:
    """Returns the teams of all organisations the person belongs to."""
    return Team.objects.filter(organisation__memberships__person=person)


def lock_organisation(id: UUID | str) -> Organisation:
    """Returns the organisation, locked. Whoever writes about it, its members or its teams locks it first."""
    return lock_row(Organisation.objects.filter(pk__in=uuids([str(id)])))


def lock_team(id: UUID | str) -> Team:
    """Returns the team, locked after its organisation."""
    teams = Team.objects.filter(pk__in=uuids([str(id)]))
    lock_row(Organisation.objects.filter(teams__in=teams))
    return lock_row(teams.select_related("organisation"))


@transaction.atomic
def create(*, actor: Person, name: str, id: UUID) -> Organisation:
    """Creates an organisation with the actor as its administrator. If the id exists already, returns that
    organisation."""
    organisation, is_new = Organisation.objects.get_or_create(id=id, defaults={"name": name})
    if is_new:
        Membership.objects.create(organisation=organisation, person=actor, role=Membership.Role.ADMINISTRATOR)
        _note(actor, organisation, "organisation.create", {"name": name})
    return organisation


@transaction.atomic
def rename(*, actor: Person, organisation: Organisation, name: str) -> Organisation:
    organisation = lock_organisation(organisation.pk)
    organisation.name = name
    organisation.save(update_fields=["name"])
    _note(actor, organisation, "organisation.rename", {"name": name})
    return organisation


@transaction.atomic
def delete(*, actor: Person, organisation: Organisation) -> None:
    """Deletes an organisation with its teams, and with them the shares given to those teams; surveys stay with their
    owners."""
    ref = ref_to(organisation)
    locked_row = lock_row_alone(Organisation.objects.filter(pk=organisation.pk))
    teams = [Ref("team", str(team)) for team in locked_row.teams.values_list("pk", flat=True)]
    # Locked before the rows that higher layers lock.
    for parts in (locked_row.teams.all(), locked_row.memberships.all()):
        list(parts.select_for_update().order_by("pk").values_list("pk", flat=True))
    for gone in (ref, *teams):
        tell("DELETED", gone)
    locked_row.delete()
    audit.record(actor=ref_of(actor), operation="organisation.delete", subject=ref, reason="by its administrator")


@transaction.atomic
def join(*, person: Person, organisation: Organisation, role: str) -> Membership:
    """Adds a person to an organisation with a role; a person who is a member already keeps the higher of the two
    roles."""
    lock_organisation(organisation.pk)
    membership, is_new = Membership.objects.get_or_create(
        organisation=organisation, person=person, defaults={"role": role}
    )
    rises = role == Membership.Role.ADMINISTRATOR and membership.role != role
    if rises:
        membership.role = role
        membership.save(update_fields=["role"])
    if is_new or rises:
        _note(person, organisation, "organisation.join", {"person": str(ref_of(person)), "role": role})
    return membership


@transaction.atomic
def change_role(*, actor: Person, membership: Membership, role: str) -> Membership:
    membership = _locked(membership)
    if role != Membership.Role.ADMINISTRATOR:
        _keep_an_administrator(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    detail = {"person": f"person:{membership.person_id}", "role": role}
    _note(actor, membership.organisation, "organisation.change_role", detail)
    return membership


@transaction.atomic
def remove(*, actor: Person, membership: Membership) -> None:
    """Ends a membership, by an administrator of the organisation or by the member, who then leaves."""
    membership = _locked(membership)
    _keep_an_administrator(membership)
    organisation, person = membership.organisation, membership.person_id
    membership.delete()
    _note(actor, organisation, "organisation.remove", {"person": f"person:{person}"})


@transaction.atomic
def create_team(*, actor: Person, organisation: Organisation, name: str) -> Team:
    organisation = lock_organisation(organisation.pk)
    try:
        with transaction.atomic():
            team = Team.objects.create(organisation=organisation, name=name)
    except IntegrityError as error:
        raise NameTaken(f"There is a team with the name {name} already.", fields={"name": "is taken"}) from error
    _note(actor, organisation, "team.create", {"team": str(team.pk), "name": name})
    return team


@transaction.atomic
def delete_team(*, actor: Person, team: Team) -> None:
    team = lock_team(team.pk)
    organisation, id = team.organisation, str(team.pk)
    tell("DELETED", Ref("team", id))
    team.delete()
    _note(actor, organisation, "team.delete", {"team": id})


@transaction.atomic
def put_in_team(*, actor: Person, team: Team, person_id: UUID) -> None:
    """Adds a member of the organisation to a team. Adding somebody who is in it already changes nothing."""
    team = lock_team(team.pk)
    membership = Membership.objects.filter(organisation=team.organisation_id, person=person_id).first()
    if membership is None:
        raise NoMember("This person does not belong to the organisation. Invite them first.")
    _, is_new = TeamMembership.objects.get_or_create(team=team, membership=membership)
    if is_new:
        _note(actor, team.organisation, "team.add", {"team": str(team.pk), "person": f"person:{person_id}"})


@transaction.atomic
def take_from_team(*, actor: Person, team: Team, person_id: UUID) -> None:
    team = lock_team(team.pk)
    taken, _ = TeamMembership.objects.filter(team=team, membership__person=person_id).delete()
    if taken:
        _note(actor, team.organisation, "team.remove", {"team": str(team.pk), "person": f"person:{person_id}"})


def _locked(membership: Membership) -> Membership:
    lock_organisation(membership.organisation_id)
    members = Membership.objects.select_related("person", "organisation")
    return lock_row(members.filter(pk=membership.pk))


def _keep_an_administrator(membership: Membership) -> None:
    """Refuses to take away the last administrator of an organisation. Two who leave at once take turns at the
    organisation."""
    heads = Membership.objects.filter(organisation=membership.organisation_id, role=Membership.Role.ADMINISTRATOR)
    if [head.pk for head in heads] == [membership.pk]:
        raise LastAdministrator("This is the last administrator. Name another one first, or delete the organisation.")


def _note(actor: Person, organisation: Organisation, operation: str, detail: Mapping[str, Any]) -> None:
    reason = "a change of who belongs together"
    audit.record(actor=ref_of(actor), operation=operation, subject=ref_to(organisation), reason=reason, detail=detail)
