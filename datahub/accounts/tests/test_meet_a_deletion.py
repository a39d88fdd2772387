"""A change of an organisation that was just deleted is answered as missing, and writes nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest

from datahub.accounts import membership
from datahub.accounts.models import Membership, Organisation, Person, Team, TeamMembership
from datahub.api.errors import Missing
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Parts:
    """These are the rows of an organisation that a request read before another request deleted it."""

    ana: Person
    whole: Organisation
    member: Membership
    team: Team


@pytest.fixture
def parts(ana: Person) -> Parts:
    institute = membership.create(actor=ana, name="Institute", id=uuid4())
    bo = Person.objects.create(email="bo@example.org", name="Bo")
    member = membership.join(person=bo, organisation=institute, role="administrator")
    team = membership.create_team(actor=ana, organisation=institute, name="Team")
    membership.delete(actor=ana, organisation=Organisation.objects.get(pk=institute.pk))
    return Parts(ana, institute, member, team)


Write = Callable[[Parts], object]
WRITES: dict[str, Write] = {
    "rename": lambda of: membership.rename(actor=of.ana, organisation=of.whole, name="Other"),
    "delete": lambda of: membership.delete(actor=of.ana, organisation=of.whole),
    "join": lambda of: membership.join(person=of.ana, organisation=of.whole, role="member"),
    "change_role": lambda of: membership.change_role(actor=of.ana, membership=of.member, role="member"),
    "remove": lambda of: membership.remove(actor=of.ana, membership=of.member),
    "create_team": lambda of: membership.create_team(actor=of.ana, organisation=of.whole, name="Another"),
    "delete_team": lambda of: membership.delete_team(actor=of.ana, team=of.team),
    "put_in_team": lambda of: membership.put_in_team(actor=of.ana, team=of.team, person_id=of.member.person_id),
    "take_from_team": lambda of: membership.take_from_team(actor=of.ana, team=of.team, person_id=of.member.person_id),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_change_of_what_was_deleted_meanwhile_is_not_found(parts: Parts, write: Write) -> None:
    entries = Entry.objects.count()
    with pytest.raises(Missing):
        write(parts)
    assert Entry.objects.count() == entries
    assert [model.objects.count() for model in (Membership, Team, TeamMembership)] == [0, 0, 0]
