"""These functions describe people, tokens, organisations and teams for policies and for the audit log."""

from collections.abc import Sequence

from django.utils import timezone

from datahub.accounts.models import Organisation, Person, Team, Token
from datahub.accounts.rules import state_of_token
from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids


def describe_people(ids: Sequence[str]) -> dict[Ref, Facts]:
    return {
        Ref("person", str(person.id)): Facts(
            name=str(person),
            url="",
            owner=Ref("person", str(person.id)),
            parent=None,
            state="active" if person.is_active else "inactive",
            attributes={"is_administrator": person.is_administrator},
        )
        for person in Person.objects.filter(id__in=uuids(ids))
    }


def describe_tokens(ids: Sequence[str]) -> dict[Ref, Facts]:
    now = timezone.now()
    return {
        Ref("token", str(token.id)): Facts(
            name=token.name,
            url=f"/api/v1/tokens/{token.id}/",
            owner=Ref("person", str(token.person_id)),
            parent=None,
            state=state_of_token(expires_at=token.expires_at, revoked_at=token.revoked_at, now=now),
        )
        for token in Token.objects.filter(id__in=uuids(ids))
    }


def describe_organisations(ids: Sequence[str]) -> dict[Ref, Facts]:
    return {
        Ref("organisation", str(organisation.id)): Facts(
            name=organisation.name, url=f"/people/{organisation.id}", owner=None, parent=None, state=""
        )
        for organisation in Organisation.objects.filter(id__in=uuids(ids))
    }


def describe_teams(ids: Sequence[str]) -> dict[Ref, Facts]:
    return {
        Ref("team", str(team.id)): Facts(
            name=team.name,
            url=f"/people/{team.organisation_id}",
            owner=None,
            parent=Ref("organisation", str(team.organisation_id)),
            state="",
        )
        for team in Team.objects.filter(id__in=uuids(ids))
    }
