"""This module describes the JSON of roles, invitations and explanations."""

from typing import Any

from rest_framework import serializers

from datahub.accounts.serializers import PersonInListSerializer
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.api.serializers import StrictSerializer, ref_field
from datahub.policies.decide import vocabulary
from datahub.policies.hold.invitations import state_of
from datahub.policies.models import Invitation

EVERY_ROLE = sorted(set().union(*vocabulary.ROLES.values()))


class TeamOfRoleSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    organisation = serializers.CharField(source="organisation.name")


class RoleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=EVERY_ROLE)
    person = PersonInListSerializer(allow_null=True)
    team = TeamOfRoleSerializer(allow_null=True)
    granted_at = serializers.DateTimeField()


class NewRoleSerializer(StrictSerializer):
    """A new role is for a colleague, or for a team of one of the viewer's organisations; anybody else is invited."""

    exactly_one = ("person", "team")
    subject = ref_field(help_text="kind:id of what the role is on.")
    role = serializers.ChoiceField(choices=EVERY_ROLE)
    person = serializers.UUIDField(required=False)
    team = serializers.UUIDField(required=False)


class MineSerializer(serializers.Serializer[Any]):
    roles = serializers.ListField(child=serializers.CharField())
    operations = serializers.ListField(child=serializers.CharField(), help_text="What the viewer may do with it.")


class TriedSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    needs = serializers.CharField(allow_null=True, help_text="What was missing; null when the rule permits.")


class ExplanationSerializer(serializers.Serializer[Any]):
    allowed = serializers.BooleanField()
    rule = serializers.CharField(help_text="The rule that permits; empty when none does.")
    roles = serializers.ListField(child=serializers.CharField())
    tried = TriedSerializer(many=True)


class InvitationSerializer(StrictSerializer):
    """An invitation is shown without the secret of its link, which only the mail has."""

    id = serializers.UUIDField(read_only=True)
    email = serializers.EmailField(max_length=254)
    subject = ref_field(source="object", help_text="kind:id of a survey, an organisation or a team.")
    role = serializers.ChoiceField(choices=EVERY_ROLE)
    invited_by = PersonInListSerializer(read_only=True)
    created_at = serializers.DateTimeField(read_only=True)
    expires_at = serializers.DateTimeField(read_only=True)
    state = serializers.SerializerMethodField(help_text="open, accepted, revoked or expired.")

    def get_state(self, invitation: Invitation) -> str:
        return state_of(invitation)


class SecretSerializer(StrictSerializer):
    secret = serializers.CharField(max_length=64, help_text="What stands behind # in the link of the mail.")


class JoinedSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField(source="object")
    role = serializers.ChoiceField(choices=EVERY_ROLE)
    name = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField(help_text="The page of what was joined.")

    def get_name(self, invitation: Invitation) -> str:
        ref = Ref.parse(invitation.object)
        return describe([ref])[ref].name

    def get_url(self, invitation: Invitation) -> str:
        ref = Ref.parse(invitation.object)
        return describe([ref])[ref].url
