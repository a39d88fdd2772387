"""This module describes the JSON of people and tokens."""

from typing import Any

from django.middleware.csrf import get_token
from django.utils import timezone
from rest_framework import serializers

from datahub.accounts import rules, selectors
from datahub.accounts.membership import role_in
from datahub.accounts.models import Membership, Organisation, Person, Session, Team, Token
from datahub.accounts.second_factors import has_second_factor, may_act_as_administrator
from datahub.accounts.sessions import is_this
from datahub.api.serializers import DistinctListField, StrictSerializer, seen


class MeSerializer(StrictSerializer):
    id = serializers.UUIDField(read_only=True)
    email = serializers.EmailField(read_only=True)
    name = serializers.CharField(max_length=200, allow_blank=True, validators=[seen])
    language = serializers.ChoiceField(
        choices=rules.LANGUAGES, help_text="Of the studio; empty: what the browser prefers."
    )
    is_administrator = serializers.BooleanField(read_only=True)
    second_factor = serializers.SerializerMethodField(help_text="Codes or a passkey are set up.")
    acts_as_administrator = serializers.SerializerMethodField(
        help_text="Administrators without a second factor may be refused what administrators do."
    )
    email_verified = serializers.SerializerMethodField()
    csrf = serializers.SerializerMethodField(help_text="Send it as X-CSRFToken with everything that writes.")

    def get_second_factor(self, person: Person) -> bool:
        return has_second_factor(person)

    def get_acts_as_administrator(self, person: Person) -> bool:
        return may_act_as_administrator(person)

    def get_email_verified(self, person: Person) -> bool:
        return selectors.has_proven_address(person)

    def get_csrf(self, person: Person) -> str:  # noqa: ARG002 - DRF passes this argument
        return get_token(self.context["request"])


class SessionSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    device = serializers.CharField(help_text="Browser and system, as far as they say so.")
    begun_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="To the quarter of an hour.")
    is_this = serializers.SerializerMethodField(help_text="The session that asks.")

    def get_is_this(self, session: Session) -> bool:
        return is_this(self.context["request"], session)


class TokenSerializer(StrictSerializer):
    """A token is shown to its owner without its secret, which is not stored."""

    id = serializers.UUIDField(read_only=True)
    name = serializers.CharField(max_length=200, validators=[seen])
    prefix = serializers.CharField(read_only=True)
    scopes = DistinctListField(child=serializers.ChoiceField(choices=rules.SCOPES), allow_empty=False)
    created_at = serializers.DateTimeField(read_only=True)
    expires_at = serializers.DateTimeField()
    last_used = serializers.DateField(read_only=True, allow_null=True, help_text="The day only.")
    state = serializers.SerializerMethodField()

    def get_state(self, token: Token) -> str:
        return rules.state_of_token(expires_at=token.expires_at, revoked_at=token.revoked_at, now=timezone.now())


class NewTokenSerializer(TokenSerializer):
    """A new token is the only answer that has the secret."""

    secret = serializers.SerializerMethodField(help_text="Shown this once: dh_<prefix>_<secret>.")

    def get_secret(self, token: Token) -> str:  # noqa: ARG002 - DRF passes this argument
        return str(self.context["text"])


class PersonInListSerializer(serializers.Serializer[Person]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    email = serializers.EmailField()


class MyEditsSerializer(StrictSerializer):
    """A change of one's account leaves a field that is not sent as it is."""

    name = serializers.CharField(max_length=200, allow_blank=True, required=False, validators=[seen])
    language = serializers.ChoiceField(choices=rules.LANGUAGES, required=False)


class MemberSerializer(StrictSerializer):
    person = PersonInListSerializer(read_only=True)
    role = serializers.ChoiceField(choices=Membership.Role.choices)
    joined_at = serializers.DateTimeField(read_only=True)


class TeamSerializer(StrictSerializer):
    id = serializers.UUIDField(read_only=True)
    name = serializers.CharField(max_length=200, validators=[seen])
    people = serializers.SerializerMethodField(help_text="Ids of the members who are in it.")

    def get_people(self, team: Team) -> list[str]:
        return [str(team_member.membership.person_id) for team_member in team.memberships.all()]


class OrganisationInListSerializer(StrictSerializer):
    id = serializers.UUIDField(read_only=True)
    name = serializers.CharField(max_length=200, validators=[seen])
    role = serializers.SerializerMethodField(help_text="The viewer's own: administrator or member.")

    def get_role(self, organisation: Organisation) -> str:
        return role_in(self.context["request"].user, organisation)


class OrganisationSerializer(OrganisationInListSerializer):
    """An organisation is shown to its members with its members and teams."""

    members = MemberSerializer(many=True, read_only=True, source="memberships")
    teams = TeamSerializer(many=True, read_only=True)


class InTeamSerializer(StrictSerializer):
    person = serializers.UUIDField()
